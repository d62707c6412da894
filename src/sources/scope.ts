import type { RenderContext } from '../core/template/context.ts';
import { createBudget } from '../core/template/context.ts';
import type { Value } from '../core/template/formula/coerce.ts';
import { asValue } from '../core/template/formula/coerce.ts';
import { isError } from '../core/template/formula/errors.ts';
import { compileExpression } from '../core/template/formula/expression.ts';
import type { Expression } from '../core/template/formula/expression.ts';
import type { JsonObject } from '../schema/common.ts';
import type { Source } from './source.ts';

/** What formulas of every source may use. */
export const ROOTS = [
  'settings',
  'place',
  'region',
  'tables',
  'cookies',
  'answer',
  'vars',
  'data',
  'item',
  'index',
  'row',
  'value',
  'entry',
  'page',
  'query',
] as const;

/** Units of work that one evaluation of a source may take. */
const BUDGET = 400_000;

/** Values by root or by request id. */
export type Scope = { readonly [root: string]: unknown };

/** A way to measure: what the owner of a region reads. */
export type Region = 'metric' | 'imperial';

/** How a region names its units, as formulas see it. */
const REGIONS: Readonly<Record<Region, JsonObject>> = {
  metric: { name: 'metric', hours: 24, temperature: 'C', speed: 'KM/H', distance: 'KM', height: 'M', rain: 'MM' },
  imperial: { name: 'imperial', hours: 12, temperature: 'F', speed: 'MPH', distance: 'MI', height: 'FT', rain: 'IN' },
};

/** What an evaluation depends on besides answers; `zone` is that of the place. */
export interface SourceMoment {
  readonly settings: JsonObject;
  readonly place: JsonObject;
  readonly region: Region;
  readonly now: number;
  readonly zone: string;
}

/** The values that formulas see before there is any answer. */
export const startScope = (source: Pick<Source, 'tables'>, { settings, place, region }: SourceMoment): Scope => ({
  settings,
  place,
  region: REGIONS[region],
  tables: source.tables,
  cookies: {},
  vars: {},
  data: {},
});

/** What one evaluation may spend, and its clock. */
export const contextOf = ({ now, zone }: SourceMoment): RenderContext => ({
  now,
  zone,
  source: () => undefined,
  budget: createBudget(BUDGET),
});

/** The names that formulas of a source may use. */
export const namesOf = (source: { readonly requests: readonly { readonly id: string }[] }): readonly string[] => [
  ...ROOTS,
  ...source.requests.map(({ id }) => id),
];

/** A formula of a source, compiled. */
export interface Rule {
  readonly usesTime: boolean;
  /** The value; null for everything that is missing or fails. */
  read(scope: Scope, context: RenderContext): Value;
}

/** Compiles a formula that may use these names; a sentence that says where it fails. */
export const compileRule = (
  formula: string,
  names: readonly string[],
): { readonly rule: Rule } | { readonly error: string } => {
  const compiled = compileExpression(formula, names);
  if ('problem' in compiled)
    return { error: `${compiled.problem.message} (at ${compiled.problem.offset + 1} of the formula)` };
  return { rule: ruleOf(compiled.expression, names) };
};

const ruleOf = ({ usesTime, evaluate }: Expression, names: readonly string[]): Rule => ({
  usesTime,
  read: (scope, context) => {
    const value = evaluate(
      context,
      names.map((name) => asValue(scope[name])),
    );
    return isError(value) ? null : value;
  },
});
