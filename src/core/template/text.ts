import { expandSymbols } from '../flaps/markup.ts';
import { createAllowance } from './allowance.ts';
import type { RenderContext } from './context.ts';
import { MOST_TEXT } from './formula/characters.ts';
import { compileText } from './line.ts';
import { printSegments, resolveBody, startRun } from './print.ts';

const bytesOf = (code: number): number => {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
};

/** A text cut, between characters, to at most 64 KiB of UTF-8. */
const cutBytes = (text: string): string => {
  let bytes = 0;
  for (let at = 0; at < text.length && text.length * 3 > MOST_TEXT; ) {
    const code = text.codePointAt(at) ?? 0;
    bytes += bytesOf(code);
    if (bytes > MOST_TEXT) return text.slice(0, at);
    at += code > 0xffff ? 2 : 1;
  }
  return text;
};

/**
 * A text with its colours, formulas, variables and symbols printed and nothing laid out: prefixes stay, places for free
 * room are left out. At most 64 KiB; a spent budget shows as `???`, it is never thrown.
 */
export const renderString = (template: string, context: RenderContext): string => {
  const run = startRun(context);
  const body = resolveBody(compileText(template, createAllowance()), run);
  return cutBytes(expandSymbols(printSegments(body, 0, body.segments.length, run)));
};
