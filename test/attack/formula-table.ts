import { createBudget, BudgetSpent, type RenderContext, type TemplateSource } from '../../src/core/template/context.ts';
import { SOURCE_BOUNDS } from '../../src/core/template/allowance.ts';
import { compileFormula } from '../../src/core/template/formula/formula.ts';
import { FUNCTIONS } from '../../src/core/template/formula/reference.ts';
import { ownThread, processorTime } from '../../src/sandbox/processor-time.ts';
import { SEED, createDraw } from '../fuzz/draw.ts';

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const deep = (): unknown => many(15, () => 0).reduce<unknown>((inner) => ({ b: inner }), 'end');

/** The largest and oddest that plugins may report: 256 KiB of JSON, texts of 64 KiB. */
const DATA: Record<string, unknown> = {
  text: 'a'.repeat(65_536),
  spaces: ' '.repeat(65_536),
  greek: 'ΐß'.repeat(32_768),
  faces: '👨‍👩‍👧'.repeat(8000),
  marks: `e${'\u0301'.repeat(65_535)}`,
  digits: '7'.repeat(500),
  html: '<script '.repeat(8192),
  commas: 'a,'.repeat(30_000),
  path: 'b.'.repeat(30_000),
  positions: '[0]'.repeat(20_000),
  tokens: 'YYYYMMMddd'.repeat(6000),
  pattern: '(?:[a-z]|é|(b|c)*)+?x',
  classes: '\\pL'.repeat(8),
  one: 1,
  date: '2026-11-22T10:00:00+01:00',
  zone: 'America/New_York',
  numbers: many(60_000, (at) => at),
  huge: many(30_000, () => 1.7e308),
  texts: many(20_000, (at) => `Name ${at}`),
  long: many(512, () => '8'.repeat(480)),
  dates: many(9000, (at) => new Date(at * 3e9).toISOString()),
  local: many(9000, (at) => new Date(at * 3e9).toISOString().slice(0, 19)),
  zones: many(9000, (at) => `zone${at}`),
  objects: many(8000, (at) => ({ name: `n${at}`, b: { b: at } })),
  empties: many(80_000, () => ({})),
  lists: many(300, () => many(300, (at) => at)),
  wide: Object.fromEntries(many(20_000, (at) => [`key${at}`, at])),
  wides: many(3, () => Object.fromEntries(many(6000, (at) => [`key${at}`, at]))),
  table: Object.fromEntries(many(500, (at) => [`c${at}`, many(60, (row) => row)])),
  heads: [many(2000, (at) => `h${at}`), ...many(3000, () => [1, 2])],
  deep: deep(),
  odd: [{ toString: 1, valueOf: 2 }, null, [], {}, true],
};

const LISTS = ['d.numbers', 'd.objects', 'd.texts', 'd.dates', 'd.local', 'd.zones'];
const VALUES = [
  ...Object.keys(DATA).map((name) => `d.${name}`),
  'NOW()',
  'POWER(10,308)',
  '-5',
  '0.1',
  '"b"',
  '"desc"',
  '"months"',
  '""',
  '65536',
  'TRUE',
  'DATE(d.date)',
];

const draw = createDraw(SEED);
const { pick } = draw;

/** How many arguments a signature admits; many where it says so. */
const countsOf = (signature: string): { least: number; most: number } => {
  const inner = signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf(')'));
  const names = (text: string) => text.split(',').filter((name) => /\w/.test(name)).length;
  const optional = inner.indexOf('[');
  return {
    least: names(optional < 0 ? inner : inner.slice(0, optional)),
    most: inner.includes('...') ? 6 : names(inner),
  };
};

/** A call of a function with arguments drawn from the largest, the first of them given if it has one. */
const call = (name: string, first?: string): string => {
  if (name === 'LET') return `LET(x, ${first ?? pick(VALUES)}, y, ${pick(VALUES)}, ${pick(['x', 'y'])})`;
  const { least, most } = countsOf(FUNCTIONS[name]?.signature ?? '()');
  const count = draw.integer(least, most);
  const args = many(count, (at) => (at === 0 && first !== undefined ? first : pick(VALUES)));
  if (name === 'PAIRS' && count % 2 === 1) args.push('d.text');
  return `${name}(${args.join(', ')})`;
};

const looped = (body: string, depth: number): string =>
  many(depth, () => pick(LISTS)).reduce((inner, list) => `COUNT(MAP(${list}, ISERROR(${inner})))`, body);

/** Calls of a function: three deep in itself, kept while others are made, and in loops in loops. */
const callsOf = (name: string): string[] => {
  const [one, two] = [call(name), call(name)];
  return [
    call(name, call(name, one)),
    `LET(a, ${one}, b, ${two}, c, ${call(name, 'a')}, e, ${call(name, 'b')}, COUNT(PAIRS(a, b, c, e)))`,
    looped(one, 3),
    looped(call(name, 'item'), 1),
    looped(call(name, call(pick(Object.keys(FUNCTIONS)), 'item')), 1),
  ];
};

/** What ended a process, and other attacks of that kind. */
const KNOWN = [
  'LET(a, SPLIT(REPT(REPT("a",100),200),""), COUNT(FLATTEN(MAP(a,a),"")))',
  `LET(a, SPLIT(REPT(REPT("a",100),600),""), COUNT(APPEND(${many(1500, () => 'a').join(',')})))`,
  'LET(a, SPLIT(REPT(REPT("a ",100),200)), p, REPT(REPT("b.", 1000),32), COUNT(GROUP(a, p)))',
  'FOREACH(d.numbers, IF(d.wide, "a", "b"))',
  'FOREACH(d.numbers, COUNT(ENTRIES(d.wide)))',
  'FOREACH(d.numbers, GROUPED(POWER(10, 308), 70))',
  'FOREACH(d.numbers, CUT(d.marks, 1000))',
  `FOREACH(d.numbers, ${many(200, () => 'd.digits').join('+')})`,
  'PLAIN(d.html) & PLAIN(d.html) & PLAIN(d.html)',
  'COUNT(ROWS(d.odd)) + COUNT(COLUMNS(d.wides)) + COUNT(UNIQUE(d.huge))',
  `LET(a, SPLIT(d.text, ""), ${many(40, (at) => `b${at}, SORT(a)`).join(', ')}, COUNT(b0))`,
  `LET(${many(60, (at) => `t${at}, REPT("${at}äbcdefghijklmnopqrstuvwxyz", 1024)`).join(', ')}, LEN(t0))`,
  'LET(a, MAP(d.lists, d.lists), b, MAP(a, a), c, MAP(b, b), COUNT(FLATTEN(c, "")))',
];

/** Every formula of the table. */
export const tableOf = (): string[] => [...KNOWN, ...Object.keys(FUNCTIONS).flatMap((name) => callsOf(name))];

const SOURCE: TemplateSource = { data: DATA, colorRules: {}, markupFields: new Set(), entityLookup: false };

const contextOf = (): RenderContext => ({
  now: Date.parse('2026-11-22T10:00:00Z'),
  zone: 'Europe/Berlin',
  source: (key) => (key === 'd' ? SOURCE : undefined),
  budget: createBudget(SOURCE_BOUNDS.steps, SOURCE_BOUNDS),
});

const thread = ownThread();
const clock = (): number => processorTime(thread) ?? performance.now();
const TRIES = 12;

/** Ms of processor that a formula takes under the largest budget: the least of some tries once it is above `enough`. */
export const timeOf = (formula: string, enough: number): number => {
  const compiled = compileFormula(formula);
  let best = Infinity;
  for (let at = 0; at < TRIES && best > enough; at++) {
    const begun = clock();
    try {
      compiled.print(contextOf());
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw new Error(`${formula} threw ${String(error)}`, { cause: error });
    }
    best = Math.min(best, clock() - begun);
  }
  return best;
};
