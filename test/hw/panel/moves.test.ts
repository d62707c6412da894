import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Moves, type MovesOptions } from '../../../hw/panel/moves.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const test = suite('moves');

const FLAPS = 10;
const FLAP_MS = 100;

/** All may turn at once, and each begins at once. */
const FREE = { max_moving: null, land_together: false };

const rig = (change: Partial<MovesOptions> = {}) => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const log: string[] = [];
  const moves = new Moves({
    clock,
    count: 4,
    panel: FREE,
    redirectable: false,
    duration: (_module, from, to) => (from === null ? 1000 : ((to - from + FLAPS) % FLAPS) * FLAP_MS),
    launch: (starts) =>
      log.push(`${clock.monotonic()}: ${starts.map(({ module, flap }) => `${module}>${flap}`).join(' ')}`),
    ...change,
  });
  for (let module = 0; module < 4; module++) moves.rested(module, 0);
  return { clock, log, moves };
};

const aim = (...flaps: number[]) => flaps.map((flap, module) => ({ module, flap }));

test('everything starts at once, the longest way first', () => {
  const { moves, log } = rig();
  moves.aim(aim(1, 3, 2));
  assert.equal(log, ['0: 1>3 2>2 0>1']);
});

test('halting drops what waits and lets turn what turns', async () => {
  const { moves, log, clock } = rig({ panel: { ...FREE, max_moving: 1 } });
  moves.aim(aim(1, 3, 2));
  assert.is(moves.halt(), true);
  assert.is(moves.halt(), false, 'nothing waits any more');
  await clock.advance(5000);
  assert.equal(log, ['0: 1>3']);
  assert.is(moves.heading(1), 3);
  assert.is(moves.heading(0), 0);
});

test('a module that turns waits, and only the newest aim counts', async () => {
  const { moves, log, clock } = rig();
  moves.aim(aim(3));
  moves.aim(aim(5));
  moves.aim(aim(7));
  assert.is(moves.heading(0), 7);
  await clock.advance(299);
  assert.is(log.length, 1);
  await clock.advance(1);
  assert.equal(log, ['0: 0>3', '300: 0>7']);
  assert.ok(moves.isBusy(0));
  await clock.advance(400);
  assert.not.ok(moves.isBusy(0));
});

test('a module that can be redirected takes the new aim at once', () => {
  const { moves, log } = rig({ redirectable: true });
  moves.aim(aim(3));
  moves.aim(aim(5));
  assert.equal(log, ['0: 0>3', '0: 0>5']);
});

test('only so many turn together', async () => {
  const { moves, log, clock } = rig({ panel: { ...FREE, max_moving: 2 } });
  moves.aim(aim(1, 4, 2, 3));
  await clock.advance(2000);
  assert.equal(log, ['0: 1>4 3>3', '300: 2>2', '400: 0>1']);
});

test('a module that reports its rest makes room for the next', () => {
  const { moves, log } = rig({ panel: { ...FREE, max_moving: 1 } });
  moves.aim(aim(4, 3));
  moves.rested(0, 4);
  assert.equal(log, ['0: 0>4', '0: 1>3']);
});

test('all land together: shorter ways start later', async () => {
  const { moves, log, clock } = rig({ panel: { ...FREE, land_together: true } });
  moves.aim(aim(1, 4, 2, 4));
  await clock.advance(2000);
  assert.equal(log, ['0: 1>4 3>4', '200: 2>2', '300: 0>1']);
});

test('all land together, and only so many turn: none is forgotten', async () => {
  const { moves, log, clock } = rig({ panel: { max_moving: 1, land_together: true } });
  moves.aim(aim(1, 4, 2, 4));
  await clock.advance(5000);
  assert.equal(log, ['0: 1>4', '400: 3>4', '800: 2>2', '1000: 0>1']);
});

test('a way that is unknown counts as the longest', () => {
  const { moves, log } = rig();
  moves.rested(2, null);
  moves.aim(aim(9, 1, 1));
  assert.equal(log, ['0: 2>1 0>9 1>1']);
});

test('a departure by a command is waited for', async () => {
  const { moves, log, clock } = rig();
  moves.departed(0, 0, 500);
  moves.aim(aim(2));
  assert.equal(log, []);
  assert.is(moves.restsIn(0), 500);
  await clock.advance(500);
  assert.equal(log, ['500: 0>2']);
});

test('a reset drops what waits', async () => {
  const { moves, log, clock } = rig({ panel: { ...FREE, max_moving: 1 } });
  moves.aim(aim(4, 3));
  moves.reset();
  await clock.advance(5000);
  assert.equal(log, ['0: 0>4']);
  assert.is(moves.heading(0), null);
  assert.not.ok(moves.isBusy(1));
});

test('a module that turns may take a new aim although no other may start', async () => {
  const { moves, log, clock } = rig({ redirectable: true, panel: { ...FREE, max_moving: 1 } });
  moves.aim(aim(3, 1));
  moves.aim(aim(5));
  assert.equal(log, ['0: 0>3', '0: 0>5']);
  await clock.advance(5000);
  assert.equal(log.slice(2), ['200: 1>1']);
});

test('after a reset nothing turns, whatever it was sent to', () => {
  const { moves } = rig();
  moves.aim(aim(4));
  assert.equal([moves.isBusy(0), moves.restsIn(0), moves.sentTo(0)], [true, 400, 4]);
  moves.reset();
  assert.equal([moves.isBusy(0), moves.restsIn(0), moves.sentTo(0)], [false, 0, null]);
});

test('a module is at rest when its time is over, and when it says so before', async () => {
  const { moves, clock } = rig();
  moves.aim(aim(2, 4));
  await clock.advance(100);
  moves.rested(1, 3);
  assert.equal([moves.isBusy(0), moves.restsIn(0), moves.isBusy(1), moves.restsIn(1)], [true, 100, false, 0]);
  assert.equal([moves.sentTo(0), moves.sentTo(1)], [2, 3]);
  await clock.advance(100);
  assert.equal([moves.isBusy(0), moves.restsIn(0)], [false, 0]);
  await clock.advance(1000);
  moves.rested(0, 2);
  assert.is(moves.restsIn(0), 0);
});

test('where a module waits to be sent to is not where it was sent', async () => {
  const { moves, clock } = rig();
  moves.aim(aim(2));
  moves.aim(aim(6));
  assert.equal([moves.heading(0), moves.sentTo(0)], [6, 2]);
  await clock.advance(200);
  assert.equal([moves.heading(0), moves.sentTo(0)], [6, 6]);
});

test('a module that does not exist is an error of ours', () =>
  assert.throws(() => rig().moves.heading(4), /no module 4/));

test.run();
