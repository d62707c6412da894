import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { giveWay } from '../../src/http/wire/send.ts';
import { nextTurn, noteNewcomer } from '../../src/platform/crowd.ts';

const test = suite('http/send');

/** The pieces that pass, and the turns of the event loop that a stream of three takes while `perTurn` come in. */
const passing = async (perTurn: number): Promise<{ readonly pieces: string[]; readonly turns: number }> => {
  let [turns, isOver] = [0, false];
  const turning = (async () => {
    for (; !isOver && turns < 10_000; turns++) {
      for (let one = 0; one < perTurn; one++) noteNewcomer();
      await nextTurn();
    }
  })();
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  const pieces: string[] = [];
  for await (const piece of Readable.from(['a', 'b', 'c']).pipe(giveWay())) pieces.push(String(piece));
  isOver = true;
  await turning;
  return { pieces, turns };
};

test('a stream passes at once when nobody comes in', async () => {
  const { pieces, turns } = await passing(0);
  assert.is(pieces.join(''), 'abc');
  assert.ok(turns < 60, `${turns} turns`);
});

test('each piece of a stream lets a crowd in', async () => {
  const { pieces, turns } = await passing(1);
  assert.is(pieces.join(''), 'abc');
  assert.ok(turns > 200, `${turns} turns`);
});

test.run();
