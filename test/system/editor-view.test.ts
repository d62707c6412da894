// needs: chromium
import type { Page as WebPage } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../src/schema/content/pages.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { assertAccessible, startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const PHONES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
];

let appliance: Appliance;
let browser: TestBrowser;
let page: WebPage;
let id = '';
const test = suite('the editor of a page');

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  page = await browser.open('about:blank');
  const made = await appliance.call<Page>('POST', '/v1/pages', {
    name: 'Rows',
    type: 'template',
    template: ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX'],
  });
  id = made.body.id;
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

const open = async (size: { width: number; height: number }): Promise<void> => {
  await page.setViewportSize(size);
  await page.goto(`${appliance.url}/icon.svg`);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${appliance.url}/pages/${id}`);
  await page.getByRole('img', { name: /ONE TWO THREE FOUR FIVE SIX/ }).waitFor();
};

const written = (): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['row']);

/** Waits until whatever scrolls by itself after an event would have done so. */
const settle = (): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Where the board lies, once its view is laid out. */
const boardAtRest = async () => {
  let last = '';
  await until(async () => {
    await settle();
    const before = last;
    last = JSON.stringify(await page.locator('.marks').boundingBox());
    return last === before;
  });
  return page.locator('.marks').boundingBox();
};

for (const size of [{ width: 1366, height: 768 }, ...PHONES]) {
  test(`${size.width} pixels: presses on one flap lead to one row, and typing moves nothing`, async () => {
    await open(size);
    const box = await boardAtRest();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) * 0.4, (box?.y ?? 0) + (box?.height ?? 0) * 0.75];
    for (const what of ['the first press', 'the second press']) {
      await page.mouse.click(x, y);
      await settle();
      assert.is(await written(), '4', what);
      assert.equal(await page.locator('.marks').boundingBox(), box, `${what} moves the board`);
    }
    await page.keyboard.type('AB');
    await settle();
    assert.equal(await page.locator('.marks').boundingBox(), box, 'typing moves the board');
    await page.keyboard.press('ArrowDown');
    assert.is(await written(), '5');
  });
}

for (const size of PHONES) {
  test(`${size.width} pixels: data is put in from beside the board, and what saves stands in one row`, async () => {
    await open(size);
    await page.getByRole('textbox', { name: 'Row 2' }).click();
    const opener = page.getByRole('button', { name: 'Insert data' });
    const [board, button] = [await page.locator('.marks').boundingBox(), await opener.boundingBox()];
    assert.ok((button?.y ?? Infinity) - (board?.y ?? 0) - (board?.height ?? 0) < 80, 'right below the board');
    // A finger rests longer on a button than a program: the page stays where it is meanwhile.
    await page.evaluate(() => scrollTo(0, 0));
    await opener.hover();
    const before = await opener.boundingBox();
    await page.mouse.down();
    await settle();
    assert.equal(await opener.boundingBox(), before, 'the page moves under the finger');
    await page.mouse.up();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('24 hours');
    await assertAccessible(page, 'the choice of data');
    await dialog
      .getByRole('button', { name: /Hours and minutes, 24 hours/ })
      .first()
      .click();
    await dialog.waitFor({ state: 'detached' });
    assert.is(await page.getByRole('textbox', { name: 'Row 2' }).inputValue(), 'TWO{{date_time.time}}');
    const tops = await page
      .locator('.editor-actions > button')
      .evaluateAll((buttons) =>
        buttons.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
      );
    assert.is(tops.length, 4);
    assert.ok(Math.max(...tops) - Math.min(...tops) < 2, tops.join());
  });
}

test.run();
