import { once } from '../../memo.ts';
import { fieldOf, follow, parsePath } from '../lookup.ts';
import type { ChainOperator, Node } from './ast.ts';
import { cutText } from './characters.ts';
import { COMPARISONS, asValue, orderOf, type Value } from './coerce.ts';
import {
  payComparison,
  readNumber,
  readTruth,
  writeText,
  type Compiler,
  type Evaluate,
  type Run,
} from './definition.ts';
import { DIV0, NAME, OLD, REF, VALUE, finite, isError, type FormulaError, type FormulaProblem } from './errors.ts';
import { DEFINITIONS } from './functions.ts';
import { modulo } from './math.ts';

/** What compiling a formula finds out about it. */
export interface Compiled {
  readonly evaluate: Evaluate;
  /** Keys of the sources it reads, with the place of the first mention. */
  readonly sources: ReadonlyMap<string, number>;
  readonly usesTime: boolean;
  /** Calls and names that can only fail. */
  readonly problems: readonly FormulaProblem[];
}

interface Local {
  readonly slot: number;
  readonly indexSlot: number | undefined;
}

const ARITHMETIC: Readonly<Record<Exclude<ChainOperator, '&'>, (a: number, b: number) => number | FormulaError>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? DIV0 : a / b),
  '%': modulo,
};

const calculate = (run: Run, operator: Exclude<ChainOperator, '&'>, left: Value, right: Value): Value => {
  const a = readNumber(run, left);
  const b = readNumber(run, right);
  if (isError(a)) return a;
  if (isError(b)) return b;
  const result = ARITHMETIC[operator](a, b);
  return isError(result) ? result : finite(result);
};

const concatenate = (run: Run, left: Value, right: Value): Value => {
  const a = writeText(run, left);
  const b = writeText(run, right);
  if (isError(a)) return a;
  if (isError(b)) return b;
  run.context.budget.spendLetters(a.length + b.length);
  return cutText(a + b);
};

const atSlot =
  (slot: number): Evaluate =>
  (run) =>
    run.slots[slot] ?? null;

/** How functions are called is loaded with the first call that is not like that. */
const reference = once(() => require('./reference.ts') as typeof import('./reference.ts'));

const signatureOf = (name: string): string => reference().FUNCTIONS[name]?.signature ?? name;

/** Letters of a name that are looked up in one step. */
const LETTERS_PER_STEP = 64;

/** Compiles one formula, and notes what it mentions. */
class FormulaCompiler implements Compiler {
  readonly sources = new Map<string, number>();
  readonly problems: FormulaProblem[] = [];
  usesTime = false;
  #noted = new Set<string>();
  readonly #locals = new Map<string, Local>();
  readonly #hidden: { name: string; before: Local | undefined }[] = [];
  #slots = 0;

  open(): number {
    return this.#hidden.length;
  }

  close(mark: number): void {
    for (const { name, before } of this.#hidden.splice(mark).reverse()) {
      if (before) this.#locals.set(name, before);
      else this.#locals.delete(name);
    }
  }

  declare(name: string, indexSlot?: number): number {
    const key = name.toLowerCase();
    this.#hidden.push({ name: key, before: this.#locals.get(key) });
    const slot = this.#slots++;
    this.#locals.set(key, { slot, indexSlot });
    return slot;
  }

  compile(node: Node): Evaluate {
    switch (node.kind) {
      case 'literal':
        return () => node.value;
      case 'name':
        return this.#name(node);
      case 'call':
        return this.#call(node);
      case 'not':
        return this.#not(node.operand);
      case 'sign':
        return this.#sign(node.sign, node.operand);
      case 'chain':
        return this.#chain(node);
      case 'compare':
        return this.#compare(node);
      case 'logic':
        return this.#logic(node);
    }
  }

  compileAll(nodes: readonly Node[]): Evaluate[] {
    return nodes.map((node) => this.compile(node));
  }

  compileNoting(node: Node): { evaluate: Evaluate; keys: string[] } {
    const around = this.#noted;
    this.#noted = new Set();
    const evaluate = this.compile(node);
    const keys = [...this.#noted];
    this.#noted = new Set([...around, ...keys]);
    return { evaluate, keys };
  }

  #name({ name, offset }: Extract<Node, { kind: 'name' }>): Evaluate {
    const path = parsePath(name);
    const local = this.#locals.get(path.key);
    if (local) return path.steps.length === 0 ? atSlot(local.slot) : this.#field(local, path.steps, name.length);
    if (path.steps.length === 0) {
      this.problems.push({ code: 'unknown_name', message: `nothing is called ${name}`, offset });
      return () => REF;
    }
    if (!this.sources.has(path.key)) this.sources.set(path.key, offset);
    this.#noted.add(path.key);
    const cost = name.length / LETTERS_PER_STEP;
    return (run) => {
      run.context.budget.spend(cost);
      const found = follow(path, run.context);
      if (found.found) return asValue(found.value);
      return found.isOld ? OLD : REF;
    };
  }

  #field({ slot, indexSlot }: Local, steps: readonly string[], length: number): Evaluate {
    const cost = 1 + steps.length / 2 + length / LETTERS_PER_STEP;
    const isIndex = indexSlot !== undefined && steps.length === 1 && steps[0]?.toLowerCase() === 'index';
    return (run) => {
      run.context.budget.spend(cost);
      let value: unknown = run.slots[slot];
      for (const step of steps) value = fieldOf(value, step);
      return asValue(value) ?? (isIndex ? (run.slots[indexSlot] ?? REF) : REF);
    };
  }

  #call({ name, args, offset }: Extract<Node, { kind: 'call' }>): Evaluate {
    const definition = DEFINITIONS.get(name);
    if (!definition) {
      this.problems.push({ code: 'unknown_function', message: `there is no function ${name}`, offset });
      return () => NAME;
    }
    if (!definition.fits(args)) {
      this.problems.push({ code: 'arguments', message: `arguments have to be like ${signatureOf(name)}`, offset });
      return () => VALUE;
    }
    this.usesTime ||= definition.readsClock;
    return definition.build(args, this);
  }

  #not(operand: Node): Evaluate {
    const inner = this.compile(operand);
    return (run) => {
      run.context.budget.spend(1);
      const truth = readTruth(run, inner(run));
      return isError(truth) ? truth : !truth;
    };
  }

  #sign(sign: 1 | -1, operand: Node): Evaluate {
    const inner = this.compile(operand);
    return (run) => {
      run.context.budget.spend(1);
      const number = readNumber(run, inner(run));
      return isError(number) ? number : number * sign + 0;
    };
  }

  #chain({ first, rest }: Extract<Node, { kind: 'chain' }>): Evaluate {
    const start = this.compile(first);
    const operators = rest.map(({ operator }) => operator);
    const operands = this.compileAll(rest.map(({ operand }) => operand));
    return (run) => {
      let value = start(run);
      for (const [at, operator] of operators.entries()) {
        if (isError(value)) return value;
        run.context.budget.spend(1);
        const right = operands[at]?.(run) ?? null;
        value = operator === '&' ? concatenate(run, value, right) : calculate(run, operator, value, right);
      }
      return value;
    };
  }

  #compare({ operator, left, right }: Extract<Node, { kind: 'compare' }>): Evaluate {
    const [a, b] = [this.compile(left), this.compile(right)];
    const holds = COMPARISONS[operator];
    return (run) => {
      const [x, y] = [a(run), b(run)];
      payComparison(run.context, x, y);
      const order = orderOf(x, y);
      return isError(order) ? order : holds(order);
    };
  }

  #logic({ operator, operands }: Extract<Node, { kind: 'logic' }>): Evaluate {
    const parts = this.compileAll(operands);
    const decisive = operator === 'or';
    return (run) => {
      for (const part of parts) {
        run.context.budget.spend(1);
        const truth = readTruth(run, part(run));
        if (isError(truth) || truth === decisive) return truth;
      }
      return !decisive;
    };
  }
}

/**
 * Compiles a parsed formula to a function that can be run any number of times; an empty one gives empty text. It may
 * use `names`, whose values it reads from the first slots of a run, in that order.
 */
export const compileNode = (node: Node | null, names: readonly string[] = []): Compiled => {
  const compiler = new FormulaCompiler();
  for (const name of names) compiler.declare(name);
  const evaluate = node === null ? () => '' : compiler.compile(node);
  return { evaluate, sources: compiler.sources, usesTime: compiler.usesTime, problems: compiler.problems };
};
