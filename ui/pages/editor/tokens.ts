import { nextDouble, replaceColors } from '../../../src/core/template/double-braces.ts';
import { Cells } from '../../../src/core/flaps/cells.ts';

/**
 * A part of a line: text that stands for itself, a `{{…}}` that stands for something else, or a place that takes up
 * free room.
 */
export interface Token {
  readonly kind: 'text' | 'value' | 'fill';
  readonly text: string;
  /** Where it begins in the line, and the index behind it. */
  readonly start: number;
  readonly end: number;
}

const FILL = /^\{\{\s*(fill_space|fill_space_repeat:[^{}]+|filled:[^{}]+)\s*\}\}$/i;

const kindOf = (text: string): Token['kind'] => {
  if (FILL.test(text)) return 'fill';
  return replaceColors(text) === text ? 'value' : 'text';
};

/** Cuts a line of a template into its parts, in order and without holes. */
export const tokensOf = (line: string): Token[] => {
  const tokens: Token[] = [];
  const put = (start: number, end: number, kind?: Token['kind']) => {
    const text = line.slice(start, end);
    if (end > start) tokens.push({ kind: kind ?? kindOf(text), text, start, end });
  };
  let done = 0;
  for (let span = nextDouble(line, 0); span; span = nextDouble(line, span.end)) {
    put(done, span.start, 'text');
    put(span.start, span.end);
    done = span.end;
  }
  put(done, line.length, 'text');
  return tokens;
};

/** What the lines of a template ask to be filled in, each once: what is to be measured. */
export const valuesOf = (lines: readonly string[]): string[] => {
  const values = lines.flatMap((line) => tokensOf(line)).filter(({ kind }) => kind === 'value');
  return [...new Set(values.map(({ text }) => text))];
};

const scratch = new Cells();

/** How many flaps a text with its markers and symbols covers. */
export const measureText = (text: string): number => {
  scratch.beginRows(1, text.length * 3);
  scratch.write(replaceColors(text));
  return scratch.length;
};

const MARKER = /(\{\{[^{}]*\}\}|\{[^{}]{1,12}\})$/;

/**
 * The length of what a backspace takes away at once before `offset`: a whole placeholder or marker, or null for a
 * single character.
 */
export const tokenBefore = (line: string, offset: number): number | null =>
  MARKER.exec(line.slice(0, offset))?.[0].length ?? null;
