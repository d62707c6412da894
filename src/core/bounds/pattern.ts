import type { RE2JS } from 're2js';

/** A compiled pattern; a search takes time in proportion to the text and to its instructions. */
export type Pattern = RE2JS;

/** Characters of a pattern that a setting is held against. */
export const LONGEST_SETTING_PATTERN = 200;
/** Most instructions of a pattern. */
const MOST_INSTRUCTIONS = 2000;
/** Most classes such as `\pL` and `[:alpha:]`: each is made of hundreds of ranges. */
const MOST_PROPERTIES = 8;
/** Instructions times characters: the most steps that one search may take, some 4 ms. */
const MOST_STEPS = 150_000;

/** The engine is large and rarely used: it is loaded when the first pattern is. */
const loadEngine = () => require('re2js') as typeof import('re2js');

/** Folding the case of a wide range costs the engine milliseconds, so with `(?i)` a range has to end in ASCII. */
const isFoldingWideRange = (pattern: string): boolean =>
  /\(\?[a-zA-Z]*i/.test(pattern) && /-(?:[^ -~]|\\[xpPQ0-9])/.test(pattern);

const propertiesIn = (pattern: string): number => pattern.split(/\\p|\[:/i).length - 1;

const ATOM = /\\[pPx]\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|\[:[a-z^]*:\]|[^\]\\])*\]|\{(\d*),?(\d*)\}|[^]/y;

/** The instructions that a pattern comes to at most, told from its text: what is repeated counts each time. */
const estimate = (pattern: string): number => {
  const outer: number[] = [];
  let [sum, last] = [0, 0];
  ATOM.lastIndex = 0;
  for (let found = ATOM.exec(pattern); found; found = ATOM.exec(pattern)) {
    const [atom, least, most] = found;
    if (atom === '(') {
      outer.push(sum);
      [sum, last] = [0, 0];
    } else if (atom === ')') {
      last = sum + 2;
      sum = (outer.pop() ?? 0) + last;
    } else if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most));
      sum += last * (times - 1);
      last *= times;
    } else {
      last = 1;
      sum += 1;
    }
  }
  return outer.reduce((total, each) => total + each, sum) + 2;
};

const isAdmitted = (pattern: string): boolean =>
  propertiesIn(pattern) <= MOST_PROPERTIES && !isFoldingWideRange(pattern) && estimate(pattern) <= MOST_INSTRUCTIONS;

/** Steps of compiling a pattern, as budgets count them: known from its text. */
export const compilingCost = (pattern: string): number =>
  1000 + 30 * pattern.length + 1000 * propertiesIn(pattern) + 8 * Math.min(MOST_INSTRUCTIONS, estimate(pattern));

/**
 * Compiles a pattern of at most `longest` characters; null for one that is none, and for one that would take long or
 * become large, which is told before it is compiled.
 */
export const compilePattern = (pattern: string, longest: number): Pattern | null => {
  if (pattern.length > longest || !isAdmitted(pattern)) return null;
  const { RE2JS: Engine, RE2JSException } = loadEngine();
  try {
    const compiled = Engine.compile(pattern);
    return compiled.programSize() > MOST_INSTRUCTIONS ? null : compiled;
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
};

/** Whether a pattern may be searched for in a text of this length. */
export const isSearchable = (pattern: Pattern, length: number): boolean => length * pattern.programSize() <= MOST_STEPS;
