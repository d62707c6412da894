import { numericOf } from '../../core/template/formula/coerce.ts';
import { stepsOf } from '../../core/path-steps.ts';
import { isPath, readerAt } from '../../core/template/formula/data.ts';
import { isRecord } from '../../core/record.ts';

const WHOLE_KINDS = ['number', 'text', 'boolean', 'list', 'items', 'object', 'members', 'any'] as const;
type WholeKind = (typeof WHOLE_KINDS)[number];

/**
 * What a member of a true answer may be; with a question mark it may be missing or null, with "or null" it has to be
 * there.
 */
export const KINDS = [
  ...WHOLE_KINDS,
  'number?',
  'text?',
  'boolean?',
  'list?',
  'items?',
  'object?',
  'members?',
  'list or null',
  'object or null',
] as const;

type Kind = (typeof KINDS)[number] | number;

/** What a true answer has: a kind, or the least count of a list, by path. */
export type Expects = Readonly<Record<string, Kind>>;

/** What an answer lacks, in words; undefined when it is a true one. */
export type Lack = (answer: unknown) => string | undefined;

const EACH = '[]';
const OR = ' | ';
/** Entries that are looked at for one path, all its lists together. */
const MOST_ENTRIES = 2000;
/** Most paths of one request; the stock has at most 20. */
export const MOST_PATHS = 60;
/** Values that are looked at for empty texts, as often as paths lead to them: twice what an answer may have. */
const MOST_LOOKED_AT = 300_000;

/** The paths between the places at which each item of a list, or each member of an object, is gone through. */
const partsOf = (path: string): string[] => path.split(EACH).map((part) => part.replace(/^\./, ''));

/** Whether a text is a path of `expects`: those of values, with `[]` for the items, and with ` | ` between several. */
export const isExpectedPath = (text: string): boolean =>
  text.split(OR).every((path) => path !== '' && partsOf(path).every(isPath));

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && numericOf(value) !== undefined);

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

type Test = (value: unknown) => boolean;

const TESTS: Readonly<Record<WholeKind, Test>> = {
  number: isNumber,
  text: (value) => typeof value === 'string' && value.trim() !== '',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  items: (value) => typeof value === 'object' && value !== null,
  object: (value) => isRecord(value),
  members: (value) => isRecord(value) && Object.keys(value).length > 0,
  any: isThere,
};

const OR_NULL = ' or null';

const kindIn = (kind: string): WholeKind => kind.replace('?', '').replace(OR_NULL, '') as WholeKind;

const testOf = (kind: Kind): Test => {
  if (typeof kind === 'number') return (value) => Array.isArray(value) && value.length >= kind;
  const test = TESTS[kindIn(kind)];
  return kind.endsWith(OR_NULL) ? (value) => value === null || test(value) : test;
};

const entriesOf = (value: unknown): unknown[] | undefined =>
  Array.isArray(value) ? (value as unknown[]) : isRecord(value) ? Object.values(value) : undefined;

/** How many paths `expects` has, alternatives counted. */
export const pathsIn = (expects: object): number =>
  Object.keys(expects).reduce((count, path) => count + path.split(OR).length, 0);

/** What lies at a path that goes through lists; `isBroken` where there is none to go through. */
interface Reached {
  readonly values: unknown[];
  isBroken: boolean;
  /** Entries that may still be looked at. */
  left: number;
}

type Reader = (value: unknown, into: Reached) => void;

/** Paths of `expects` that say how lists are: they may be missing, or be a single item. */
interface Lists {
  readonly mayMiss: ReadonlySet<string>;
  readonly single: ReadonlySet<string>;
}

const along = ([first = '', ...rest]: readonly string[], before: string, lists: Lists): Reader => {
  const at = readerAt(first);
  if (rest.length === 0) return (value, { values }) => void values.push(at(value));
  const here = before + first;
  const inside = along(rest, `${here}${EACH}.`, lists);
  return (value, into) => {
    const found = at(value);
    const entries = lists.single.has(here) && isRecord(found) ? [found] : entriesOf(found);
    into.isBroken ||= !entries && found !== null && !lists.mayMiss.has(here);
    for (const entry of entries ?? []) {
      if (into.left-- <= 0) return;
      inside(entry, into);
    }
  };
};

/** What is found at a path: something of the kind, something else, no item to look at, or no way there. */
type Finding = 'true' | 'wrong' | 'empty' | 'missing';

const findingOf = (path: string, kind: Kind, lists: Lists): ((answer: unknown) => Finding) => {
  const [test, reader] = [testOf(kind), along(partsOf(path), '', lists)];
  const isOptional = typeof kind === 'string' && kind.endsWith('?');
  return (answer) => {
    const reached: Reached = { values: [], isBroken: false, left: MOST_ENTRIES };
    reader(answer, reached);
    const values = reached.values.filter((value) => (isOptional ? isThere(value) : value !== undefined));
    if (values.length > 0) return values.some(test) ? 'true' : 'wrong';
    return isOptional || (reached.values.length === 0 && !reached.isBroken) ? 'empty' : 'missing';
  };
};

/** Of what lies at one of the paths, something is of the kind; lists of no items have nothing to be of it. */
const ruleOf = (path: string, kind: Kind, lists: Lists): ((answer: unknown) => boolean) => {
  const paths = path.split(OR);
  // Where something else stands for it, what is missing is no excuse.
  const known = paths.length > 1 ? { ...lists, mayMiss: new Set<string>() } : lists;
  const ways = paths.map((way) => findingOf(way, kind, known));
  return (answer) => {
    const found = ways.map((way) => way(answer));
    return found.includes('true') || (!found.includes('wrong') && found.includes('empty'));
  };
};

const NAMES: Readonly<Partial<Record<WholeKind, string>>> = {
  any: 'member',
  boolean: 'yes or no',
  members: 'object with members',
};

/** A path as the service knows it: where parts are picked, by the path of that part. */
const written = (path: string, pick: Readonly<Record<string, string>>): string => {
  const [first = ''] = /^[^.[]+/.exec(path) ?? [];
  return Object.hasOwn(pick, first) ? `${pick[first]}${path.slice(first.length)}` : path;
};

const wordsFor = (path: string, kind: Kind): string => {
  const where = path === '$' ? '' : ` "${path}"`;
  if (typeof kind === 'number')
    return `the answer holds ${kind === 1 ? 'nothing' : `less than ${kind} entries`} in${where}`.replace(/ in$/, '');
  const whole = kindIn(kind);
  const name = NAMES[whole] ?? whole;
  return where === '' ? `the answer is no ${name}` : `the answer holds no ${name}${where}`;
};

/** What has a least count is looked at twice: whether something else stands there, and how much there is. */
const kindsAt = ([path, kind]: [string, Kind]): [string, Kind][] =>
  typeof kind === 'number'
    ? [
        [path, 'list?'],
        [path, kind],
      ]
    : [[path, kind]];

/** What tells whether an answer is a true one. Where it may be null as a whole, null has nothing else to have. */
export const compileExpects = (expects: Expects, pick: Readonly<Record<string, string>> = {}): Lack => {
  const mayBeNull = String(expects['$']).endsWith(OR_NULL);
  const pathsOf = (test: RegExp) =>
    new Set(Object.entries(expects).flatMap(([path, kind]) => (test.test(String(kind)) ? path.split(OR) : [])));
  const lists = { mayMiss: pathsOf(/\?$/), single: pathsOf(/^items/) };
  const rules = Object.entries(expects)
    .flatMap(kindsAt)
    .map(([path, kind]) => ({
      words: wordsFor(
        path
          .split(OR)
          .map((way) => written(way, pick))
          .join(OR),
        kind,
      ),
      holds: ruleOf(path, kind, lists),
    }));
  return (answer) => (answer === null && mayBeNull ? undefined : rules.find(({ holds }) => !holds(answer))?.words);
};

const ANY = '*';

/** The ways to members of some kinds, step by step; `*` stands for each item of a list. */
const waysTo = (expects: Expects, isWanted: (kind: WholeKind) => boolean): string[][] =>
  Object.entries(expects).flatMap(([path, kind]) =>
    typeof kind === 'number' || !isWanted(kindIn(kind))
      ? []
      : path.split(OR).map((way) => stepsOf(way.replaceAll(EACH, `["${ANY}"]`))),
  );

/** The ways to numbers, from one step to the next. */
interface Way {
  readonly next: Map<string, Way>;
  isNumber: boolean;
}

const newWay = (): Way => ({ next: new Map(), isNumber: false });

const joinWays = (ways: readonly (readonly string[])[]): Way => {
  const root = newWay();
  for (const steps of ways) {
    let way = root;
    for (const step of steps) {
      const next = way.next.get(step) ?? newWay();
      way.next.set(step, next);
      way = next;
    }
    way.isNumber = true;
  }
  return root;
};

/** Each value is looked at once for each place in the ways, however many ways lead from it to it. */
const blankAlong = (way: Way, values: ReadonlySet<unknown>, looked: { left: number }): void => {
  const reached = new Map<Way, Set<unknown>>();
  const reach = (to: Way, value: unknown) => reached.set(to, (reached.get(to) ?? new Set()).add(value));
  const each = way.next.get(ANY);
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    // An only item may stand by itself.
    if (each && isRecord(value)) reach(each, value);
    for (const [name, member] of Object.entries(value)) {
      if (looked.left-- <= 0) return;
      for (const to of [way.next.get(name), name === ANY ? undefined : each]) {
        if (to?.isNumber && member === '') (value as Record<string, unknown>)[name] = null;
        if (to) reach(to, member);
      }
    }
  }
  for (const [to, found] of reached) blankAlong(to, found, looked);
};

/** What makes null of empty texts where numbers belong: formulas would count them as zero. */
export const compileBlanks = (expects: Expects): ((answer: unknown) => void) => {
  const ways = joinWays(waysTo(expects, (kind) => kind === 'number'));
  return (answer) => blankAlong(ways, new Set([answer]), { left: MOST_LOOKED_AT });
};

const MAY_BE_TEXT: ReadonlySet<WholeKind> = new Set(['any', 'text']);

/** What tells of a member, by the steps to it, whether it may be a text as well as a number. */
export const looseMembers = (expects: Expects): ((steps: readonly string[]) => boolean) => {
  const loose = waysTo(expects, (kind) => MAY_BE_TEXT.has(kind));
  return (steps) =>
    loose.some((way) => way.length === steps.length && way.every((one, at) => one === ANY || one === steps[at]));
};

/** Whether there is anything in a value: a text, a number, a list that may be empty. */
const holdsAnything = (value: unknown): boolean => {
  if (Array.isArray(value) && value.length === 0) return true;
  const entries = entriesOf(value);
  return entries ? entries.some(holdsAnything) : isThere(value);
};

/** For a file that does not say what a true answer has: something of what it reads has to be there. */
export const expectAnyOf = (paths: readonly string[]): Lack => {
  const readers = paths.map(readerAt);
  return (answer) =>
    readers.some((at) => holdsAnything(at(answer))) ? undefined : 'the answer holds nothing that the source reads';
};
