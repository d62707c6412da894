import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { faultIn } from '../../../../hw/panel/mbus/faults.ts';
import { Verification, type Position } from '../../../../hw/panel/mbus/verification.ts';
import { Moves } from '../../../../hw/panel/moves.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** Whether modules got where they were sent: shows are not acknowledged, so each is asked when it should be there. */
const test = suite('verification of the modules of a bus');

const WAY_MS = 1000;

/** Two modules whose ways take a second; `answer` is where they say that they are. */
const rig = (answer: (module: number) => Position | Promise<Position>) => {
  const clock = createFakeClock('2026-01-01T00:00:00Z', 2);
  const asked: [number, number][] = [];
  const launched: [number, number, number][] = [];
  const moves: Moves = new Moves({
    clock,
    count: 2,
    panel: { max_moving: null, land_together: false },
    redirectable: false,
    duration: () => WAY_MS,
    launch: (starts) =>
      starts.forEach(({ module, flap }) => {
        launched.push([clock.monotonic(), module, flap]);
        verification.expect(module);
      }),
  });
  const verification: Verification = new Verification({
    clock,
    moves,
    count: 2,
    marginMs: 400,
    homingMs: 5000,
    ask: async (module) => {
      asked.push([clock.monotonic(), module]);
      return answer(module);
    },
  });
  return { clock, asked, launched, moves, verification };
};

test('a module is asked once it should have come to rest, and that is all when it is there', async () => {
  const { clock, asked, moves, verification } = rig(() => 3);
  moves.aim([{ module: 0, flap: 3 }]);
  assert.ok(verification.awaits(0));
  await clock.advance(20_000);
  assert.equal(asked, [[1400, 0]]);
  assert.not.ok(verification.awaits(0) || verification.awaits(1));
  assert.equal([verification.silent.size, verification.stuck.size], [0, 0]);
});

test('a module that is elsewhere is sent twice more, then it is stuck where it is', async () => {
  const { clock, asked, launched, moves, verification } = rig(() => 1);
  moves.aim([{ module: 0, flap: 3 }]);
  await clock.advance(30_000);
  assert.equal(launched, [
    [0, 0, 3],
    [1400, 0, 3],
    [2800, 0, 3],
  ]);
  assert.equal(asked, [
    [1400, 0],
    [2800, 0],
    [4200, 0],
  ]);
  assert.equal([[...verification.stuck], verification.awaits(0), moves.heading(0)], [[0], false, 1]);
});

test('another frame begins anew, and a module that gets there is stuck no more', async () => {
  let at = 1;
  const { clock, launched, moves, verification } = rig(() => at);
  moves.aim([{ module: 0, flap: 3 }]);
  await clock.advance(30_000);
  verification.begin(0);
  moves.aim([{ module: 0, flap: 5 }]);
  await clock.advance(2000);
  at = 5;
  await clock.advance(10_000);
  assert.equal(
    launched.map(([, , flap]) => flap),
    [3, 3, 3, 5, 5],
  );
  assert.is(verification.stuck.size, 0);
});

for (const [said, place] of [
  [-2, null],
  [-1, null],
  [0, 0],
] as const)
  test(`the place of a stuck module that says ${said} is ${place}`, async () => {
    const { clock, moves, verification } = rig(() => said);
    moves.aim([{ module: 0, flap: 3 }]);
    await clock.advance(30_000);
    assert.equal([[...verification.stuck], moves.heading(0)], [[0], place]);
  });

test('a silent module is asked after a fifth and after the whole of a homing, then it is silent', async () => {
  let at: Position = null;
  const { clock, asked, moves, verification } = rig(() => at);
  moves.aim([{ module: 0, flap: 3 }]);
  await clock.advance(7399);
  assert.ok(verification.awaits(0) && verification.silent.size === 0);
  await clock.advance(1);
  assert.equal(
    asked.map(([when]) => when),
    [1400, 2400, 7400],
  );
  assert.equal([[...verification.silent], verification.allSilent, verification.awaits(0)], [[0], false, false]);
  verification.note(1, null);
  assert.ok(verification.allSilent);
  at = 3;
  verification.begin(0);
  moves.aim([{ module: 0, flap: 3 }]);
  await clock.advance(10_000);
  assert.equal([...verification.silent], [1]);
  verification.reset();
  assert.equal([verification.silent.size, verification.stuck.size], [0, 0]);
});

test('a halt ends what is looked after, and a reset forgets what was found', async () => {
  const { clock, asked, moves, verification } = rig((module) => (module === 0 ? null : 1));
  moves.aim([{ module: 0, flap: 3 }]);
  assert.equal([verification.halt(), verification.halt(), verification.awaits(0)], [true, false, false]);
  await clock.advance(30_000);
  assert.equal(asked, []);
  moves.aim([0, 1].map((module) => ({ module, flap: 4 })));
  await clock.advance(30_000);
  assert.equal([[...verification.silent], [...verification.stuck]], [[0], [1]]);
  moves.aim([{ module: 0, flap: 5 }]);
  verification.reset();
  assert.equal([verification.silent.size, verification.stuck.size, verification.awaits(0)], [0, 0, false]);
});

test('what was tried for one frame does not count for the next', async () => {
  const { clock, launched, moves, verification } = rig(() => 1);
  moves.aim([{ module: 0, flap: 3 }]);
  await clock.advance(3000);
  assert.is(launched.length, 3);
  verification.begin(0);
  assert.not.ok(verification.awaits(0));
  verification.expect(0);
  await clock.advance(30_000);
  assert.is(launched.length, 5);
});

test('an answer to what was asked before a newer frame does not count', async () => {
  let tell: (position: Position) => void = () => undefined;
  const { clock, moves, verification } = rig(() => new Promise((resolve) => (tell = resolve)));
  moves.aim([{ module: 0, flap: 3 }]);
  await clock.advance(1500);
  verification.begin(0);
  moves.aim([{ module: 0, flap: 5 }]);
  tell(3);
  await clock.advance(100);
  assert.ok(verification.awaits(0));
  assert.is(moves.heading(0), 5);
});

test('a bus that fails ends what was expected, and the next frame is looked after again', async () => {
  let isBroken = true;
  const { clock, asked, moves, verification } = rig(() => (isBroken ? Promise.reject(new Error('gone')) : 3));
  moves.aim([
    { module: 0, flap: 3 },
    { module: 1, flap: 3 },
  ]);
  await clock.advance(20_000);
  assert.is(asked.length, 1);
  assert.not.ok(verification.awaits(0) || verification.awaits(1));
  isBroken = false;
  moves.aim([{ module: 1, flap: 3 }]);
  await clock.advance(20_000);
  assert.equal(asked.at(-1)?.[1], 1);
  assert.not.ok(verification.awaits(1));
});

const MODULES = [0, 1].map((address) => ({ address, row: 0, col: address }));
for (const [silent, stuck, astray, sentence] of [
  [[], [], [], null],
  [[0, 1], [0], [1], 'No module of the panel answers: is it switched on?'],
  [[1], [0], [0], 'Module 1 (row 1, column 2) does not answer.'],
  [[], [0], [1], 'Module 1 (row 1, column 2) does not find its home: check its magnet and its sensor.'],
  [[], [0], [], 'Module 0 (row 1, column 1) does not turn to the flap that it is asked for.'],
] as const)
  test(`the worst is told first: ${sentence ?? 'nothing'}`, () => {
    const found = { silent: new Set<number>(silent), stuck: new Set<number>(stuck), allSilent: silent.length === 2 };
    assert.is(
      faultIn(MODULES, found, (module) => astray.some((one) => one === module)),
      sentence,
    );
  });

test.run();
