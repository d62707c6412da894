import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INSTANT } from '../../src/board/driver.ts';
import type { FrameRequest } from '../../src/board/frame-request.ts';
import {
  BROWSER_TARGET,
  causedOutcome,
  outcomeOf,
  SENT,
  tooSoonOutcome,
  type Outcome,
} from '../../src/board/outcome.ts';
import { createGrid, type Grid } from '../../src/core/flaps/grid.ts';
import { Writer, type Purpose } from '../../src/loop/writer.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import type { Target } from '../../src/schema/appliance/settings.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sampleBoard } from '../support/sample-state.ts';

const BOARD: StoredBoard = { ...sampleBoard('wall'), name: 'Wall' };
const LETTERS = createGrid(6, 22, 1);
const OTHERS = createGrid(6, 22, 2);
const FAILED = causedOutcome('unreachable', 'No answer.');
const PURPOSES: readonly Purpose[] = ['programme', 'message', 'trial'];

interface Given {
  readonly target?: Target;
  readonly physical?: boolean;
  readonly running?: boolean;
  readonly paused?: boolean;
  readonly silent?: boolean;
  readonly quiet?: number | null;
  /** What it showed before a frame that went through everything, as it was kept. */
  readonly kept?: Grid | null;
  readonly until?: number | null;
  readonly outcome?: Outcome;
  /** What is on the board after a write; what was asked for unless given. */
  readonly left?: Grid;
}

/** A writer over a board that does what a test says, and a log of what the writer does. */
const rig = ({
  target = 'both',
  physical = true,
  running = true,
  paused = false,
  silent = false,
  quiet = null,
  kept = null,
  until = null,
  outcome = SENT,
  left,
}: Given = {}) => {
  const calls: string[] = [];
  const shown: unknown[] = [];
  const missing: unknown[] = [];
  const fleeting: Grid[] = [];
  const clock = createFakeClock('2026-03-02T10:00:00Z');
  const now = { outcome, left, characters: null as Grid | null };
  const board = {
    id: 'wall',
    geometry: { device_type: 'flagship', rows: 6, cols: 22 },
    physical,
    restore: () => {
      calls.push('restore');
      return Promise.resolve(now.outcome);
    },
    get view() {
      return { characters: now.characters };
    },
    show: ({ grid, once }: FrameRequest) => {
      calls.push('show');
      if (once) fleeting.push(grid);
      now.characters = now.left ?? grid;
      return Promise.resolve(now.outcome);
    },
    preview: () => void calls.push('preview'),
    noteMissing: (characters: readonly string[]) => void missing.push(characters),
    forget: () => void calls.push('forget'),
  };
  const decision = { paused, quiet_until: quiet, silence: { active: silent, next_change: until } };
  const writer = new Writer({
    boards: { get: () => (running ? board : undefined) as never },
    programme: { target, decide: () => decision as never },
    clock,
    covered: { of: () => kept, keep: (_id, grid) => void calls.push(`keep ${grid?.codes[0] ?? 'nothing'}`) },
    onReady: () => void calls.push('free'),
    onShown: (id, { why, isAsked, moved }) => void shown.push([id, why, isAsked, moved]),
  });
  const write = (purpose: Purpose, grid = LETTERS) => writer.write(BOARD, { grid, transition: INSTANT }, purpose);
  const answer = (next: Outcome) => void (now.outcome = next);
  const end = (grid: Grid) => void (now.left = grid);
  return { writer, write, calls, shown, missing, fleeting, clock, answer, end };
};

const test = suite('loop/writer');

const restores: readonly [what: string, given: Given, calls: string[]][] = [
  ['of the browser target moves no flaps', { target: 'ui' }, []],
  ['in a silence window is written', { silent: true }, ['restore']],
  ['that cannot be reached is tried again after a pause', { outcome: FAILED }, ['restore', 'free']],
  ['that does not run is left alone', { running: false }, []],
];
for (const [what, given, wanted] of restores) {
  test(`a board that lost its content and ${what}`, async () => {
    const { writer, calls, clock } = rig(given);
    await writer.restore('wall');
    await clock.advance(2000);
    assert.equal(calls, wanted);
  });
}

const refusals: readonly [what: string, given: Given, code: string | null, sentence: RegExp][] = [
  ['an open board', {}, null, /^$/],
  ['a paused board', { paused: true }, 'paused', /"Wall" is paused: resume it first/],
  ['a paused board in its silence window', { paused: true, silent: true }, 'paused', /paused/],
  [
    'a quiet board',
    { quiet: Date.parse('2026-03-02T11:00:00Z') },
    'quiet',
    /"Wall" is quiet until 2026-03-02T11:00:00/,
  ],
  ['a silenced board', { silent: true }, 'silenced', /"Wall" is in its silence window\.$/],
  [
    'a silenced board with an end',
    { silent: true, until: Date.parse('2026-03-02T06:00:00Z') },
    'silenced',
    /until 2026-03-02T06:00:00/,
  ],
  ['a board that does not run', { running: false }, 'disabled', /switched off/],
  ['a board of the browser', { physical: false, target: 'ui' }, null, /^$/],
];
for (const [what, given, code, sentence] of refusals) {
  test(`which board takes explicit writes: ${what}`, () => {
    const refusal = rig(given).writer.refusal(BOARD);
    assert.is(refusal?.code ?? null, code);
    assert.match(refusal?.reason ?? '', sentence);
  });
}

const ways: readonly (readonly [what: string, given: Given, purpose: Purpose, call: string])[] = [
  ...PURPOSES.map((purpose) => ['flaps', {}, purpose, 'show'] as const),
  ...PURPOSES.map((purpose) => ['flaps under the target ui', { target: 'ui' as const }, purpose, 'preview'] as const),
  ['a board of the browser under the target ui', { target: 'ui', physical: false }, 'message', 'preview'],
  ['a board of the browser under the target ui', { target: 'ui', physical: false }, 'programme', 'show'],
  ['a board of the browser under the target ui', { target: 'ui', physical: false }, 'trial', 'show'],
  ['a board of the browser', { physical: false }, 'message', 'show'],
];
for (const [what, given, purpose, call] of ways) {
  test(`where a ${purpose} goes: ${what}`, async () => {
    const { write, calls } = rig(given);
    const { code } = await write(purpose);
    assert.equal(calls, [call]);
    assert.is(code, call === 'preview' ? BROWSER_TARGET.code : 'sent');
  });
}

test('a board that does not run is never written', async () => {
  for (const purpose of PURPOSES) assert.is((await rig({ running: false }).write(purpose)).code, 'disabled');
});

/** [outcome, who wrote] → whether the same is needless afterwards, whether the board rests. */
const consequences: readonly [outcome: Outcome, purpose: Purpose, needless: boolean, resting: boolean][] = [
  [SENT, 'programme', true, false],
  [SENT, 'message', true, false],
  [SENT, 'trial', false, false],
  [outcomeOf('unchanged'), 'programme', true, false],
  [outcomeOf('browser_only'), 'message', true, false],
  [causedOutcome('declined', 'No blanks.'), 'programme', true, false],
  [outcomeOf('superseded'), 'programme', false, false],
  [outcomeOf('interrupted'), 'message', false, false],
  [tooSoonOutcome(4000, 'Slow down.'), 'programme', false, true],
  [tooSoonOutcome(4000, 'Slow down.'), 'message', false, false],
  [{ ...tooSoonOutcome(4000, 'Slow down.'), isPartial: true }, 'message', false, true],
  [causedOutcome('quiet_hours', 'At night.'), 'programme', false, true],
  [causedOutcome('quiet_hours', 'At night.'), 'message', false, false],
  [{ ...causedOutcome('quiet_hours', 'At night.'), isPartial: true }, 'message', false, true],
  [FAILED, 'programme', false, true],
  [FAILED, 'message', false, true],
  [FAILED, 'trial', false, true],
  [causedOutcome('refused', 'Wrong key.'), 'programme', true, false],
  [causedOutcome('refused', 'Wrong key.'), 'message', false, false],
  [causedOutcome('misconfigured', 'No port.'), 'programme', false, false],
];
for (const [outcome, purpose, needless, resting] of consequences) {
  test(`after a ${purpose} that was ${outcome.code}${outcome.isPartial ? ' in part' : ''}`, async () => {
    const { writer, write } = rig({ outcome });
    await write(purpose);
    assert.equal([writer.isRedundant('wall', LETTERS), writer.isBackingOff('wall')], [needless, resting]);
    assert.is(writer.isRedundant('wall', OTHERS), false);
  });
}

for (const purpose of ['message', 'programme', 'return', 'trial'] as const)
  test(`a ${purpose} whose transition was cut is not on the board: the programme writes the rest`, async () => {
    const { writer, write, end } = rig({ left: OTHERS });
    end(LETTERS);
    await write('programme');
    assert.is(writer.isRedundant('wall', LETTERS), true);
    end(OTHERS);
    await write(purpose);
    assert.is(writer.isRedundant('wall', LETTERS), false);
    const browser = rig({ left: OTHERS, physical: false, outcome: outcomeOf('browser_only') });
    await browser.write(purpose);
    assert.is(browser.writer.isRedundant('wall', LETTERS), false);
  });

test('pauses after failures grow, end with a call of onReady, and a successful write resets them', async () => {
  const { write, writer, clock, calls, answer } = rig({ outcome: FAILED });
  for (const pause of [1000, 2000, 4000]) {
    await write('programme');
    await clock.advance(pause - 1);
    assert.is(calls.pop(), 'show');
    await clock.advance(1);
    assert.is(calls.pop(), 'free');
  }
  answer(SENT);
  await write('programme');
  assert.is(writer.isBackingOff('wall'), false);
  answer(FAILED);
  await write('programme');
  await clock.advance(1000);
  assert.is(calls.at(-1), 'free', 'the pause is the first one again');
});

for (const [purpose, isPartial] of [
  ['programme', false],
  ['message', true],
] as const)
  test(`the hardware sets the length of a pause after a ${purpose}`, async () => {
    const { write, clock, calls } = rig({ outcome: { ...tooSoonOutcome(7000, 'Slow down.'), isPartial } });
    await write(purpose);
    await clock.advance(6999);
    assert.is(calls.includes('free'), false);
    await clock.advance(1);
    assert.is(calls.at(-1), 'free');
  });

test('a part of a board that lost its content and takes it later has it written once more', async () => {
  const { writer, clock, calls } = rig({ outcome: { ...tooSoonOutcome(7000, 'Slow down.'), isPartial: true } });
  await writer.restore('wall');
  await clock.advance(7000);
  assert.equal(calls, ['restore', 'free']);
});

test('a hold keeps the programme off, outdates what was being drawn, and calls it back once', () => {
  const { writer, calls } = rig();
  const turn = writer.begin('wall');
  const first = writer.hold('wall');
  const second = writer.hold('wall');
  assert.is(writer.isCurrent('wall', turn), false);
  assert.is(writer.isHeld('wall'), true);
  first();
  first();
  assert.equal(calls, [], 'somebody else still holds the board');
  second();
  assert.equal(calls, ['free']);
  assert.is(writer.isHeld('wall'), false);
});

test('a hold during which no update was skipped calls nothing', () => {
  const { writer, calls } = rig();
  writer.hold('wall')();
  assert.equal(calls, []);
});

test('forget drops what was shown and the pause; invalidate keeps the pause', async () => {
  const { writer, write, answer, calls } = rig();
  await write('programme');
  writer.forget('wall');
  assert.is(writer.isRedundant('wall', LETTERS), false);
  answer(FAILED);
  await write('programme');
  writer.invalidate('wall');
  assert.is(writer.isBackingOff('wall'), true);
  writer.clearFailures('wall');
  assert.is(writer.isBackingOff('wall'), false);
  assert.is(calls.filter((call) => call === 'forget').length, 2);
});

test('a start or stop of the loop ends every pause without a try, and outdates what was being drawn', async () => {
  const { writer, write, clock, calls } = rig({ outcome: FAILED });
  await write('programme');
  const turn = writer.begin('wall');
  writer.cancelRetries();
  await clock.advance(60_000);
  assert.equal(
    [writer.isBackingOff('wall'), writer.isCurrent('wall', turn), calls.includes('free')],
    [false, false, false],
  );
});

test('two failures in a row make one pause, and a removed board leaves none', async () => {
  const { writer, clock, calls } = rig();
  writer.markFailed('wall');
  writer.markFailed('wall');
  writer.remove('wall');
  await clock.advance(60_000);
  assert.equal(calls, []);
});

/** [what the board is, what the write goes through] → why it is refused */
const passes: readonly [given: Given, through: StoredBoard['critical_passes'], code: string | null][] = [
  [{ paused: true }, 'none', 'paused'],
  [{ paused: true }, 'silence', 'paused'],
  [{ paused: true }, 'all', null],
  [{ quiet: 1 }, 'silence', 'quiet'],
  [{ quiet: 1 }, 'all', null],
  [{ silent: true }, 'none', 'silenced'],
  [{ silent: true }, 'silence', null],
  [{ silent: true }, 'all', null],
];
for (const [given, through, code] of passes)
  test(`${JSON.stringify(given)} and a write that goes through ${through} (rules, P10)`, () =>
    assert.is(rig(given).writer.refusal(BOARD, undefined, through)?.code ?? null, code));
test('a disabled board takes no write', () =>
  assert.is(rig().writer.refusal({ ...BOARD, enabled: false })?.code, 'disabled'));

test('a frame that is shown is told with its cause; one of a trial, and one that changed nothing, is not', async () => {
  const { writer, write, shown, missing, answer } = rig();
  await write('message');
  await write('trial');
  const cause = { why: 'pin', isAsked: false };
  await writer.write(BOARD, { grid: LETTERS, transition: INSTANT, missing: ['^'] }, 'programme', cause);
  assert.equal(shown.splice(0), [
    ['wall', 'message', true, true],
    ['wall', 'pin', false, true],
  ]);
  assert.equal(missing.splice(0), [[], [], ['^']]);
  answer(outcomeOf('browser_only'));
  await write('message');
  assert.equal(shown.splice(0), [['wall', 'message', true, false]]);
  answer(outcomeOf('unchanged'));
  await write('message');
  assert.equal([shown, missing.length], [[], 1]);
});

test('what a frame covers that goes through everything is kept until it is given back (rules, P10)', async () => {
  const { writer, write, calls } = rig({ paused: true });
  const board = { ...BOARD, critical_passes: 'all' } as const;
  const critical = (grid: Grid, purpose: Purpose = 'programme') =>
    writer.write(board, { grid, transition: INSTANT, passes: true }, purpose);
  await critical(OTHERS);
  assert.equal([calls.splice(0), writer.givesBack(board)], [['show'], false], 'nobody knows what it showed');
  await write('programme');
  await critical(OTHERS);
  await critical(createGrid(6, 22, 3));
  assert.equal(calls.splice(0), ['show', 'keep 1', 'show', 'show']);
  assert.ok(writer.givesBack(board));
  assert.not.ok(writer.givesBack({ ...board, critical_passes: 'silence' }));
  assert.is(writer.coveredOn('wall'), LETTERS);
  await critical(LETTERS, 'return');
  assert.equal(calls.splice(0), ['show', 'keep nothing']);
  writer.uncover('wall');
  assert.equal([writer.coveredOn('wall'), writer.givesBack(board), calls], [null, false, []]);
});

test('what a frame covered is kept when it cannot be given back, and when the next such frame comes meanwhile', async () => {
  const { writer, write, calls, answer } = rig({ paused: true });
  const board = { ...BOARD, critical_passes: 'all' } as const;
  const critical = (grid: Grid, purpose: Purpose = 'programme') =>
    writer.write(board, { grid, transition: INSTANT, passes: true }, purpose);
  await write('programme');
  await critical(OTHERS);
  answer(FAILED);
  await critical(LETTERS, 'return');
  assert.equal([writer.coveredOn('wall'), writer.isBackingOff('wall')], [LETTERS, true]);
  answer(SENT);
  await Promise.all([critical(LETTERS, 'return'), critical(OTHERS)]);
  assert.equal([writer.coveredOn('wall'), calls.filter((call) => call.startsWith('keep'))], [LETTERS, ['keep 1']]);
});

for (const [what, given] of [
  ['whose output is the browser', { target: 'ui' }],
  ['that refuses it', { outcome: causedOutcome('refused', 'The key.') }],
] as const)
  test(`a board ${what} is given back what was covered once`, async () => {
    const { writer, write } = rig({ kept: OTHERS, ...given });
    await write('return', OTHERS);
    assert.is(writer.coveredOn('wall'), null);
  });

test('what was covered before a restart is given back too', () => {
  const { writer } = rig({ kept: OTHERS, paused: true });
  assert.ok(writer.givesBack({ ...BOARD, critical_passes: 'all' }));
  assert.is(writer.coveredOn('wall'), OTHERS);
});

test('the same frame is needless while it is written, and not when that failed', async () => {
  const { writer, write, answer } = rig();
  answer(FAILED);
  const writing = write('programme');
  assert.ok(writer.isRedundant('wall', LETTERS));
  await writing;
  assert.not.ok(writer.isRedundant('wall', LETTERS));
});

test('what is no part of the programme is shown at once or never', async () => {
  const { write, fleeting } = rig();
  for (const purpose of [...PURPOSES, 'return'] as const) await write(purpose);
  assert.is(fleeting.length, 2);
});

test('no pause is longer than a minute', async () => {
  const { write, writer, clock, answer } = rig({ outcome: FAILED });
  for (let failure = 0; failure < 9; failure++) {
    await write('programme');
    await clock.advance(60_000);
    assert.is(writer.isBackingOff('wall'), false);
  }
  await write('programme');
  await clock.advance(59_999);
  assert.ok(writer.isBackingOff('wall'));
  answer(tooSoonOutcome(0, ''));
});

test('under the target ui a trial leaves the programme what is shown', async () => {
  const { writer, write } = rig({ target: 'ui' });
  await write('trial');
  assert.not.ok(writer.isRedundant('wall', LETTERS));
  await write('programme');
  assert.ok(writer.isRedundant('wall', LETTERS));
});

test.run();
