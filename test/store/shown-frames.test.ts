import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { MOST_HISTORY, MOST_HISTORY_TOGETHER } from '../../src/schema/limits.ts';
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
test('a board of confetti keeps fewer frames, the newest at least', () => {
  const frames = open();
  const codes = Uint8Array.from({ length: 96 * 128 }, () => Math.floor(Math.random() * 72));
  for (let at = 0; at < 60; at++) frames.add('b', { ...frame(`${at}`), grid: { rows: 96, cols: 128, codes } });
  const kept = frames.of('b', 200).map(({ id }) => id);
  assert.ok(kept.length < 20 && kept.length > 5, `${kept.length}`);
  assert.is(kept[0], '59');
});

test.run();
