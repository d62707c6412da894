import { dateOf } from '../../../core/time/day.ts';
import { MONTHS } from '../../../core/time/months.ts';
import { dayCount, dayText, todayOf } from './calendar-days.ts';
import { dayOfRule } from './calendar-rules.ts';
import { choiceSetting, flagVariable, numberVariable, textVariable } from '../../contract/declare.ts';
import { centerBlock, centerRows, spreadLine } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';
import type { PluginMoment } from '../../contract/plugin.ts';
import { COUNTRY_CODES, countryName, holidayRules } from './holiday-table.ts';

/** A holiday on its day. */
export interface Holiday {
  readonly name: string;
  readonly day: number;
}

/** The holidays of a country in a year, in order. Two that fall on one day are both there. */
export const holidaysOf = (country: string, year: number): Holiday[] =>
  holidayRules(country)
    .flatMap(({ rule, name }) => {
      const day = dayOfRule(rule, year);
      return day === null ? [] : [{ name, day }];
    })
    .sort((a, b) => a.day - b.day);

const aheadOf = ({ config }: PluginMoment, today: number): Holiday[] => {
  const { year } = dateOf(today);
  const country = String(config['country']);
  return [...holidaysOf(country, year), ...holidaysOf(country, year + 1)].filter(({ day }) => day >= today);
};

/** A day as `25 DEC`. */
const shortDay = (number: number): string => {
  const { month, day } = dateOf(number);
  return `${day} ${(MONTHS[month - 1] ?? '').slice(0, 3).toUpperCase()}`;
};

/** Public holidays. */
export const holidays = clockPlugin({
  id: 'holidays',
  name: 'Holidays',
  description: `The public holidays of ${COUNTRY_CODES.length} countries, computed on the appliance`,
  icon: 'calendar',
  category: 'utility',
  documentation:
    'Holidays of a whole country by its rules. Regional ones, days in place of a holiday on a weekend and days that are set from year to year are not among them.',
  settings: {
    country: choiceSetting('Country', [...COUNTRY_CODES], COUNTRY_CODES.map(countryName), 'US'),
  },
  variables: {
    groups: { next: { label: 'Next holiday' }, today: { label: 'Today' } },
    simple: {
      next_name: textVariable('Name of the next holiday, today included', 22, 'next', 'THANKSGIVING'),
      next_date: textVariable('Its date', 10, 'next', '2026-11-26'),
      next_day: textVariable('Its date in short', 6, 'next', '26 NOV'),
      next_days: numberVariable('Days until then', 3, 'next', 6),
      is_today: flagVariable('Whether today is one', 'today', false),
      country: textVariable('The country', 22, 'today', 'UNITED STATES'),
    },
  },
  values: (moment) => {
    const today = todayOf(moment);
    const [next] = aheadOf(moment, today);
    if (!next) return 'no holidays of this country are known';
    return {
      next_name: next.name.toUpperCase(),
      next_date: dayText(next.day),
      next_day: shortDay(next.day),
      next_days: next.day - today,
      is_today: next.day === today,
      country: countryName(String(moment.config['country'])).toUpperCase(),
    };
  },
  format: ({ data, board, ...moment }) => {
    const today = todayOf(moment);
    const ahead = aheadOf(moment, today);
    if (board.rows < 5) {
      const days = Number(data['next_days']);
      return centerBlock([String(data['next_name']), days === 0 ? 'TODAY' : `IN ${dayCount(days)}`], board);
    }
    const lines = ahead
      .slice(0, Math.min(board.rows, 12))
      .map(({ name, day }) => spreadLine(name.toUpperCase(), shortDay(day), board.cols));
    return centerRows(lines, board.rows);
  },
});
