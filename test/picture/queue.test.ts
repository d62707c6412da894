import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGrid } from '../../src/core/flaps/grid.ts';
import { Fault } from '../../src/fault.ts';
import { Drawing } from '../../src/picture/drawing.ts';
import { PictureQueue } from '../../src/picture/queue.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('picture/queue');

const refusal = (retryAfter: number): Error => new Fault(429, 'too many', { retryAfter });
const MILLION = 1_000_000;

/** A queue whose pictures are drawn when `finish` says so. */
const rig = () => {
  const queue = new PictureQueue(createFakeClock('2026-03-02T10:00:00.000Z'), refusal);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (
    name: string,
    address: string,
    pixels = MILLION,
    more: { moves?: boolean; signal?: AbortSignal } = {},
  ) => {
    const { moves = false, signal } = more;
    void queue
      .draw({ address, signal }, { pixels, moves }, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => void ends.set(name, resolve));
      })
      .catch((error: unknown) => {
        if (error instanceof Fault) assert.ok(Number(error.extras.retryAfter) > 0);
        refused.push(`${name} ${error instanceof Fault ? error.status : String(error)}`);
      });
  };
  const finish = async (...names: string[]): Promise<void> => {
    for (const name of names) ends.get(name)?.();
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  };
  return { ask, finish, begun, refused };
};

test('two are drawn at once, and each address has its turn', async () => {
  const { ask, finish, begun } = rig();
  for (let at = 1; at <= 4; at++) ask(`a${at}`, 'a');
  ask('b1', 'b');
  ask('c1', 'c');
  await finish();
  assert.equal(begun, ['a1', 'a2']);
  await finish('a1');
  await finish('a2');
  assert.equal(begun, ['a1', 'a2', 'a3', 'b1']);
  await finish('a3', 'b1');
  assert.equal(begun, ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']);
});

test('one that moves leaves room for those that stand', async () => {
  const { ask, finish, begun } = rig();
  for (const name of ['m1', 'm2']) ask(name, 'a', MILLION, { moves: true });
  ask('s1', 'a');
  await finish();
  assert.equal(begun, ['m1', 's1']);
  await finish('s1');
  assert.equal(begun, ['m1', 's1']);
  await finish('m1');
  assert.equal(begun, ['m1', 's1', 'm2']);
});

test('when too much waits, the address with most of it is refused, and nobody else', async () => {
  const { ask, finish, refused } = rig();
  for (let at = 1; at <= 22; at++) ask(`a${at}`, 'a', 6 * MILLION);
  await finish();
  assert.equal(refused, []);
  ask('b1', 'b', 6 * MILLION);
  ask('b2', 'b', 6 * MILLION);
  await finish();
  assert.equal(refused, ['a22 429']);
  ask('a23', 'a', 6 * MILLION);
  await finish();
  assert.equal(refused, ['a22 429', 'a23 429']);
});

test('many small ones are too many as well, and one alone may have any size', async () => {
  const { ask, finish, refused, begun } = rig();
  for (let at = 1; at <= 300; at++) ask(`a${at}`, 'a', 1);
  await finish();
  assert.ok(refused.length > 0 && refused.length <= 44, `${refused.length}`);
  const other = rig();
  other.ask('x', 'x', 5000 * MILLION);
  await finish();
  assert.equal(other.begun, ['x']);
  assert.is(begun.length, 2);
});

test('a refusal says when what waits is drawn, half a minute at most', async () => {
  const waits: number[] = [];
  const queue = new PictureQueue(createFakeClock('2026-03-02T10:00:00.000Z'), (seconds) => {
    waits.push(seconds);
    return new Error('too many');
  });
  const ask = (pixels: number): void =>
    void queue
      .draw({ address: 'a' }, { pixels, moves: false }, () => new Promise<void>(() => undefined))
      .catch(() => 0);
  ask(1);
  ask(1);
  // Exactly as much as may wait.
  ask(64 * MILLION);
  ask(64 * MILLION);
  assert.equal(waits, []);
  ask(16 * MILLION);
  assert.equal(waits, [9]);
  ask(1000 * MILLION);
  assert.equal(waits, [9, 30]);
});

test('of many small ones 256 wait', async () => {
  const { ask, finish, refused } = rig();
  for (let at = 1; at <= 258; at++) ask(`a${at}`, 'a', 1);
  await finish();
  assert.equal(refused, []);
  ask('b1', 'b', 1);
  await finish();
  assert.equal(refused, ['a258 429']);
});

test('who has gone away before is not drawn', async () => {
  const { ask, finish, begun, refused } = rig();
  ask('a1', 'a', 1, { signal: AbortSignal.abort('gone') });
  await finish();
  assert.equal([begun, refused], [[], ['a1 gone']]);
});

test('who goes away leaves its place to others', async () => {
  const { ask, finish, begun, refused } = rig();
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  ask('a1', 'a');
  ask('a2', 'a');
  for (let at = 1; at <= 20; at++) ask(`b${at}`, 'b', 6 * MILLION, { signal: gone.signal });
  gone.abort('gone');
  await finish();
  assert.is(refused.length, 20);
  assert.ok(refused.every((one) => one.endsWith('gone')));
  for (let at = 1; at <= 20; at++) ask(`c${at}`, 'c', 6 * MILLION);
  await finish('a1', 'a2');
  assert.is(refused.length, 20);
  assert.equal(begun, ['a1', 'a2', 'c1', 'c2']);
});

test('a picture whose asker has gone away is not drawn to its end', async () => {
  const gone = new AbortController();
  const subject = { geometry: { device_type: 'panel', rows: 96, cols: 128 }, width: 2400 } as const;
  const look = { board_color: 'black', code62_glyph: 'degree' } as const;
  const drawing = new Drawing(systemClock, refusal);
  const asker = { address: 'a', signal: gone.signal };
  const drawn = drawing.png({ ...subject, look }, createGrid(96, 128), asker);
  setImmediate(() => gone.abort(new Error('gone away')));
  const outcome = await drawn.then(
    () => 'drawn',
    (error: Error) => error.message,
  );
  assert.is(outcome, 'gone away');
});

test('however large a flap is, others have their turn while it is drawn', async () => {
  // Each look at this clock is a millisecond later, so that slices have a length without any haste.
  let now = 0;
  const clock: Clock = { ...createFakeClock('2026-03-02T10:00:00.000Z'), monotonic: () => now++ };
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const grid = createGrid(1, 1);
  grid.codes[0] = 62;
  const subject = { geometry: { device_type: 'panel', rows: 1, cols: 1 }, width: 1000 } as const;
  const look = { board_color: 'black', code62_glyph: 'heart' } as const;
  await new Drawing(clock, refusal).png({ ...subject, look }, grid, { address: 'a' });
  isOver = true;
  assert.ok(turns > 200, `${turns} turns for a flap of a thousand rows`);
});

test.run();
