// needs: chromium
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { pins as texts } from '../../ui/strings/pins.ts';
import { boards } from '../../ui/strings/settings/boards.ts';
import { SCREEN_NAMES, assertAccessible, assertFits, startBrowser, type TestBrowser } from '../support/browser.ts';

const { find, home } = texts;
const { care, step } = boards.calibration;

/**
 * What the hardware says that it knows, and how its two modules do: here it is played, its own tests have the motors.
 */
const ACTIONS = [
  ['home', 'Sends modules home; all of them unless "modules" lists addresses.'],
  ['nudge', 'Moves "modules" and their homes by "quarters" of a flap.'],
  ['set_offset', 'Takes the place where "modules" stand as their home.'],
  ['reverse', 'Lets "modules" turn the other way: "reversed" true or false.'],
  ['jog', 'Turns one "module" by "steps", without homing.'],
  ['diagnose', 'Tells how the modules do.'],
].map(([name, summary]) => ({ name, summary }));
const SILENT = 'Module 1 (row 1, column 1) found no magnet in two turns: look at its sensor on GPIO5.';
const HEALTH = {
  modules: [0, 1].map((address) => ({
    row: 0,
    col: 1 - address,
    address,
    state: address === 0 ? 'ok' : 'missing_home',
    position: 0,
    steps: 0,
    missed_homes: address * 3,
    unexpected_homes: 0,
    offset: 17,
    reversed: address === 1,
    sensor: 'far',
  })),
  faults: [SILENT],
};

let browser: TestBrowser;
const test = suite('a wall on pins');
test.before(async () => {
  browser = await startBrowser();
});
test.after(async () => {
  assert.equal(browser.complaints, []);
  await browser.close();
});

interface Command {
  readonly action: string;
  readonly input: unknown;
}

/** Plays the hardware of every board, and keeps what it was told. */
const playHardware = async (page: Page): Promise<Command[]> => {
  const told: Command[] = [];
  await page.route('**/api/boards/*/actions', (route) =>
    route.fulfill({ json: { board_id: 'wall', actions: ACTIONS } }),
  );
  await page.route('**/api/boards/*/actions/*', (route) => {
    const action = route.request().url().split('/').at(-1) ?? '';
    if (action !== 'diagnose') told.push({ action, input: route.request().postDataJSON() });
    return route.fulfill({ json: { board_id: 'wall', action, result: action === 'diagnose' ? HEALTH : {} } });
  });
  await page.route('**/api/v1/boards/*/message', (route) => {
    told.push({ action: 'message', input: route.request().postDataJSON() });
    return route.fulfill({ json: {} });
  });
  return told;
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pin = (page: Page, name: string) => page.locator('.header-picture').getByRole('button', { name });
const place = (page: Page, cell: number) => page.getByRole('grid', { name: find.grid }).getByRole('gridcell').nth(cell);

for (const screen of SCREEN_NAMES) {
  test(`${screen}: pins are chosen on the picture of the header, by tapping and by keyboard`, () =>
    browser.visit('/settings/boards/new', { screen }, async ({ page, get }) => {
      const told = await playHardware(page);
      await page.getByRole('link', { name: texts.start }).click();
      await page.getByText('Tap the pin of coil 1 of module 0').waitFor();
      await assertFits(page, screen);
      await assertAccessible(page, screen);

      // The button has GPIO17. A pin of somebody else is not taken, and the next one with the arrow keys is.
      await pin(page, 'GPIO17').click({ force: true });
      await page.getByText('GPIO17 (11) is used by the button.').waitFor();
      await pin(page, 'GPIO17').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await button(page, 'coil 1 of module 0: GPIO18').waitFor();
      await page.getByText('Tap the pin of coil 2 of module 0').waitFor();
      await pin(page, 'GPIO4').click();
      await page.getByText(texts.warningTitle).waitFor();
      await pin(page, 'GPIO4').click();
      await button(page, 'coil 3 of module 0: GPIO4').waitFor();
      await button(page, 'sensor of module 0: no pin').click();
      await pin(page, 'GPIO4').click();
      await page.getByText(texts.warningTitle).waitFor({ state: 'detached' });

      await button(page, texts.suggest).click();
      await button(page, texts.addModule).click();
      await button(page, texts.suggest).click();
      await page.getByLabel(boards.name).fill('Hall');
      await button(page, texts.wiring.next).click();

      await button(page, find.begin(0)).waitFor();
      const { boards: stored } = await get<BoardSettings>('/settings/board');
      const wall = stored.find(({ name }) => name === 'Hall');
      assert.equal(wall?.panel?.driver, 'gpio-steppers');
      assert.equal(wall?.panel?.connection.pins, [18, 12, 13, 16, 4, 19, 20, 21, 22, 5]);
      assert.equal([wall?.grid_rows, wall?.grid_cols], [1, 2]);
      assert.equal(told, []);
    }));

  test(`${screen}: one module at a time turns, and what moved becomes map, direction and home`, () => {
    let id = '';
    return browser.visit(
      '/',
      {
        screen,
        before: async (appliance) => {
          const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', {
            device_type: 'panel',
            name: 'Hall',
            grid_rows: 1,
            grid_cols: 2,
            panel: { driver: 'gpio-steppers', connection: { pins: [12, 13, 16, 18, 4, 19, 20, 21, 22, 5] } },
          });
          id = body.boards.at(-1)?.id ?? '';
        },
      },
      async ({ appliance, page, get }) => {
        const told = await playHardware(page);
        await page.goto(`${appliance.url}/settings/boards/${id}/modules`);
        await button(page, find.begin(0)).click();
        await page.getByText(find.place(0)).waitFor();
        await place(page, 1).click();
        await assertFits(page, screen);
        await assertAccessible(page, screen);

        // What was said outlives a reload.
        await page.reload();
        await button(page, find.next(1)).click();
        await page.getByText(find.place(1)).waitFor();
        await button(page, find.nothing).click();
        await page.getByText('coil 1 (GPIO19)').waitFor();
        await place(page, 0).focus();
        await page.keyboard.press('Enter');
        await page.getByText(find.ways.trembled[0], { exact: true }).click();
        await page.reload();
        await page.getByText('Two coil wires are swapped').waitFor();
        assert.ok(await button(page, find.last).isDisabled(), 'a motor that trembles is not found yet');
        await page.getByText(find.ways.backwards[0], { exact: true }).click();
        await button(page, find.last).click();
        await page.getByText(find.summary(2, 2)).waitFor();
        await button(page, find.save).click();

        await page.getByText(SILENT).waitFor();
        const { boards: stored } = await get<BoardSettings>('/settings/board');
        assert.equal(stored.find((one) => one.id === id)?.panel?.modules, [
          { row: 0, col: 1, address: 0 },
          { row: 0, col: 0, address: 1 },
        ]);
        assert.equal(told.splice(0), [
          { action: 'jog', input: { module: 0, steps: 340 } },
          { action: 'jog', input: { module: 1, steps: 340 } },
          { action: 'reverse', input: { modules: [1], reversed: false } },
          { action: 'message', input: { fill: 0 } },
        ]);
        await assertFits(page, screen);
        await assertAccessible(page, screen);

        // The flap that is seen is said, a quarter is nudged, and the motor is turned round.
        await page.getByRole('gridcell', { name: boards.map.cell(1, 1, 1) }).click();
        await page.getByLabel(care.shows).selectOption({ label: 'C' });
        await button(page, care.correct).click();
        await page.getByText(boards.calibration.done.modules(1)).waitFor();
        await button(page, step.backQuarter).click();
        await page.getByText(boards.calibration.done.modules(1)).waitFor();
        await button(page, care.reverse).click();
        await page.getByText(boards.calibration.done.modules(1)).waitFor();
        assert.equal(told, [
          { action: 'nudge', input: { modules: [1], quarters: -12 } },
          { action: 'nudge', input: { quarters: -1, modules: [1] } },
          { action: 'reverse', input: { modules: [1], reversed: false } },
        ]);
        // What was found is there still, in another tab too, until somebody asks for a new beginning and says yes.
        const other = await page.context().newPage();
        await playHardware(other);
        await other.goto(`${appliance.url}/settings/boards/${id}/modules`);
        await other.getByText(find.summary(2, 2)).waitFor();
        await other.close();
        await page.getByRole('link', { name: home.toFind }).click();
        await button(page, find.anew).click();
        await page.getByRole('heading', { name: find.anewTitle }).waitFor();
        await button(page, 'Cancel').click();
        await page.getByText(find.summary(2, 2)).waitFor();
        await button(page, find.anew).click();
        await page.getByRole('dialog').getByRole('button', { name: find.anew }).click();
        await button(page, find.begin(0)).waitFor();
        await page.goBack();
        await page.getByRole('link', { name: home.done }).click();
        await page.getByRole('link', { name: texts.guideAgain }).waitFor();
      },
    );
  });
}

test.run();
