// needs: chromium
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';

const test = suite('what settings say of themselves');
/** Nothing listens there. */
const NOBODY = '127.0.0.1:9';

let browser: TestBrowser;
test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a board: an address is pasted, a refusal names the field by its label, and no test outlives its settings', () => {
  let id = '';
  return browser.visit(
    '/',
    {
      screen: 'phone',
      before: async (appliance) => {
        const board = { device_type: 'note', name: 'Hall', host: NOBODY, local_api_key: 'k' };
        const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', board);
        id = body.boards.at(-1)?.id ?? '';
      },
    },
    async ({ appliance, page, get }) => {
      await page.goto(`${appliance.url}/settings/boards/${id}`);
      await button(page, 'Test').click();
      await page.locator('.board-test .notice-bad').waitFor();
      await page.getByLabel('Address of the board').fill('8.8.8.8');
      await page.locator('.board-test .notice-bad').waitFor({ state: 'detached' });
      await page.getByRole('textbox', { name: 'Local API key' }).fill('k');
      await button(page, 'Save').click();
      await page.getByText('Address of the board: "8.8.8.8" is not an address of the home network').waitFor();

      await page.getByLabel('Address of the board').fill('http://127.0.0.1:10/');
      await page.getByLabel('Address of the board').blur();
      assert.is(await page.getByLabel('Address of the board').inputValue(), '127.0.0.1:10');
      await button(page, 'Test').click();
      await page.locator('.board-test .notice-bad').waitFor();
      await button(page, 'Save').click();
      await page.getByText('Saved.', { exact: true }).waitFor();
      assert.is(await page.locator('.board-test .notice-bad').count(), 0);
      const { boards } = await get<BoardSettings>('/settings/board');
      assert.is(boards.find((one) => one.id === id)?.host, '127.0.0.1:10');
    },
  );
});

test('a plugin: what a try said is gone when its settings change', () =>
  browser.visit(
    '/plugins/json',
    {
      before: async (appliance) => {
        await appliance.call('PUT', '/plugins/json/config', { config: { url: `http://${NOBODY}/` } });
        await appliance.call('POST', '/plugins/json/enable');
      },
    },
    async ({ page }) => {
      await button(page, 'Try it').click();
      const said = page.getByRole('region', { name: 'What it shows' }).locator('.notice-bad');
      await said.waitFor();
      await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:10/');
      await said.waitFor({ state: 'detached' });
    },
  ));

test('a broker that was pasted as an address fills its port as well', () =>
  browser.visit('/settings/mqtt', {}, async ({ page }) => {
    await page.getByLabel('Broker', { exact: true }).fill('mqtt://192.168.1.7:1884/');
    await page.getByLabel('Broker', { exact: true }).blur();
    assert.is(await page.getByLabel('Broker', { exact: true }).inputValue(), '192.168.1.7');
    assert.is(await page.getByLabel('Port', { exact: true }).inputValue(), '1884');
  }));

test('a wall: other drivers are folded up once one is chosen, and its modules are calibrated above its settings', () => {
  let id = '';
  return browser.visit(
    '/settings/boards/new',
    {
      before: async (appliance) => {
        const panel = { driver: 'mbus', connection: { path: '/dev/ttyUSB9' } };
        const wall = { device_type: 'panel', name: 'Wall', grid_rows: 1, grid_cols: 12, panel };
        const { body } = await appliance.call<BoardSettings>('POST', '/settings/board/add', wall);
        id = body.boards.at(-1)?.id ?? '';
      },
    },
    async ({ appliance, page }) => {
      const driver = page.getByRole('radio', { name: /^mbus/ });
      await page.getByRole('radio', { name: /^Own wall/ }).check();
      await driver.check();
      await driver.waitFor({ state: 'hidden' });
      await page.getByText('Driver: mbus').click();
      await driver.waitFor();

      await page.goto(`${appliance.url}/settings/boards/${id}`);
      await page.getByText('Driver: mbus').waitFor();
      assert.not(await driver.isVisible());
      const titles = await page.locator('.settings-body').getByRole('heading', { level: 2 }).allTextContents();
      assert.equal(titles.slice(0, 2), ['Calibration', 'Look']);
    },
  );
});

test.run();
