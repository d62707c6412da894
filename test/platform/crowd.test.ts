import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inTurns, isCrowded, letOthersIn, nextTurn, noteNewcomer } from '../../src/platform/crowd.ts';

const crowds = suite('crowd');

// A turn that brings nobody ends what a test before has begun.
crowds.before.each(async () => {
  await nextTurn();
  await nextTurn();
});

/** One newcomer in each of so many turns. */
const comeIn = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) {
    noteNewcomer();
    await nextTurn();
  }
};

crowds('is no crowd when a few come in, nor when many come in one turn', async () => {
  await comeIn(3);
  assert.is(isCrowded(), false);
  await nextTurn();
  for (let one = 0; one < 100; one++) noteNewcomer();
  await nextTurn();
  assert.is(isCrowded(), false);
});

crowds('is a crowd when one comes in turn after turn, and none once a turn brings nobody', async () => {
  await comeIn(4);
  assert.is(isCrowded(), true);
  await nextTurn();
  await nextTurn();
  assert.is(isCrowded(), false);
});

crowds('lets a crowd in before long work goes on, but not for ever', async () => {
  await comeIn(10);
  let turns = 0;
  let isOver = false;
  const coming = (async () => {
    for (; !isOver && turns < 1000; turns++) await comeIn(1);
  })();
  await letOthersIn();
  isOver = true;
  await coming;
  assert.ok(turns > 50 && turns < 200, `${turns} turns`);
});

crowds('takes one turn without a crowd', async () => {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  await letOthersIn();
  isOver = true;
  await counting;
  assert.ok(turns <= 2, `${turns} turns`);
});

crowds('begins one in a turn, the first before the turn ends, and answers in their order', async () => {
  const begun: number[] = [];
  const answers = inTurns([1, 2, 3], async (one) => {
    begun.push(one);
    return one * 2;
  });
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(begun, [1]);
  await nextTurn();
  assert.equal(begun, [1, 2]);
  assert.equal(await answers, [2, 4, 6]);
});

crowds('rejects when one of them does', async () => {
  const answers = inTurns([1, 2], (one) => (one === 1 ? Promise.reject(new Error('one')) : Promise.resolve(one)));
  assert.is(await answers.catch((error: Error) => error.message), 'one');
});

crowds.run();
