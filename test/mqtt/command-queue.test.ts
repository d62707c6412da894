import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandQueue } from '../../src/mqtt/command-queue.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';

const test = suite('mqtt/command-queue');

const rig = () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const queue = new CommandQueue(clock);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** A command that runs until a test ends it. */
  const add = (kind: string, name = kind): void =>
    queue.add(kind, () => (begun.push(name), new Promise((resolve) => ends.set(name, resolve))));
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settle();
  };
  return { clock, queue, begun, add, end };
};

test('the next begins when the one before has ended', async () => {
  const { clock, begun, add, end } = rig();
  for (const kind of ['a', 'b', 'c']) add(kind);
  await clock.advance(499);
  assert.equal(begun, ['a']);
  await end('a');
  assert.equal(begun, ['a', 'b']);
  await clock.advance(499);
  assert.equal(begun, ['a', 'b'], 'each is given its own time');
  await end('b');
  await end('c');
  add('d');
  assert.equal(begun, ['a', 'b', 'c', 'd']);
});

test('one that takes long holds nobody up for more than half a second', async () => {
  const { clock, begun, add, end } = rig();
  for (const kind of ['a', 'b', 'c']) add(kind);
  await clock.advance(500);
  assert.equal(begun, ['a', 'b']);
  await clock.advance(500);
  assert.equal(begun, ['a', 'b', 'c']);
  await end('a');
  await end('c');
  await end('b');
  add('a', 'again');
  assert.is(begun.at(-1), 'again');
});

test('of a kind two run at once, the newer one and the one that it ends, and the newest waits', async () => {
  const { clock, begun, add, end } = rig();
  add('a', 'a1');
  await clock.advance(500);
  for (const name of ['a2', 'a3', 'a4']) {
    add('a', name);
    await clock.advance(1);
  }
  add('b');
  await clock.advance(500);
  assert.equal(begun, ['a1', 'a2', 'b'], 'others need not wait for that');
  await clock.advance(5000);
  assert.equal(begun, ['a1', 'a2', 'b']);
  await end('a1');
  assert.equal(begun, ['a1', 'a2', 'b', 'a4']);
});

test('at most 32 run at once', async () => {
  const { clock, begun, add, end } = rig();
  for (let count = 0; count < 40; count++) add(`${count}`);
  await clock.advance(60_000);
  assert.is(begun.length, 32);
  await end('7');
  assert.equal([begun.length, begun.at(-1)], [33, '32']);
});

test('400 may wait, and what waits can be left out', async () => {
  const { queue, begun, add, end } = rig();
  for (let count = 0; count < 500; count++) add(`${count}`);
  for (let count = 0; count <= 400; count++) await end(`${count}`);
  assert.equal([begun.length, begun.at(-1)], [401, '400']);
  add('a');
  add('b');
  queue.clear();
  await end('a');
  assert.is(begun.at(-1), 'a');
});

test.run();
