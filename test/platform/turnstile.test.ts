import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nextTurn } from '../../src/platform/crowd.ts';
import { Turnstile } from '../../src/platform/turnstile.ts';

const test = suite('platform/turnstile');

test('a few pass before the turn ends, and a few in each further one, in order', async () => {
  const passed: number[] = [];
  const turnstile = new Turnstile<number>((one) => void passed.push(one));
  for (let one = 0; one < 20; one++) turnstile.enter(one);
  assert.equal(passed, []);
  await Promise.resolve();
  assert.equal(passed, [0, 1, 2, 3, 4, 5, 6, 7]);
  await nextTurn();
  assert.is(passed.length, 16);
  await nextTurn();
  assert.equal(
    passed,
    Array.from({ length: 20 }, (_, at) => at),
  );
});

test('what waits does not pass twice, and not at all once it has left', async () => {
  const passed: string[] = [];
  const turnstile = new Turnstile<string>((one) => void passed.push(one));
  for (const one of ['a', 'b', 'a', 'c']) turnstile.enter(one);
  turnstile.leave('b');
  await Promise.resolve();
  assert.equal(passed, ['a', 'c']);
});

test('what enters while another passes has its turn too', async () => {
  const passed: string[] = [];
  const turnstile = new Turnstile<string>((one) => {
    passed.push(one);
    if (one === 'a') turnstile.enter('b');
  });
  turnstile.enter('a');
  await nextTurn();
  assert.equal(passed, ['a', 'b']);
});

test.run();
