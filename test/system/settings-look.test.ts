// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import type { BoardSettings } from '../../src/schema/boards/boards.ts';
import { settings } from '../../ui/strings/settings/settings.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import {
  SCREENS,
  assertAccessible,
  assertAccessibleInBothThemes,
  assertFits,
  startBrowser,
  type TestBrowser,
} from '../support/browser.ts';
import { createWalker } from '../support/walker.ts';

const SECTIONS = Object.keys(settings.names);
const WIDTHS = [3840, 1280, 768, 390, 320];

let appliance: Appliance;
let browser: TestBrowser;
let addresses: string[];

const test = suite('every section of the settings for everybody');

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  const add = (board: Record<string, unknown>) => appliance.call<BoardSettings>('POST', '/settings/board/add', board);
  await add({
    device_type: 'note_array',
    name: 'Notes',
    notes_wide: 3,
    notes_tall: 2,
    board_color: 'white',
    tiles: [{ row: 0, col: 0, host: '127.0.0.1:1', local_api_key: 'key' }],
  });
  await add({ device_type: 'flagship', name: 'Office', host: '127.0.0.1:1', local_api_key: 'key' });
  const mapped = Array.from({ length: 160 }, (_, cell) => ({
    address: cell,
    row: Math.floor(cell / 40),
    col: cell % 40,
  }));
  const { body } = await add({
    device_type: 'panel',
    name: 'Wall',
    grid_rows: 4,
    grid_cols: 40,
    panel: { driver: 'mbus', connection: { path: '/dev/ttyUSB9' }, modules: mapped },
  });
  await appliance.call('PUT', '/settings/location', { latitude: 52.5, longitude: 13.4 });
  await appliance.call('PUT', '/settings/silence-schedule', {
    enabled: true,
    mode: 'indicator',
    indicator_text: 'HUSH',
  });
  await appliance.call('PUT', '/settings/transitions', { strategy: 'row', step_interval_ms: 100, step_size: 2 });
  await appliance.call('POST', '/auth/mcp-token');
  const boards = body.boards.map(({ id }) => `/boards/${id}`);
  addresses = ['', ...SECTIONS.map((name) => `/${name}`), '/boards/new', '/boards/new/pins', ...boards];
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

const show = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${appliance.url}/settings${address}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Loading …').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(250);
};

/** What can be pressed and is too low for a finger. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(button, a, summary, select, input:not([type=checkbox], [type=radio]), .choice, .toggle > span)',
      ),
    ]
      .map((one) => ({
        text: `${one.tagName} ${one.textContent?.slice(0, 30) ?? ''}`,
        box: one.getBoundingClientRect(),
        inline: getComputedStyle(one).display === 'inline',
      }))
      .filter(({ box, inline }) => box.height > 0 && !inline && box.height < 36)
      .map(({ text, box }) => `${text} ${box.height}`),
  );

test('desktop: no section that is opened by its address has a barrier, be it light or dark', async () => {
  const page = await browser.open(appliance.url);
  for (const address of addresses) {
    await show(page, address);
    await assertAccessibleInBothThemes(page, address);
  }
  await page.context().close();
});

test('phone: no section has a barrier, and what can be pressed is large enough; on no screen is it wider than its window', async () => {
  const page = await browser.open(`${appliance.url}/settings`);
  await page.getByText('Live', { exact: true }).waitFor();
  const { goTo } = createWalker(page);
  for (const address of addresses) {
    await page.setViewportSize(SCREENS.phone);
    await goTo(`/settings${address}`);
    await assertAccessibleInBothThemes(page, address);
    assert.equal(await smallTargets(page), [], address);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await assertFits(page, `${width} ${address}`);
    }
  }
  await page.context().close();
});

/** Shows the drivers of a wall: they arrive a moment after it is chosen, and are folded once one of them is. */
const unfoldDrivers = async (page: Page): Promise<void> => {
  const drivers = page.locator('.driver');
  await drivers.waitFor();
  if ((await drivers.getAttribute('open')) === null) await drivers.locator('summary').click();
};

test('every kind of a new board, and every driver of a wall, has no barrier', async () => {
  const page = await browser.open(appliance.url, { screen: 'phone' });
  await show(page, '/boards/new');
  const ways = ['On this screen only', 'Local network', 'Cloud'];
  const kinds = {
    Flagship: ways,
    'Note array': ways,
    'Own wall': ['Chainlink', 'mbus', 'I2C units', 'Text over MQTT'],
  };
  for (const [kind, choices] of Object.entries(kinds)) {
    await page.getByRole('radio', { name: new RegExp(`^${kind}`) }).check();
    for (const choice of choices) {
      const radio = page.getByRole('radio', { name: new RegExp(`^${choice}`) });
      if (kind === 'Own wall') await unfoldDrivers(page);
      await radio.check();
      await assertAccessible(page, `${kind} ${choice}`);
      await assertFits(page, `${kind} ${choice}`);
    }
  }
  await page.context().close();
});

test('a keyboard is enough: a section, its switch, and the way back', async () => {
  const page = await browser.open(`${appliance.url}/settings/beta`);
  const control = page.getByRole('switch', { name: /^Transition plugins/ });
  await control.focus();
  await page.keyboard.press('Space');
  await page.getByText('Saved.').waitFor();
  assert.ok(await control.isChecked());
  const outline = await control.evaluate((one) => getComputedStyle(one).outlineStyle);
  assert.is(outline, 'solid');
  await page.getByRole('link', { name: 'MQTT' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'MQTT' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'main');
  await page.context().close();
});

test('the console stays silent', () => assert.equal(browser.complaints, []));

test.run();
