import { compileRequest, type RequestPlan } from './request-plan.ts';
import { isAsked, type LookupSpec } from './form/schema.ts';
import { FormulaNames, compileRule, type Rule } from './scope.ts';

/** A lookup of a setting, compiled. */
export interface CompiledLookup {
  /** How its request is made; null where it makes none. */
  readonly plan: RequestPlan | null;
  readonly from: Rule;
  readonly value: Rule;
  readonly label: Rule;
  readonly also: readonly (readonly [name: string, rule: Rule])[];
}

/** Compiles a lookup; a sentence that says which formula fails. */
export const compileLookup = (
  form: LookupSpec,
  names = new FormulaNames(),
): CompiledLookup | { readonly error: string } => {
  const planned = isAsked(form) ? compileRequest(form, names) : { plan: null };
  if ('error' in planned) return planned;
  const problems: string[] = [];
  const rule = (formula: string): Rule => {
    const compiled = compileRule(formula, names);
    if ('rule' in compiled) return compiled.rule;
    problems.push(compiled.error);
    return { usesTime: false, read: () => null };
  };
  const lookup = {
    plan: planned.plan,
    from: rule(form.from),
    value: rule(form.value),
    label: rule(form.label),
    also: Object.entries(form.also ?? {}).map(([name, formula]) => [name, rule(formula)] as const),
  };
  const [problem] = problems;
  return problem === undefined ? lookup : { error: problem };
};
