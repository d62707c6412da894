import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  neighbourPosition,
  resolveCollection as resolve,
  rotationOf,
  type SelectionInput,
} from '../../src/core/collection/collection.ts';
import { checkCollection, type CollectionFields } from '../../src/core/collection/collection-check.ts';
import type { Collection } from '../../src/schema/content/collections.ts';
import { collectionWith } from '../support/rules.ts';

const test = suite('collection');
const never = () => false;
const resolveCollection = (
  collection: Collection,
  instant: number,
  evaluateRule: (expression: string) => boolean,
  usable: (id: string) => boolean = () => true,
) => {
  const { page_id, next_check } = resolve(collection, instant, { evaluateRule, usable, zone: 'UTC' });
  return { page_id, next_check };
};
const ids = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
const at = (seconds: number) => seconds * 1000;

/** [members, interval, second, page, next check] */
const TURNS: [count: number, interval: number, second: number, page: string | null, next: number | null][] = [
  [3, 30, 0, 'p0', 30],
  [3, 30, 29.999, 'p0', 30],
  [3, 30, 30, 'p1', 60],
  [3, 30, 60, 'p2', 90],
  [3, 30, 90, 'p0', 120],
  [2, 5, 1_750_000_003, 'p0', 1_750_000_005],
  [2, 5, 1_750_000_005, 'p1', 1_750_000_010],
  [5, 86_400, 86_400 * 7, 'p2', 86_400 * 8],
  [3, 30, -1, 'p2', 0],
  [1, 30, 45, 'p0', null],
  [0, 30, 45, null, null],
];
for (const [count, interval, second, page_id, next] of TURNS) {
  test(`time: ${count} members, every ${interval} s, at ${second} s: ${page_id}`, () => {
    const collection = collectionWith('collection:a', ids(count), { time: { interval_seconds: interval } });
    assert.equal(resolveCollection(collection, at(second), never), {
      page_id,
      next_check: next === null ? null : at(next),
    });
  });
}

const shuffled = (count: number, interval = 30, id = 'collection:a'): Collection =>
  collectionWith(id, ids(count), { selection_mode: 'random', random: { interval_seconds: interval } });
const pagesOf = (collection: Collection, turns: number, first = 1_000_000): (string | null)[] =>
  Array.from(
    { length: turns },
    (_, turn) =>
      resolveCollection(collection, at((first + turn) * (collection.random?.interval_seconds ?? 30)), never).page_id,
  );

for (const count of [2, 3, 4, 5, 8, 13]) {
  test(`random: ${count} members are never shown twice in a row`, () => {
    const shown = pagesOf(shuffled(count), 500 * count, 1_000_000 * count);
    shown.forEach((page, index) => assert.is.not(page, shown[index + 1]));
  });
  test(`random: each round shows all of ${count} members once`, () => {
    const shown = pagesOf(shuffled(count), 40 * count, 1_000_000 * count);
    for (let round = 0; round < 40; round++)
      assert.equal(shown.slice(round * count, (round + 1) * count).sort(), ids(count).sort());
  });
}
test('random: rounds have orders of their own', () => {
  const shown = pagesOf(shuffled(5), 200, 5_000_000);
  const rounds = new Set(Array.from({ length: 40 }, (_, round) => shown.slice(round * 5, round * 5 + 5).join()));
  assert.ok(rounds.size > 20, String(rounds.size));
});
test('random: every member comes first sometimes', () => {
  const shown = pagesOf(shuffled(4), 400, 4_000_000);
  assert.is(new Set(shown.filter((_, index) => index % 4 === 0)).size, 4);
});
test('random: the same for the same collection, another for another', () => {
  assert.equal(pagesOf(shuffled(6), 60), pagesOf(shuffled(6), 60));
  assert.not.equal(pagesOf(shuffled(6), 60), pagesOf(shuffled(6, 30, 'collection:b'), 60));
});
test('random: a member stays for its interval', () => {
  const collection = shuffled(4, 10);
  const first = resolveCollection(collection, at(1000), never);
  for (let second = 1000; second < 1010; second++)
    assert.equal(resolveCollection(collection, at(second), never), first);
  assert.is(first.next_check, at(1010));
  assert.is.not(resolveCollection(collection, at(1010), never).page_id, first.page_id);
});
test('random: one member does not turn', () =>
  assert.equal(resolveCollection(shuffled(1), at(45), never), { page_id: 'p0', next_check: null }));
test('random without its settings turns by those of time', () => {
  const collection = collectionWith('collection:a', ids(3), {
    selection_mode: 'random',
    time: { interval_seconds: 7 },
  });
  assert.is(resolveCollection(collection, at(70), never).next_check, at(77));
});

const variable = (rules: [expression: string, page: string][], fields: Partial<Collection> = {}): Collection =>
  collectionWith('collection:v', ids(3), {
    selection_mode: 'variable',
    variable: {
      rules: rules.map(([expression, page_id]) => ({ expression, page_id })),
      default_page_id: 'p2',
      poll_seconds: 10,
    },
    ...fields,
  });
const isTrue = (expression: string) => expression === 'yes';

const RULES: [name: string, rules: [string, string][], page: string | null, next: number | null][] = [
  [
    'the first true rule wins',
    [
      ['no', 'p0'],
      ['yes', 'p1'],
      ['yes', 'p0'],
    ],
    'p1',
    110,
  ],
  [
    'the first of all',
    [
      ['yes', 'p0'],
      ['yes', 'p1'],
    ],
    'p0',
    110,
  ],
  [
    'none is true',
    [
      ['no', 'p0'],
      ['no', 'p1'],
    ],
    'p2',
    110,
  ],
  ['no rules', [], 'p2', null],
];
for (const [name, rules, page_id, next] of RULES) {
  test(`variable: ${name}`, () =>
    assert.equal(resolveCollection(variable(rules), at(103), isTrue), {
      page_id,
      next_check: next === null ? null : at(next),
    }));
}
test('variable: rules after the true one are not evaluated', () => {
  const asked: string[] = [];
  resolveCollection(
    variable([
      ['a', 'p0'],
      ['yes', 'p1'],
      ['b', 'p0'],
    ]),
    0,
    (expression) => asked.push(expression) > 0 && expression === 'yes',
  );
  assert.equal(asked, ['a', 'yes']);
});
test('variable: one member has nothing to wait for', () => {
  assert.is(resolveCollection(variable([['yes', 'p2']], { page_ids: ['p2'] }), 0, isTrue).next_check, null);
});
test('variable without its settings shows nothing', () =>
  assert.is(resolveCollection(variable([], { variable: null }), 0, isTrue).page_id, null));

test('members that cannot be used do not take part in rotation', () => {
  const collection = collectionWith('collection:a', ids(3));
  const usable = (id: string) => id !== 'p1';
  assert.equal(
    [0, 30, 60, 90].map((second) => resolveCollection(collection, at(second), never, usable).page_id),
    ['p0', 'p2', 'p0', 'p2'],
  );
  assert.equal(
    resolveCollection(collection, at(45), never, (id) => id === 'p1'),
    { page_id: 'p1', next_check: null },
  );
  assert.equal(
    resolveCollection(collection, at(45), never, () => false),
    { page_id: null, next_check: null },
  );
});
test('random does not repeat among the members that can be used', () => {
  const collection = shuffled(6);
  const shown = Array.from(
    { length: 400 },
    (_, turn) => resolveCollection(collection, at(turn * 30), never, (id) => id < 'p4').page_id,
  );
  assert.is(new Set(shown).size, 4);
  shown.forEach((page, index) => assert.is.not(page, shown[index + 1]));
});
test('rules of members that cannot be used are passed over', () => {
  const collection = variable([
    ['yes', 'p0'],
    ['yes', 'p1'],
  ]);
  assert.is(resolveCollection(collection, 0, isTrue, (id) => id !== 'p0').page_id, 'p1');
  assert.is(resolveCollection(variable([['no', 'p0']]), 0, isTrue, (id) => id !== 'p2').page_id, null);
});

const day = (text: string) => Date.parse(`2025-06-18T${text}Z`);
const own = (fields: Partial<Collection>): Collection =>
  collectionWith('collection:o', ids(3), {
    rotation: 'own',
    members: [{ page_id: 'p0', seconds: 10 }, { page_id: 'p1', seconds: 20 }, { page_id: 'p2' }],
    ...fields,
  });
const input = (fields: Partial<SelectionInput> = {}): SelectionInput => ({
  evaluateRule: never,
  zone: 'UTC',
  secondsOf: (id) => (id === 'p2' ? 60 : undefined),
  ...fields,
});

test('own times: the cycle is their sum, and its seam shows the first member', () => {
  const seen = [0, 9, 10, 29, 30, 89, 90, 99, 100].map((second) => resolve(own({}), at(second), input()).page_id);
  assert.equal(seen, ['p0', 'p0', 'p1', 'p1', 'p2', 'p2', 'p0', 'p0', 'p1']);
  assert.is(resolve(own({}), at(89), input()).next_check, at(90));
  assert.is(rotationOf(own({}), input().secondsOf), 10_000);
});
test('own times by chance: each round shows every member for its own time', () => {
  const collection = own({ selection_mode: 'random', random: { interval_seconds: 30 } });
  for (let round = 0; round < 20; round++) {
    const shown = Array.from(
      { length: 9 },
      (_, ten) => resolve(collection, at(round * 90 + ten * 10), input()).page_id,
    );
    assert.equal(
      ids(3).map((id) => shown.filter((page) => page === id).length),
      [1, 2, 6],
    );
  }
});
test('a member has its hours and days, and the selection says when they begin', () => {
  const collection = collectionWith('collection:o', ids(2), {
    members: [{ page_id: 'p0', days: ['wednesday'], from: '22:00', to: '06:00' }, { page_id: 'p1' }],
  });
  const noon = resolve(collection, day('12:00:10'), input());
  assert.equal(noon, { page_id: 'p1', next_check: day('22:00:00'), skipped: [{ page_id: 'p0', why: 'hours' }] });
  assert.equal(resolve(collection, day('23:00:00'), input()).skipped, []);
  // What runs past midnight belongs to the day on which it began.
  assert.equal(resolve(collection, day('23:00:00') + 6 * 3_600_000, input()).skipped, []);
  assert.is(resolve(collection, day('23:00:00') + 24 * 3_600_000, input()).skipped.length, 1);
});
test('hours follow the clock of the zone over a change of the clock', () => {
  const collection = collectionWith('collection:o', ['p0'], {
    members: [{ page_id: 'p0', from: '08:00', to: '09:00' }],
  });
  const shownAt = (instant: string) =>
    resolve(collection, Date.parse(instant), input({ zone: 'Europe/Berlin' })).page_id;
  assert.equal(['2025-10-25T06:30Z', '2025-10-26T06:30Z', '2025-10-26T07:30Z'].map(shownAt), ['p0', null, 'p0']);
});
test('what has nothing to say, and what is not so, is skipped with its reason', () => {
  const collection = collectionWith('collection:o', ids(3), { members: [{ page_id: 'p1', condition: 'no' }] });
  const isEmpty = (id: string) => id === 'p0';
  const { page_id, skipped, next_check } = resolve(collection, at(0), input({ isEmpty }));
  assert.equal([page_id, next_check], ['p2', null]);
  assert.equal(skipped, [
    { page_id: 'p0', why: 'empty' },
    { page_id: 'p1', why: 'condition' },
  ]);
  assert.is(resolve({ ...collection, skip_empty: false }, at(0), input({ isEmpty })).page_id, 'p0');
});
test('where all are skipped the fallback is shown, or nothing', () => {
  const collection = collectionWith('collection:o', ids(2), { fallback_page_id: 'p9' });
  const all = input({ isEmpty: () => true });
  assert.is(resolve(collection, at(0), all).page_id, 'p9');
  assert.is(resolve(collection, at(0), all).skipped.length, 2);
  assert.is(resolve(collection, at(0), { ...all, usable: (id) => id !== 'p9' }).page_id, null);
  assert.is(resolve({ ...collection, fallback_page_id: null }, at(0), all).page_id, null);
});
test('the neighbours of a rotation, also over the seam of its cycle', () => {
  const stepFrom = (second: number, by: 1 | -1) => {
    const position = neighbourPosition(own({}), at(second), input(), by);
    return [position, position === null ? null : resolve(own({}), at(second), input({ position })).page_id];
  };
  assert.equal(stepFrom(5, 1), [at(10), 'p1']);
  assert.equal(stepFrom(5, -1), [at(-60), 'p2']);
  assert.equal(stepFrom(85, 1), [at(90), 'p0']);
  assert.equal(stepFrom(85, -1), [at(10), 'p1']);
  assert.is(neighbourPosition(collectionWith('collection:o', ['p0']), 0, input(), 1), null);
  assert.is.not(neighbourPosition(collectionWith('collection:o', ids(2)), at(5), input(), 1), null);
});
test('what is wrong with a member is told by its name', () => {
  const told = (member: object) =>
    checkCollection(
      own({ members: [{ page_id: 'p0', ...member }] }),
      ids(3).map((id) => ({ id })),
      (expression) => (expression === 'bad' ? 'is bad' : null),
    );
  assert.equal(told({ from: '25:00' }), ['members[0].from: 25:00 is not a time between 00:00 and 23:59.']);
  assert.equal(told({ condition: 'bad' }), ['members[0].condition: is bad']);
  assert.equal(told({ from: '08:00', to: '08:00' }), [
    'members[0]: from and to are both 08:00: the page would never be shown.',
  ]);
  assert.equal(
    checkCollection(
      own({ fallback_page_id: 'p7' }),
      ids(3).map((id) => ({ id })),
    ),
    ['fallback_page_id: there is no page p7.'],
  );
});

const ROTATIONS: [name: string, collection: Collection, ms: number | null][] = [
  ['time', collectionWith('collection:a', ids(2)), 30_000],
  ['random', shuffled(2, 12), 12_000],
  ['variable', variable([['yes', 'p0']]), 10_000],
  ['variable without rules', variable([]), null],
  ['one member', collectionWith('collection:a', ids(1)), null],
  ['no member', collectionWith('collection:a', []), null],
];
for (const [name, collection, ms] of ROTATIONS) test(`rotation: ${name}`, () => assert.is(rotationOf(collection), ms));

const PAGES = ids(4).map((id) => ({ id }));
const body = (fields: Partial<CollectionFields>): CollectionFields => ({
  page_ids: ['p0', 'p1'],
  selection_mode: 'time',
  variable: null,
  random: null,
  ...fields,
});
const settings = (rules: [string, string][], default_page_id = 'p0') => ({
  rules: rules.map(([expression, page_id]) => ({ expression, page_id })),
  default_page_id,
  poll_seconds: 10,
});
const CHECKS: [name: string, fields: Partial<CollectionFields>, findings: string[]][] = [
  ['two pages', {}, []],
  ['one page', { page_ids: ['p3'] }, []],
  ['no pages', { page_ids: [] }, ['at least one']],
  ['an unknown page', { page_ids: ['p0', 'p9'] }, ['no page p9']],
  ['a collection', { page_ids: ['p0', 'collection:x'] }, ['is a collection']],
  ['a page twice', { page_ids: ['p0', 'p1', 'p0'] }, ['p0 appears more than once']],
  ['a page three times is one finding', { page_ids: ['p0', 'p0', 'p0'] }, ['more than once']],
  ['an unknown page twice', { page_ids: ['p9', 'p9'] }, ['no page p9', 'p9 appears']],
  ['random with settings', { selection_mode: 'random', random: { interval_seconds: 30 } }, []],
  ['random without', { selection_mode: 'random' }, ['random: ']],
  ['variable without', { selection_mode: 'variable' }, ['variable: ']],
  ['variable', { selection_mode: 'variable', variable: settings([['yes', 'p1']]) }, []],
  [
    'a rule for a page that is no member',
    {
      selection_mode: 'variable',
      variable: settings([
        ['yes', 'p1'],
        ['yes', 'p2'],
      ]),
    },
    ['rules[1].page_id: p2'],
  ],
  [
    'a default page that is no member',
    { selection_mode: 'variable', variable: settings([], 'p2') },
    ['default_page_id: p2'],
  ],
  ['rules count in every mode', { variable: settings([['yes', 'p2']]) }, ['rules[0].page_id']],
  [
    'a rule that cannot be parsed',
    { selection_mode: 'variable', variable: settings([['(', 'p1']]) },
    ['rules[0].expression: bad at 0'],
  ],
];
for (const [name, fields, findings] of CHECKS) {
  test(`check: ${name}`, () => {
    const found = checkCollection(body(fields), PAGES, (expression) => (expression === '(' ? 'bad at 0' : null));
    assert.is(found.length, findings.length, found.join(' '));
    findings.forEach((part, index) => assert.ok(found[index]?.includes(part), found[index]));
  });
}

test.run();
