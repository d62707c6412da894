import type { ScheduleCreate } from '../../schema/content/schedules.ts';
import { DAY_NAMES, parseAnnual, parseDate } from './calendar.ts';
import { parseTime } from '../time/time-of-day.ts';

/** The members of a rule that its own consistency depends on, from a body or from the store. */
export type RuleFields = Pick<
  ScheduleCreate,
  | 'start_time'
  | 'end_time'
  | 'start_type'
  | 'end_type'
  | 'day_pattern'
  | 'custom_days'
  | 'recurrence_type'
  | 'annual_date'
  | 'annual_end_date'
  | 'one_off_date'
  | 'one_off_end_date'
>;

/** The contradictions of a rule, a sentence each; each of them is a 400. Empty when the rule holds together. */
export const checkRule = (rule: RuleFields): string[] => [...checkTimes(rule), ...checkDays(rule), ...checkDates(rule)];

const checkTimes = (rule: RuleFields): string[] => {
  const found: string[] = [];
  for (const name of ['start_time', 'end_time'] as const) {
    const text = rule[name];
    if (typeof text === 'string' && parseTime(text) === null)
      found.push(`${name}: ${text} is not a time between 00:00 and 23:59.`);
  }
  const fixed = rule.start_type === 'fixed' && rule.end_type === 'fixed';
  if (fixed && rule.start_time === rule.end_time)
    found.push(`start_time and end_time are both ${rule.start_time}: the rule would never apply.`);
  return found;
};

const checkDays = (rule: RuleFields): string[] => {
  if (rule.day_pattern !== 'custom' || rule.recurrence_type !== 'weekly') return [];
  const days = rule.custom_days ?? [];
  if (days.length === 0) return ['custom_days: day_pattern custom needs at least one day.'];
  const wrong = days.filter((day) => !DAY_NAMES.some((name) => name === day));
  return wrong.length === 0
    ? []
    : [`custom_days: ${wrong.map((day) => JSON.stringify(day)).join(', ')} is not one of ${DAY_NAMES.join(', ')}.`];
};

const checkDates = (rule: RuleFields): string[] => {
  const found: string[] = [];
  for (const name of ['annual_date', 'annual_end_date'] as const) {
    const text = rule[name];
    if (typeof text === 'string' && parseAnnual(text) === null) found.push(`${name}: there is no ${text} in any year.`);
  }
  for (const name of ['one_off_date', 'one_off_end_date'] as const) {
    const text = rule[name];
    if (typeof text === 'string' && parseDate(text) === null)
      found.push(`${name}: there is no ${text} in the calendar.`);
  }
  const { recurrence_type, one_off_date, one_off_end_date } = rule;
  if (recurrence_type !== 'weekly' && typeof rule[recurrence_type] !== 'string')
    found.push(`${recurrence_type}: needed for recurrence_type ${recurrence_type}.`);
  if (one_off_date && one_off_end_date && one_off_end_date < one_off_date)
    found.push('one_off_end_date is before one_off_date.');
  return found;
};
