import type { Node } from './ast.ts';
import { isBlank, orderOf, type Value } from './coerce.ts';
import {
  define,
  defineMany,
  payComparison,
  readTruth,
  special,
  type Compiler,
  type Definition,
  type Evaluate,
  type Run,
} from './definition.ts';
import { VALUE, isError, type FormulaError } from './errors.ts';

type Lazy = (run: Run, args: readonly Evaluate[]) => Value;

/** A function that evaluates its own arguments, in its own order. */
const defineLazy = (min: number, max: number, apply: Lazy): Definition =>
  special(min, max, (nodes, compiler) => {
    const args = compiler.compileAll(nodes);
    return (run) => {
      run.context.budget.spend(2);
      return apply(run, args);
    };
  });

/** The value of the argument at a place, or the default of an argument that was left out. */
const valueAt = (run: Run, args: readonly Evaluate[], place: number, otherwise: Value): Value =>
  args[place]?.(run) ?? (place < args.length ? null : otherwise);

const truthAt = (run: Run, args: readonly Evaluate[], place: number): boolean | FormulaError =>
  readTruth(run, valueAt(run, args, place, null));

const choose: Lazy = (run, args) => {
  const truth = truthAt(run, args, 0);
  if (isError(truth)) return truth;
  return truth ? valueAt(run, args, 1, '') : valueAt(run, args, 2, '');
};

const chooseFirst: Lazy = (run, args) => {
  for (let i = 0; i + 1 < args.length; i += 2) {
    run.context.budget.spend(1);
    const truth = truthAt(run, args, i);
    if (isError(truth)) return truth;
    if (truth) return valueAt(run, args, i + 1, null);
  }
  return args.length % 2 === 1 ? valueAt(run, args, args.length - 1, null) : VALUE;
};

const chooseMatch: Lazy = (run, args) => {
  const subject = valueAt(run, args, 0, null);
  if (isError(subject)) return subject;
  for (let i = 1; i + 1 < args.length; i += 2) {
    const match = valueAt(run, args, i, null);
    payComparison(run.context, subject, match);
    if (orderOf(subject, match) === 0) return valueAt(run, args, i + 1, null);
  }
  return args.length % 2 === 0 ? valueAt(run, args, args.length - 1, null) : '';
};

const coalesce: Lazy = (run, args) => {
  let value: Value = VALUE;
  for (const arg of args) {
    run.context.budget.spend(1);
    value = arg(run);
    if (!isError(value) && !isBlank(value)) return value;
  }
  return value;
};

interface Binding {
  readonly slot: number;
  readonly value: Evaluate;
}

const isBareName = (node: Node | undefined): node is Extract<Node, { kind: 'name' }> =>
  node?.kind === 'name' && !/[.:]/.test(node.name);

/** Pairs of a plain name and a value, and a body behind them. */
const fitsBindings = (args: readonly Node[]): boolean =>
  args.length >= 3 &&
  args.length % 2 === 1 &&
  args.every((arg, i) => i % 2 === 1 || i === args.length - 1 || isBareName(arg));

const compileBindings = (args: readonly Node[], compiler: Compiler): Binding[] => {
  const bindings: Binding[] = [];
  for (let i = 0; i + 1 < args.length; i += 2) {
    const [name, value] = [args[i], compiler.compile(args[i + 1] as Node)];
    if (isBareName(name)) bindings.push({ value, slot: compiler.declare(name.name) });
  }
  return bindings;
};

const bind = (args: readonly Node[], compiler: Compiler): Evaluate => {
  const mark = compiler.open();
  const bindings = compileBindings(args, compiler);
  const body = compiler.compile(args[args.length - 1] as Node);
  compiler.close(mark);
  return (run) => {
    for (const { slot, value } of bindings) {
      run.context.budget.spend(2);
      const bound = value(run);
      if (isError(bound)) return bound;
      run.slots[slot] = bound;
    }
    return body(run);
  };
};

/** Functions of truth values and conditions. */
export const LOGIC_FUNCTIONS = {
  LET: special(3, Infinity, bind, fitsBindings),
  IF: defineLazy(2, 3, choose),
  IFS: defineLazy(2, Infinity, chooseFirst),
  SWITCH: defineLazy(3, Infinity, chooseMatch),
  AND: defineMany(0, 'truth', (_, values) => values.every(Boolean)),
  OR: defineMany(0, 'truth', (_, values) => values.some(Boolean)),
  NOT: define(['truth'], (_, truth) => !truth),
  IFERROR: defineLazy(2, 2, (run, args) => {
    const value = valueAt(run, args, 0, null);
    return isError(value) ? valueAt(run, args, 1, null) : value;
  }),
  ISERROR: defineLazy(1, 1, (run, args) => isError(valueAt(run, args, 0, null))),
  ISBLANK: define(['any'], (_, value) => isBlank(value)),
  DEFAULT: defineLazy(2, 2, coalesce),
  COALESCE: defineLazy(1, Infinity, coalesce),
};
