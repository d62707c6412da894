import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MOST_ENTRIES, countValueWalk } from './value-walk.ts';

const test = suite('plugins/value-walk');

test('a value of a source comes to a page without asking again who the plugin is', async () => {
  const entries = await countValueWalk();
  assert.ok(entries > 20 && entries <= MOST_ENTRIES, `${entries} functions are entered`);
});

test('and the more so with many other sources', async () => {
  assert.is(await countValueWalk(20), await countValueWalk());
});

test.run();
