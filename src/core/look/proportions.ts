import type { DeviceType } from '../../schema/common.ts';
import { FLAGSHIP, NOTE } from '../flaps/geometry.ts';

/** Measures of a board in heights of one flap. */
const FLAP_WIDTH = 0.7;
const GUTTER = 0.145;
const ROW_GAP = 0.59;
const CASE = 1;
/** The seam between two Notes of an array: two edges of their cases. */
const SEAM = 1.1;

/** The form of a board: its size in flaps and what it is made of. */
export interface Form {
  readonly device_type: DeviceType;
  readonly rows: number;
  readonly cols: number;
}

/** Where the flaps of a board lie, in whole pixels of the screen. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly flapWidth: number;
  readonly flapHeight: number;
  /** Left edge of every column. */
  readonly lefts: readonly number[];
  /** Upper edge of every row. */
  readonly tops: readonly number[];
}

const seams = (form: Form, count: number, every: number): number =>
  form.device_type === 'note_array' ? Math.ceil(count / every) - 1 : 0;

/** The width of a board with its case, in heights of one flap. */
export const widthInFlaps = (form: Form): number =>
  form.cols * FLAP_WIDTH + (form.cols - 1) * GUTTER + 2 * CASE + seams(form, form.cols, NOTE.cols) * (SEAM - GUTTER);

/** The height of a board with its case, in heights of one flap. */
export const heightInFlaps = (form: Form): number =>
  form.rows + (form.rows - 1) * ROW_GAP + 2 * CASE + seams(form, form.rows, NOTE.rows) * SEAM;

const FULL_WIDTH = widthInFlaps({ device_type: 'flagship', ...FLAGSHIP });
const SCALES = 20;

/**
 * How wide a board is drawn, in twentieths of its room, at most 20: those narrower than a flagship are drawn smaller,
 * so that flaps of all have one size.
 */
export const scaleOf = (form: Form): number => Math.min(SCALES, Math.round((SCALES * widthInFlaps(form)) / FULL_WIDTH));

const edges = (count: number, size: number, gap: number, seamEvery: number, seam: number, margin: number): number[] => {
  const result: number[] = [];
  for (let index = 0, at = margin; index < count; index++) {
    result.push(Math.round(at));
    at += size + ((index + 1) % seamEvery === 0 ? seam : gap);
  }
  return result;
};

/** Lays a board out over `width` pixels: flaps as large as fit, in the proportions of the real ones. */
export const layOut = (form: Form, width: number): Layout => {
  const unit = Math.max(2, width / widthInFlaps(form));
  const array = form.device_type === 'note_array';
  const margin = CASE * unit;
  const flapWidth = Math.max(1, Math.round(FLAP_WIDTH * unit));
  const flapHeight = Math.max(2, Math.round(unit));
  const lefts = edges(form.cols, FLAP_WIDTH * unit, GUTTER * unit, array ? NOTE.cols : Infinity, SEAM * unit, margin);
  const tops = edges(form.rows, unit, ROW_GAP * unit, array ? NOTE.rows : Infinity, (SEAM + ROW_GAP) * unit, margin);
  return {
    width: Math.round(widthInFlaps(form) * unit),
    height: Math.round((tops[tops.length - 1] ?? 0) + flapHeight + margin),
    flapWidth,
    flapHeight,
    lefts,
    tops,
  };
};

/** Lays the flaps of a board out over `width` pixels without a case, with the same narrow gap in both directions. */
export const layOutBorderless = ({ rows, cols }: Form, width: number): Layout => {
  const unit = Math.max(2, width / (cols * FLAP_WIDTH + (cols - 1) * GUTTER));
  const flapWidth = Math.max(1, Math.round(FLAP_WIDTH * unit));
  const flapHeight = Math.max(2, Math.round(unit));
  const lefts = edges(cols, FLAP_WIDTH * unit, GUTTER * unit, Infinity, 0, 0);
  const tops = edges(rows, unit, GUTTER * unit, Infinity, 0, 0);
  const [right, bottom] = [(lefts.at(-1) ?? 0) + flapWidth, (tops.at(-1) ?? 0) + flapHeight];
  return { width: right, height: bottom, flapWidth, flapHeight, lefts, tops };
};
