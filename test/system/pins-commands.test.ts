// needs: mkfifo
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EmulatedChain } from '../../hw/emulator/steppers/chain.ts';
import { openFifos } from '../../hw/emulator/steppers/fifos.ts';
import { SteppedWall } from '../../hw/emulator/steppers/wall.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { startAppliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';

/** A turn of two seconds where motors are slow: a wall that does not stop makes hundreds of steps more. */
const STEPS = 400;
const SLOW = 200;
const FAST = 1200;
const REEL = ' ABCDEFG';
const MODULES = 3;
/** What brakes a motor, and the step that was on its way. */
const MOST_AFTERWARDS = 8;

/** An appliance with a wall of motors behind a stand-in of its SPI device; the first board is the virtual one. */
const startWall = async (max_speed: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-pins-'));
  const path = join(folder, 'spi0');
  const stepper = { stepsPerTurn: STEPS, flaps: REEL.length, magnet: 25, pullIn: 1e6, pullOut: 1e6, magnetWidth: 16 };
  const wall = new SteppedWall({ modules: MODULES, stepper });
  const chain = new EmulatedChain(wall, 'six');
  const fifos = openFifos(path, (frame) => chain.exchange(frame, systemClock.monotonic() * 1000));
  const appliance = await startAppliance();
  const connection = { device: `${path}.0`, chain: MODULES, steps_per_turn: STEPS, max_speed };
  return {
    wall,
    appliance,
    /** Answers the id of the board. */
    add: async () => {
      const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', {
        device_type: 'panel',
        grid_rows: 1,
        grid_cols: MODULES,
        panel: { driver: 'shift-steppers', connection, flaps: REEL },
      });
      return body.boards.at(-1)?.id ?? '';
    },
    made: (): number => wall.models.reduce((sum, { effectiveSteps }) => sum + effectiveSteps, 0),
    shows: (text: string) => wall.flaps.map((flap) => REEL[flap]).join('') === text,
    isStill: () => wall.models.every(({ nibble }) => nibble === 0),
    close: async () => {
      await appliance.close();
      fifos.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const test = suite('commands to a wall of motors');

test('a pause stops motors within a few steps, and the wall goes on when it ends', async () => {
  const { appliance, add, made, shows, isStill, close } = await startWall(SLOW);
  try {
    const id = await add();
    await until(() => made() > MODULES * 50 && isStill() && shows('   '));
    await appliance.call('POST', `/v1/boards/${id}/message`, { text: 'GGG' });
    const before = made();
    await until(() => made() > before + 30);
    assert.is((await appliance.call('POST', `/settings/board/${id}/pause`, { paused: true })).status, 200);
    const paused = made();
    await until(isStill);
    assert.ok(made() - paused <= MODULES * MOST_AFTERWARDS, `${made() - paused} steps after the pause`);
    assert.not.ok(shows('GGG'));
    await appliance.call('POST', `/settings/board/${id}/pause`, { paused: false });
    await until(() => shows('GGG') && isStill());
  } finally {
    await close();
  }
});

test('a command that needs something else first is refused, and says what', async () => {
  const { appliance, wall, add, made, isStill, close } = await startWall(FAST);
  try {
    const [, deaf] = wall.models;
    if (deaf) deaf.sensorFault = 'dead';
    const id = await add();
    await until(() => made() > MODULES * STEPS && isStill());
    const { status, body } = await appliance.call<{ detail: string }>('POST', `/boards/${id}/actions/turn`);
    assert.is(status, 409);
    assert.match(body.detail, /Where module 1 \(row 1, column 2\) stands is not known: let it find its home first\.$/);
    const others = { modules: [0, 2] };
    assert.is((await appliance.call('POST', `/boards/${id}/actions/turn`, others)).status, 200);
  } finally {
    await close();
  }
});

test.run();
