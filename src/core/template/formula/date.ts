import { cutText } from './characters.ts';
import { MOMENT_COST, ZONE_COST, define, type Run } from './definition.ts';
import { NUM, VALUE } from './errors.ts';
import {
  differInZone,
  differenceIn,
  fieldsOf,
  formatMoment,
  momentAt,
  shift,
  startOfDay,
  unitOf,
  type Moment,
} from './moment.ts';

const now = ({ context }: Run): Moment => {
  context.budget.spend(MOMENT_COST);
  return momentAt(context.now, context.zone);
};

/** Functions of dates and times. */
export const DATE_FUNCTIONS = {
  NOW: define('NOW()', 'The current date and time in the configured time zone.', [], (run) => now(run), {
    readsClock: true,
  }),
  TODAY: define('TODAY()', 'Midnight at the start of the current day.', [], (run) => startOfDay(now(run)), {
    readsClock: true,
  }),
  DATE: define('DATE(text)', 'Reads an ISO date or date-time.', ['moment'], (_, moment) => moment),
  YEAR: define('YEAR(d)', 'The year of a date.', ['moment'], (_, moment) => fieldsOf(moment).year),
  MONTH: define('MONTH(d)', 'The month of a date, 1 to 12.', ['moment'], (_, moment) => fieldsOf(moment).month),
  DAY: define('DAY(d)', 'The day of the month.', ['moment'], (_, moment) => fieldsOf(moment).day),
  HOUR: define('HOUR(d)', 'The hour, 0 to 23.', ['moment'], (_, moment) => fieldsOf(moment).hour),
  MINUTE: define('MINUTE(d)', 'The minute, 0 to 59.', ['moment'], (_, moment) => fieldsOf(moment).minute),
  WEEKDAY: define(
    'WEEKDAY(d)',
    'The day of the week, from 1 for Monday to 7 for Sunday.',
    ['moment'],
    (_, moment) => fieldsOf(moment).weekday,
  ),
  DATEDIFF: define(
    'DATEDIFF(start, end[, unit])',
    'How many whole seconds, minutes, hours, days, weeks or months lie between two dates; days unless told otherwise.',
    ['moment', 'moment', 'text?'],
    ({ context }, start, end, name = 'day') => {
      if (differInZone(start, end)) context.budget.spend(ZONE_COST);
      const unit = unitOf(name);
      return unit === undefined ? VALUE : differenceIn(unit, start, end);
    },
  ),
  DATEADD: define(
    'DATEADD(d, amount[, unit])',
    'A date moved by an amount of seconds, minutes, hours, days, weeks or months; days unless told otherwise.',
    ['moment', 'number', 'text?'],
    (_, moment, amount, name = 'day') => {
      const unit = unitOf(name);
      if (unit === undefined || (unit === 'month' && !Number.isInteger(amount))) return VALUE;
      return shift(moment, amount, unit) ?? NUM;
    },
  ),
  FORMATDATE: define(
    'FORMATDATE(d, "MMM DD")',
    'A date as text by a pattern of YYYY, YY, MMM, MM, DD, ddd, HH, hh, mm, ss and AP.',
    ['moment', 'text'],
    ({ context }, moment, pattern) => {
      context.budget.spend(pattern.length / 2);
      context.budget.spendLetters(pattern.length);
      return cutText(formatMoment(moment, pattern));
    },
  ),
};
