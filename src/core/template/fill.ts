import { Cells } from '../flaps/cells.ts';
import { colorCode } from '../flaps/flaps.ts';
import type { FillPattern } from '../flaps/layout.ts';

const scratch = new Cells(true);
const LETTER_F = 102;
const SPACES: FillPattern = { codes: [0], texts: [' '] };

const patternOf = (text: string): FillPattern => {
  const color = /^\d/.test(text) ? undefined : colorCode(text);
  if (color !== undefined) return { codes: [color], texts: [`{${color}}`] };
  scratch.beginRows(1, text.length * 3);
  scratch.write(text);
  return scratch.length === 0
    ? SPACES
    : { codes: Array.from(scratch.codes.subarray(0, scratch.length)), texts: scratch.texts?.slice() ?? [] };
};

/**
 * The pattern of `fill_space`, `fill_space_repeat:PAT` and `filled:PAT` (any case): spaces, tiles of a colour, or text;
 * undefined for other bodies.
 */
export const parseFill = (body: string): FillPattern | undefined => {
  if ((body.charCodeAt(0) | 32) !== LETTER_F) return undefined;
  const match = /^(fill_space_repeat|filled|fill_space)(:|$)/i.exec(body);
  if (!match) return undefined;
  const [head = '', name = '', colon] = match;
  if (name.toLowerCase() === 'fill_space') return colon === '' ? SPACES : undefined;
  return colon === ':' ? patternOf(body.slice(head.length)) : undefined;
};

/** Whether a pattern shows nothing: a row of such room and whitespace counts as empty. */
export const isBlankFill = (fill: FillPattern): boolean => fill.codes.every((code) => code === 0);
