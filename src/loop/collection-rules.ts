import { expressionsOf, lettersOf } from '../core/collection/collection-expressions.ts';
import { FLAGSHIP } from '../core/flaps/geometry.ts';
import { once } from '../core/memo.ts';
import { BudgetSpent, type Budget, type RenderContext } from '../core/template/context.ts';
import type { Formula } from '../core/template/formula/formula.ts';
import type { Clock } from '../platform/clock.ts';
import type { Collection } from '../schema/content/collections.ts';
import { MOST_EXPRESSION_LETTERS } from '../schema/limits.ts';
import { NO_GUARD, type FormulaGuard } from './formula-guard.ts';
import type { Renderer } from './renderer.ts';
import type { DataSources } from './sources.ts';
import { Verdicts } from './verdicts.ts';

/** Most appliances have no such collection: the language is loaded with the first one. */
const formulas = once(
  () => require('../core/template/formula/formula.ts') as typeof import('../core/template/formula/formula.ts'),
);

const GEOMETRY = { device_type: 'flagship', ...FLAGSHIP } as const;

/** Letters of all expressions that are kept compiled: the dearest take some 120 bytes of memory each. */
const MOST_COMPILED = 50_000;
/** Steps that compiling a letter takes. */
const STEPS_A_LETTER = 2;
const NONE: ReadonlySet<string> = new Set();

/**
 * The expressions of collections, of their rules and of the conditions of members: evaluates them, and keeps their data
 * fetched. What is beyond the letters that all of them may have is false.
 */
export class CollectionRules {
  readonly #renderer: Renderer;
  readonly #sources: DataSources;
  readonly #guard: FormulaGuard;
  readonly #verdicts: Verdicts;
  /** What was compiled last stands last. */
  readonly #compiled = new Map<string, Formula>();
  #letters = 0;
  /** The sources that each expression reads. */
  #read = new Map<string, ReadonlySet<string>>();
  #beyond: ReadonlySet<string> = NONE;

  constructor(renderer: Renderer, sources: DataSources, clock: Clock, guard: FormulaGuard = NO_GUARD) {
    this.#renderer = renderer;
    this.#sources = sources;
    this.#guard = guard;
    this.#verdicts = new Verdicts(clock);
  }

  /** Takes over the stored collections: the data that their expressions read is kept fresh. */
  follow(collections: readonly Collection[]): void {
    const [within, beyond] = divide(collections);
    this.#beyond = beyond;
    const before = this.#read;
    this.#read = new Map();
    for (const expression of within)
      if (!this.#guard.isOff([expression]))
        this.#read.set(expression, before.get(expression) ?? this.#sourcesOf(expression));
    this.#sources.demand('collection rules', new Set([...this.#read.values()].flatMap((keys) => [...keys])), GEOMETRY);
    this.forget();
  }

  /** Whether an expression is true at an instant (ms), the same on every board; one that fails is false. */
  isTrue(expression: string, at: number): boolean {
    if (this.#beyond.has(expression) || this.#guard.isOff([expression])) return false;
    return this.#verdicts.judge(expression, at, (budget) => {
      const formula = this.#formulaOf(expression, budget);
      const context = this.#renderer.context(GEOMETRY, at, { budget });
      return this.#watch(expression, () => isTrueIn(formula, context));
    });
  }

  /** What expressions rest on has changed. */
  forget(): void {
    this.#verdicts.forget();
  }

  #formulaOf(expression: string, budget?: Budget): Formula {
    const known = this.#compiled.get(expression);
    if (known) return known;
    budget?.spend(expression.length * STEPS_A_LETTER);
    const { compileFormula, ruleBody } = formulas();
    const formula = this.#watch(expression, () => compileFormula(ruleBody(expression)));
    this.#compiled.set(expression, formula);
    this.#letters += expression.length;
    for (const [oldest] of this.#compiled) {
      if (this.#letters <= MOST_COMPILED || oldest === expression) break;
      this.#compiled.delete(oldest);
      this.#letters -= oldest.length;
    }
    return formula;
  }

  #sourcesOf(expression: string): ReadonlySet<string> {
    const { sources } = this.#formulaOf(expression);
    return sources.size > 0 ? sources : NONE;
  }

  #watch<T>(expression: string, act: () => T): T {
    return this.#guard.evaluate([expression], `the rule "${expression}" of a collection`, act);
  }
}

/** False for a formula that fails, like one that prints an error. Throws BudgetSpent. */
const isTrueIn = (formula: Formula, context: RenderContext): boolean => {
  try {
    return formulas().isTruthyText(formula.print(context));
  } catch (error) {
    if (error instanceof BudgetSpent) throw error;
    return false;
  }
};

/** The expressions of collections that are within the letters of all, and those that are not. */
const divide = (collections: readonly Collection[]): [within: ReadonlySet<string>, beyond: ReadonlySet<string>] => {
  const within = new Set<string>();
  const beyond = new Set<string>();
  let letters = 0;
  for (const collection of collections) {
    letters += lettersOf(collection);
    for (const one of expressionsOf(collection)) (letters > MOST_EXPRESSION_LETTERS ? beyond : within).add(one);
  }
  for (const one of within) beyond.delete(one);
  return [within, beyond];
};
