import { SOURCE_BOUNDS } from '../core/template/allowance.ts';
import { createBudget, type Budget, type RenderContext } from '../core/template/context.ts';
import { asValue, type Value } from '../core/template/formula/coerce.ts';
import { isError } from '../core/template/formula/errors.ts';
import { compileExpression } from '../core/template/formula/expression.ts';
import type { JsonObject } from '../schema/common.ts';
import type { Source } from './form/source.ts';

/** What formulas of every source may use. */
const ROOTS: readonly string[] =
  'settings place region tables cookies answer vars data item index row value entry page query asked'.split(' ');

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
  /** What several evaluations share; each has one of its own unless given. */
  readonly budget?: Budget;
}

/** The values that formulas see before there is any answer. */
export const startScope = (source: Pick<Source, 'tables'>, { settings, place, region, now }: SourceMoment): Scope => ({
  asked: now / 1000,
  settings,
  place,
  region: REGIONS[region],
  tables: source.tables,
  cookies: {},
  vars: {},
  data: {},
});

/** What one evaluation may spend, and its clock. */
export const contextOf = ({ now, zone, budget }: SourceMoment): RenderContext => ({
  now,
  zone,
  source: () => undefined,
  budget: budget ?? createBudget(SOURCE_BOUNDS.steps, SOURCE_BOUNDS),
});

/** Most formulas of one file, and most letters of all of them: several times what the largest of the stock has. */
const MOST_FORMULAS = 500;
const MOST_LETTERS = 16_384;

/** The names that formulas may use, and what may still be compiled of one file. */
export class FormulaNames {
  readonly names: readonly string[];
  readonly #left: { formulas: number; letters: number };

  constructor(names: readonly string[] = ROOTS, left = { formulas: MOST_FORMULAS, letters: MOST_LETTERS }) {
    this.names = names;
    this.#left = left;
  }

  /** Other names for formulas of the same file. */
  withNames(names: readonly string[]): FormulaNames {
    return new FormulaNames(names, this.#left);
  }

  /** Takes a formula; false when the file has too many, or too long ones. */
  take(formula: string): boolean {
    this.#left.formulas--;
    this.#left.letters -= formula.length;
    return this.#left.formulas >= 0 && this.#left.letters >= 0;
  }
}

/** The names that formulas of a source may use. */
export const namesOf = (source: { readonly requests: readonly { readonly id: string }[] }): FormulaNames =>
  new FormulaNames([...ROOTS, ...source.requests.map(({ id }) => id)]);

/** A formula of a source, compiled. */
export interface Rule {
  readonly usesTime: boolean;
  /** The value; null for everything that is missing or fails. */
  read(scope: Scope, context: RenderContext): Value;
}

/** Thrown for a formula that cannot be compiled; the message says where it fails. */
export class FormulaProblem extends Error {
  override readonly name = 'FormulaProblem';
}

/** Compiles a formula that may use these names. Throws FormulaProblem. */
export const compileRule = (formula: string, names: FormulaNames): Rule => {
  if (!names.take(formula))
    throw new FormulaProblem(`expected at most ${MOST_FORMULAS} formulas of ${MOST_LETTERS} letters in the whole file`);
  const compiled = compileExpression(formula, names.names);
  if ('problem' in compiled)
    throw new FormulaProblem(`${compiled.problem.message} (at ${compiled.problem.offset + 1} of the formula)`);
  const { usesTime, evaluate } = compiled.expression;
  return {
    usesTime,
    read: (scope, context) => {
      const value = evaluate(
        context,
        names.names.map((name) => asValue(scope[name])),
      );
      return isError(value) ? null : value;
    },
  };
};
