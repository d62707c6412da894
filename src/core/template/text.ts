import { expandSymbols } from '../flaps/markup.ts';
import { createAllowance } from './allowance.ts';
import type { RenderContext } from './context.ts';
import { MOST_TEXT } from './formula/characters.ts';
import { compileText } from './line.ts';
import { printSegments, resolveBody, startRun } from './print.ts';

/** A text cut, between characters, to at most 64 KiB of UTF-8. */
const cutBytes = (text: string): string => {
  if (text.length * 3 <= MOST_TEXT) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(MOST_TEXT)).read);
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
