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

/** Compiles a lookup. Throws FormulaProblem. */
export const compileLookup = (form: LookupSpec, names = new FormulaNames()): CompiledLookup => ({
  plan: isAsked(form) ? compileRequest(form, names) : null,
  from: compileRule(form.from, names),
  value: compileRule(form.value, names),
  label: compileRule(form.label, names),
  also: Object.entries(form.also ?? {}).map(([name, formula]) => [name, compileRule(formula, names)] as const),
});
