import { FLAGSHIP } from '../core/geometry.ts';
import { compileFormula, isTruthyText, ruleBody } from '../core/template/formula/formula.ts';
import type { Formula } from '../core/template/formula/formula.ts';
import type { Collection } from '../schema/collections.ts';
import type { Renderer } from './renderer.ts';
import type { DataSources } from './sources.ts';

const GEOMETRY = { device_type: 'flagship', ...FLAGSHIP } as const;

/** The expressions of collections that choose by variables: evaluates them, and keeps their data fetched. */
export class CollectionRules {
  readonly #renderer: Renderer;
  readonly #sources: DataSources;
  #formulas = new Map<string, Formula>();

  constructor(renderer: Renderer, sources: DataSources) {
    this.#renderer = renderer;
    this.#sources = sources;
  }

  /** Takes over the stored collections: their expressions are compiled, and the data that they read is kept fresh. */
  follow(collections: readonly Collection[]): void {
    const expressions = collections
      .filter(({ selection_mode }) => selection_mode === 'variable')
      .flatMap(({ variable }) => variable?.rules ?? []);
    this.#formulas = new Map(
      expressions.map(({ expression }) => [
        expression,
        this.#formulas.get(expression) ?? compileFormula(ruleBody(expression)),
      ]),
    );
    const keys = new Set([...this.#formulas.values()].flatMap((formula) => [...formula.sources]));
    this.#sources.demand('collection rules', keys, GEOMETRY);
  }

  /** Whether an expression is true at an instant (ms), the same on every board; one that fails is false. */
  isTrue(expression: string, at: number): boolean {
    const formula = this.#formulas.get(expression) ?? compileFormula(ruleBody(expression));
    try {
      return isTruthyText(formula.print(this.#renderer.context(GEOMETRY, at)));
    } catch {
      // A formula that exceeds its budget is false, like one that prints an error.
      return false;
    }
  }
}
