import { Cells } from '../flaps/cells.ts';

const SHORT = 16;
const LONGEST = 4096;

/**
 * Text that is read again and again; `codes` are its flap codes, null where reading it anew is as quick or the only
 * way, undefined until it is first read.
 */
export interface Literal {
  readonly kind: 'literal';
  readonly text: string;
  codes: Uint8Array | null | undefined;
}

/** A literal of this text. */
export const literalOf = (text: string): Literal => ({
  kind: 'literal',
  text,
  codes: text.length < SHORT || text.length > LONGEST ? null : undefined,
});

const scratch = new Cells();

const readCodes = (text: string): Uint8Array | null => {
  scratch.beginRows(2, LONGEST * 3);
  scratch.write(text);
  return scratch.isPlain ? scratch.codes.slice(0, scratch.length) : null;
};

/** Reads a literal into cells; where only codes of rows matter, those that were read once. */
export const writeLiteral = (cells: Cells, literal: Literal): void => {
  if (literal.codes === undefined) literal.codes = readCodes(literal.text);
  if (literal.codes !== null && cells.takesCodes) cells.writeCodes(literal.codes);
  else cells.write(literal.text);
};
