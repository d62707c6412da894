import { getHeapCodeStatistics } from 'node:v8';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextTurn } from '../../src/platform/crowd.ts';
import { collectAtRest, createRestCollector, makeRoom, notePiece } from '../../src/platform/garbage.ts';
import { createKept } from '../../src/platform/kept.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const test = suite('platform/garbage');

const MIB = 1024 * 1024;

/** A value that takes some 9 MiB of the heap. */
const fill = (): unknown => JSON.parse(`[${'{"a":[]},'.repeat(100_000)}0]`);

test('pieces that nobody needs any more are released long before the engine would do it', async () => {
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let at = 0; at < 100; at++) {
    notePiece(Buffer.allocUnsafeSlow(MIB).length);
    await nextTurn();
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  assert.ok(most < 20 * MIB, `${Math.round(most / MIB)} MiB`);
});

test('what has grown old in the heap goes with the pieces of larger bodies', async () => {
  let old: unknown = fill();
  makeRoom(3 * MIB);
  const before = process.memoryUsage().heapUsed;
  assert.ok(old);
  old = null;
  for (let at = 0; at < 30; at++) {
    notePiece(MIB);
    await nextTurn();
  }
  const released = before - process.memoryUsage().heapUsed;
  assert.ok(released > 4 * MIB, `${Math.round(released / MIB)} MiB`);
});

test('of six times that pieces are collected the old ones go once', async () => {
  /** How many of the next times it takes until what has grown old is gone. */
  const timesUntilGone = async (): Promise<number> => {
    let old: unknown = fill();
    makeRoom(3 * MIB);
    const before = process.memoryUsage().heapUsed;
    assert.ok(old);
    old = null;
    for (let times = 1; times <= 12; times++) {
      notePiece(4 * MIB);
      await nextTurn();
      if (before - process.memoryUsage().heapUsed > 4 * MIB) return times;
    }
    return 0;
  };
  await timesUntilGone();
  assert.is(await timesUntilGone(), 6);
});

test('what lies in the heap goes before a large text is read, and stays before a small one', () => {
  makeRoom(3 * MIB);
  const before = process.memoryUsage().heapUsed;
  const lying = () => process.memoryUsage().heapUsed - before;
  fill();
  makeRoom(MIB);
  assert.ok(lying() > 4 * MIB, `${Math.round(lying() / MIB)} MiB`);
  makeRoom(3 * MIB);
  assert.ok(lying() < 2 * MIB, `${Math.round(lying() / MIB)} MiB`);
});

test('what requests have left is collected in the middle of a minute, once, and only where it is much', async () => {
  const clock = createFakeClock('2026-03-01T12:00:10Z', 1);
  makeRoom(3 * MIB);
  const collectLater = createRestCollector(clock);
  const start = process.memoryUsage().heapUsed;
  const lying = () => process.memoryUsage().heapUsed - start;
  fill();
  collectLater();
  collectLater();
  await clock.advance(19_000);
  assert.ok(lying() > 4 * MIB, `${Math.round(lying() / MIB)} MiB before its time`);
  await clock.advance(1000);
  assert.ok(lying() < 2 * MIB, `${Math.round(lying() / MIB)} MiB after it`);
  fill();
  await clock.advance(600_000);
  assert.ok(lying() > 4 * MIB, 'nobody has asked for anything since');
});

test('right before the middle of a minute it waits for the next', async () => {
  const clock = createFakeClock('2026-03-01T12:00:25Z', 1);
  makeRoom(3 * MIB);
  const collectLater = createRestCollector(clock);
  const start = process.memoryUsage().heapUsed;
  fill();
  collectLater();
  await clock.advance(64_000);
  assert.ok(process.memoryUsage().heapUsed - start > 4 * MIB);
  await clock.advance(1000);
  assert.ok(process.memoryUsage().heapUsed - start < 2 * MIB);
});

test('as long as requests keep coming nothing waits for a collection', async () => {
  const clock = createFakeClock('2026-03-01T12:00:10Z', 1);
  makeRoom(3 * MIB);
  const collectLater = createRestCollector(clock);
  const start = process.memoryUsage().heapUsed;
  const lying = () => process.memoryUsage().heapUsed - start;
  fill();
  for (let at = 0; at < 601; at++) collectLater();
  await clock.advance(20_000);
  assert.ok(lying() > 4 * MIB, `${Math.round(lying() / MIB)} MiB`);
  for (let at = 0; at < 600; at++) collectLater();
  await clock.advance(60_000);
  assert.ok(lying() < 2 * MIB, `${Math.round(lying() / MIB)} MiB`);
});

/** A collector that counts how often it was used at rest. */
const startCounting = () => {
  const clock = createFakeClock('2026-03-01T12:00:10Z', 1);
  makeRoom(3 * MIB);
  let rests = 0;
  const collectLater = createRestCollector(clock, () => {
    rests++;
    makeRoom(3 * MIB);
  });
  return { clock, collectLater, rests: () => rests };
};

test('what a busy minute has left is collected when it is over, though nobody asks any more', async () => {
  const { clock, collectLater, rests } = startCounting();
  fill();
  for (let at = 0; at < 601; at++) collectLater();
  await clock.advance(20_000);
  assert.is(rests(), 0);
  await clock.advance(60_000);
  assert.is(rests(), 1);
  await clock.advance(600_000);
  assert.is(rests(), 1, 'it waits for requests again');
});

test('at rest the code of functions goes too, and they work as before', () => {
  const addAll = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
  assert.is(addAll([1, 2, 3]), 6);
  const bytes = (): number => getHeapCodeStatistics().bytecode_and_metadata_size;
  const before = bytes();
  collectAtRest();
  assert.ok(bytes() < before / 2, `${before} bytes of code, then ${bytes()}`);
  assert.is(addAll([1, 2, 3]), 6);
});

test('what few requests have left is collected with the code, what many have left without', async () => {
  const { clock, collectLater, rests } = startCounting();
  await clock.advance(600_000);
  collectLater();
  await clock.advance(60_000);
  assert.is(rests(), 0, 'a request has left nothing');
  fill();
  for (let at = 0; at < 61; at++) collectLater();
  await clock.advance(60_000);
  assert.is(rests(), 0, 'more than sixty requests are no rest');
  fill();
  for (let at = 0; at < 60; at++) collectLater();
  await clock.advance(60_000);
  assert.is(rests(), 1);
});

test('what is kept for a while is made once as long as somebody asks, and anew after that', async () => {
  const clock = createFakeClock('2026-03-01T12:00:00Z', 1);
  let made = 0;
  const get = createKept(clock, 1000, () => ++made);
  assert.is(get(), 1);
  await clock.advance(999);
  assert.is(get(), 1);
  await clock.advance(999);
  assert.is(get(), 1);
  await clock.advance(1000);
  assert.is(get(), 2);
});

test.run();
