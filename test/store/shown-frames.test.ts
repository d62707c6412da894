import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { MOST_HISTORY, MOST_HISTORY_TOGETHER } from '../../src/schema/limits.ts';
import { nextOf } from '../../src/store/files/committer.ts';
import { ShownFrames } from '../../src/store/shown-frames.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

const test = suite('store/shown-frames');

let dir: string;
test.before.each(() => {
  dir = mkdtempSync(join(tmpdir(), 'flapbox-shown-'));
});
test.after.each(() => rmSync(dir, { recursive: true }));

const clock = createFakeClock('2026-03-02T10:00:00.000Z');
const open = (warned: string[] = []) =>
  new ShownFrames({ dir, clock, log: { warn: (text) => void warned.push(text) } });
const frame = (id: string, code = 1, rows = 6, cols = 22, by = 'account') => ({
  id,
  at: clock.now(),
  by,
  name: null,
  why: 'pin',
  moved: true,
  grid: createGrid(rows, cols, code),
});
const stored = () => {
  try {
    return Object.values(JSON.parse(readFileSync(join(dir, 'history.json'), 'utf8')) as object).flat().length;
  } catch {
    return 0;
  }
};

test('frames are written at once, and then at most once a minute', async () => {
  const frames = open();
  frames.add('b', frame('1'));
  await until(async () => {
    await clock.advance(0);
    return stored() === 1;
  });
  const written = statSync(join(dir, 'history.json')).mtimeMs;
  for (let second = 0; second < 59; second++) {
    frames.add('b', frame(`${second}`));
    await clock.advance(1000);
  }
  assert.equal([stored(), statSync(join(dir, 'history.json')).mtimeMs], [1, written]);
  await clock.advance(1000);
  await until(() => stored() === 60);
  await frames.close();
});

test('what the programme alone has drawn waits for an hour, or for a frame of somebody', async () => {
  const frames = open();
  await frames.load();
  for (let minute = 0; minute < 59; minute++) {
    frames.add('b', frame(`${minute}`, 1, 6, 22, 'rule'));
    await clock.advance(60_000);
  }
  assert.is(stored(), 0);
  await clock.advance(60_000);
  await until(() => stored() === 59);
  frames.add('b', frame('rule', 1, 6, 22, 'rule'));
  frames.add('b', frame('asked'));
  await until(async () => {
    await clock.advance(1000);
    return stored() === 61;
  });
  await frames.close();
});

test('what is to pass is on the disk at once, and so is what a board is left with', async () => {
  const frames = open();
  await frames.load();
  frames.add('b', { ...frame('1', 1, 6, 22, 'rule'), why: 'silence' });
  await until(() => stored() === 1);
  await clock.advance(60_000);
  frames.add('b', frame('2', 2, 6, 22, 'rule'));
  await clock.advance(1000);
  assert.is(stored(), 1);
  frames.hurry();
  await until(() => stored() === 2);
  const written = statSync(join(dir, 'history.json')).mtimeMs;
  await clock.advance(60_000);
  frames.hurry();
  await frames.close();
  assert.is(statSync(join(dir, 'history.json')).mtimeMs, written);
  const again = open();
  assert.is(again.whyOf('b'), null);
  assert.equal(await again.left('b'), { ...frame('2', 2, 6, 22, 'rule'), at: clock.now() - 60_000 - 1000 });
  assert.is(again.whyOf('b'), 'pin');
  assert.is(await again.left('other'), null);
});

test('what could not be written is told, and written at the end', async () => {
  const warned: string[] = [];
  const frames = open(warned);
  const inTheWay = nextOf(join(dir, 'history.json'));
  mkdirSync(inTheWay);
  frames.add('b', frame('1'));
  await until(async () => {
    await clock.advance(0);
    return warned.length === 1;
  });
  rmSync(inTheWay, { recursive: true });
  await frames.close();
  assert.equal([warned, stored()], [['the history of the boards was not stored'], 1]);
});

test('what waits is written at the end, and read again with every member', async () => {
  const frames = open();
  const given = frame('x', 7);
  frames.add('b', frame('w'));
  frames.add('b', given);
  await frames.close();
  const again = open();
  await again.load();
  assert.equal(again.of('b', 1), [given]);
  assert.equal(again.find('w')?.boardId, 'b');
  again.keepOnly(new Set());
  assert.is(again.find('w'), null);
});

test('frames that come before the file was read follow those in it', async () => {
  const first = open();
  first.add('b', frame('1'));
  await first.close();
  const second = open();
  second.add('b', frame('2'));
  await second.load();
  assert.equal(
    second.of('b', 9).map(({ id }) => id),
    ['2', '1'],
  );
  await second.close();
});

test('the boards share the room: with many of them less is kept of each', async () => {
  const frames = open();
  const boards = Array.from({ length: 128 }, (_, at) => `b${at}`);
  for (let round = 0; round < MOST_HISTORY + 5; round++) frames.add('b0', frame(`${round}`));
  assert.is(frames.of('b0', 999).length, MOST_HISTORY);
  for (const board of boards) frames.add(board, frame(board));
  assert.is(frames.of('b0', 999).length, MOST_HISTORY_TOGETHER / 128);
  await frames.close();
  const again = open();
  await again.load();
  assert.equal(
    boards.map((board) => again.of(board, 999).length),
    boards.map((_, at) => (at === 0 ? MOST_HISTORY_TOGETHER / 128 : 1)),
  );
  await again.close();
});

for (const text of [
  '',
  '[]',
  '{"b": 5}',
  '{"b": [{"id": "1"}]}',
  `{"b": [${JSON.stringify({ ...frame('1'), rows: 6, cols: 22, codes: 'AAAA' })}]}`,
]) {
  test(`a file with ${text.slice(0, 30) || 'nothing'} is no obstacle`, async () => {
    writeFileSync(join(dir, 'history.json'), text);
    const frames = open();
    await frames.load();
    assert.equal(frames.of('b', 9), []);
    await frames.close();
  });
}

const storedAs = (change: object) => {
  const { grid: _grid, ...about } = frame('x');
  writeFileSync(join(dir, 'history.json'), JSON.stringify({ b: [{ ...about, rows: 1, cols: 2, ...change }] }));
};
const packed = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64');
const of = (count: number, code: number): number[] => Array.from({ length: count }, () => code);

/** Bytes on the disk, the size of the grid, and its codes; null for what is damaged. */
const PACKED: readonly (readonly [string, number[], rows: number, cols: number, number[] | null])[] = [
  ['codes as they are', [0, 71], 1, 2, [0, 71]],
  ['one repeated', [5, 128], 1, 2, [5, 5]],
  ['one repeated among others', [5, 6, 129, 7], 1, 5, [5, 6, 6, 6, 7]],
  ['as many repeated as a byte says', [5, 255], 3, 43, of(129, 5)],
  ['more than a byte says', [5, 255, 5], 2, 65, of(130, 5)],
  ['a code that no flap has', [5, 72], 1, 2, null],
  ['a code below the repetitions', [5, 127], 1, 2, null],
  ['a repetition of nothing', [128], 1, 1, null],
  ['too few', [5], 1, 2, null],
  ['too many', [5, 6, 7], 1, 2, null],
  ['too many repeated', [5, 129], 1, 2, null],
  ['a repetition behind the end', [5, 6, 128], 1, 2, null],
];
for (const [name, bytes, rows, cols, codes] of PACKED)
  test(`packed codes: ${name}`, async () => {
    storedAs({ rows, cols, codes: packed(bytes) });
    const frames = open();
    await frames.load();
    const [found] = frames.of('b', 9);
    assert.equal(found && [...found.grid.codes], codes ?? undefined);
    assert.is(frames.find('x') === null, codes === null);
    if (!found) return;
    // What was read is written as it was.
    frames.add('c', found);
    await frames.close();
    const { c } = JSON.parse(readFileSync(join(dir, 'history.json'), 'utf8')) as { c: [{ codes: string }] };
    assert.is(c[0].codes, packed(bytes));
  });

for (const [bytes, isRead] of [
  [16 * 1024 * 1024, true],
  [16 * 1024 * 1024 + 1, false],
] as const)
  test(`a file of ${bytes} bytes is ${isRead ? 'read' : 'too large, which is told'}`, async () => {
    storedAs({ codes: packed([5, 6]) });
    const file = join(dir, 'history.json');
    writeFileSync(file, readFileSync(file, 'utf8').padEnd(bytes));
    const warned: string[] = [];
    const frames = open(warned);
    await frames.load();
    assert.equal([frames.of('b', 9).length, warned.length], isRead ? [1, 0] : [0, 1]);
  });

for (const [name, change, isKept] of [
  ['as it should be', {}, true],
  ['without rows', { rows: 0, codes: '' }, false],
  ['with too many rows', { rows: 97, cols: 1, codes: packed([5, 223]) }, false],
  ['with as many rows as there may be', { rows: 96, cols: 1, codes: packed([5, 222]) }, true],
  ['with too many columns', { cols: 129, codes: packed([5, 255]) }, false],
  ['with as many columns as there may be', { cols: 128, codes: packed([5, 254]) }, true],
  ['with half a column', { rows: 2, cols: 1.5, codes: packed([5, 129]) }, false],
  ['with a name', { name: 'A page' }, true],
  ['with a name that is none', { name: 5 }, false],
  ['without a name', { name: undefined }, false],
  ['that may have moved', { moved: 'yes' }, false],
  ['of no time', { at: null }, false],
  ['of a time beyond all calendars', { at: 1e300 }, false],
  ['of nobody', { by: null }, false],
  ['for no reason', { why: null }, false],
  ['without an id', { id: 5 }, false],
] as const)
  test(`a stored frame ${name} is ${isKept ? '' : 'not '}read`, async () => {
    storedAs({ codes: packed([5, 6]), ...change });
    const frames = open();
    await frames.load();
    assert.is(frames.of('b', 9).length, isKept ? 1 : 0);
  });

test('what the programme draws again at a start, without a flap that moves, is no frame of its own', async () => {
  const frames = open();
  frames.add('b', frame('1', 1));
  await frames.close();
  const later = open();
  later.add('b', { ...frame('2', 1, 6, 22, 'rule'), moved: false });
  later.add('b', { ...frame('3', 1, 6, 22, 'rule'), moved: true });
  await later.load();
  later.add('b', { ...frame('4', 1, 6, 22, 'rule'), moved: false });
  later.add('b', { ...frame('5', 2, 6, 22, 'rule'), moved: false });
  later.add('b', { ...frame('6', 2), moved: false });
  const ids = later.of('b', 9).map(({ id }) => id);
  assert.equal(ids, ['6', '5', '3', '1']);
});
test('a board of confetti keeps fewer frames, and still fewer among many boards, the newest at least', () => {
  const frames = open();
  // No code repeats the one before it: each frame takes 16 KiB.
  const codes = Uint8Array.from({ length: 96 * 128 }, (_, at) => at % 2);
  const kept = (): string[] => frames.of('b', 200).map(({ id }) => id);
  for (let at = 0; at < 60; at++) frames.add('b', { ...frame(`${at}`), grid: { rows: 96, cols: 128, codes } });
  assert.equal(kept(), ['59', '58', '57', '56', '55', '54', '53', '52']);
  for (let at = 1; at < 64; at++) frames.add(`b${at}`, frame('x'));
  assert.is(kept().length, 8);
  for (let at = 64; at < 128; at++) frames.add(`b${at}`, frame('x'));
  assert.equal(kept(), ['59', '58', '57', '56']);
  for (let at = 128; at < 1000; at++) frames.add(`b${at}`, frame('x'));
  assert.equal(kept(), ['59']);
});

test.run();
