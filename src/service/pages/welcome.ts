import type { Dimensions } from '../../schema/common.ts';
import { NOTE, geometryOf, type Geometry } from '../../core/flaps/geometry.ts';
import { withoutNull } from '../../core/record.ts';
import { pageOfLines } from '../../loop/picture.ts';
import type { Page } from '../../schema/content/pages.ts';
import { newId } from '../lookup.ts';

const TALL = [
  '',
  '{{yellow}} WELCOME {{yellow}}',
  '',
  '{{date_time.day_of_week}}',
  '{{date_time.month_abbr}} {{date_time.day}}  {{date_time.time_24h}}',
  '',
];
const SHORT = [
  '{{yellow}} WELCOME {{yellow}}',
  '{{date_time.day_of_week_abbr}} {{date_time.month_abbr}} {{date_time.day}}',
  '{{date_time.time_24h}}',
];

/** What fits on walls that are smaller than a Note: the widest that each has room for. */
const GREETINGS = [
  [11, '{{yellow}} WELCOME {{yellow}}'],
  [7, 'WELCOME'],
  [5, 'HELLO'],
  [2, 'HI'],
  [1, '{{yellow}}'],
] as const;
const CLOCKS = [
  [5, '{{date_time.time_24h}}'],
  [1, ''],
] as const;

const widest = (lines: readonly (readonly [number, string])[], cols: number): string =>
  lines.find(([width]) => width <= cols)?.[1] ?? '';

const templateFor = ({ rows, cols }: Geometry): readonly string[] => {
  if (rows >= NOTE.rows && cols >= NOTE.cols) return rows >= TALL.length ? TALL : SHORT;
  return [widest(GREETINGS, cols), widest(CLOCKS, cols)].slice(0, rows);
};

/** A page that greets, with the date and a live clock where there is room, in any size. */
export const welcomePage = (dimensions: Dimensions, now: string): Page => {
  const template = templateFor(geometryOf(dimensions));
  const centred = template.map(() => ({ alignment: 'center' as const, wrap: false }));
  const size = { notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null, ...withoutNull(dimensions) };
  const page = pageOfLines(template, centred, { ...size, device_type: dimensions.device_type });
  return { ...page, id: newId(), name: 'Welcome', created_at: now };
};
