import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INSTANT } from '../../src/board/driver.ts';
import { SENT, outcomeOf, type Outcome } from '../../src/board/outcome.ts';
import { MINUTE_MS } from '../../src/core/time/durations.ts';
import { createGrid, type Grid } from '../../src/core/flaps/grid.ts';
import { DisplayLoop, type DisplayLoopOptions } from '../../src/loop/display.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('loop/display');

/** A loop with one paused board, and the calls that it makes: of decisions, and at the end of subscriptions. */
const rig = () => {
  const clock = createFakeClock('2026-11-22T10:00:00Z');
  const calls: string[] = [];
  const ends = (name: string) => () => () => void calls.push(`end of ${name}`);
  const options = {
    store: {
      state: { boards: [{ id: 'wall' }], programmes: {}, settings: { polling: { interval_seconds: 20 } } },
      onChange: ends('changes'),
    },
    sources: { onData: ends('data') },
    boards: { get: () => undefined },
    frames: { left: async () => null },
    programme: { decide: () => ({ paused: true, because: 'paused', silence: { active: false }, next_change: null }) },
    writer: {
      cancelRetries: () => void calls.push('cancelRetries'),
      isBackingOff: () => false,
      isHeld: () => false,
      begin: () => 1,
    },
    clock,
    log: createQuietLog(),
    onDecision: (id: string) => void calls.push(id),
  };
  return { clock, calls, loop: new DisplayLoop(options as unknown as DisplayLoopOptions) };
};

test('a start updates every board at once, then at each full minute and at each interval', async () => {
  const { clock, calls, loop } = rig();
  assert.is(loop.start(), true);
  assert.is(loop.start(), false);
  await clock.advance(0);
  assert.equal(calls.splice(0), ['cancelRetries', 'wall']);
  await clock.advance(MINUTE_MS);
  assert.equal(calls, ['wall', 'wall', 'wall']);
  loop.end();
});

test('a stopped loop is told of, looks at nothing by itself, and ends its subscriptions for good', async () => {
  const { clock, calls, loop } = rig();
  loop.start();
  await clock.advance(0);
  calls.splice(0);
  assert.is(loop.stop(), true);
  assert.is(loop.stop(), false);
  assert.is(loop.quietForMs, 0);
  await clock.advance(2 * MINUTE_MS);
  assert.equal(calls.splice(0).sort(), ['cancelRetries', 'end of data', 'wall']);
  loop.wake('wall');
  await clock.advance(0);
  assert.equal(calls.splice(0), ['wall']);
  loop.end();
  loop.wake('wall');
  await clock.advance(2 * MINUTE_MS);
  assert.equal(calls, ['end of changes']);
});

test('a loop that was started again updates as before', async () => {
  const { clock, calls, loop } = rig();
  loop.start();
  loop.stop();
  loop.start();
  calls.splice(0);
  await clock.advance(MINUTE_MS);
  assert.equal(calls, ['wall', 'wall', 'wall', 'wall']);
  loop.end();
});

const [BLANK, LETTERS, COVERED] = [0, 1, 2].map((code) => createGrid(3, 15, code)) as [Grid, Grid, Grid];
const OPEN = { because: 'pin', paused: false, quiet_until: null, show: { kind: 'page' }, next_change: null };

/** A loop over a writer that notes what is written; everything that decides is the test's to set. */
const writing = () => {
  const clock = createFakeClock('2026-11-22T10:00:10Z');
  const calls: string[] = [];
  const minute = { ring: (): void => undefined };
  const board = { id: 'wall', name: 'Wall', paused: false, device_type: 'flagship' };
  const now = {
    decision: { ...OPEN, silence: { active: false } } as Record<string, unknown>,
    picture: { grid: LETTERS } as Record<string, unknown>,
    covered: null as Grid | null,
    left: null as { grid: Grid; why: string } | null,
    physical: true,
    held: false,
    backingOff: false,
    redundant: false,
    current: true,
    decideFails: false,
    decidedAt: 0,
    outcome: SENT as Outcome,
  };
  let onChange: (state: unknown, previous: unknown, changed: Set<string>) => void = () => undefined;
  let onData = (_key: string): void => undefined;
  const state = {
    boards: [board],
    programmes: { wall: { messages: [] as unknown[] } } as Record<string, unknown>,
    settings: { polling: { interval_seconds: 30 } },
  };
  const name = (grid: Grid): string => ['blank', 'letters', 'covered'][grid.codes[0] ?? 0] ?? '';
  const options = {
    store: {
      state,
      onChange: (call: typeof onChange) => {
        onChange = call;
        return () => undefined;
      },
      update: async (make: (before: typeof state) => Partial<typeof state>) => {
        const next = make(state);
        calls.push(`stored ${Object.keys(next).sort().join()}`);
        Object.assign(state, next);
      },
    },
    sources: {
      onData: (call: typeof onData) => {
        onData = call;
        return () => undefined;
      },
    },
    boards: {
      get: () => ({
        halt: () => calls.push('halt'),
        setPaused: (paused: boolean) => paused && calls.push('still'),
        setLight: (level: number) => calls.push(`light ${level}`),
        recall: (grid: Grid) => calls.push(`recall ${name(grid)}`),
        physical: now.physical,
      }),
    },
    programme: {
      decide: (_id: string, at: number) => {
        now.decidedAt = at;
        if (now.decideFails) throw new Error('no decision');
        return { programme: state.programmes['wall'], ...now.decision };
      },
      light: () => ({ level: 70 }),
    },
    frames: { left: async () => now.left, hurry: () => calls.push('hurry') },
    pictures: {
      of: async () => now.picture,
      notePassing: (_id: string, why: string) => calls.push(`was ${why}`),
      shows: (_id: string, key: string) => key === 'weather',
      forget: (id: string) => calls.push(`forget ${id}`),
    },
    animation: { of: () => ({ transition: { strategy: 'column' } }) },
    writer: {
      cancelRetries: () => undefined,
      clearFailures: () => calls.push('clearFailures'),
      isBackingOff: () => now.backingOff,
      isHeld: () => now.held,
      isRedundant: () => now.redundant,
      isCurrent: () => now.current,
      begin: () => 1,
      forget: () => calls.push('forget'),
      invalidate: () => calls.push('invalidate'),
      remove: (id: string) => calls.push(`remove ${id}`),
      givesBack: () => now.covered !== null,
      coveredOn: () => now.covered,
      uncover: () => void (now.covered = null),
      refusal: () => ({ code: 'paused', reason: 'It is paused.' }),
      write: async (_board: unknown, frame: Record<string, unknown>, purpose: string, cause?: object) => {
        const moved = frame['transition'] === INSTANT ? 'instant' : 'moving';
        calls.push(
          [
            name(frame['grid'] as Grid),
            purpose,
            moved,
            frame['force'] ? 'force' : '',
            frame['passes'] ? 'passes' : '',
            JSON.stringify(cause ?? ''),
          ]
            .filter(Boolean)
            .join(' '),
        );
        if (purpose === 'return' && now.outcome === SENT) now.covered = null;
        return now.outcome;
      },
    },
    clock: { ...clock, everyMinute: (ring: () => void) => ((minute.ring = ring), clock.everyMinute(ring)) },
    log: { ...createQuietLog(), error: (text: string) => void calls.push(text) },
    onDecision: () => undefined,
  };
  const loop = new DisplayLoop(options as unknown as DisplayLoopOptions);
  const run = async (ms = 0): Promise<string[]> => {
    await clock.advance(ms);
    return calls.splice(0);
  };
  const wake = () => {
    loop.wake('wall');
    return run();
  };
  return {
    clock,
    now,
    loop,
    run,
    wake,
    minute,
    state,
    board,
    tell: (key: string) => onData(key),
    change: (previous: object, changed: string[]) => onChange(state, { ...state, ...previous }, new Set(changed)),
  };
};
const MOVED = 'letters programme moving {"why":"pin","isAsked":false}';

test('a board that has another frame to show is written with its transition', async () => {
  const { loop, run, now, wake } = writing();
  loop.start();
  assert.equal(await run(), [MOVED]);
  now.redundant = true;
  assert.equal(await wake(), []);
  Object.assign(now, { redundant: false, picture: { error: 'It cannot be drawn.' } });
  assert.equal(await wake(), []);
  loop.end();
});

test('who was overtaken, held, is backing off or has no decision writes nothing, and stops nobody', async () => {
  const { loop, run, now, wake } = writing();
  loop.start();
  await run();
  for (const name of ['held', 'backingOff'] as const) {
    now[name] = true;
    assert.equal(await wake(), [], name);
    now[name] = false;
  }
  now.current = false;
  assert.equal(await wake(), []);
  now.current = true;
  now.decideFails = true;
  assert.equal(await wake(), ['A board could not be brought up to date.']);
  now.decideFails = false;
  assert.equal(await wake(), [MOVED]);
  loop.end();
});

test('a board that is looked at each minute is left alone while it waits after a failure', async () => {
  const { loop, run, now } = writing();
  loop.start();
  await run();
  now.backingOff = true;
  assert.equal(await run(MINUTE_MS), []);
  now.backingOff = false;
  assert.equal(await run(30_000), [MOVED]);
  loop.end();
});

test('the instant of the next change is waited for, and the full minute is told late', async () => {
  const { loop, run, now, clock } = writing();
  now.decision['next_change'] = clock.now() + 7000;
  loop.start();
  await run();
  now.decision['next_change'] = null;
  assert.equal(await run(6999), []);
  assert.equal(await run(1), [MOVED]);
  assert.equal(await run(12_000), []);
  assert.is(loop.latenessMs, 0);
  loop.end();
});

test('data wakes the boards that show it', async () => {
  const { loop, run, tell } = writing();
  loop.start();
  await run();
  tell('football');
  assert.equal(await run(), []);
  tell('weather');
  tell('weather');
  assert.equal(await run(), [MOVED]);
  loop.end();
});

test('a silence that begins ends the transition; a board that leaves it is written anew', async () => {
  const { loop, run, wake, now } = writing();
  loop.start();
  await run();
  now.decision = { ...OPEN, because: 'silence', silence: { active: true } };
  now.picture = {};
  assert.equal(await wake(), ['halt']);
  assert.equal(await wake(), []);
  now.decision = { ...OPEN, silence: { active: false } };
  now.picture = { grid: LETTERS };
  assert.equal(await wake(), ['invalidate', MOVED]);
  loop.end();
});

test('a display is lit as it should be, and dark in silence unless it stays on', async () => {
  const { loop, run, wake, now, board } = writing();
  Object.assign(board, { device_type: 'panel', panel: { driver: 'screen', connection: {} } });
  now.redundant = true;
  loop.start();
  assert.equal(await run(), ['light 70']);
  now.decision = { ...OPEN, because: 'silence', silence: { active: true } };
  assert.equal(await wake(), ['halt', 'light 0']);
  now.decision = { ...OPEN, because: 'critical', silence: { active: true } };
  assert.equal(await wake(), ['light 70']);
  now.decision = { ...OPEN, because: 'silence', silence: { active: true } };
  Object.assign(board, { panel: { driver: 'screen', connection: { on_in_silence: true } } });
  assert.equal(await wake(), ['light 70']);
  now.decision = { ...OPEN, because: 'paused', paused: true, silence: { active: false } };
  assert.equal(await wake(), ['invalidate', 'still']);
  loop.end();
});

test('a closed board gets back what a critical message covered, when that has ended (rules, P10)', async () => {
  const { loop, run, wake, now } = writing();
  now.decision = { ...OPEN, because: 'critical', paused: true, silence: { active: false } };
  now.covered = COVERED;
  loop.start();
  assert.equal(await run(), ['still', 'letters programme instant passes {"why":"critical","isAsked":false}']);
  now.decision = { ...OPEN, because: 'paused', paused: true, show: { kind: 'nothing' }, silence: { active: false } };
  now.backingOff = true;
  assert.equal(await wake(), ['still'], 'not before the pause after a failure is over');
  now.backingOff = false;
  assert.equal(await wake(), ['still', 'covered return instant passes ""']);
  assert.equal(await wake(), ['still']);
  now.covered = COVERED;
  const { outcome, tried, grid } = await loop.show({ id: 'wall' } as StoredBoard, false);
  assert.equal([outcome.code, tried, grid], ['sent', true, COVERED]);
  now.covered = COVERED;
  now.decision = { ...OPEN, because: 'silence', show: { kind: 'indicator' }, silence: { active: true } };
  await wake();
  assert.is(now.covered, null, 'in a silence with a page of its own it is let go');
  loop.end();
});

test('what has ended is stored once, and with it a pause that is over', async () => {
  const { loop, run, wake, now, state, board } = writing();
  loop.start();
  await run();
  const settled = { messages: [] };
  now.decision['programme'] = settled;
  board.paused = true;
  assert.equal(await wake(), ['stored boards,programmes', MOVED]);
  assert.is(state.programmes['wall'], settled);
  assert.is(state.boards[0]?.paused, false);
  assert.equal(await wake(), [MOVED]);
  loop.end();
});

test('somebody who asks gets the outcome, also while the loop is stopped', async () => {
  const { loop, now, run } = writing();
  const wall = { id: 'wall' } as StoredBoard;
  const asked = async (force = false, snap = false) => {
    const { outcome, tried } = await loop.show(wall, force, snap);
    return [outcome.code, tried, ...(await run())];
  };
  const why = '{"why":"pin","isAsked":true}';
  assert.equal(await asked(), ['sent', true, `letters programme moving ${why}`]);
  assert.equal(await asked(true, true), ['sent', true, `letters programme instant force ${why}`]);
  now.outcome = outcomeOf('disabled');
  assert.equal((await asked()).slice(0, 2), ['disabled', false]);
  now.outcome = SENT;
  now.current = false;
  assert.equal(await asked(), ['superseded', false]);
  now.current = true;
  now.picture = { error: 'It cannot be drawn.' };
  assert.equal(await asked(), ['not_drawn', false]);
  now.picture = {};
  assert.equal(await asked(), ['nothing_to_show', false]);
  now.decision = { ...OPEN, because: 'quiet', quiet_until: 1, silence: { active: false } };
  now.picture = { grid: BLANK };
  assert.equal(await asked(), ['paused', false]);
});

test('a board that is gone is forgotten, and one that began anew is written', async () => {
  const { loop, run, state, change, board } = writing();
  loop.start();
  await run();
  loop.renew('wall');
  assert.equal(await run(), ['forget', MOVED]);
  state.boards = [];
  change({ boards: [board] }, ['boards']);
  loop.wake('wall');
  assert.equal(await run(), ['remove wall', 'forget wall']);
  loop.end();
});

test('a change of the interval counts at once, and a change of a board ends the pause after its failures', async () => {
  const { loop, run, state, change, board } = writing();
  loop.start();
  await run();
  const { settings } = state;
  state.settings = { polling: { interval_seconds: 10 } };
  change({ settings }, ['settings']);
  assert.ok((await run()).includes(MOVED));
  assert.equal(await run(9999), []);
  assert.ok((await run(1)).includes(MOVED));
  state.boards = [{ ...board, name: 'Other' }];
  change({ boards: [board] }, ['boards']);
  assert.equal(await run(), [MOVED]);
  state.boards = [{ ...board, paused: true }];
  change({ boards: [board] }, ['boards']);
  assert.is((await run())[0], 'clearFailures');
  loop.end();
});

test('after the clock was set back it is looked at as of the new time', async () => {
  const { loop, run, now, clock } = writing();
  loop.start();
  await run(60_000);
  assert.is(now.decidedAt, clock.now() - (clock.now() % 30_000));
  clock.jump(-3_600_000);
  loop.wake('wall');
  await run();
  assert.is(now.decidedAt, clock.now());
  loop.end();
});

test('a loop tells whether it runs, and for how long nothing was updated', async () => {
  const { loop, run } = writing();
  assert.equal([loop.running, loop.quietForMs], [false, 0]);
  loop.start();
  await run(5000);
  assert.equal([loop.running, loop.quietForMs], [true, 5000]);
  await run(20_000);
  assert.is(loop.quietForMs, 5000);
  loop.end();
});

test('a minute that rings slightly early is looked at as the full one', async () => {
  const { loop, run, now, clock, minute } = writing();
  loop.start();
  await run(MINUTE_MS - (clock.now() % MINUTE_MS) - 5);
  minute.ring();
  await run();
  assert.is(now.decidedAt, clock.now() + 5);
  assert.is(loop.latenessMs, 0);
  await run(30_000);
  minute.ring();
  await run();
  assert.is(now.decidedAt, clock.now());
  assert.is(loop.latenessMs, clock.now() % MINUTE_MS);
  loop.end();
});

const SHUT = { ...OPEN, because: 'quiet', show: { kind: 'nothing' }, silence: { active: false }, quiet_until: 1 };

test('a board that is left as it is gets told once what an earlier run left on it', async () => {
  const { loop, run, now, wake } = writing();
  Object.assign(now, { decision: SHUT, picture: { idle: true }, left: { grid: COVERED, why: 'silence' } });
  loop.start();
  assert.equal(await run(), ['still', 'was silence', 'recall covered']);
  assert.equal(await wake(), ['still']);
  loop.end();
});

test('what a board without flaps is left with is kept for the next start; one with flaps knows by itself', async () => {
  for (const physical of [false, true]) {
    const { loop, run, now, wake } = writing();
    now.physical = physical;
    loop.start();
    await run();
    Object.assign(now, { decision: SHUT, picture: { idle: true }, left: { grid: COVERED, why: 'pin' } });
    assert.equal(await wake(), physical ? ['still'] : ['still', 'hurry']);
    assert.equal(await wake(), ['still']);
    loop.end();
  }
});

test.run();
