import { stepsOf } from '../../path-steps.ts';
import { isRecord } from '../../record.ts';
import { fieldOf, sizeOf } from '../lookup.ts';
import { compileLoop, eachItem } from './array.ts';
import { asValue, isBlank, toList, toText, type List, type Value } from './coerce.ts';
import {
  define,
  defineMany,
  payFields,
  writeText,
  special,
  type Compiler,
  type Evaluate,
  type Run,
} from './definition.ts';
import type { Node } from './ast.ts';
import { VALUE, isError } from './errors.ts';
import { readPaid } from './instant.ts';

const MOST_ROWS = 2000;
const PATH = /^\$?(?:\.?[^.[\]]+|\[(?:-?\d{1,9}|"[^"]*"|'[^']*')\])?(?:\.[^.[\]]+|\[(?:-?\d{1,9}|"[^"]*"|'[^']*')\])*$/;

/** Whether a text is a path that `readerAt` follows to its end. */
export const isPath = (text: string): boolean => PATH.test(text);

const stepInto = (value: unknown, step: string): unknown =>
  Array.isArray(value) && /^-\d{1,9}$/.test(step) ? (value as unknown[]).at(Number(step)) : fieldOf(value, step);

/** Goes on as long as there is something to step into. */
const walk = (value: unknown, steps: readonly string[]): unknown => {
  let found = value;
  for (let at = 0; at < steps.length && found !== undefined; at++) found = stepInto(found, steps[at] ?? '');
  return found;
};

/** What reads the value at a path of names and positions, `a.b[0]["c d"]`; negative positions count from the end. */
export const readerAt = (path: string): ((value: unknown) => unknown) => {
  const steps = stepsOf(path);
  return (value) => walk(value, steps);
};

/** What reads the value at a path of so many items: the path is taken apart once, the walks are paid. */
const walker = ({ context }: Run, path: string, count: number): ((value: unknown) => unknown) => {
  context.budget.spend(1 + path.length / 2);
  const steps = stepsOf(path);
  context.budget.spend((count * (steps.length + path.length / 16)) / 2);
  return (value) => walk(value, steps);
};

/** What items are told apart by: their text in any case. */
const keyOf = (run: Run, value: unknown): string => {
  const text = writeText(run, asValue(value));
  if (isError(text)) return '';
  run.context.budget.spend(text.length / 16);
  return text.toLowerCase();
};

const pay = (run: Run, count: number): void => run.context.budget.spend(1 + count / 2);

const pick = (run: Run, value: Value, path: string, otherwise: Value | undefined): Value => {
  const found = isRecord(value) && Object.hasOwn(value, path) ? fieldOf(value, path) : walker(run, path, 1)(value);
  return asValue(found) ?? otherwise ?? null;
};

/** The names and values of an object, paid before they are listed. */
const membersOf = (run: Run, object: Readonly<Record<string, unknown>>): [string, unknown][] => {
  run.context.budget.spendMembers(sizeOf(object));
  return Object.keys(object).map((name) => [name, object[name]]);
};

/** The columns of an object side by side: one row for each position of its lists. */
const columns = (run: Run, table: Value): Value => {
  if (!isRecord(table)) return isBlank(table) ? [] : VALUE;
  const lists = membersOf(run, table).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const count = lists.reduce((most, [, list]) => Math.min(MOST_ROWS, Math.max(most, list.length)), 0);
  run.context.budget.spendMembers(count * (1 + lists.length));
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(lists.map(([name, list]) => [name, list[row] ?? null])),
  );
};

/** Rows by position as objects; without names the first row names the columns. */
const rowsOf = (run: Run, list: List, names: string | undefined): Value => {
  const heads = names === undefined ? list[0] : names.split(',').map((name) => name.trim());
  if (!Array.isArray(heads)) return [];
  run.context.budget.spendMembers(Math.min(MOST_ROWS, list.length) * (1 + heads.length));
  const columnNames = heads.map((name) => {
    const text = toText(asValue(name));
    return isError(text) ? '' : text;
  });
  return list
    .slice(names === undefined ? 1 : 0, MOST_ROWS)
    .map((row) => Object.fromEntries(columnNames.map((name, at) => [name, fieldOf(row, String(at)) ?? null])));
};

/** The items of the lists at a path of each item, each with the item it came from as `parent`. */
const flatten = (run: Run, list: List, path: string): Value => {
  const read = walker(run, path, list.length);
  const rows: unknown[] = [];
  for (const parent of list) {
    const inner = path === '' ? parent : read(parent);
    for (const item of asItems(inner)) {
      if (rows.length === MOST_ROWS) return rows;
      run.context.budget.spendMembers(path === '' ? 1 : 2 + (isRecord(item) ? sizeOf(item) : 1));
      rows.push(path === '' ? item : isRecord(item) ? { ...item, parent } : { value: item, parent });
    }
  }
  return rows;
};

const asItems = (inner: unknown): readonly unknown[] =>
  Array.isArray(inner) ? inner : inner === undefined || inner === null ? [] : [inner];

const unique = (run: Run, list: List, field: string | undefined): Value => {
  run.context.budget.spendMembers(list.length * 2);
  payFields(run, list.length, field);
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = keyOf(run, field === undefined ? item : fieldOf(item, field));
    if (seen.has(key)) return false;
    run.context.budget.spendLetters(key.length);
    return seen.add(key);
  });
};

const group = (run: Run, list: List, field: string): Value => {
  const read = walker(run, field, list.length);
  run.context.budget.spendMembers(list.length);
  const groups = new Map<string, unknown[]>();
  for (const item of list) {
    const key = keyOf(run, read(item));
    const items = groups.get(key);
    if (items) items.push(item);
    else {
      // The key, the list and the object for it.
      run.context.budget.spendLetters(key.length);
      run.context.budget.spendMembers(4);
      groups.set(key, [item]);
    }
  }
  return [...groups.values()].map((items) => ({ key: read(items[0]) ?? null, count: items.length, items }));
};

const findRow = (run: Run, list: List, field: string, key: Value, result: string | undefined): Value => {
  const read = walker(run, field, list.length);
  pay(run, list.length);
  const wanted = keyOf(run, key);
  const row = list.find((item) => keyOf(run, read(item)) === wanted);
  return asValue(result === undefined ? row : walker(run, result, 1)(row)) ?? '';
};

/** The last item whose time is not after now, whatever the order of the list. */
const slotNow = (run: Run, list: List, field: string, zone: string | undefined): Value => {
  const { now } = run.context;
  const read = walker(run, field, list.length);
  let best: { item: unknown; at: number } | null = null;
  for (const item of list) {
    const at = readPaid(run.context, asValue(read(item)), zone);
    if (at !== undefined && at <= now && (best === null || at >= best.at)) best = { item, at };
  }
  return asValue(best?.item);
};

const asList = (value: Value): List => (Array.isArray(value) ? (value as List) : isBlank(value) ? [] : [value]);

const append = (run: Run, values: readonly Value[]): Value => {
  const joined: unknown[] = [];
  for (const value of values) {
    const list = asList(value);
    const count = Math.min(list.length, MOST_ROWS - joined.length);
    run.context.budget.spendMembers(count);
    for (let at = 0; at < count; at++) joined.push(list[at]);
  }
  return joined;
};

/** What an expression on item and index makes of every item. */
const buildMap = (args: readonly Node[], compiler: Compiler): Evaluate => {
  const loop = compileLoop(args, compiler);
  return (run) => {
    const items = toList(loop.list(run));
    if (isError(items)) return items;
    run.context.budget.spendMembers(Math.min(items.length, MOST_ROWS));
    const results: unknown[] = [];
    const failure = eachItem(run, loop, items, MOST_ROWS, (value) => {
      if (isError(value)) return value;
      results.push(value);
      return undefined;
    });
    return failure ?? results;
  };
};

/** Labels and values, two by two; what is missing or fails is a dash. */
const buildPairs = (args: readonly Node[], compiler: Compiler): Evaluate => {
  const compiled = compiler.compileAll(args);
  return (run) => {
    run.context.budget.spendMembers(compiled.length * 2);
    const values = compiled.map((arg) => arg(run));
    return Array.from({ length: compiled.length / 2 }, (_, at) => {
      const value = values[at * 2 + 1] ?? null;
      return { label: values[at * 2] ?? '', value: isError(value) || isBlank(value) ? '-' : value };
    });
  };
};

/** Functions that take the data of others apart. */
export const DATA_FUNCTIONS = {
  PICK: define(['any', 'text', 'any?'], pick),
  LIST: define(['any'], (_, value) => asList(value)),
  ENTRIES: define(['any'], (run, value): Value => {
    if (!isRecord(value)) return isBlank(value) ? [] : VALUE;
    const members = membersOf(run, value).slice(0, MOST_ROWS);
    run.context.budget.spendMembers(members.length * 2);
    return members.map(([key, member]) => ({ key, value: member }));
  }),
  COLUMNS: define(['any'], columns),
  ROWS: define(['list', 'text?'], rowsOf),
  FLATTEN: define(['list', 'text'], flatten),
  MAP: special(2, 2, buildMap),
  APPEND: defineMany(1, 'any', append),
  PAIRS: special(2, Infinity, buildPairs, ({ length }) => length >= 2 && length % 2 === 0),
  UNIQUE: define(['list', 'text?'], unique),
  GROUP: define(['list', 'text'], group),
  LOOKUP: define(['list', 'text', 'any', 'text?'], findRow),
  SLOT: define(['list', 'text', 'text?'], slotNow, { readsClock: true }),
};
