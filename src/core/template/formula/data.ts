import { fieldOf } from '../lookup.ts';
import type { List, Value } from './coerce.ts';
import { asValue, isBlank, toList, toText } from './coerce.ts';
import { define, defineMany, special } from './definition.ts';
import type { Compiler, Evaluate, Run } from './definition.ts';
import type { Node } from './ast.ts';
import { VALUE, isError } from './errors.ts';
import { readInstant } from './instant.ts';

const MOST_ROWS = 2000;
const STEP = /\["([^"]*)"\]|\['([^']*)'\]|\[(-?\d{1,9})\]|([^.[\]]+)/g;

const PATH = /^\$?(?:\.?[^.[\]]+|\[(?:-?\d{1,9}|"[^"]*"|'[^']*')\])?(?:\.[^.[\]]+|\[(?:-?\d{1,9}|"[^"]*"|'[^']*')\])*$/;

/** Whether a text is a path that `valueAtPath` follows to its end. */
export const isPath = (text: string): boolean => PATH.test(text);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stepInto = (value: unknown, step: string): unknown =>
  Array.isArray(value) && /^-\d{1,9}$/.test(step) ? (value as unknown[]).at(Number(step)) : fieldOf(value, step);

/** The value at a path of names and positions, `a.b[0]["c d"]`; negative positions count from the end. */
export const valueAtPath = (value: unknown, path: string): unknown => {
  let found = value;
  for (const [, double, single, position, name] of path.replace(/^\$/, '').matchAll(STEP))
    found = stepInto(found, double ?? single ?? position ?? name ?? '');
  return found;
};

const keyOf = (value: unknown): string => {
  const text = toText(asValue(value));
  return isError(text) ? '' : text.toLowerCase();
};

const pay = (run: Run, count: number): void => run.context.budget.spend(1 + count / 2);

const pick = (value: Value, path: string, otherwise: Value | undefined): Value => {
  const found = isObject(value) && Object.hasOwn(value, path) ? fieldOf(value, path) : valueAtPath(value, path);
  return asValue(found) ?? otherwise ?? null;
};

/** The columns of an object side by side: one row for each position of its lists. */
const columns = (run: Run, table: Value): Value => {
  if (!isObject(table)) return isBlank(table) ? [] : VALUE;
  const lists = Object.entries(table).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const count = Math.min(MOST_ROWS, Math.max(0, ...lists.map(([, list]) => list.length)));
  pay(run, count * lists.length);
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(lists.map(([name, list]) => [name, list[row] ?? null])),
  );
};

/** Rows by position as objects; without names the first row names the columns. */
const rowsOf = (run: Run, list: List, names: string | undefined): Value => {
  const heads = names === undefined ? list[0] : names.split(',').map((name) => name.trim());
  if (!Array.isArray(heads)) return [];
  pay(run, list.length * heads.length);
  return list
    .slice(names === undefined ? 1 : 0, MOST_ROWS)
    .map((row) => Object.fromEntries(heads.map((name, at) => [String(name), fieldOf(row, String(at)) ?? null])));
};

/** The items of the lists at a path of each item, each with the item it came from as `parent`. */
const flatten = (run: Run, list: List, path: string): Value => {
  const rows = list.flatMap((parent) => {
    const inner = path === '' ? parent : valueAtPath(parent, path);
    const items: unknown[] = Array.isArray(inner) ? inner : inner === undefined || inner === null ? [] : [inner];
    return path === '' ? items : items.map((item) => (isObject(item) ? { ...item, parent } : { value: item, parent }));
  });
  pay(run, rows.length);
  return rows.slice(0, MOST_ROWS);
};

const unique = (run: Run, list: List, field: string | undefined): Value => {
  pay(run, list.length);
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = keyOf(field === undefined ? item : fieldOf(item, field));
    return !seen.has(key) && seen.add(key);
  });
};

const group = (run: Run, list: List, field: string): Value => {
  pay(run, list.length);
  const groups = new Map<string, unknown[]>();
  for (const item of list) {
    const key = keyOf(valueAtPath(item, field));
    const items = groups.get(key);
    if (items) items.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()].map((items) => ({
    key: valueAtPath(items[0], field) ?? null,
    count: items.length,
    items,
  }));
};

const findRow = (run: Run, list: List, field: string, key: Value, result: string | undefined): Value => {
  pay(run, list.length);
  const wanted = keyOf(key);
  const row = list.find((item) => keyOf(valueAtPath(item, field)) === wanted);
  return asValue(result === undefined ? row : valueAtPath(row, result)) ?? '';
};

/** The last item whose time is not after now, whatever the order of the list. */
const slotNow = (run: Run, list: List, field: string, zone: string | undefined): Value => {
  const { now, zone: here } = run.context;
  run.context.budget.spend(list.length * 4);
  let best: { item: unknown; at: number } | null = null;
  for (const item of list) {
    const at = readInstant(asValue(valueAtPath(item, field)), zone ?? here);
    if (at !== undefined && at <= now && (best === null || at >= best.at)) best = { item, at };
  }
  return asValue(best?.item);
};

const asList = (value: Value): List => (Array.isArray(value) ? (value as List) : isBlank(value) ? [] : [value]);

const append = (values: readonly Value[]): Value => values.flatMap(asList).slice(0, MOST_ROWS);

/** What an expression on item and index makes of every item. */
const buildMap = ([listNode, body]: readonly Node[], compiler: Compiler): Evaluate => {
  const list = compiler.compile(listNode as Node);
  const mark = compiler.open();
  const index = compiler.declare('index');
  const item = compiler.declare('item', index);
  const each = compiler.compile(body as Node);
  compiler.close(mark);
  return (run) => {
    const items = toList(list(run));
    if (isError(items)) return items;
    const results: unknown[] = [];
    for (const one of items.slice(0, MOST_ROWS)) {
      run.context.budget.spend(2);
      run.slots[item] = asValue(one);
      run.slots[index] = results.length + 1;
      const value = each(run);
      if (isError(value)) return value;
      results.push(value);
    }
    return results;
  };
};

/** Labels and values, two by two; what is missing or fails is a dash. */
const buildPairs = (args: readonly Node[], compiler: Compiler): Evaluate => {
  const compiled = args.map((arg) => compiler.compile(arg));
  return (run) => {
    run.context.budget.spend(compiled.length);
    const values = compiled.map((arg) => arg(run));
    return Array.from({ length: compiled.length / 2 }, (_, at) => {
      const value = values[at * 2 + 1] ?? null;
      return { label: values[at * 2] ?? '', value: isError(value) || isBlank(value) ? '-' : value };
    });
  };
};

/** Functions that take the data of others apart. */
export const DATA_FUNCTIONS = {
  PICK: define(
    'PICK(value, path[, default])',
    'The value at a path such as a.b[0]["c d"]; negative positions count from the end.',
    ['any', 'text', 'any?'],
    (_, value, path, otherwise) => pick(value, path, otherwise),
  ),
  LIST: define(
    'LIST(value)',
    'A list as it is, nothing as an empty list, anything else as a list of one.',
    ['any'],
    (_, value) => asList(value),
  ),
  ENTRIES: define(
    'ENTRIES(object)',
    'The members of an object as a list of key and value.',
    ['any'],
    (run, value): Value => {
      if (!isObject(value)) return isBlank(value) ? [] : VALUE;
      const entries = Object.entries(value).slice(0, MOST_ROWS);
      pay(run, entries.length);
      return entries.map(([key, member]) => ({ key, value: member }));
    },
  ),
  COLUMNS: define(
    'COLUMNS(object)',
    'Lists that stand side by side in an object, as a list of rows with a member for each.',
    ['any'],
    columns,
  ),
  ROWS: define(
    'ROWS(array[, names])',
    'Rows by position as objects; the names are separated by commas, without them the first row names the columns.',
    ['list', 'text?'],
    rowsOf,
  ),
  FLATTEN: define(
    'FLATTEN(array, path)',
    'The items of the lists that lie at a path of each item, each with the item that it came from as parent.',
    ['list', 'text'],
    flatten,
  ),
  MAP: special('MAP(array, expr)', 'What an expression on item and index makes of every item.', 2, 2, buildMap),
  APPEND: defineMany('APPEND(a, b, ...)', 'Lists one behind the other; nothing counts as empty.', 1, 'any', append),
  PAIRS: special(
    'PAIRS(label, value, ...)',
    'A list of label and value; a value that is missing or fails is a dash.',
    2,
    Infinity,
    buildPairs,
    ({ length }) => length >= 2 && length % 2 === 0,
  ),
  UNIQUE: define(
    'UNIQUE(array[, field])',
    'The items without those that were there before, by themselves or by one of their fields.',
    ['list', 'text?'],
    unique,
  ),
  GROUP: define(
    'GROUP(array, path)',
    'A list of key, count and items for each value at a path, in the order of their first item.',
    ['list', 'text'],
    group,
  ),
  LOOKUP: define(
    'LOOKUP(array, path, key[, result])',
    'The first item with a value at a path, or what lies at another path of it; empty when there is none.',
    ['list', 'text', 'any', 'text?'],
    findRow,
  ),
  SLOT: define(
    'SLOT(array, path[, zone])',
    'The item whose time at a path is the last one that is not after now.',
    ['list', 'text', 'text?'],
    slotNow,
    { readsClock: true },
  ),
};
