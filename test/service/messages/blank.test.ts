import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INSTANT } from '../../../src/board/driver.ts';
import type { BoardParts } from '../../../src/service/boards/parts.ts';
import { blankBoard, blankOf } from '../../../src/service/messages/blank.ts';
import { sampleBoard } from '../../support/sample-state.ts';
import { refusalOf } from '../rig.ts';

const test = suite('service/messages: blanking');

const BOARD = { ...sampleBoard('b'), name: 'Wall' };

/** [outcome, what the caller gets, whether the blank is kept for later, and whether the write counts as failed] */
for (const [code, said, isKept, isFailed] of [
  ['sent', 'done', false, false],
  ['unchanged', 'done', false, false],
  ['declined', 'done', false, false],
  ['superseded', 'done', false, false],
  ['browser_only', 'done', false, false],
  ['too_soon', 'done', true, false],
  ['quiet_hours', 'done', true, true],
  ['unreachable', '500 The board "Wall" could not be written: Why.', true, false],
  ['refused', '500 The board "Wall" could not be written: Why.', false, false],
  ['misconfigured', 'done', false, false],
] as const)
  test(`a board that is to be blank, and is ${code}: ${said}${isKept ? ', later' : ''}`, async () => {
    const calls: unknown[] = [];
    const parts = {
      writer: {
        write: async (
          _board: unknown,
          { grid, force, transition }: { grid: object; force: boolean; transition: object },
        ) => {
          assert.equal([grid, force, transition], [blankOf(BOARD), true, INSTANT]);
          return { code, reason: 'Why.' };
        },
        markFailed: (id: string) => calls.push(`failed ${id}`),
      },
      stored: { keepBlank: async ({ id }: { id: string }) => void calls.push(`kept ${id}`) },
    } as unknown as BoardParts;
    assert.is(await refusalOf(() => blankBoard(parts, BOARD, { transition: INSTANT })), said);
    assert.equal(calls, [...(isFailed ? ['failed b'] : []), ...(isKept ? ['kept b'] : [])]);
  });

test('it has the size of the board, and nothing on it', () => {
  const { rows, cols, codes } = blankOf({ ...BOARD, device_type: 'note' });
  assert.equal([rows, cols, codes.every((one) => one === 0)], [3, 15, true]);
});

test.run();
