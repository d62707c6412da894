import { FLAGSHIP } from '../core/geometry.ts';
import { once } from '../core/memo.ts';
import type { Formula } from '../core/template/formula/formula.ts';
import type { Collection } from '../schema/collections.ts';
import { NO_GUARD } from './formula-guard.ts';
import type { FormulaGuard } from './formula-guard.ts';
import type { Renderer } from './renderer.ts';
import type { DataSources } from './sources.ts';

/** Most appliances have no such collection: the language is loaded with the first one. */
const formulas = once(
  () => require('../core/template/formula/formula.ts') as typeof import('../core/template/formula/formula.ts'),
);

const GEOMETRY = { device_type: 'flagship', ...FLAGSHIP } as const;

/**
 * The expressions of collections, of their rules and of the conditions of members: evaluates them, and keeps their data
 * fetched.
 */
export class CollectionRules {
  readonly #renderer: Renderer;
  readonly #sources: DataSources;
  readonly #guard: FormulaGuard;
  #formulas = new Map<string, Formula>();

  constructor(renderer: Renderer, sources: DataSources, guard: FormulaGuard = NO_GUARD) {
    this.#renderer = renderer;
    this.#sources = sources;
    this.#guard = guard;
  }

  /** Takes over the stored collections: their expressions are compiled, and the data that they read is kept fresh. */
  follow(collections: readonly Collection[]): void {
    const expressions = collections
      .flatMap(({ selection_mode, variable, members }) => [
        ...(selection_mode === 'variable' ? (variable?.rules ?? []).map(({ expression }) => expression) : []),
        ...(members ?? []).flatMap(({ condition }) => condition ?? []),
      ])
      .filter((expression) => !this.#guard.isOff([expression]));
    this.#formulas = new Map(
      expressions.map((expression) => [expression, this.#formulas.get(expression) ?? this.#compile(expression)]),
    );
    const keys = new Set([...this.#formulas.values()].flatMap((formula) => [...formula.sources]));
    this.#sources.demand('collection rules', keys, GEOMETRY);
  }

  /** Whether an expression is true at an instant (ms), the same on every board; one that fails is false. */
  isTrue(expression: string, at: number): boolean {
    if (this.#guard.isOff([expression])) return false;
    const formula = this.#formulas.get(expression) ?? this.#compile(expression);
    try {
      return this.#watch(expression, () =>
        formulas().isTruthyText(formula.print(this.#renderer.context(GEOMETRY, at))),
      );
    } catch {
      // A formula that exceeds its budget is false, like one that prints an error.
      return false;
    }
  }

  #compile(expression: string): Formula {
    const { compileFormula, ruleBody } = formulas();
    return this.#watch(expression, () => compileFormula(ruleBody(expression)));
  }

  #watch<T>(expression: string, act: () => T): T {
    return this.#guard.evaluate([expression], `the rule "${expression}" of a collection`, act);
  }
}
