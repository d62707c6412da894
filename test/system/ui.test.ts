// needs: chromium
import type { Browser, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { launchChromium } from '../support/chromium.mjs';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

let appliance: Appliance;
let browser: Browser;
const complaints: string[] = [];

const openHome = async (
  size: keyof typeof SIZES,
  reducedMotion: 'reduce' | 'no-preference' = 'no-preference',
): Promise<Page> => {
  const context = await browser.newContext({ viewport: SIZES[size], reducedMotion });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(appliance.url);
  await page.getByText('My Board').first().waitFor();
  return page;
};

/** What the drawn board looks like, as one text to compare. */
const picture = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()).join(' ') || document.body.innerHTML,
  );

const test = suite('the page in a browser');

test.before(async () => {
  appliance = await startAppliance();
  browser = await launchChromium();
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

for (const size of ['phone', 'desktop'] as const) {
  test(`${size}: the board and its page are there, and nothing overflows`, async () => {
    const page = await openHome(size);
    await page.getByText('Welcome').first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await page.context().close();
  });
}

test('a typed message turns the flaps, one after another', async () => {
  const page = await openHome('desktop');
  await page.waitForTimeout(1500);
  await page.getByRole('textbox').fill('HELLO ZOE');
  await page.getByRole('button', { name: 'Send' }).click();
  const seen = new Set<string>();
  for (let look = 0; look < 12; look++) {
    seen.add(await picture(page));
    await page.waitForTimeout(60);
  }
  assert.ok(seen.size > 3, `flaps stand between the old and the new: ${seen.size} pictures`);
  const { body } = await appliance.call<{ text: string }>('GET', '/v1/boards/primary');
  assert.match(body.text, /^\s{52}HELLO ZOE\s+$/, 'in the middle');
  await page.context().close();
});

test('the message is read out', async () => {
  const page = await openHome('phone', 'reduce');
  await page.waitForFunction(() => document.body.innerHTML.includes('HELLO ZOE'));
  await page.context().close();
});

test('several boards, one of them out of reach: nothing overflows, and what is wrong is said in words', async () => {
  await appliance.call('POST', '/settings/board/add', {
    device_type: 'note',
    name: 'Kitchen',
    host: '127.0.0.1:1',
    local_api_key: 'k',
    board_color: 'white',
  });
  const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'panel',
    name: 'A wall with a long name in the hall',
    grid_rows: 4,
    grid_cols: 40,
  });
  await appliance.call('POST', `/v1/boards/${body.boards[1]?.id}/message`, { text: 'X' });
  for (const size of ['phone', 'desktop'] as const) {
    const page = await openHome(size);
    await page.goto(`${appliance.url}/?board=${body.boards[1]?.id}`);
    await page.getByText('The board cannot be written to.').waitFor();
    await page.getByText('A wall with a long name in the hall').first().waitFor();
    await page.waitForTimeout(300);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
      size,
    );
    await page.context().close();
  }
});

test('a message is previewed as it will stand, stays while the page is loaded anew, and is followed by what was chosen', async () => {
  const page = await openHome('phone', 'reduce');
  await page.getByRole('textbox').fill('TEA {red}');
  await page.getByRole('img', { name: 'Preview: TEA red tile' }).waitFor();
  await page.reload();
  await page.getByText('My Board').first().waitFor();
  assert.is(await page.getByRole('textbox').inputValue(), 'TEA 🟥', 'a tile is a tile');
  await page.getByLabel('Stays').selectOption('15');
  await page.getByLabel('Then').selectOption('blank');
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByText(/^Message, 1[45] minutes left/)
    .first()
    .waitFor();
  const { body } = await appliance.call<{ revert_mode: string }>('GET', '/settings/temporary-override');
  assert.is(body.revert_mode, 'blank');
  await page.getByRole('button', { name: 'Take down' }).click();
  await page.getByText('pinned').first().waitFor();
  await page.context().close();
});

test('a page is pinned, and the board given back to its schedule', async () => {
  const page = await openHome('desktop', 'reduce');
  await page.getByRole('combobox', { name: /^Shows/ }).selectOption({ label: 'what the schedule says' });
  await page.getByText('Nothing planned').first().waitFor();
  await page.getByRole('combobox', { name: /^Shows/ }).selectOption({ label: 'Welcome' });
  await page.getByText('pinned').first().waitFor();
  await page.context().close();
});

test('the console stays silent', () => assert.equal(complaints, []));

test.run();
