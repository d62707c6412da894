import type { Area } from '../../src/core/flaps/geometry.ts';
import { messageLines } from '../../src/core/flaps/trace.ts';

const MARKER = /\{[a-z0-9]+\}/gi;

/** How many flaps a message needs before it is wrapped: markers such as `{red}` are one flap, line breaks none. */
export const countFlaps = (text: string): number => [...text.replace(MARKER, '#').replace(/\n/g, '')].length;

/** Whether a message needs more rows than a board has, once it is wrapped, so that its end is cut. */
export const isCut = (text: string, { rows, cols, places }: Area): boolean =>
  messageLines(text.trimEnd(), { rows: rows + 1, cols, places: places && [...places, [...Array(cols).keys()]] })
    .length > rows;
