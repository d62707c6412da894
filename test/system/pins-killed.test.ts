// needs: mkfifo
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { FLAP, MODULES, settled, withWall } from './pins-rig.ts';

const test = suite('walls of motors over power cuts');

// So slow that a busy machine is not too late to stop a move.
const SLOW = { max_speed: 200 };

test('killed in the middle of a move, the modules find their homes again and go on', () =>
  withWall(async (pins) => {
    await pins.say('GGG');
    const before = pins.made();
    await until(() => pins.made() > before + 60);
    await pins.end('SIGKILL');
    // While nobody held them the reels slipped: whoever trusts the old places shows something else.
    for (const [address, model] of pins.wall.models.entries()) model.slip(FLAP * (address + 1));
    const slipped = pins.made();
    await pins.start();
    await until(() => pins.made() > slipped + MODULES * 50);
    await settled(pins, 'GGG');
    for (const { state } of await pins.diagnose()) assert.is(state, 'ok');
  }, SLOW));

test('killed at rest, the modules find their homes again too', () =>
  withWall(async (pins) => {
    await pins.say('ABC');
    await settled(pins, 'ABC');
    await pins.end('SIGKILL');
    for (const model of pins.wall.models) model.slip(FLAP * 2);
    await pins.start();
    await settled(pins, 'ABC');
  }));

test('calibrations outlive restarts and power cuts', () =>
  withWall(async (pins) => {
    const [, , third] = pins.wall.models;
    assert.is((await pins.act('nudge', { modules: [0], quarters: 8 })).status, 200);
    await until(() => pins.wall.flaps[0] === 2 && pins.isStill());
    assert.is((await pins.act('jog', { module: 1, steps: FLAP * 3 })).status, 200);
    await until(() => pins.wall.flaps[1] === 3 && pins.isStill());
    assert.is((await pins.act('set_offset', { modules: [1] })).status, 200);
    if (third) third.reversed = true;
    assert.is((await pins.act('reverse', { modules: [2], reversed: true })).status, 200);
    const told = (await pins.diagnose()).map(({ offset, reversed }) => [Math.round(offset), reversed]);
    assert.equal(told, [
      [FLAP * 2, false],
      [FLAP * 3, false],
      [0, true],
    ]);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await pins.end(signal);
      await pins.start();
      await pins.say(signal === 'SIGTERM' ? 'AAA' : 'BBB');
      const letter = signal === 'SIGTERM' ? 1 : 2;
      const expected = [letter + 2, letter + 3, letter];
      await until(() => pins.isStill() && pins.wall.flaps.join() === expected.join());
      assert.equal(
        (await pins.diagnose()).map(({ offset, reversed }) => [Math.round(offset), reversed]),
        told,
      );
    }
  }));

test.run();
