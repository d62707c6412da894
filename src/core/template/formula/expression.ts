import type { RenderContext } from '../context.ts';
import type { Value } from './coerce.ts';
import { compileNode } from './compile.ts';
import type { FormulaProblem } from './errors.ts';
import { parse } from './parser.ts';

/** A formula that gives a value instead of text. */
export interface Expression {
  /** Whether its value changes with time alone. */
  readonly usesTime: boolean;
  /** Its value with the names' values in their order; errors are values. Throws BudgetSpent alone. */
  evaluate(context: RenderContext, values: readonly Value[]): Value;
}

/**
 * Compiles a formula that may use `names` (any case) and nothing else; the problems when something in it can only fail.
 */
export const compileExpression = (
  body: string,
  names: readonly string[],
): { readonly expression: Expression } | { readonly problem: FormulaProblem } => {
  const parsed = parse(body);
  if ('problem' in parsed) return parsed;
  const { evaluate, usesTime, problems, sources } = compileNode(parsed.node, names);
  const [unknown] = sources;
  const problem: FormulaProblem | undefined =
    problems[0] ??
    (unknown && { code: 'unknown_name', message: `nothing is called ${unknown[0]}`, offset: unknown[1] });
  if (problem) return { problem };
  return {
    expression: {
      usesTime,
      evaluate: (context, values) => {
        context.budget.spend(1);
        return evaluate({ context, slots: [...values] });
      },
    },
  };
};
