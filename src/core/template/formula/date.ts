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
  NOW: define([], now, { readsClock: true }),
  TODAY: define([], (run) => startOfDay(now(run)), { readsClock: true }),
  DATE: define(['moment'], (_, moment) => moment),
  YEAR: define(['moment'], (_, moment) => fieldsOf(moment).year),
  MONTH: define(['moment'], (_, moment) => fieldsOf(moment).month),
  DAY: define(['moment'], (_, moment) => fieldsOf(moment).day),
  HOUR: define(['moment'], (_, moment) => fieldsOf(moment).hour),
  MINUTE: define(['moment'], (_, moment) => fieldsOf(moment).minute),
  WEEKDAY: define(['moment'], (_, moment) => fieldsOf(moment).weekday),
  DATEDIFF: define(['moment', 'moment', 'text?'], ({ context }, start, end, name = 'day') => {
    if (differInZone(start, end)) context.budget.spend(ZONE_COST);
    const unit = unitOf(name);
    return unit === undefined ? VALUE : differenceIn(unit, start, end);
  }),
  DATEADD: define(['moment', 'number', 'text?'], (_, moment, amount, name = 'day') => {
    const unit = unitOf(name);
    if (unit === undefined || (unit === 'month' && !Number.isInteger(amount))) return VALUE;
    return shift(moment, amount, unit) ?? NUM;
  }),
  FORMATDATE: define(['moment', 'text'], ({ context }, moment, pattern) => {
    context.budget.spend(pattern.length / 2);
    context.budget.spendLetters(pattern.length);
    return cutText(formatMoment(moment, pattern));
  }),
};
