import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Mutex } from '../../src/core/mutex.ts';
import { usedHeap } from '../support/used-heap.ts';

const test = suite('mutex');
const MANY = 1_000_000;

test('what runs comes one after the other, after failures too', async () => {
  const turns = new Mutex();
  const said: string[] = [];
  const say = (word: string, fails: boolean) => async (): Promise<string> => {
    said.push(`${word} begins`);
    await Promise.resolve();
    said.push(`${word} ends`);
    if (fails) throw new Error(word);
    return word;
  };
  const results = await Promise.allSettled([
    turns.run(say('a', false)),
    turns.run(say('b', true)),
    turns.run(say('c', false)),
  ]);
  assert.equal(said, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  assert.equal(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('a result is not kept', async () => {
  const turns = new Mutex();
  const before = await usedHeap();
  assert.is((await turns.run(async () => Array.from({ length: MANY }, (_, at) => at + 0.5))).length, MANY);
  assert.ok((await usedHeap()) - before < MANY);
  await turns.run(async () => undefined);
});

test.run();
