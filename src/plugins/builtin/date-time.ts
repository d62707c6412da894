import { MONTHS } from '../../core/time/months.ts';
import { dayNumberOf, weekdayOfNumber } from '../../core/time/day.ts';
import { SECOND_MS } from '../../core/time/durations.ts';
import { civilAt, type Civil } from '../../core/time/zone.ts';
import type { JsonObject } from '../../schema/common.ts';
import { clockText, isoWeek, pad2, ordinalDay, WEEKDAYS, zoneAbbreviation } from './calendar-words.ts';
import { choiceSetting, demoPages, numberVariable, textVariable } from '../contract/declare.ts';
import { centerBlock } from '../contract/lines.ts';
import { clockPlugin } from '../contract/clock-plugin.ts';
import { ZONE_SETTING } from '../contract/zone-setting.ts';

const NUMBERS = (
  'TWELVE ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ' +
  'ELEVEN TWELVE THIRTEEN FOURTEEN QUARTER SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'
).split(' ');

const minutesInWords = (minutes: number): string => {
  if (minutes === 30) return 'HALF';
  const name = minutes < 20 ? (NUMBERS[minutes] ?? '') : minutes === 20 ? 'TWENTY' : `TWENTY-${NUMBERS[minutes - 20]}`;
  return minutes % 5 === 0 ? name : `${name} MINUTE${minutes === 1 ? '' : 'S'}`;
};

/** A time of day as people say it: `HALF PAST TWO`, `TEN TO THREE`. */
export const timeInEnglish = (hour: number, minute: number): string => {
  if (minute === 0) return `${NUMBERS[hour % 12]} O'CLOCK`;
  if (minute <= 30) return `${minutesInWords(minute)} PAST ${NUMBERS[hour % 12]}`;
  return `${minutesInWords(60 - minute)} TO ${NUMBERS[(hour + 1) % 12]}`;
};

const timeVariables = (now: number, zone: string): JsonObject => {
  const civil = civilAt(now, zone);
  const time = clockText(now, zone, '24h');
  return {
    time,
    hour: pad2(civil.hour),
    minute: pad2(civil.minute),
    time_12h: clockText(now, zone, '12h'),
    time_24h: time,
    time_english: timeInEnglish(civil.hour, civil.minute),
  };
};

const dateVariables = (civil: Civil): JsonObject => {
  const { year, month, day } = civil;
  const weekday = weekdayOfNumber(dayNumberOf(year, month, day));
  return {
    date: `${year}-${pad2(month)}-${pad2(day)}`,
    day,
    day_of_week: WEEKDAYS[weekday],
    day_of_week_abbr: WEEKDAYS[weekday]?.slice(0, 3),
    day_of_week_num: weekday + 1,
    day_of_year: ordinalDay(civil),
    week_of_year: isoWeek(civil),
    month: MONTHS[month - 1],
    month_number: month,
    month_number_padded: pad2(month),
    month_abbr: MONTHS[month - 1]?.slice(0, 3),
    quarter: Math.ceil(month / 3),
    year,
    date_us: `${pad2(month)}/${pad2(day)}/${year}`,
    date_us_short: `${pad2(month)}/${pad2(day)}/${pad2(year % 100)}`,
  };
};

const variablesAt = (now: number, zone: string): JsonObject => {
  const date = dateVariables(civilAt(now, zone));
  const time = timeVariables(now, zone);
  return Object.freeze({
    ...time,
    ...date,
    timezone: zone,
    timezone_abbr: zoneAbbreviation(now, zone),
    datetime: `${date['date']} ${time['time']}`,
  });
};

/** What was read last: at a full minute every board asks for the same second. */
let last: { readonly second: number; readonly zone: string; readonly data: JsonObject } | null = null;

/** The clock and the calendar. */
export const dateTime = clockPlugin({
  id: 'date_time',
  name: 'Date and time',
  description: 'The clock and the calendar, in the zone of the appliance or another one',
  icon: 'clock',
  category: 'utility',
  documentation: 'Works without any setting. Add an instance per city for a world clock: `{{date_time:tokyo.time}}`.',
  settings: {
    ...ZONE_SETTING,
    time_format: choiceSetting('Clock', ['24h', '12h'], ['14:30', '2:30 PM']),
  },
  variables: {
    groups: { time: { label: 'Time' }, date: { label: 'Date' }, zone: { label: 'Zone' } },
    simple: {
      time: textVariable('Hours and minutes, 24 hours', 5, 'time', '14:30'),
      hour: textVariable('Hour, two digits', 2, 'time', '14'),
      minute: textVariable('Minute, two digits', 2, 'time', '30'),
      time_12h: textVariable('Hours and minutes, 12 hours', 8, 'time', '2:30 PM'),
      time_24h: textVariable('Hours and minutes, 24 hours', 5, 'time', '14:30'),
      timezone_abbr: textVariable('Short name of the zone', 5, 'zone', 'CET'),
      timezone: textVariable('Name of the zone', 30, 'zone', 'Europe/Berlin'),
      date: textVariable('Date, year first', 10, 'date', '2026-11-20'),
      day: numberVariable('Day of the month', 2, 'date', 20),
      day_of_week: textVariable('Weekday', 9, 'date', 'Friday'),
      day_of_week_abbr: textVariable('Weekday, three letters', 3, 'date', 'Fri'),
      day_of_week_num: numberVariable('Weekday, Monday is 1', 1, 'date', 5),
      day_of_year: numberVariable('Day of the year', 3, 'date', 324),
      week_of_year: numberVariable('ISO week', 2, 'date', 47),
      month: textVariable('Month', 9, 'date', 'November'),
      month_number: numberVariable('Month as a number', 2, 'date', 11),
      month_number_padded: textVariable('Month, two digits', 2, 'date', '11'),
      month_abbr: textVariable('Month, three letters', 3, 'date', 'Nov'),
      quarter: numberVariable('Quarter of the year', 1, 'date', 4),
      year: numberVariable('Year', 4, 'date', 2026),
      datetime: textVariable('Date and time', 16, 'date', '2026-11-20 14:30'),
      date_us: textVariable('Date, month first', 10, 'date', '11/20/2026'),
      date_us_short: textVariable('Date, month first, short year', 8, 'date', '11/20/26'),
      time_english: textVariable('Time in words', 50, 'time', 'HALF PAST TWO'),
    },
  },
  demo: demoPages(
    'Clock',
    ['', '{{date_time.day_of_week}}', '{{date_time.month}} {{date_time.day}}', '', '{{date_time.time}}', ''],
    ['{{date_time.day_of_week}}', '{{date_time.month_abbr}} {{date_time.day}}', '{{date_time.time}}'],
  ),
  values: (moment) => {
    const { zone } = moment;
    const second = Math.floor(moment.now / SECOND_MS);
    if (last?.second !== second || last.zone !== zone)
      last = { second, zone, data: variablesAt(second * SECOND_MS, zone) };
    return last.data;
  },
  format: ({ data, board, config }) => {
    const clock = String(config['time_format'] === '12h' ? data['time_12h'] : data['time']);
    const date =
      board.cols < 18
        ? `${data['month_abbr']} ${data['day']} ${data['year']}`
        : `${data['month']} ${data['day']} ${data['year']}`;
    return centerBlock(
      board.rows > 4 ? [String(data['day_of_week']), date, ' ', clock] : [String(data['day_of_week']), date, clock],
      board,
    );
  },
});
