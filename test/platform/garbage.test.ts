import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextTurn } from '../../src/platform/crowd.ts';
import { makeRoom, notePiece } from '../../src/platform/garbage.ts';

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

test.run();
