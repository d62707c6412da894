import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Outcome } from '../../src/board/outcome.ts';
import { Fault } from '../../src/fault.ts';
import type { Shown } from '../../src/loop/display.ts';
import type { State } from '../../src/schema/state.ts';
import { chosenOutcome, requireOpen, requireWritten, toldOutcome, withoutCode } from '../../src/service/outcomes.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('service/outcomes');

const BOARD = { ...sampleBoard('b1'), name: 'Wall' };
const outcome = (code: string, more: object = {}): Outcome => ({ code, reason: 'Why not.', ...more }) as Outcome;

const faultOf = (board: typeof BOARD, one: Outcome): Fault | null => {
  try {
    requireWritten(board, one);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
};

const refusals: [code: string, status: number, detail: string][] = [
  ['paused', 409, 'Why not.'],
  ['quiet', 409, 'Why not.'],
  ['silenced', 409, 'Why not.'],
  ['quiet_hours', 409, 'Why not.'],
  ['disabled', 503, 'Why not.'],
  ['not_drawn', 503, 'Why not.'],
  ['misconfigured', 503, 'The board "Wall" cannot be used: Why not.'],
  ['refused', 500, 'The board "Wall" could not be written: Why not.'],
  ['unreachable', 500, 'The board "Wall" could not be written: Why not.'],
];
for (const [code, status, detail] of refusals)
  test(`${code} is ${status}`, () => {
    const fault = faultOf(BOARD, outcome(code));
    assert.equal([fault?.status, fault?.detail, fault?.extras], [status, detail, { code }]);
    assert.throws(() => requireWritten(BOARD, outcome(code)), detail);
    assert.throws(() => requireOpen(BOARD, outcome(code)), detail);
  });

const waits: [ms: number | undefined, seconds: number][] = [
  [undefined, 1],
  [1, 1],
  [1000, 1],
  [1001, 2],
  [15_000, 15],
];
for (const [ms, seconds] of waits)
  test(`too soon by ${ms} ms is 429, and another try makes sense in ${seconds} s`, () => {
    const fault = faultOf(BOARD, outcome('too_soon', { retryAfterMs: ms }));
    assert.equal(
      [fault?.status, fault?.detail, fault?.extras],
      [429, `Why not. Try again in ${seconds} s.`, { code: 'too_soon', retryAfter: seconds }],
    );
  });

for (const code of ['sent', 'unchanged', 'replaced'])
  test(`${code} is no failure`, () => {
    const one = outcome(code);
    assert.is(faultOf(BOARD, one), null);
    assert.is(requireWritten(BOARD, one), one);
    assert.equal(toldOutcome(one), { sent: code === 'sent', reason: 'Why not.', code });
  });

test('a board that takes writes is open', () => assert.is(requireOpen(BOARD, null), undefined));
test('an answer without its code', () => assert.equal(withoutCode({ code: 'sent', sent: true }), { sent: true }));
test('without a reason nothing is said', () =>
  assert.is(faultOf(BOARD, { code: 'paused', reason: null } as Outcome)?.detail, ''));

const SENT: Outcome = { code: 'sent', reason: null };
const state = { pages: [{ id: 'p', name: 'Menu' }], collections: [{ id: 'c', name: 'Day' }] } as unknown as State;
const shown = (because: string, selected: string | null) =>
  ({ decision: { because, selected_page_id: selected }, outcome: SENT }) as unknown as Shown;
for (const [because, id, selected, code, reason] of [
  ['pin', 'p', 'p', 'sent', null],
  ['schedule', 'c', 'c', 'sent', null],
  ['follow', 'p', 'p', 'covered', 'The board follows a topic; the page is shown when there is no frame.'],
  ['trigger', 'p', 'p', 'covered', 'A message is on the board; the page follows when it ends.'],
  ['urgent', 'p', 'p', 'covered', 'A message is on the board; the page follows when it ends.'],
  ['none', 'p', null, 'nothing_to_show', 'Nothing of "Menu" can be shown on the board "Wall" now.'],
  ['default', 'c', 'p', 'nothing_to_show', 'Nothing of "Day" can be shown on the board "Wall" now.'],
  ['none', 'gone', null, 'nothing_to_show', 'Nothing of "gone" can be shown on the board "Wall" now.'],
] as const)
  test(`what was chosen is ${id}, and ${selected} is there because of ${because}: ${code}`, () => {
    const told = chosenOutcome(state, BOARD, id, shown(because, selected));
    assert.equal([told.code, told.reason], [code, reason]);
  });

test.run();
