import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { PLAIN_BOARD } from '../../src/schema/boards/boards.ts';
import {
  MOST_BOARDS,
  MOST_COLLECTIONS,
  MOST_EXPRESSION_LETTERS,
  MOST_FAVOURITES,
  MOST_PAGES,
  MOST_PLUGIN_INSTANCES,
  MOST_SCHEDULES,
  MOST_STORED_BYTES,
} from '../../src/schema/limits.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { State } from '../../src/schema/state.ts';
import { checkCapacity } from '../../src/store/capacity.ts';
import { collectionWith } from '../support/rules.ts';

const test = suite('store/capacity');

const EMPTY: State = {
  boards: [],
  pages: [],
  schedules: [],
  collections: [],
  favourites: [],
  settings: defaultSettings(),
  plugins: {},
  programmes: {},
  devices: {},
  auth: { preference: null, user: null, revoked: [], token_hash: null, shares: [], closed: false, audit: [] },
};
const some = (count: number): never[] => Array.from({ length: count }, (_, at) => ({ id: String(at) }) as never);
const board = (at: number) => ({ ...PLAIN_BOARD, id: String(at), name: 'B', device_type: 'flagship' as const });
const boards = (count: number) => Array.from({ length: count }, (_, at) => board(at));
const instances = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`rss:${at}`, { enabled: false, config: {}, secrets: {} }]),
  );

const refusal = (before: State, after: State): Fault | null => {
  try {
    checkCapacity(before, after);
    return null;
  } catch (error) {
    assert.instance(error, Fault);
    return error as Fault;
  }
};

const collections = (letters: number) => [
  collectionWith('c', [], { members: [{ page_id: 'p', condition: 'x'.repeat(letters) }] }),
];

const table: [number, string, (count: number) => Partial<State>][] = [
  [MOST_BOARDS, 'boards', (count) => ({ boards: boards(count) })],
  [MOST_PAGES, 'pages', (count) => ({ pages: some(count) })],
  [MOST_SCHEDULES, 'schedules', (count) => ({ schedules: some(count) })],
  [MOST_COLLECTIONS, 'collections', (count) => ({ collections: some(count) })],
  [
    MOST_EXPRESSION_LETTERS,
    'letters in the rules and conditions of collections',
    (count) => ({ collections: collections(count) }),
  ],
  [MOST_FAVOURITES, 'favourites', (count) => ({ favourites: some(count) })],
  [MOST_PLUGIN_INSTANCES, 'plugin instances', (count) => ({ plugins: instances(count) })],
];
for (const [most, what, having] of table) {
  test(`${most} ${what} can be stored, one more is 409`, () => {
    assert.is(refusal(EMPTY, { ...EMPTY, ...having(most) }), null);
    const fault = refusal({ ...EMPTY, ...having(most) }, { ...EMPTY, ...having(most + 1) });
    assert.is(fault?.status, 409);
    assert.is(fault?.detail, `There can be no more than ${most} ${what}.`);
  });
  test(`more ${what} than can be stored now may stay and become fewer`, () => {
    assert.is(refusal({ ...EMPTY, ...having(most + 5) }, { ...EMPTY, ...having(most + 5) }), null);
    assert.is(refusal({ ...EMPTY, ...having(most + 5) }, { ...EMPTY, ...having(most + 4) }), null);
  });
}
test('more bytes than can be stored are 409, whatever they belong to', () => {
  const half = { id: 'x', text: 'x'.repeat(MOST_STORED_BYTES / 2) } as never;
  assert.is(refusal(EMPTY, { ...EMPTY, pages: [half] }), null);
  const fault = refusal({ ...EMPTY, pages: [half] }, { ...EMPTY, pages: [half], collections: [half] });
  assert.is(fault?.status, 409);
  assert.match(fault?.detail ?? '', '4 MiB');
});
for (const member of ['boards', 'pages', 'schedules', 'collections', 'favourites'] as const)
  test(`the bytes of ${member} count, also where nothing else changes`, () => {
    const large = { ...board(0), text: 'x'.repeat(MOST_STORED_BYTES) } as never;
    assert.is(refusal(EMPTY, { ...EMPTY, [member]: [large] })?.status, 409);
  });
test('the bytes of plugins count, also where nothing else changes', () => {
  const large = { enabled: false, config: { text: 'x'.repeat(MOST_STORED_BYTES) }, secrets: {} };
  assert.is(refusal(EMPTY, { ...EMPTY, plugins: { rss: large } })?.status, 409);
});
test('as many bytes as can be stored have room, and what has more may be changed and made less', () => {
  const pageOf = (bytes: number) => ({ id: 'x', text: 'x'.repeat(bytes - '{"id":"x","text":""}'.length) }) as never;
  const having = (bytes: number): State => ({ ...EMPTY, pages: [pageOf(bytes)] });
  assert.is(refusal(EMPTY, having(MOST_STORED_BYTES)), null);
  assert.is(refusal(EMPTY, having(MOST_STORED_BYTES + 1))?.status, 409);
  assert.is(refusal(having(MOST_STORED_BYTES + 5), having(MOST_STORED_BYTES + 5)), null);
  assert.is(refusal(having(MOST_STORED_BYTES + 5), having(MOST_STORED_BYTES + 4)), null);
  assert.is(refusal(having(MOST_STORED_BYTES + 5), having(MOST_STORED_BYTES + 6))?.status, 409);
});
test('64 panels of the largest size have room, and no further board beside them', () => {
  const panels = Array.from({ length: 64 }, (_, at) => ({
    ...board(at),
    device_type: 'panel' as const,
    grid_rows: 96,
    grid_cols: 128,
  }));
  const full = { ...EMPTY, boards: panels };
  assert.is(refusal(EMPTY, full), null);
  assert.match(refusal(full, { ...EMPTY, boards: [...panels, board(64)] })?.detail ?? '', 'flaps on all boards');
});

test.run();
