// needs: chromium
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { favourites } from '../../ui/strings/favourites.ts';
import { kit } from '../../ui/strings/kit.ts';
import { pages as pageTexts } from '../../ui/strings/pages.ts';
import { pins } from '../../ui/strings/pins.ts';
import { plugins as pluginTexts } from '../../ui/strings/plugins.ts';
import { settings } from '../../ui/strings/settings/settings.ts';
import { boards as boardTexts } from '../../ui/strings/settings/boards.ts';
import { sources as sourceTexts } from '../../ui/strings/sources.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';

const test = suite('what is alike looks alike, and what is known is shown');
let appliance: Appliance;
let browser: TestBrowser;
let page: Page;
let pageId = '';
test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  await appliance.call('PUT', '/settings/wizard', { state: 'completed' });
  const { body } = await appliance.call<{ id: string }>('POST', '/v1/pages', {
    name: 'Morning',
    type: 'template',
    template: ['GOOD MORNING'],
  });
  pageId = body.id;
  page = await browser.open(appliance.url, { screen: 'phone' });
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

const visit = async (path: string): Promise<void> => {
  await page.goto(appliance.url + path);
  await page.locator('main h1').first().waitFor();
};

test('titles have one size in all views, and the way back stands as near to each', async () => {
  const sizes = new Map<string, string>();
  const gaps = new Map<string, number>();
  for (const path of [
    '/',
    '/pages',
    '/pages/new',
    '/schedule',
    '/plugins',
    '/plugins/date_time',
    '/plugins?view=own',
    '/settings',
    '/settings/boards',
    '/settings/boards/new',
    '/favourites',
    '/history',
    '/setup/1',
    '/api-help',
  ]) {
    await visit(path);
    const [size, gap] = await page.evaluate(() => {
      const title = document.querySelector('main h1') as HTMLElement;
      const back = [...document.querySelectorAll('.back, .crumb')].find((one) => one.checkVisibility());
      const distance = back ? title.getBoundingClientRect().top - back.getBoundingClientRect().bottom : null;
      return [getComputedStyle(title).fontSize, distance] as const;
    });
    sizes.set(path, size);
    // The form of a new page is a card of its own.
    if (gap !== null && path !== '/pages/new') gaps.set(path, gap);
  }
  assert.is(new Set(sizes.values()).size, 1, JSON.stringify([...sizes]));
  assert.is.not(gaps.size, 0);
  assert.ok(
    [...gaps.values()].every((gap) => gap >= 0 && gap <= 12),
    JSON.stringify([...gaps]),
  );
});

test('the sections of a group stand together on a phone, and six of them in one row of a desk', async () => {
  await visit('/settings');
  const boxes = (group: string) =>
    page
      .locator(`[aria-labelledby="group-${group}"] .overview-card`)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  const rows = await boxes('system');
  assert.is(rows.length, 6);
  assert.ok(rows.slice(1).every(({ top }, index) => Math.abs(top - (rows[index]?.bottom ?? 0)) <= 1));
  await page.setViewportSize({ width: 1920, height: 1080 });
  assert.is(new Set((await boxes('system')).map(({ top }) => top)).size, 1);
  await page.setViewportSize({ width: 390, height: 844 });
});

test('the rules of a page are told apart where it is used', async () => {
  const rule = { page_id: pageId, start_time: '07:00', end_time: '09:30' };
  await appliance.call('POST', '/v1/schedules', { ...rule, day_pattern: 'weekdays' });
  await appliance.call('POST', '/v1/schedules', { ...rule, day_pattern: 'weekends', end_time: '11:00' });
  await visit(`/pages/${pageId}`);
  const uses = page.getByRole('region', { name: pageTexts.usesTitle });
  await uses.getByText('Monday to Friday, 07:00 to 09:30').waitFor();
  await uses.getByText('Saturday and Sunday, 07:00 to 11:00').waitFor();
});

test('the line of the present passes behind the words of the week', async () => {
  const { body } = await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards');
  await appliance.call('PUT', `/v1/boards/${body.boards[0]?.id}/active-page`, { page_id: pageId });
  await visit('/schedule');
  const [words, line] = await Promise.all(
    ['.gap > span', '.moment-line'].map((name) =>
      page
        .locator(name)
        .first()
        .evaluate((one) => Number(getComputedStyle(one).zIndex)),
    ),
  );
  assert.ok((words ?? 0) > (line ?? 0), `${words} over ${line}`);
});

test('the list of what can be inserted says that it is on its way', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/plugins/variables/all', async (route) => {
    await held;
    await route.continue();
  });
  await visit(`/pages/${pageId}`);
  await page.getByRole('button', { name: pageTexts.insertOpen }).click();
  const list = page.getByRole('dialog');
  await list.getByText(kit.loading).waitFor();
  release();
  await list.locator('.insert-entry').first().waitFor();
  assert.is(await list.getByText(kit.loading).count(), 0);
  await page.keyboard.press('Escape');
  await page.unroute('**/api/plugins/variables/all');
  await page.route('**/api/plugins/variables/all', () => undefined);
  await page.getByRole('button', { name: pageTexts.insertOpen }).click();
  await list.locator('.insert-entry').first().waitFor();
  await page.unroute('**/api/plugins/variables/all');
});

test('a favourite is drawn as it will be on its board', async () => {
  await appliance.call('POST', '/favourites', { name: 'Dinner', text: 'Dinner is ready' });
  await appliance.call('POST', '/favourites', { name: 'Red', fill: 63 });
  await visit('/favourites');
  const cards = page.locator('.favourite-list > li');
  const dinner = cards.filter({ has: page.getByRole('img', { name: /DINNER IS READY/ }) });
  await dinner.getByRole('button', { name: favourites.show }).waitFor();
  assert.is(await cards.getByRole('img').count(), 2);
});

test('a plugin that is off shows on its page the sample that the gallery had', async () => {
  await visit('/plugins?q=countdown');
  const card = page.locator('.source-card').filter({ has: page.getByText('Countdown', { exact: true }) });
  await card.getByRole('link', { name: sourceTexts.setUp }).click();
  await page.getByText(pluginTexts.tryNeeds(true)).waitFor();
  await page.getByRole('img', { name: sourceTexts.sample('Countdown') }).waitFor();
});

test('a plugin that is off shows its sample to whoever comes by its address', async () => {
  await visit('/plugins/weather');
  const picture = page.getByRole('img', { name: sourceTexts.sample('Weather') });
  await picture.waitFor();
});

test('the town of the time zone is offered until it is the place', async () => {
  await appliance.call('PUT', '/config/general', { timezone: 'Europe/Berlin' });
  await visit('/settings/location');
  const offer = page.getByRole('button', { name: settings.place.ofZone('Berlin') });
  await offer.click();
  await page.getByText(settings.place.near('Berlin')).waitFor();
  assert.is(await offer.count(), 0);
});

test('what nobody has done yet is no mistake, and what is not chosen needs no advice', async () => {
  await visit('/settings/boards/new/pins');
  await page.getByText(pins.wiring.none).waitFor();
  assert.is(await page.locator('.is-wrong').count(), 0);
  await visit('/settings/boards');
  const choice = page.getByLabel(boardTexts.newBoards);
  await choice.waitFor();
  assert.is(await page.getByText(boardTexts.newBoardsHint).count(), 0);
  await choice.selectOption({ label: 'Morning' });
  await page.getByText(boardTexts.newBoardsHint).waitFor();
});

test('the console stays silent', () => assert.equal(browser.complaints, []));

test.run();
