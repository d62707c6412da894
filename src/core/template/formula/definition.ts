import { textCost, type RenderContext } from '../context.ts';
import type { Node } from './ast.ts';
import { MOST_LOOKED_AT, toList, toMoment, toNumber, toText, toTruth, type List, type Value } from './coerce.ts';
import { isError, type FormulaError } from './errors.ts';
import { Moment, differInZone } from './moment.ts';

/** One evaluation of one formula. Every loop and LET name owns a slot, fixed when the formula is compiled. */
export interface Run {
  readonly context: RenderContext;
  readonly slots: Value[];
}

/** A compiled expression. It never throws anything but BudgetSpent. */
export type Evaluate = (run: Run) => Value;

/** Compiles a function's arguments, and declares names that are visible between `open` and `close`. */
export interface Compiler {
  compile(node: Node): Evaluate;
  /**
   * Compiles each. A function that maps nodes itself, and gives a function that is kept, would keep the compiler with
   * it, and all that was noted of the formula.
   */
  compileAll(nodes: readonly Node[]): Evaluate[];
  /** Compiles one, and tells the keys of the sources that it names. */
  compileNoting(node: Node): { readonly evaluate: Evaluate; readonly keys: readonly string[] };
  /** Starts a region of names; hand the mark to `close`. */
  open(): number;
  close(mark: number): void;
  /** Makes a name visible from here on and answers its slot; `indexSlot` is what `name.index` falls back to. */
  declare(name: string, indexSlot?: number): number;
}

/** A function of the language. */
export interface Definition {
  /** Whether the result changes with time alone. */
  readonly readsClock: boolean;
  /**
   * Whether these arguments are as many as the reference says, and names where it wants names; else a call is `#VALUE`.
   */
  readonly fits: (args: readonly Node[]) => boolean;
  readonly build: (args: readonly Node[], compiler: Compiler) => Evaluate;
}

/** The cost of reading a moment from a text or a clock. */
export const MOMENT_COST = 20;

/** The cost of comparing two moments of different zones. */
export const ZONE_COST = 300;

/** Steps of writing a value as text: all digits of a huge number are computed. */
const showingCost = (value: Value): number => {
  if (typeof value === 'number') return Math.abs(value) >= 1e21 ? 24 : 1;
  return value instanceof Moment ? 16 : 0;
};

/** Spends the cost of writing a number with so many decimals. */
export const payDigits = ({ context }: Run, number: number, digits: number): void =>
  context.budget.spend(4 + showingCost(number) + Math.min(70, Math.abs(digits)) / 8);

/** Spends the cost of reading a value as a number, a truth or a moment: texts are looked at up to a length. */
export const payReading = ({ context }: Run, value: Value): void => {
  if (typeof value === 'string') context.budget.spend(Math.min(value.length, MOST_LOOKED_AT) / 8);
};

/** A value as a number; reading it is paid before. */
export const readNumber = (run: Run, value: Value): number | FormulaError => {
  payReading(run, value);
  return toNumber(value);
};

/** A value as a truth; reading it is paid before. */
export const readTruth = (run: Run, value: Value): boolean | FormulaError => {
  payReading(run, value);
  return toTruth(value);
};

/** A value as text; writing it is paid before, a text is there already. */
export const writeText = (run: Run, value: Value): string | FormulaError => {
  run.context.budget.spend(showingCost(value));
  return toText(value);
};

/** Spends the cost of looking for a field, if any, in so many items. */
export const payFields = ({ context }: Run, count: number, field: string | undefined): void =>
  context.budget.spend(count * (0.5 + (field?.length ?? 0) / 32));

const comparisonCost = (value: Value): number =>
  typeof value === 'string' ? 1 + value.length / 16 : 1 + showingCost(value);

/** Spends the cost of comparing two values, which may be long texts, huge numbers, or moments of different zones. */
export const payComparison = ({ budget }: RenderContext, left: Value, right: Value): void => {
  const zones = left instanceof Moment && right instanceof Moment && differInZone(left, right) ? ZONE_COST : 0;
  budget.spend(comparisonCost(left) + comparisonCost(right) + zones);
};

interface Kinds {
  number: number;
  integer: number;
  text: string;
  truth: boolean;
  moment: Moment;
  list: List;
  any: Value;
}
type Kind = keyof Kinds;
type Parameter = Kind | `${Kind}?`;
type Argument<P extends Parameter> = P extends Kind
  ? Kinds[P]
  : P extends `${infer K extends Kind}?`
    ? Kinds[K] | undefined
    : never;
type Arguments<P extends readonly Parameter[]> = { [I in keyof P]: Argument<P[I]> };
type Coercion = { readonly [K in Kind]: (run: Run, value: Value) => Kinds[K] | FormulaError };

const COERCIONS: Coercion = {
  number: readNumber,
  integer: (run, value) => {
    const number = readNumber(run, value);
    return isError(number) ? number : Math.trunc(number) + 0;
  },
  text: (run, value) => {
    const text = writeText(run, value);
    if (!isError(text)) run.context.budget.spend(textCost(text.length));
    return text;
  },
  truth: readTruth,
  moment: (run, value) => {
    if (typeof value === 'string') run.context.budget.spend(MOMENT_COST);
    return toMoment(value);
  },
  list: (run, value) => {
    const list = toList(value);
    if (!isError(list)) run.context.budget.spend(1 + list.length / 16);
    return list;
  },
  any: (_, value) => value,
};

const kindOf = (parameter: Parameter): Kind => parameter.replace('?', '') as Kind;

/** Evaluates arguments from left to right; the first error is the answer. */
const evaluateAll = (args: readonly Evaluate[], run: Run): Value[] | FormulaError => {
  run.context.budget.spend(1 + args.length);
  const values: Value[] = [];
  for (const arg of args) {
    const value = arg(run);
    if (isError(value)) return value;
    values.push(value);
  }
  return values;
};

const coerceAll = (kinds: readonly Kind[], values: readonly Value[], run: Run): Kinds[Kind][] | FormulaError => {
  const coerced: Kinds[Kind][] = [];
  for (let i = 0; i < values.length; i++) {
    const value = COERCIONS[kinds[Math.min(i, kinds.length - 1)] ?? 'any'](run, values[i] ?? null);
    if (isError(value)) return value;
    coerced.push(value);
  }
  return coerced;
};

const applied = (
  args: readonly Node[],
  compiler: Compiler,
  kinds: readonly Kind[],
  apply: (run: Run, values: Kinds[Kind][]) => Value,
): Evaluate => {
  const compiled = compiler.compileAll(args);
  return (run) => {
    const values = evaluateAll(compiled, run);
    if (isError(values)) return values;
    const coerced = coerceAll(kinds, values, run);
    return isError(coerced) ? coerced : apply(run, coerced);
  };
};

/**
 * A function of fixed parameters, `kind?` where one may be left out; an argument that is an error or of the wrong kind
 * is the answer.
 */
export const define = <const P extends readonly Parameter[]>(
  parameters: P,
  apply: (run: Run, ...args: Arguments<P>) => Value,
  { readsClock = false } = {},
): Definition => {
  const kinds = parameters.map(kindOf);
  const min = parameters.filter((parameter) => !parameter.endsWith('?')).length;
  return {
    ...special(min, parameters.length, (args, compiler) =>
      applied(args, compiler, kinds, (run, values) => apply(run, ...(values as Arguments<P>))),
    ),
    readsClock,
  };
};

/** A function that writes a number with so many decimals, `usual` unless told otherwise. */
export const defineWriting = (write: (number: number, decimals: number) => string, usual = 0): Definition =>
  define(['number', 'integer?'], (run, number, decimals = usual) => {
    payDigits(run, number, decimals);
    return write(number, decimals);
  });

/** A function of at least `min` arguments of one kind. */
export const defineMany = <K extends Kind>(
  min: number,
  kind: K,
  apply: (run: Run, values: Kinds[K][]) => Value,
): Definition =>
  special(min, Infinity, (args, compiler) =>
    applied(args, compiler, [kind], (run, values) => apply(run, values as Kinds[K][])),
  );

/**
 * A function of `min` to `max` arguments that decides by itself which of them it evaluates, and what their errors mean.
 */
export const special = (
  min: number,
  max: number,
  build: Definition['build'],
  fits: Definition['fits'] = ({ length }) => length >= min && length <= max,
): Definition => ({ readsClock: false, fits, build });
