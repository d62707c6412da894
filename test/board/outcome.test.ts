import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  CommandRefused,
  UnusableInput,
  isCommandRefused,
  isUnusableInput,
  type Driver,
  type WriteOutcome,
} from '../../src/board/driver.ts';
import { isDrawn, isLit, isVirtualBoard } from '../../src/board/kind.ts';
import { MinimumIntervals } from '../../src/board/minimum-intervals.ts';
import {
  BROWSER_TARGET,
  SENT,
  isHalfWay,
  isSettled,
  isTaken,
  mayHaveArrived,
  missedBy,
  outcomeOf,
  pausedOutcome,
  quietOutcome,
  silencedOutcome,
  toldOf,
  tooSoonOutcome,
} from '../../src/board/outcome.ts';
import { expectedDurationMs, stepsFor } from '../../src/board/transition.ts';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import { createGrid, gridFromRows, type Grid } from '../../src/core/flaps/grid.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeDriver } from '../support/fake-driver.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('board: what became of a write, kinds of boards, and ways to a frame');

const failed = (more: object = {}): WriteOutcome => ({ status: 'failed', reason: 'No.', ...more });
const MISSED = [{ row: 0, col: 1, rows: 1, cols: 2 }];
const partly = { reason: 'No.', failedRegions: MISSED };
const OUTCOMES: [outcome: WriteOutcome, code: string, isTakenByIt: boolean, mayHaveCome: boolean][] = [
  [{ status: 'sent' }, 'sent', true, true],
  [{ status: 'unchanged', reason: 'No.' }, 'unchanged', true, true],
  [{ status: 'declined', reason: 'No.' }, 'declined', false, false],
  [{ status: 'throttled', retryAfterMs: 5, reason: 'No.' }, 'too_soon', false, true],
  [{ status: 'locked', reason: 'No.' }, 'quiet_hours', false, true],
  [failed(), 'unreachable', false, true],
  [failed({ refused: true }), 'refused', false, false],
  [failed({ unreached: true }), 'unreachable', false, false],
  [{ status: 'throttled', retryAfterMs: 5, ...partly }, 'too_soon', false, true],
  [{ status: 'locked', ...partly }, 'quiet_hours', false, true],
  [failed(partly), 'unreachable', false, true],
];
for (const [outcome, code, taken, arrived] of OUTCOMES)
  test(`${JSON.stringify(outcome)} is told as ${code}`, () => {
    const told = toldOf(createFakeDriver(), outcome);
    assert.equal([told.code, told.reason], [code, code === 'sent' ? null : 'No.']);
    assert.is(told.retryAfterMs, code === 'too_soon' ? 5 : undefined);
    assert.equal([isTaken(outcome), mayHaveArrived(outcome)], [taken, arrived]);
    const isPartial = 'failedRegions' in outcome;
    assert.equal(missedBy(outcome), isPartial ? MISSED : taken ? [] : null);
    assert.equal([told.isPartial ?? false, isHalfWay(told)], [isPartial, isPartial || code === 'unreachable']);
  });
test('what a board of the browser took moved no flaps', () => {
  assert.is(toldOf(createFakeDriver({ physical: false }), { status: 'sent' }).code, 'browser_only');
  assert.is(toldOf(createFakeDriver({ physical: true }), { status: 'sent' }), SENT);
});
test('nothing is left to do where the frame is there, or would be', () => {
  for (const outcome of [SENT, BROWSER_TARGET, outcomeOf('unchanged'), outcomeOf('browser_only')])
    assert.ok(isSettled(outcome));
  assert.ok(isSettled({ code: 'declined', reason: '' }));
  for (const code of ['superseded', 'interrupted', 'covered', 'nothing_to_show', 'disabled'] as const)
    assert.not.ok(isSettled(outcomeOf(code)));
  assert.not.ok(isSettled(tooSoonOutcome(1, '')));
});
test('an outcome says why in a sentence', () => {
  assert.is(pausedOutcome('A', null).reason, 'The board "A" is paused: resume it first.');
  assert.is(pausedOutcome('A', 'noon').reason, 'The board "A" is paused until noon.');
  assert.is(pausedOutcome('A', null).code, 'paused');
  assert.equal(quietOutcome('A', 'noon'), { code: 'quiet', reason: 'The board "A" is quiet until noon.' });
  assert.is(silencedOutcome('A', null).reason, 'The board "A" is in its silence window.');
  assert.is(silencedOutcome('A', 'noon').reason, 'The board "A" is in its silence window until noon.');
  assert.is(silencedOutcome('A', null).code, 'silenced');
  assert.is(BROWSER_TARGET.code, 'browser_only');
});
test('an error of a driver is known by its name, whichever bundle made it', () => {
  assert.ok(isUnusableInput(new UnusableInput('x')));
  assert.ok(isCommandRefused(new CommandRefused('x')));
  assert.ok(isUnusableInput(Object.assign(new Error('x'), { name: 'UnusableInput' })));
  assert.ok(isCommandRefused(Object.assign(new Error('x'), { name: 'CommandRefused' })));
  for (const other of [new Error('x'), { name: 'UnusableInput' }, { name: 'CommandRefused' }, null])
    assert.equal([isUnusableInput(other), isCommandRefused(other)], [false, false]);
});

const board = (fields: object): StoredBoard => ({ ...sampleBoard('b'), host: '', ...fields }) as StoredBoard;
const panel = (driver: string) => board({ device_type: 'panel', panel: { driver } });
const NO_KEYS = { local_api_key: null, cloud_key: null, note_array_token: null };
test('which boards draw their flaps, have light, and live in the browser only', () => {
  assert.equal([isDrawn(panel('screen')), isDrawn(panel('mbus')), isDrawn(board({}))], [true, false, false]);
  assert.equal(
    ['screen', 'virtual', 'mbus'].map((driver) => isLit(panel(driver))),
    [true, true, false],
  );
  assert.ok(isLit(board({ device_type: 'panel', panel: null })));
  assert.not.ok(isLit(board({ device_type: 'flagship' })));
  assert.equal([isVirtualBoard(panel('virtual')), isVirtualBoard(panel('mbus'))], [true, false]);
  assert.ok(isVirtualBoard(board({ device_type: 'panel', panel: null })));
});
const VESTABOARDS: [what: string, fields: object, isVirtual: boolean][] = [
  ['nothing', { secrets: NO_KEYS }, true],
  ['an address', { host: 'wall.local', secrets: NO_KEYS }, false],
  ['a local key', { secrets: { ...NO_KEYS, local_api_key: 'k' }, local_api_port: null }, false],
  ['the key of a served port', { secrets: { ...NO_KEYS, local_api_key: 'k' }, local_api_port: 7000 }, true],
  ['a cloud key', { secrets: { ...NO_KEYS, cloud_key: 'k' } }, false],
  ['a token of an array', { secrets: { ...NO_KEYS, note_array_token: 'k' } }, false],
  ['tiles', { secrets: NO_KEYS, tiles: [{}] }, false],
];
for (const [what, fields, isVirtual] of VESTABOARDS)
  test(`a Vestaboard with ${what} ${isVirtual ? 'lives in the browser' : 'is a thing'}`, () =>
    assert.is(isVirtualBoard(board(fields)), isVirtual));

const way = (strategy: string | null, interval_ms: number | null = null, step_size: number | null = null) => ({
  strategy,
  interval_ms,
  step_size,
});
const [BLANK, FULL] = [createGrid(1, 3), createGrid(1, 3, 5)];
const steps = (
  traits: Partial<Driver>,
  transition = way('column', 20, 2),
  animate?: () => { grid: Grid; delay_ms: number }[],
) => {
  const found = stepsFor(createFakeDriver(traits), { grid: FULL, transition, ...(animate && { animate }) }, BLANK);
  return found && [...(found as Iterable<{ grid: Grid; delay_ms: number }>)];
};
test('a transition in software waits behind each step but the last', () => {
  assert.equal(steps({ transitions: 'cells' }), [
    { grid: gridFromRows([[5, 5, 0]], 1, 3), delay_ms: 20 },
    { grid: FULL, delay_ms: 0 },
  ]);
  assert.equal(
    steps({ transitions: 'cells' }, way('column'))?.map(({ delay_ms }) => delay_ms),
    [150, 150, 0],
  );
});
test('where a single write does there are no steps', () => {
  for (const transition of [way(null), way('instant')]) assert.is(steps({ transitions: 'cells' }, transition), null);
  for (const transitions of ['board', 'none'] as const) assert.is(steps({ transitions }), null);
});
test('an animation is played, but not on a board that takes whole frames only', () => {
  const animate = () => [{ grid: FULL, delay_ms: 7 }];
  assert.equal(steps({ transitions: 'board' }, way('row'), animate), animate());
  assert.is(steps({ transitions: 'none' }, way('row'), animate), null);
  assert.is(steps({ transitions: 'board', minimumInterval: { ms: 1, key: 'k' } }, way('row'), animate), null);
});
test('how long a board is on its way', () => {
  const flagship = geometryOf({ device_type: 'flagship' });
  const lasts = (transitions: Driver['transitions'], transition = way('row', 100, 1)) =>
    expectedDurationMs(createFakeDriver({ transitions }), { grid: FULL, transition }, flagship);
  assert.is(lasts('board'), 2800);
  assert.is(lasts('board', way('random', 100, 1)), 13_200);
  assert.is(lasts('board', way('row', 100, 3)), 1000);
  assert.is(lasts('board', way('row', null, null)), 0);
  for (const none of [
    lasts('cells'),
    lasts('none'),
    lasts('board', way(null, 100)),
    lasts('board', way('instant', 100)),
  ])
    assert.is(none, 0);
});

test('the minimum interval counts from the last write that is remembered, and never longer than it is', () => {
  const clock = createFakeClock('2026-03-01T12:00:00Z');
  const left = (last: number | null) =>
    new MinimumIntervals(clock, { get: () => last, set: () => undefined }).left({ key: 'k', ms: 15_000 });
  assert.is(left(null), 0);
  assert.is(left(clock.now() - 5000), 10_000);
  assert.is(left(clock.now() - 20_000), 0);
  assert.is(left(clock.now() + 90_000), 15_000);
});

test.run();
