import { compilePattern, compilingCost, isSearchable, type Pattern } from '../../bounds/pattern.ts';
import { MOST_TEXT, cutText } from './characters.ts';
import type { Value } from './coerce.ts';
import type { Run } from './definition.ts';
import { VALUE, isError, type FormulaError } from './errors.ts';

const LONGEST_PATTERN = 120;
/** Instructions times characters that one step of a budget stands for. */
const STEPS_PER_UNIT = 10;
/** Most instructions of all patterns that are remembered: some 2 MB. */
const MOST_REMEMBERED = 20_000;
/** What a pattern that cannot be used counts for. */
const LEAST_REMEMBERED = 100;
const remembered = new Map<string, Pattern | null>();
let size = 0;

const recall = (pattern: string): Pattern | null => {
  let compiled = remembered.get(pattern);
  if (compiled === undefined) {
    compiled = compilePattern(pattern, LONGEST_PATTERN);
    const own = LEAST_REMEMBERED + (compiled?.programSize() ?? 0);
    if (size + own > MOST_REMEMBERED) remembered.clear();
    size = remembered.size === 0 ? own : size + own;
    remembered.set(pattern, compiled);
  }
  return compiled;
};

/** The first use in an evaluation spends the cost of compiling, cached or not, so that equal formulas cost the same. */
const patternOf = (pattern: string, { context }: Run): Pattern | FormulaError => {
  if (pattern.length > LONGEST_PATTERN) return VALUE;
  context.budget.spendOnce(`pattern ${pattern}`, compilingCost(pattern));
  const compiled = recall(pattern);
  if (compiled) context.budget.spend(compiled.programSize() / 2);
  return compiled ?? VALUE;
};

const paySearch = (run: Run, compiled: Pattern, length: number): void =>
  run.context.budget.spend(1 + (length * compiled.programSize()) / STEPS_PER_UNIT);

/**
 * A matcher standing at the first match, null where there is none, or `#VALUE` for a pattern that is not supported or
 * too much work.
 */
const search = (run: Run, text: string, pattern: string) => {
  const compiled = patternOf(pattern, run);
  if (isError(compiled)) return compiled;
  if (!isSearchable(compiled, text.length)) return VALUE;
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
    run.context.budget.spendLetters(matcher.start() - from + replacement.length);
    result += text.slice(from, matcher.start()) + replacement;
    from = matcher.end();
    paySearch(run, compiled, text.length - from);
  } while (result.length <= MOST_TEXT && matcher.find());
  return cutText(result + text.slice(from));
};
