import { instantOf } from '../../../core/time/zone.ts';
import { pad2 } from '../calendar-words.ts';
import { cutText, demoPages, flagVariable, numberVariable, textVariable } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** The instant (ms) that a target names, in a zone unless it states its own offset; null when it names none. */
export const parseTarget = (text: string, zone: string): number | null => {
  const local = FORM.exec(text.trim());
  if (!local) {
    const at = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.trim()) ? Date.parse(text.trim()) : NaN;
    return Number.isNaN(at) ? null : at;
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local
    .slice(1)
    .map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second;
  return isReal ? instantOf({ year, month, day, hour, minute, second }, zone) : null;
};

/** The time that is left until an event. */
export const countdown = clockPlugin({
  id: 'countdown',
  name: 'Countdown',
  description: 'Days, hours, minutes and seconds to an event',
  icon: 'timer',
  category: 'utility',
  documentation:
    'The target is a date and time such as `2026-12-24T18:00`, in the zone of the appliance unless ' +
    'another one is set. After it everything stays 0, or counts up. Add an instance per event.',
  required: ['target_datetime'],
  settings: {
    event_name: { type: 'string', title: 'Event', maxLength: 100, default: '' },
    target_datetime: { type: 'string', title: 'Date and time', 'ui:widget': 'datetime', maxLength: 40 },
    count_up: { type: 'boolean', title: 'Count up afterwards', default: false },
  },
  variables: {
    groups: { event: { label: 'Event' }, left: { label: 'Time left' } },
    simple: {
      event_name: textVariable('Name of the event', 22, 'event', 'CHRISTMAS EVE'),
      target_datetime: textVariable('When it is', 19, 'event', '2026-12-24T18:00'),
      is_expired: flagVariable('Whether it is over', 'event', false),
      days: numberVariable('Whole days left', 5, 'left', 34),
      hours: numberVariable('Hours beside the days', 2, 'left', 3),
      minutes: numberVariable('Minutes beside the hours', 2, 'left', 30),
      seconds: numberVariable('Seconds beside the minutes', 2, 'left', 0),
      total_seconds: numberVariable('Seconds left in all', 10, 'left', 2_950_200),
      formatted: textVariable('All of it', 22, 'left', '34d 3h 30m 0s'),
    },
  },
  demo: demoPages(
    'Countdown',
    ['', '{{countdown.event_name}}', '', '{{countdown.days}} DAYS', '{{countdown.hours}}H {{countdown.minutes}}M', ''],
    ['{{countdown.event_name|truncate:15}}', '{{countdown.days}} DAYS', '{{countdown.hours}}H {{countdown.minutes}}M'],
  ),
  values: (moment) => {
    const target = String(moment.config['target_datetime']);
    const at = parseTarget(target, moment.zone);
    if (at === null) return 'target_datetime is no date and time';
    const since = Math.max(0, Math.floor((moment.now - at) / 1000));
    const left = Math.max(moment.config['count_up'] === true ? since : 0, Math.floor((at - moment.now) / 1000));
    const [days, hours, minutes, seconds] = [
      Math.floor(left / 86_400),
      Math.floor(left / 3600) % 24,
      Math.floor(left / 60) % 60,
      left % 60,
    ];
    const formatted = `${days}d ${hours}h ${minutes}m ${seconds}s`;
    const event_name = cutText(moment.config['event_name'], 22);
    return {
      event_name,
      target_datetime: target.slice(0, 19),
      is_expired: at <= moment.now,
      days,
      hours,
      minutes,
      seconds,
      total_seconds: left,
      formatted,
    };
  },
  validateConfig: ({ target_datetime }) => {
    const isOpen = target_datetime === undefined || target_datetime === '';
    return isOpen || parseTarget(String(target_datetime), 'UTC') !== null
      ? []
      : ['target_datetime: must be a date and time such as 2026-12-24T18:00'];
  },
  format: ({ data, board, config }) => {
    if (data['is_expired'] === true && config['count_up'] !== true)
      return centerBlock([String(data['event_name']), 'NOW'], board);
    const clock = `${pad2(Number(data['hours']))}:${pad2(Number(data['minutes']))}`;
    const days = Number(data['days']);
    return centerBlock(
      [String(data['event_name']), ...(days > 0 ? [`${days} DAY${days === 1 ? '' : 'S'}`] : []), `${clock} HOURS`],
      board,
    );
  },
});
