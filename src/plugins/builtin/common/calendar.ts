import { DAY_MS } from '../../../core/time/durations.ts';
import { civilAt } from '../../../core/time/zone.ts';
import type { Occurrence } from '../../../documents/calendar-document.ts';
import type { JsonObject } from '../../../schema/common.ts';
import { refreshSetting } from '../../../sources/form/settings.ts';
import { clockText, pad2, WEEKDAYS } from '../calendar-words.ts';
import {
  cutText,
  demoPages,
  flagVariable,
  itemVariable,
  numberVariable,
  textVariable,
} from '../../contract/declare.ts';
import { centerBlock, spreadLine } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import type { DataPlugin, PluginMoment, TriggerWish } from '../../contract/plugin.ts';
import { zoneOf, zoneProblems, ZONE_SETTING } from '../../contract/zone-setting.ts';

const MOST_KEPT = 100;
const MOST_SHOWN = 20;
const MOST_BYTES = 8 * 1024 * 1024;

const manifest = defineManifest({
  id: 'calendar',
  name: 'Calendar',
  description: 'Coming events of an iCalendar address, repeated ones included',
  icon: 'calendar',
  category: 'utility',
  supports_triggers: true,
  documentation:
    'Most calendars have a secret address in iCal format. `webcal` addresses work too. Reminders show an ' +
    'event a few minutes before it begins.',
  required: ['url'],
  settings: {
    url: { type: 'string', title: 'Address of the calendar', format: 'uri', maxLength: 2000, 'ui:widget': 'url' },
    max_events: { type: 'integer', title: 'Events', minimum: 1, maximum: MOST_SHOWN, default: 5 },
    ...ZONE_SETTING,
    time_format: { type: 'string', title: 'Clock', enum: ['24h', '12h'], default: '24h' },
    enable_triggers: { type: 'boolean', title: 'Remind of events', default: false },
    minutes_before: { type: 'integer', title: 'Minutes before', enum: [1, 2, 3, 5, 10, 15, 30, 60], default: 5 },
    display_duration_minutes: {
      type: 'integer',
      title: 'Show for minutes',
      description: 'From the beginning of the event; 0 until it begins',
      minimum: 0,
      maximum: 120,
      default: 15,
    },
    refresh_seconds: refreshSetting(300, 10),
  },
  variables: {
    groups: { event: { label: 'Next event' }, later: { label: 'Event after that' }, calendar: { label: 'Calendar' } },
    simple: {
      event_name: textVariable('What', 22, 'event', 'DENTIST'),
      event_start: textVariable('Begin, or ALL DAY', 10, 'event', '15:00'),
      event_start_date: textVariable('Date', 10, 'event', '2026-11-20'),
      event_end: textVariable('End', 10, 'event', '15:30'),
      event_location: textVariable('Where', 22, 'event', 'MAIN STREET 1'),
      event_description: textVariable('Notes', 22, 'event', 'BRING THE PAPERS'),
      minutes_until: numberVariable('Minutes until it begins', 6, 'event', 30),
      is_now: flagVariable('Whether it is going on', 'event', false),
      event2_name: textVariable('What', 22, 'later', 'CINEMA'),
      event2_start: textVariable('Begin, or ALL DAY', 10, 'later', '20:00'),
      event2_start_date: textVariable('Date', 10, 'later', '2026-11-20'),
      event2_location: textVariable('Where', 22, 'later', 'ROXY'),
      event_count: numberVariable('How many events are listed', 2, 'calendar', 5),
      note: textVariable(
        'What of the calendar could not be read or was left out; empty when nothing was',
        200,
        'calendar',
        '',
      ),
    },
    arrays: {
      events: {
        label_field: 'name',
        item_fields: {
          name: itemVariable('What', 22),
          start: itemVariable('Begin', 10),
          start_date: itemVariable('Date', 10),
          day: itemVariable('Weekday', 3),
          end: itemVariable('End', 10),
          location: itemVariable('Where', 22),
        },
      },
    },
  },
  demo: demoPages(
    'Calendar',
    [
      'NEXT',
      '{{calendar.event_name}}',
      '{{calendar.event_start_date}} {{calendar.event_start}}',
      '',
      '{{calendar.event2_name}}',
      '{{calendar.event2_start_date}} {{calendar.event2_start}}',
    ],
    ['{{calendar.event_name|truncate:15}}', '{{calendar.event_start_date}}', '{{calendar.event_start}}'],
  ),
});

const show = (occurrence: Occurrence, moment: PluginMoment): JsonObject => {
  const zone = zoneOf(moment);
  const { year, month, day } = civilAt(occurrence.start, zone);
  const clock = (at: number): string =>
    occurrence.all_day ? 'ALL DAY' : clockText(at, zone, moment.config['time_format']);
  return {
    name: cutText(occurrence.name, 22),
    start: clock(occurrence.start),
    start_date: `${year}-${pad2(month)}-${pad2(day)}`,
    day: WEEKDAYS[(new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7]?.slice(0, 3),
    end: clock(occurrence.end),
    location: cutText(occurrence.location, 22),
    description: cutText(occurrence.description, 22),
    minutes_until: Math.max(0, Math.ceil((occurrence.start - moment.now) / 60_000)),
    is_now: occurrence.start <= moment.now,
    starts_at: occurrence.start,
    all_day: occurrence.all_day,
  };
};

/**
 * Whether what was read of a calendar still does while its file is the same: only some occurrences of some time are
 * kept, as they lie in one zone.
 */
const lasts = ({ occurrences, read_at, zone }: JsonObject, wanted: string, now: number): boolean => {
  const kept = occurrences as Occurrence[];
  const coming = kept.filter(({ start, end }) => end > now || start > now).length;
  const isWhole = kept.length < MOST_KEPT || coming >= MOST_SHOWN;
  return zone === wanted && isWhole && Math.abs(now - Number(read_at)) < DAY_MS;
};

/** Members of an event as variables of their own; empty without one. */
const named = (prefix: string, event: JsonObject | undefined, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [`${prefix}_${name}`, event?.[name] ?? '']));

const reminder = (event: JsonObject, config: JsonObject): TriggerWish[] => {
  const minutes = Number(event['minutes_until']);
  const isDue = event['all_day'] === false && event['is_now'] === false && minutes <= Number(config['minutes_before']);
  if (!isDue) return [];
  const duration = (minutes + Number(config['display_duration_minutes'])) * 60;
  const message = `${String(event['name'])} IN ${minutes} MIN`;
  return [
    {
      triggered: true,
      trigger_id: `calendar:${String(event['starts_at'])}:${String(event['name'])}`,
      message,
      priority: 50,
      duration_seconds: Math.max(60, duration),
    },
  ];
};

/** Coming events of a calendar. What is over leaves and what comes nearer counts down without a new fetch. */
export const calendar: DataPlugin = {
  manifest,
  fetchData: async (request) => {
    const { config, net, documents, signal, now, memory } = request;
    const answer = await net.bytes(String(config['url']), {
      signal,
      mostBytes: MOST_BYTES,
      known: memory.data && lasts(memory.data, zoneOf(request), now) ? memory.edition : null,
    });
    if ('error' in answer) return { available: false, error: answer.error };
    if ('unchanged' in answer) return { available: true, data: memory.data };
    const options = {
      from: now,
      to: now + 366 * DAY_MS,
      most: MOST_KEPT,
      zone: zoneOf(request),
      contentType: answer.contentType,
    };
    const calendar = await documents.read('calendar', answer.bytes, options, signal);
    if ('error' in calendar) return { available: false, error: calendar.error };
    const { occurrences, notes } = calendar.value;
    const data = { occurrences, note: notes.join(' '), read_at: now, zone: options.zone };
    Object.assign(memory, { edition: answer.edition, data });
    return { available: true, data };
  },
  present: (moment) => {
    const coming = (moment.data['occurrences'] as Occurrence[]).filter(
      ({ end, start }) => end > moment.now || start > moment.now,
    );
    const events = coming.slice(0, Number(moment.config['max_events'])).map((occurrence) => show(occurrence, moment));
    const [first, second] = events;
    return {
      ...named('event', first, ['name', 'start', 'start_date', 'end', 'location', 'description']),
      minutes_until: first?.['minutes_until'] ?? '',
      is_now: first?.['is_now'] ?? false,
      ...named('event2', second, ['name', 'start', 'start_date', 'location']),
      event_count: events.length,
      note: moment.data['note'] ?? '',
      events,
    };
  },
  validateConfig: zoneProblems,
  checkTriggers: ({ data, config }) =>
    config['enable_triggers'] === true
      ? (data['events'] as JsonObject[]).flatMap((event) => reminder(event, config))
      : [],
  format: ({ data, board }) => {
    const events = data['events'] as JsonObject[];
    if (events.length === 0) return centerBlock(['NO EVENTS'], board);
    return events
      .slice(0, board.rows)
      .map((event) =>
        spreadLine(
          String(event['name']),
          `${String(event['day'])} ${event['all_day'] === true ? '' : String(event['start'])}`.trim(),
          board.cols,
        ),
      );
  },
};
