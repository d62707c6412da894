import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextTurn } from '../../src/platform/crowd.ts';
import { notePiece } from '../../src/platform/garbage.ts';

const test = suite('platform/garbage');

const MIB = 1024 * 1024;

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

test.run();
