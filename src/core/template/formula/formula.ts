import { textCost, type RenderContext } from '../context.ts';
import { parseNumber } from './coerce.ts';
import { compileNode } from './compile.ts';
import { isError, type FormulaProblem } from './errors.ts';
import { writeText, type Evaluate, type Run } from './definition.ts';
import { parse } from './parser.ts';

/** A formula, parsed once to be printed many times. */
export interface Formula {
  /** Keys of the sources it reads: lower-case `id` or `id:label`. */
  readonly sources: ReadonlySet<string>;
  /** Its text, of at most 64 KiB; errors print as their code. Throws BudgetSpent alone. */
  print(context: RenderContext): string;
}

const printValue = (evaluate: Evaluate, context: RenderContext): string => {
  context.budget.spend(1);
  const run: Run = { context, slots: [] };
  const text = writeText(run, evaluate(run));
  if (isError(text)) return text.code;
  context.budget.spend(textCost(text.length));
  return text;
};

/**
 * Compiles the text between `{{=` and `}}`; one that does not parse prints `#SYNTAX:` and the offset where it fails.
 */
export const compileFormula = (body: string): Formula => {
  const parsed = parse(body);
  if ('problem' in parsed) return { sources: new Set(), print: () => `#SYNTAX:${parsed.problem.offset}` };
  const { evaluate, sources } = compileNode(parsed.node);
  return { sources: new Set(sources.keys()), print: (context) => printValue(evaluate, context) };
};

/**
 * The problems of a formula that can be found without data, by offset; sources are not checked when `known` is left
 * out.
 */
export const checkFormula = (body: string, known?: ReadonlySet<string>): FormulaProblem[] => {
  const parsed = parse(body);
  if ('problem' in parsed) return [parsed.problem];
  const { problems, sources } = compileNode(parsed.node);
  const unknown = [...sources].filter(([key]) => known && !known.has(key));
  const missing = unknown.map(
    ([key, offset]): FormulaProblem => ({ code: 'unknown_source', message: `there is no source ${key}`, offset }),
  );
  return [...problems, ...missing].sort((a, b) => a.offset - b.offset);
};

/** The body of a collection's rule: the expression itself, or what stands in a `{{= ... }}` around it. */
export const ruleBody = (expression: string): string => /^\s*\{\{=([^]*)\}\}\s*$/.exec(expression)?.[1] ?? expression;

/**
 * Whether a rule that printed this holds: not when it is blank, starts with `#`, is `-`, `no` or `false`, or reads as
 * zero.
 */
export const isTruthyText = (printed: string): boolean => {
  const word = printed.trim().toLowerCase();
  return (
    word !== '' && word !== '-' && !word.startsWith('#') && word !== 'no' && word !== 'false' && parseNumber(word) !== 0
  );
};
