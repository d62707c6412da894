import { fieldOf } from '../lookup.ts';
import type { Node } from './ast.ts';
import { MOST_TEXT, cutText } from './characters.ts';
import { asValue, numericOf, toList, toNumber, toText, type List, type Value } from './coerce.ts';
import {
  define,
  payFields,
  payReading,
  readNumber,
  readTruth,
  writeText,
  special,
  type Compiler,
  type Evaluate,
  type Run,
} from './definition.ts';
import { finite, isError, type FormulaError } from './errors.ts';

const DESCENDING = new Set(['desc', 'descending', '-1']);
const DIRECTIONS = new Set([...DESCENDING, 'asc', 'ascending', '1']);

/** The item itself, or one of its fields; NULL when it is missing. */
const pick = (item: unknown, field: string | undefined): Value =>
  asValue(field === undefined || field === '' ? item : fieldOf(item, field));

const slice = (run: Run, list: List, start: number, count = Infinity): List => {
  const from = Math.min(list.length, Math.max(0, start));
  const to = Math.min(list.length, from + Math.max(0, count));
  run.context.budget.spendMembers(to - from);
  return list.slice(from, to);
};

/** Numbers and numeric texts come first, then texts, then what is missing or has no text. */
const rankOf = (run: Run, value: Value, size: number): readonly [rank: number, key: number | string] => {
  payReading(run, value);
  const number = typeof value === 'boolean' ? Number(value) : numericOf(value);
  if (number !== undefined) return [0, number];
  const text = value === null ? undefined : toText(value);
  if (text === undefined || isError(text)) return [2, 0];
  // A letter is made small, and compared as often as its item.
  run.context.budget.spendLetters(text.length);
  run.context.budget.spend((text.length / 32) * (Math.log2(size + 1) / 4));
  return [1, text.toLowerCase()];
};

const sort = (run: Run, list: List, field: string | undefined, isDescending: boolean): List => {
  // Each item with its key beside it, then the items in their order.
  run.context.budget.spendMembers(list.length * 2);
  run.context.budget.spend(list.length * (Math.log2(list.length + 1) / 2));
  payFields(run, list.length, field);
  const ranked = list.map((item) => ({ item, key: rankOf(run, pick(item, field), list.length) }));
  const direction = isDescending ? -1 : 1;
  ranked.sort(({ key: [rankA, a] }, { key: [rankB, b] }) => {
    if (rankA !== rankB) return rankA === 2 || rankB === 2 ? rankA - rankB : (rankA - rankB) * direction;
    return a === b ? 0 : (a < b ? -1 : 1) * direction;
  });
  return ranked.map(({ item }) => item);
};

/** `SORT(list, "desc")` leaves the field out, unless the items have a field of that name. */
const sortBy = (run: Run, list: List, second = '', third = ''): List => {
  const word = (text: string) => text.trim().toLowerCase();
  payFields(run, 1, second);
  const isDirection = third === '' && DIRECTIONS.has(word(second)) && fieldOf(list[0], second) === undefined;
  return sort(run, list, isDirection ? undefined : second, DESCENDING.has(word(isDirection ? second : third)));
};

const join = (run: Run, list: List, separator = '', field?: string): Value => {
  let result = '';
  for (let i = 0; i < list.length && result.length <= MOST_TEXT; i++) {
    payFields(run, 1, field);
    const text = writeText(run, pick(list[i], field));
    if (isError(text)) return text;
    run.context.budget.spendLetters(separator.length + text.length);
    result += (i === 0 ? '' : separator) + text;
  }
  return cutText(result);
};

const numbersOf = (run: Run, list: List, field: string | undefined): number[] | FormulaError => {
  run.context.budget.spendMembers(list.length);
  payFields(run, list.length, field);
  const numbers: number[] = [];
  for (const item of list) {
    const number = readNumber(run, pick(item, field));
    if (isError(number)) return number;
    numbers.push(number);
  }
  return numbers;
};

/** A function that makes one number of a list's numbers; of an empty list 0. */
const defineFold = (
  fold: (total: number, number: number) => number,
  finish: (total: number, count: number) => number = (total) => total,
) =>
  define(['list', 'text?'], (run, list, field) => {
    const numbers = numbersOf(run, list, field);
    if (isError(numbers)) return numbers;
    return numbers.length === 0 ? 0 : finite(finish(numbers.reduce(fold), numbers.length));
  });

/** An expression on item and index, and the list whose items it is evaluated for. */
export interface Loop {
  readonly list: Evaluate;
  readonly body: Evaluate;
  readonly item: number;
  readonly index: number;
}

/** Compiles the list and the expression that the first two arguments of a function are. */
export const compileLoop = ([list, body]: readonly Node[], compiler: Compiler): Loop => {
  const compiledList = compiler.compile(list as Node);
  const mark = compiler.open();
  const index = compiler.declare('index');
  const item = compiler.declare('item', index);
  const loop = { list: compiledList, body: compiler.compile(body as Node), item, index };
  compiler.close(mark);
  return loop;
};

/** Evaluates a loop's body for up to `limit` items, until `visit` answers with an error. */
export const eachItem = (
  run: Run,
  loop: Loop,
  list: List,
  limit: number,
  visit: (value: Value, item: unknown) => FormulaError | undefined,
): FormulaError | undefined => {
  const count = Math.min(list.length, limit);
  for (let i = 0; i < count; i++) {
    run.context.budget.spend(2);
    run.slots[loop.item] = asValue(list[i]);
    run.slots[loop.index] = i + 1;
    const failure = visit(loop.body(run), list[i]);
    if (failure) return failure;
  }
  return undefined;
};

const runForeach = (run: Run, loop: Loop, list: List, limit: number): Value => {
  let result = '';
  const failure = eachItem(run, loop, list, limit, (value) => {
    const text = writeText(run, value);
    if (isError(text)) return text;
    run.context.budget.spendLetters(text.length);
    if (result.length <= MOST_TEXT) result += run.slots[loop.index] === 1 ? text : `\n${text}`;
    return undefined;
  });
  return failure ?? cutText(result);
};

const buildForeach = (args: readonly Node[], compiler: Compiler): Evaluate => {
  const loop = compileLoop(args, compiler);
  const limit = args[2] && compiler.compile(args[2]);
  return (run) => {
    run.context.budget.spend(3);
    const list = toList(loop.list(run));
    if (isError(list)) return list;
    const count = limit === undefined ? Infinity : toNumber(limit(run));
    return isError(count) ? count : runForeach(run, loop, list, Math.trunc(count));
  };
};

const buildFilter = (args: readonly Node[], compiler: Compiler): Evaluate => {
  const loop = compileLoop(args, compiler);
  return (run) => {
    run.context.budget.spend(3);
    const list = toList(loop.list(run));
    if (isError(list)) return list;
    const kept: unknown[] = [];
    const failure = eachItem(run, loop, list, Infinity, (value, item) => {
      const truth = readTruth(run, value);
      if (isError(truth)) return truth;
      if (!truth) return undefined;
      run.context.budget.spendMembers(1);
      kept.push(item);
      return undefined;
    });
    return failure ?? kept;
  };
};

/** Functions of lists. */
export const ARRAY_FUNCTIONS = {
  COUNT: define(['list'], (_, list) => list.length),
  AT: define(['list', 'integer', 'text?'], (run, list, index, field) => {
    payFields(run, 1, field);
    return pick(list[index], field) ?? '';
  }),
  FOREACH: special(2, 3, buildForeach),
  FILTER: special(2, 2, buildFilter),
  SORT: define(['list', 'text?', 'text?'], sortBy),
  SLICE: define(['list', 'integer', 'integer?'], slice),
  JOIN: define(['list', 'text?', 'text?'], join),
  SUMOF: defineFold((total, number) => total + number),
  AVGOF: defineFold(
    (total, number) => total + number,
    (total, count) => total / count,
  ),
  MINOF: defineFold((least, number) => Math.min(least, number)),
  MAXOF: defineFold((most, number) => Math.max(most, number)),
};
