// needs: chromium socat
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChainBoard } from '../../hw/emulator/chainlink/board.ts';
import { openPty, type Pty } from '../../hw/emulator/serial/pty.ts';
import { ACTIONS } from '../../hw/panel/chainlink/messages.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { boards as texts } from '../../ui/strings/settings/boards.ts';
import { SCREEN_NAMES, assertAccessible, assertFits, startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const { calibration } = texts;
/** A wall of two rows and four columns. */
const SIZE = { rows: 2, cols: 4 } as const;
const ADDRESSES = Array.from({ length: SIZE.rows * SIZE.cols }, (_, address) => address);

interface Wall {
  readonly device: ChainBoard;
  readonly pty: Pty;
  readonly path: string;
}

let browser: TestBrowser;
const test = suite<{ folder: string; wall: Wall }>('calibration on the picture of the wall');
test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

test.before.each(async (context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'flapbox-calibration-'));
  const path = join(context.folder, 'port');
  const pty = await openPty(path, (bytes) => device.receive(bytes));
  const device = new ChainBoard({
    clock: systemClock,
    modules: ADDRESSES.length,
    speed: 0,
    send: (bytes) => pty.send(bytes),
  });
  context.wall = { device, pty, path };
});
test.after.each(async ({ folder, wall }) => {
  await wall.pty.unplug();
  rmSync(folder, { recursive: true, force: true });
});

/** The modules of each command that the wall was given, by their addresses, with the action that they got. */
const commandsOf = ({ device }: Wall): { readonly action: number; readonly modules: number[] }[] =>
  device.taken.flatMap((message) => {
    if (message.kind !== 'command' || message.save) return [];
    const moved = [...message.modules.entries()].filter(([, { action }]) => action !== 0);
    return [{ action: moved[0]?.[1].action ?? 0, modules: moved.map(([address]) => address) }];
  });

const tap = (page: Page, row: number, col: number): Promise<void> =>
  page
    .getByRole('grid', { name: calibration.grid })
    .getByRole('gridcell', { name: texts.map.cell(row + 1, col + 1, row * SIZE.cols + col) })
    .click();

const step = (page: Page, name: keyof typeof calibration.step) =>
  page
    .getByRole('group', { name: calibration.steps })
    .getByRole('button', { name: calibration.step[name], exact: true });

for (const screen of SCREEN_NAMES) {
  test(`${screen}: modules are tapped, nudged and compared, and all of them only after a question`, ({ wall }) => {
    let board = '';
    return browser.visit(
      '/',
      {
        screen,
        before: async (appliance) => {
          const { body } = await appliance.call('POST', '/settings/board/add', {
            device_type: 'panel',
            name: 'Wall',
            grid_rows: SIZE.rows,
            grid_cols: SIZE.cols,
            panel: { driver: 'chainlink', connection: { path: wall.path }, modules: { layout: 'rows', first: 0 } },
          });
          const added = await appliance.call<{ boards: { id: string; name: string }[] }>('GET', '/v1/boards');
          board = added.body.boards.find(({ name }) => name === 'Wall')?.id ?? '';
          assert.ok(board, JSON.stringify(body));
          await until(
            async () =>
              (await appliance.call<{ sent: boolean }>('POST', `/v1/boards/${board}/message`, { text: 'ABCD EFG' }))
                .status === 200,
          );
        },
      },
      async ({ appliance, page }) => {
        await page.goto(`${appliance.url}/settings/boards/${board}`);
        await until(() => wall.device.shown.startsWith('ABCD'));
        const chosen = (count: number) => page.getByText(calibration.chosen(count, ADDRESSES.length), { exact: true });
        await chosen(0).waitFor();
        assert.ok(await step(page, 'forthLess').isDisabled(), 'nothing is chosen yet');

        await tap(page, 0, 1);
        await tap(page, 1, 2);
        await tap(page, 1, 3);
        await tap(page, 1, 3);
        await chosen(2).waitFor();
        await step(page, 'forthLess').click();
        await page.getByText(calibration.done.modules(2)).waitFor();
        assert.equal(commandsOf(wall).at(-1), { action: ACTIONS.offset_tenth, modules: [1, 6] });

        await page.getByRole('heading', { name: calibration.compare }).waitFor();
        await page.locator('.calibration canvas[aria-label*="ABCD EFG"]').waitFor();
        await assertFits(page, screen);
        await assertAccessible(page, screen);

        const before = commandsOf(wall).length;
        await page.getByRole('button', { name: calibration.all }).click();
        await step(page, 'forthMore').click();
        const question = page.getByRole('dialog', { name: calibration.askTitle(ADDRESSES.length) });
        await question.waitFor();
        await question.getByRole('button', { name: 'Cancel' }).click();
        await question.waitFor({ state: 'detached' });
        assert.is(commandsOf(wall).length, before, 'nothing moves before the answer');
        await step(page, 'forthMore').click();
        await question.getByRole('button', { name: calibration.askAction }).click();
        await page.getByText(calibration.done.modules(ADDRESSES.length)).waitFor();
        assert.equal(commandsOf(wall).at(-1), { action: ACTIONS.offset_half, modules: ADDRESSES });
      },
    );
  });
}

test.run();
