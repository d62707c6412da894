import { dayAt, dayNumberOf, dayOf } from '../../../core/time/day.ts';
import { demoPages, textVariable } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { clockPlugin } from '../../contract/clock-plugin.ts';

/** The stardate of an instant: a thousand units a year, counted from the beginning of a year in a zone. */
export const stardateAt = (now: number, zone: string, baseYear: number): number => {
  const { year } = dayAt(now, zone);
  const [start, end] = [year, year + 1].map((one) => dayOf(dayNumberOf(one, 1, 1), zone).start) as [number, number];
  return 1000 * (year - baseYear + (now - start) / (end - start));
};

/** The stardate. */
export const stardate = clockPlugin({
  id: 'stardate',
  name: 'Stardate',
  description: 'The time as a number: a thousand units a year, with one decimal',
  icon: 'rocket',
  category: 'entertainment',
  settings: {
    base_year: { type: 'integer', title: 'Year of stardate 0', default: 2323, minimum: 1000, maximum: 2999 },
  },
  variables: {
    groups: { stardate: { label: 'Stardate' } },
    simple: { stardate: textVariable('The stardate', 9, 'stardate', '-296113.5') },
  },
  demo: demoPages(
    'Stardate',
    ['', '', 'STARDATE', '{{stardate.stardate}}', '', ''],
    ['STARDATE', '', '{{stardate.stardate}}'],
  ),
  values: (moment) => {
    const value = stardateAt(moment.now, moment.zone, Number(moment.config['base_year']));
    // Rounded down, so that it never runs ahead of a year.
    return { stardate: (Math.floor(value * 10) / 10).toFixed(1) };
  },
  format: ({ data, board }) => centerBlock(['STARDATE', String(data['stardate'])], board),
});
