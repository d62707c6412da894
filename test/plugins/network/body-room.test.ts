import type { IncomingMessage } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ByteBudget } from '../../../src/core/bounds/byte-budget.ts';
import { BodyRoom } from '../../../src/plugins/network/body-room.ts';

const test = suite('plugins/body-room');

/** An answer that tells why it was cut off. */
const answerThat = (told: string[]): IncomingMessage =>
  ({ destroy: (problem: Error) => told.push(problem.message) }) as unknown as IncomingMessage;

test('what a call has taken is free again when it is over', () => {
  const bodies = new ByteBudget(1000, 10);
  const room = new BodyRoom(bodies, 'one');
  room.take(600);
  room.take(100);
  room.take(-200);
  assert.is(bodies.used, 500);
  room.release();
  assert.is(bodies.used, 0);
});

test('whoever has most gives way, with what is being read then', () => {
  const bodies = new ByteBudget(1000, 10);
  const told: string[] = [];
  const large = new BodyRoom(bodies, 'one');
  const ended = large.watch(answerThat(told));
  large.watch(answerThat(told));
  ended();
  large.take(800);
  new BodyRoom(bodies, 'two').take(400);
  assert.equal(told, ['too much is being read at once']);
  assert.throws(() => large.take(100), /too much is being read at once/);
});

test.run();
