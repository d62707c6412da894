import { dateOf, dayNumberOf, readingAt, weekdayOfNumber } from '../../../core/time/day.ts';
import type { PluginMoment } from '../../contract/plugin.ts';
import { pad2, WEEKDAYS } from '../calendar-words.ts';

/** The number of the present day where a plugin works. */
export const todayOf = ({ now, zone }: Pick<PluginMoment, 'now' | 'zone'>): number => readingAt(now, zone).number;

/** The number of the day that a text such as `2026-12-24` names; null when there is no such day. */
export const dayFrom = (text: string): number | null => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? [];
  const number = dayNumberOf(Number(year), Number(month), Number(day));
  return !Number.isNaN(number) && dayText(number) === text.trim() ? number : null;
};

/** A day as `2026-12-24`. */
export const dayText = (number: number): string => {
  const { year, month, day } = dateOf(number);
  return `${String(year).padStart(4, '0')}-${pad2(month)}-${pad2(day)}`;
};

/** A weekday of a day in capitals, whole or its first letters. */
export const weekdayText = (number: number, letters = 9): string =>
  (WEEKDAYS[weekdayOfNumber(number)] ?? '').slice(0, letters).toUpperCase();

/**
 * How people name a day that lies `number - today` days ahead: TODAY, TOMORROW, a weekday within a week, else a date.
 */
export const dayName = (number: number, today: number): string => {
  const ahead = number - today;
  if (ahead === 0) return 'TODAY';
  if (ahead === 1) return 'TOMORROW';
  return ahead > 0 && ahead < 7 ? weekdayText(number) : dayText(number);
};

/** Days as a count: `1 DAY`, `12 DAYS`. */
export const dayCount = (days: number): string => `${days} DAY${days === 1 ? '' : 'S'}`;
