import { nextDayIn } from '../../src/core/schedule/calendar.ts';
import { readyRule } from '../../src/core/schedule/rule.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';

/** A rule of dates with the number of the day on which it applies next; null when it is over. */
export interface Occurrence {
  readonly rule: Schedule;
  readonly next: number | null;
}

/** The rules that go by dates, the next one first and those that are over last. */
export const occurrencesOf = (rules: readonly Schedule[], today: number): Occurrence[] =>
  rules
    .filter(({ recurrence_type }) => recurrence_type !== 'weekly')
    .map((rule) => {
      const ready = readyRule(rule);
      return { rule, next: ready && nextDayIn(ready.calendar, today) };
    })
    .sort(
      (a, b) =>
        (a.next ?? Infinity) - (b.next ?? Infinity) ||
        (b.rule.one_off_date ?? '').localeCompare(a.rule.one_off_date ?? ''),
    );
