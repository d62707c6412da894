import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson } from '../../src/http/body.ts';
import { nextTurn } from '../../src/platform/crowd.ts';

const test = suite('http/body');

const MIB = 1024 * 1024;

test('the texts of large bodies do not pile up in the heap', async () => {
  const bytes = Buffer.from(JSON.stringify({ text: 'ä'.repeat(2 * MIB) }));
  await nextTurn();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 3; at++) {
    parseJson(bytes);
    await nextTurn();
    await nextTurn();
  }
  const more = process.memoryUsage().heapUsed - before;
  assert.ok(more < 2 * MIB, `${Math.round(more / MIB)} MiB`);
});

test.run();
