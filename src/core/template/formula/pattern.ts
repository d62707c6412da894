import type { RE2JS } from 're2js';
import { textCost } from '../context.ts';
import { MOST_TEXT, cutText } from './characters.ts';
import type { Value } from './coerce.ts';
import type { Run } from './definition.ts';
import { VALUE, isError } from './errors.ts';
import type { FormulaError } from './errors.ts';

const MOST_PATTERN = 120;
const MOST_PROGRAM = 2000;
/** Characters times instructions: the most steps that one search may take. */
const MOST_STEPS = 150_000;
const STEPS_PER_UNIT = 10;
const COMPILE_COST = 600;
const PROPERTY_COST = 500;
const MOST_REMEMBERED = 64;
const remembered = new Map<string, RE2JS | null>();

/** The engine is large and rarely used: it is loaded when the first pattern is. Its time is linear in the text. */
const loadEngine = () => require('re2js') as typeof import('re2js');

/** Folding the case of a wide range costs the engine milliseconds, so with `(?i)` a range has to end in ASCII. */
const isFoldingWideRange = (pattern: string): boolean =>
  /\(\?[a-zA-Z]*i/.test(pattern) && /-(?:[^ -~]|\\[xpPQ0-9])/.test(pattern);

const compile = (pattern: string): RE2JS | null => {
  if (pattern.length > MOST_PATTERN || isFoldingWideRange(pattern)) return null;
  const { RE2JS: Engine, RE2JSException } = loadEngine();
  try {
    const compiled = Engine.compile(pattern);
    return compiled.programSize() > MOST_PROGRAM ? null : compiled;
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
};

const recall = (pattern: string): RE2JS | null => {
  let compiled = remembered.get(pattern);
  if (compiled === undefined) {
    compiled = compile(pattern);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(pattern, compiled);
  }
  return compiled;
};

/** The first use in an evaluation spends the cost of compiling, cached or not, so that equal formulas cost the same. */
const patternOf = (pattern: string, run: Run): RE2JS | FormulaError => {
  if (pattern.length <= MOST_PATTERN && !run.patterns.has(pattern)) {
    run.patterns.add(pattern);
    run.context.budget.spend(COMPILE_COST + PROPERTY_COST * (pattern.split(/\\p|\[:/i).length - 1));
  }
  const compiled = pattern.length <= MOST_PATTERN ? recall(pattern) : null;
  if (compiled) run.context.budget.spend(compiled.programSize() / 2);
  return compiled ?? VALUE;
};

const paySearch = (run: Run, compiled: RE2JS, length: number): void =>
  run.context.budget.spend(1 + (length * compiled.programSize()) / STEPS_PER_UNIT);

const fits = (compiled: RE2JS, text: string): boolean => text.length * compiled.programSize() <= MOST_STEPS;

/**
 * A matcher standing at the first match, null where there is none, or `#VALUE` for a pattern that is not supported or
 * too much work.
 */
const search = (run: Run, text: string, pattern: string) => {
  const compiled = patternOf(pattern, run);
  if (isError(compiled)) return compiled;
  if (!fits(compiled, text)) return VALUE;
  paySearch(run, compiled, text.length);
  const matcher = compiled.matcher(text);
  return matcher.find() ? { matcher, compiled } : null;
};

/** Whether a pattern of at most 120 characters matches anywhere in a text. */
export const isMatch = (run: Run, text: string, pattern: string): Value => {
  const found = search(run, text, pattern);
  return isError(found) ? found : found !== null;
};

/** The first match, or a group of it; empty without a match, `#VALUE` when there is no such group. */
export const extractMatch = (run: Run, text: string, pattern: string, group = 0): Value => {
  const compiled = patternOf(pattern, run);
  if (isError(compiled) || group < 0 || group > compiled.groupCount()) return VALUE;
  const found = search(run, text, pattern);
  if (isError(found)) return found;
  return found?.matcher.group(group) ?? '';
};

/** The text with all matches replaced; the replacement is taken literally. */
export const replaceMatches = (run: Run, text: string, pattern: string, replacement: string): Value => {
  const found = search(run, text, pattern);
  if (isError(found)) return found;
  if (!found) return text;
  const { matcher, compiled } = found;
  let result = '';
  let from = 0;
  do {
    result += text.slice(from, matcher.start()) + replacement;
    from = matcher.end();
    paySearch(run, compiled, text.length - from);
  } while (result.length <= MOST_TEXT && matcher.find());
  run.context.budget.spend(textCost(result.length));
  return cutText(result + text.slice(from));
};
