// needs: mkfifo
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { MODULES, REEL, STEPS, startPins, type PinsProcess } from './pins-rig.ts';

const test = suite('walls of motors over restarts of the service');
const FLAP = STEPS / REEL.length;

const withWall = (name: string, run: (pins: PinsProcess) => Promise<void>) =>
  test(name, async () => {
    const pins = await startPins();
    try {
      assert.is((await pins.add()).status, 201);
      await until(() => pins.made() > MODULES * 50 && pins.shows('   ') && pins.isStill());
      await run(pins);
    } finally {
      await pins.close();
    }
  });

/** Waits until the wall shows a text and stands, and the service knows it. */
const settled = async (pins: PinsProcess, text: string): Promise<void> => {
  await until(() => pins.shows(text) && pins.isStill());
  await until(async () => (await pins.call('GET', '/v1/boards/wall')).body['text'] === text);
};

withWall('killed in the middle of a move, the modules find their homes again and go on', async (pins) => {
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
});

withWall('killed at rest, the modules find their homes again too', async (pins) => {
  await pins.say('ABC');
  await settled(pins, 'ABC');
  await pins.end('SIGKILL');
  for (const model of pins.wall.models) model.slip(FLAP * 2);
  await pins.start();
  await settled(pins, 'ABC');
});

withWall('stopped at rest, nothing turns after the start, and the next frame needs no home', async (pins) => {
  await pins.say('ABC');
  await settled(pins, 'ABC');
  await pins.end('SIGTERM');
  const before = pins.made();
  await pins.start();
  await settled(pins, 'ABC');
  for (const { state } of await pins.diagnose()) assert.is(state, 'ok');
  assert.is(pins.made(), before);
  await pins.say('BCD');
  await settled(pins, 'BCD');
  assert.ok(pins.made() - before <= MODULES * (FLAP + 10), `${pins.made() - before} steps`);
  await pins.end('SIGKILL');
  const moved = pins.made();
  await pins.start();
  await until(() => pins.made() > moved + MODULES * 50);
  await settled(pins, 'BCD');
});

withWall('stopped in the middle of a move, the wall goes on after the start, right in the end', async (pins) => {
  await pins.say('GGG');
  const before = pins.made();
  await until(() => pins.made() > before + 60);
  await pins.end('SIGTERM');
  await pins.start();
  await settled(pins, 'GGG');
});

withWall('a board that is switched off stands still, and needs no home when it is on again', async (pins) => {
  await pins.say('ABC');
  await settled(pins, 'ABC');
  const set = async (enabled: boolean): Promise<void> => {
    const { body } = await pins.call('GET', '/settings/board');
    const boards = (body['boards'] as { id: string }[]).map((board) =>
      board.id === 'wall' ? { ...board, enabled } : board,
    );
    assert.is((await pins.call('PUT', '/settings/board', { boards })).status, 200);
  };
  await set(false);
  const before = pins.made();
  assert.is((await pins.act('home')).status >= 400, true);
  await pins.end('SIGTERM');
  await pins.start();
  const refused = await pins.say('CBA');
  assert.is(refused.status, 503, JSON.stringify(refused.body));
  assert.is(pins.made(), before);
  await set(true);
  await until(async () => (await pins.call('GET', '/v1/boards/wall')).body['text'] !== null);
  assert.is(pins.made(), before);
  await pins.say('BCD');
  await settled(pins, 'BCD');
  assert.ok(pins.made() - before <= MODULES * (FLAP + 10), `${pins.made() - before} steps`);
});

withWall('calibrations outlive restarts and power cuts', async (pins) => {
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
});

test.run();
