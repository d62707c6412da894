// needs: chromium
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { Page as WebPage } from 'playwright-core';
import { assertAccessible, assertFits } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { startHome } from './home-rig.ts';
import { button } from './view-suite.ts';

const { test, shared, run, open, shown } = startHome('the first view: writing');

const SMALL = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
] as const;

/** Whether an element lies within the window, clear of everything that lies over it. */
const inReach = (page: WebPage, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return (
        top >= 0 && top + height <= innerHeight && hit !== null && (element.contains(hit) || hit.contains(element))
      );
    });

test('a message is written on the flaps: tiles are tiles, and what has no flap is marked before it is sent', async () => {
  const page = await open('/', { motion: 'no-preference' });
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.click();
  await page.keyboard.type('tea €');
  await button(page, 'Insert red').click();
  await page.keyboard.type('{blue}');
  assert.is(await field.inputValue(), 'tea €🟥🟦');
  await page.getByRole('img', { name: 'Preview: TEA red tile blue tile' }).waitFor();
  await page.getByText('Red tile inserted').waitFor();
  await page.getByText('No flap for €: left blank.').waitFor();
  assert.is(await page.locator('.composer .mark-problem').count(), 1);
  assert.is(await page.locator('.composer .mark-caret').count(), 1);
  assert.is(await page.locator('.composer canvas[data-moving="true"]').count(), 0, 'no flap of a preview turns');
  await page.keyboard.press('Backspace');
  assert.is(await field.inputValue(), 'tea €🟥', 'a tile goes as a whole');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Shown.', { exact: true }).waitFor();
  assert.match(await shown('primary'), /^\s*TEA {2}\{63\}\s*$/);
  await button(page, 'Take down').click();
  await page.getByText('The message has been taken down.').waitFor();
  await until(() =>
    page
      .getByRole('button', { name: 'Take down' })
      .count()
      .then((count) => count === 0),
  );
  await shared.appliance.call('POST', '/v1/boards/primary/message', { text: 'NEXT' });
  await button(page, 'Take down').waitFor();
  assert.is(await page.getByText('The message has been taken down.').count(), 0, 'the next one is up');
  await shared.appliance.call('DELETE', '/v1/boards/primary/message');
  await page.context().close();
});

test('a press on a flap puts the caret there, and the arrow keys go from row to row', async () => {
  const page = await open();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('AB\nCDEF');
  const caret = () => field.evaluate((element) => (element as HTMLTextAreaElement).selectionStart);
  const box = await page.locator('.composer .marks').boundingBox();
  await page
    .locator('.composer .marks')
    .click({ position: { x: (box?.width ?? 0) * 0.05, y: (box?.height ?? 0) * 0.95 } });
  assert.is(await caret(), 3);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  assert.is(await caret(), 2);
  await page.keyboard.press('ArrowDown');
  assert.is(await caret(), 6, 'the same flap of the row below');
  await page.keyboard.press('Control+a');
  assert.is(await page.locator('.composer .mark-selection').count(), 2);
  await page.getByRole('radio', { name: 'Left' }).check();
  await button(page, 'Send').click();
  await page.getByText('Shown.', { exact: true }).waitFor();
  assert.match(await shown('primary'), /^ {22}\n {22}\nAB {20}\nCDEF {18}\n/);
  assert.is(await field.inputValue(), 'AB\nCDEF', 'it may be sent once more');
  await page.reload();
  await field.waitFor();
  assert.is(await field.inputValue(), '', 'what was shown is no draft any more');
  await shared.appliance.call('DELETE', '/v1/boards/primary/message');
  await page.context().close();
});

for (const size of SMALL) {
  test(`${size.width} pixels: boards are switched above, Send is in reach while one writes, and the board is in sight after it`, async () => {
    const page = await open('/', { screen: 'phone' });
    await page.setViewportSize(size);
    await page.getByRole('navigation', { name: 'Choose a board' }).getByRole('link', { name: 'Hall' }).click();
    await page.getByRole('heading', { name: 'Hall', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('HELLO');
    for (const share of [0, 0.5, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.body.scrollHeight), share);
      assert.ok(await inReach(page, '.send-bar .button-main'), `scrolled to ${share}`);
    }
    await assertFits(page, 'a message');
    await button(page, 'Send').click();
    await page.getByText('Sent. The flaps are turning.').waitFor();
    await until(() => inReach(page, '.stage-board .board'));
    assert.ok(await inReach(page, '.send-bar .notice'), 'what became of it stands beside the button');
    assert.is(await page.evaluate(() => document.activeElement?.textContent), 'Send', 'the focus stays');
    await assertAccessible(page, 'a message was sent');
    await button(page, 'Take down').click();
    await page.getByText('The message has been taken down.').waitFor();
    await page.context().close();
  });
}

test('a keyboard on the screen hides neither the field nor Send', async () => {
  const page = await shared.browser.open('about:blank', { screen: 'phone' });
  await page.addInitScript(() => {
    const seen = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, 'visualViewport', { value: seen });
  });
  await page.goto(shared.appliance.url);
  await page.getByRole('textbox', { name: 'Message' }).fill('TEA');
  await page.evaluate(() => {
    Object.assign(window.visualViewport as VisualViewport, { height: innerHeight - 320 });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  const room = await page.evaluate(() => innerHeight - 320);
  const bottom = (selector: string) =>
    page.evaluate((one) => document.querySelector(one)?.getBoundingClientRect().bottom ?? Infinity, selector);
  const top = (selector: string) =>
    page.evaluate((one) => document.querySelector(one)?.getBoundingClientRect().top ?? 0, selector);
  await until(async () => (await bottom('.composer-field')) <= (await top('.send-bar')));
  assert.ok((await bottom('.send-bar')) <= room);
  assert.not(await page.locator('.navigation').isVisible());
  await page.context().close();
});

test('a message says since when it is up; what is left of one with an end is rounded up', async () => {
  const page = await open();
  assert.is(await page.getByRole('button', { name: 'Take down' }).count(), 0, 'nothing is up');
  await shared.appliance.call('POST', '/v1/boards/primary/message', { text: 'TEA' });
  const now = await page.evaluate(() =>
    new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' }),
  );
  await page
    .getByText(/^Message since /)
    .first()
    .waitFor();
  assert.match(
    now,
    new RegExp(
      (
        await page
          .getByText(/^Message since /)
          .first()
          .innerText()
      )
        .replace('Message since ', '')
        .slice(0, 2),
    ),
  );
  await shared.appliance.call('POST', '/v1/boards/primary/message', { text: 'TEA', duration_minutes: 5, force: true });
  await page
    .getByText(/^Message, 5 minutes left/)
    .first()
    .waitFor();
  await shared.appliance.call('DELETE', '/v1/boards/primary/message');
  await until(() =>
    page
      .getByRole('button', { name: 'Take down' })
      .count()
      .then((count) => count === 0),
  );
  await page.context().close();
});

test('a picture of the board can be saved', async () => {
  const page = await open();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save picture', exact: true }).click();
  const saved = await saving;
  assert.match(saved.suggestedFilename(), /\.png$/);
  const file = readFileSync((await saved.path()) ?? '');
  assert.equal([file.toString('latin1', 1, 4), file.readUInt32BE(16)], ['PNG', 1600]);
  await page.context().close();
});

run();
