// needs: chromium mkfifo
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EmulatedChain } from '../../hw/emulator/steppers/chain.ts';
import { openFifos, type Fifos } from '../../hw/emulator/steppers/fifos.ts';
import { SteppedWall } from '../../hw/emulator/steppers/wall.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { pins as texts } from '../../ui/strings/pins.ts';
import { boards } from '../../ui/strings/settings/boards.ts';
import type { Appliance } from '../support/appliance.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const { find } = texts;
const { care, step } = boards.calibration;

/** Slow motors with few flaps, which lose no step however late they are stepped: this is about what the owner does. */
const STEPS = 192;
const REEL = ' ABCDEFG';
const FLAP = STEPS / REEL.length;
/** The place in which each module of the chain hangs; nothing hangs on the fourth plug. */
const PLACES = [2, 0, 4, null, 1, 3];
/** Motors with two wires swapped. */
const BACKWARDS = new Set([1, 4]);
const LONG_MS = 60_000;

interface Rig {
  readonly wall: SteppedWall;
  readonly fifos: Fifos;
  readonly path: string;
  readonly folder: string;
}

const startRig = (): Rig => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-pins-'));
  const path = join(folder, 'spi0');
  const stepper = {
    stepsPerTurn: STEPS,
    flaps: REEL.length,
    pullIn: 1e6,
    pullOut: 1e6,
    magnetWidth: 8,
    hysteresis: 1,
  };
  const wall = new SteppedWall({
    modules: PLACES.length,
    stepper,
    each: PLACES.map((_, address) => ({ start: 40 + address * 20, magnet: STEPS - FLAP * address - FLAP / 2 })),
  });
  for (const [address, model] of wall.models.entries()) {
    model.reversed = BACKWARDS.has(address);
    model.missing = PLACES[address] === null;
  }
  const chain = new EmulatedChain(wall, 'six');
  const fifos = openFifos(path, (frame) => chain.exchange(frame, systemClock.monotonic() * 1000));
  return { wall, fifos, path, folder };
};

let browser: TestBrowser;
const test = suite<{ rig: Rig }>('a wall on a chain of shift registers');
test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());
test.before.each((context) => {
  context.rig = startRig();
});
test.after.each(({ rig }) => {
  rig.fifos.close();
  rmSync(rig.folder, { recursive: true, force: true });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const stepsOf = ({ wall }: Rig): number[] => wall.models.map(({ effectiveSteps }) => effectiveSteps);

/**
 * What the owner sees when one module has been turned: its number and whether its flaps fell forwards; null for
 * nothing.
 */
const seen = (before: readonly number[], after: readonly number[]): { module: number; forwards: boolean } | null => {
  const module = after.findIndex((steps, index) => Math.abs(steps - (before[index] ?? 0)) > 2);
  return module < 0 ? null : { module, forwards: (after[module] ?? 0) > (before[module] ?? 0) };
};

/** Answers what the guide asks about the module that it turned, as somebody who looks at the wall. */
const answer = async (page: Page, before: readonly number[], rig: Rig): Promise<void> => {
  const movement = seen(before, stepsOf(rig));
  const place = movement ? PLACES[movement.module] : null;
  if (!movement || place === null || place === undefined) return button(page, find.nothing).click();
  await page.getByRole('grid', { name: find.grid }).getByRole('gridcell').nth(place).click();
  await page.getByText(find.ways[movement.forwards ? 'forwards' : 'backwards'][0], { exact: true }).click();
};

/** Waits until no motor of a board turns. */
const atRest = (appliance: Appliance, board: string): Promise<void> =>
  until(async () => {
    const { status, body } = await appliance.call('POST', `/boards/${board}/actions/diagnose`, {});
    assert.is(status, 200, JSON.stringify(body));
    const { modules } = body['result'] as { modules: { moving: boolean }[] };
    return modules.every(({ moving }) => !moving);
  });

test('an owner with a wall of unknown wiring gets every flap where it belongs', async ({ rig }) =>
  browser.visit('/settings/boards/new/pins', { screen: 'phone' }, async ({ appliance, page, get }) => {
    page.setDefaultTimeout(LONG_MS);
    await page.getByText('Motors on shift registers').click();
    await page.getByLabel('SPI device').fill(`${rig.path}.0`);
    await page.getByLabel(boards.rows, { exact: true }).fill('1');
    await page.getByLabel(boards.cols, { exact: true }).fill('5');
    await page.getByText(texts.wiring.more).click();
    await page.getByLabel('Steps per turn').fill(String(STEPS));
    await page.getByLabel('Highest speed').fill('600');
    await page.getByLabel(boards.name).fill('Wall');
    await button(page, texts.wiring.next).click();

    await button(page, find.begin(0)).waitFor();
    const { boards: stored } = await get<BoardSettings>('/settings/board');
    const id = stored.find(({ name }) => name === 'Wall')?.id ?? '';
    await atRest(appliance, id);
    await appliance.call('PUT', '/settings/board', {
      boards: stored.map((one) =>
        one.id === id && one.panel ? { ...one, panel: { ...one.panel, flaps: REEL } } : one,
      ),
    });
    await atRest(appliance, id);
    await page.reload();

    for (const module of PLACES.keys()) {
      const before = stepsOf(rig);
      await (module === 0 ? button(page, find.begin(0)) : button(page, find.next(module))).click();
      await page.getByText(find.place(module)).waitFor();
      await atRest(appliance, id);
      await until(() => seen(before, stepsOf(rig)) !== null || PLACES[module] === null);
      await answer(page, before, rig);
    }
    await button(page, find.last).click();
    await page.getByText(find.summary(5, 6)).waitFor();
    await button(page, find.save).click();
    await button(page, step.home).waitFor();
    await atRest(appliance, id);
    const { boards: saved } = await get<BoardSettings>('/settings/board');
    assert.equal(
      saved.find((one) => one.id === id)?.panel?.modules,
      PLACES.flatMap((col, address) => (col === null ? [] : { row: 0, col, address })),
    );

    await button(page, boards.calibration.all).click();
    await button(page, step.home).click();
    await button(page, boards.calibration.askAction).click();
    await atRest(appliance, id);
    await button(page, boards.calibration.none).click();

    for (const [address, place] of PLACES.entries()) {
      const model = rig.wall.models[address];
      if (place === null || !model) continue;
      const cell = page.getByRole('gridcell', { name: boards.map.cell(1, place + 1, address) });
      await cell.click();
      await page.getByLabel(care.shows).selectOption({ index: model.flap });
      if (model.flap !== 0) await button(page, care.correct).click();
      await until(() => model.flap === 0);
      await atRest(appliance, id);
      assert.is(model.flap, 0, `module ${address}, at ${model.position} of ${STEPS}`);
      await cell.click();
    }
    assert.equal(
      rig.wall.flaps.filter((_, address) => PLACES[address] !== null),
      [0, 0, 0, 0, 0],
    );

    // What was calibrated is what messages go by.
    await appliance.call('POST', `/v1/boards/${id}/message`, { text: 'FEDCB' });
    await until(() =>
      PLACES.every((place, address) => place === null || REEL[rig.wall.flaps[address] ?? 0] === 'FEDCB'[place]),
    );
  }));

test.run();
