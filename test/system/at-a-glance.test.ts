// needs: chromium
import type { Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kit } from '../../ui/strings/kit.ts';
import { pins } from '../../ui/strings/pins.ts';
import { schedule } from '../../ui/strings/schedule.ts';
import { settings } from '../../ui/strings/settings/settings.ts';
import { boards as boardTexts } from '../../ui/strings/settings/boards.ts';
import { strings } from '../../ui/strings.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const PHONES = [320, 360, 390, 430].map((width) => ({ width, height: 740 }));
const test = suite('rows, names and places that are read at a glance');
let appliance: Appliance;
let browser: TestBrowser;
let page: Page;
let wall = '';
test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  await appliance.call('PUT', '/settings/wizard', { state: 'completed' });
  await appliance.call('POST', '/settings/board/add', {
    device_type: 'panel',
    name: 'Stairs',
    grid_rows: 1,
    grid_cols: 10,
    panel: { driver: 'mbus', connection: { path: '/dev/ttyUSB7' }, modules: { layout: 'rows', first: 0 } },
  });
  const { boards } = (await appliance.call<{ boards: { id: string }[] }>('GET', '/settings/board')).body;
  wall = boards.at(-1)?.id ?? '';
  page = await browser.open(appliance.url, { screen: 'phone' });
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

const visit = async (path: string, heading: string): Promise<void> => {
  await page.goto(appliance.url + path);
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
};

/** How many rows boxes stand in. */
const rowsOf = (boxes: Locator): Promise<number> =>
  boxes.evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);

/** How many lines the text of each takes. */
const linesOf = (texts: Locator): Promise<number[]> =>
  texts.evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size;
    }),
  );

const FORMS: [what: string, path: () => string, heading: string, change: () => Promise<unknown>][] = [
  ['a board', () => `/settings/boards/${wall}`, 'Stairs', () => page.getByLabel(boardTexts.name).fill('Steps')],
  ['a new board', () => '/settings/boards/new', boardTexts.addTitle, () => page.getByText('Own wall').click()],
  ['a wall on pins', () => '/settings/boards/new/pins', pins.guide, () => page.getByLabel(boardTexts.name).fill('A')],
];
for (const [what, path, heading, change] of FORMS)
  test(`what saves ${what} stands in one row on every phone`, async () => {
    await visit(path(), heading);
    await change();
    const buttons = page.locator('.save-bar.is-changed .save-bar-actions button');
    await buttons.first().waitFor();
    const discard = page.getByRole('button', { name: kit.discard, exact: true });
    await discard.waitFor();
    await page.setViewportSize({ width: 1366, height: 768 });
    assert.is(await discard.innerText(), kit.discard, 'as it is read');
    for (const size of PHONES) {
      await page.setViewportSize(size);
      assert.is(await rowsOf(buttons), 1, `${size.width} pixels`);
    }
    await discard.click();
  });

test('the modules of a wall of ten columns are all in sight on every phone', async () => {
  await visit(`/settings/boards/${wall}`, 'Stairs');
  await page.locator('.wall-frame').nth(1).waitFor();
  for (const size of PHONES) {
    await page.setViewportSize(size);
    const frames = await page
      .locator('.wall-frame')
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    assert.equal(frames, [0, 0], `${size.width} pixels`);
  }
});

test('colours and flaps to choose from have their names in one line, on every screen and in the first steps', async () => {
  const { boards } = (await appliance.call<{ boards: { id: string; name: string }[] }>('GET', '/settings/board')).body;
  for (const path of [`/settings/boards/${boards[0]?.id}`, '/setup/1']) {
    await page.goto(appliance.url + path);
    await page.getByText(boardTexts.glyphs.degree, { exact: true }).waitFor();
    for (const size of [
      ...PHONES,
      { width: 768, height: 1024 },
      { width: 1366, height: 768 },
      { width: 1920, height: 1080 },
    ]) {
      await page.setViewportSize(size);
      const lines = await linesOf(page.locator('.pair .choice-name'));
      assert.equal(lines, [1, 1, 1, 1], `${path} at ${size.width} pixels`);
    }
  }
});

test('kinds of boards have their names in one line', async () => {
  await visit('/settings/boards/new', boardTexts.addTitle);
  for (const size of [
    { width: 768, height: 1024 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(size);
    const names = page.locator('.choice:has(.choice-picture) .choice-name');
    assert.is(await names.count(), 4);
    assert.is(await rowsOf(names), 2, `${size.width} pixels`);
  }
});

test('the section that is open is in sight in the list of settings', async () => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const section of ['about', 'boards']) {
    await visit(`/settings/${section}`, settings.names[section as 'about']);
    const place = await page.locator('.settings-nav [aria-current]').evaluate((entry) => {
      const { top, bottom } = entry.getBoundingClientRect();
      const frame = entry.closest('nav')?.getBoundingClientRect();
      return top >= (frame?.top ?? 0) && bottom <= Math.min(frame?.bottom ?? 0, innerHeight);
    });
    assert.ok(place, section);
    assert.is(await page.evaluate(() => scrollY), 0);
  }
});

test('views without a place of their own in the bar belong to one that has', async () => {
  for (const [path, part] of [
    ['/favourites', strings.parts.home],
    ['/history', strings.parts.home],
    ['/api-help', strings.parts.settings],
  ] as const) {
    await page.goto(appliance.url + path);
    await page.locator('.navigation [aria-current]').getByText(part, { exact: true }).waitFor();
  }
});

test('the page of a board that cannot be written to says why', async () => {
  await visit(`/settings/boards/${wall}`, 'Stairs');
  await page
    .locator('.board-head .notice')
    .getByText(/ttyUSB7/)
    .waitFor();
});

test('a page that was just opened connects; nothing is lost before it was there', async () => {
  const opened = await browser.open('about:blank');
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await opened.route('**/api/events', async (route) => {
    await held;
    await route.continue();
  });
  const said: string[] = [];
  await opened.exposeFunction('say', (text: string) => void said.push(text));
  await opened.addInitScript(() => {
    const look = (): void => {
      const text = document.querySelector('.connection')?.textContent;
      if (text) (window as unknown as { say: (text: string) => void }).say(text);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await opened.goto(appliance.url);
  await opened.getByText(strings.connection.waiting, { exact: true }).waitFor();
  answer();
  await opened.getByText(strings.connection.live, { exact: true }).waitFor();
  assert.is(said[0], strings.connection.waiting);
  await opened.context().close();
});

test('hours of a rule whose page was deleted are not called unplanned', async () => {
  const { body } = await appliance.call<{ id: string }>('POST', '/v1/pages', {
    name: 'Morning',
    type: 'template',
    template: ['MORNING'],
  });
  await appliance.call('PATCH', '/v1/boards/primary', { schedule_enabled: true, default_page_id: null });
  await appliance.call('PUT', '/v1/boards/primary/active-page', { page_id: null });
  await appliance.call('POST', '/v1/schedules', { page_id: body.id, start_time: '00:00', end_time: '23:59' });
  await appliance.call('DELETE', `/v1/pages/${body.id}`);
  await visit('/schedule', schedule.title);
  await until(() =>
    page
      .locator('.rule-block')
      .count()
      .then((count) => count > 0),
  );
  await page.locator('.rule-name', { hasText: schedule.goneItem }).first().waitFor();
  assert.is(await page.getByText(schedule.gapEmpty, { exact: true }).count(), 0);
});

test('letters of twice the size leave each way, day and time in sight on a phone', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const enlarge = () => page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const cut = (all: Locator) =>
    all.evaluateAll((found) =>
      found
        .filter((one) => one.scrollWidth > one.clientWidth + 2 || one.getBoundingClientRect().right > innerWidth)
        .map(({ textContent }) => textContent),
    );
  await visit('/schedule/rules/new', 'Schedule');
  await enlarge();
  const dialog = page.getByRole('dialog');
  assert.equal(await cut(dialog.locator('.toggle > span')), []);
  await visit('/settings/silence', 'Silence');
  await enlarge();
  assert.equal(await cut(page.getByRole('main').locator('.pair-short input')), []);
  await visit('/schedule', 'Schedule');
  await enlarge();
  assert.equal(await cut(page.getByRole('link').filter({ visible: true })), []);
});

test('colours that the system forces leave to be seen what is on, chosen and told', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  try {
    await visit('/schedule', 'Schedule');
    const own = page.getByRole('switch', { name: 'Follow the schedule' });
    const pictures = [await own.screenshot()];
    await own.click();
    await own.and(page.locator(':not(:checked)')).waitFor();
    await page.mouse.move(0, 0);
    pictures.push(await own.screenshot());
    await own.click();
    assert.not.equal(pictures[0], pictures[1]);
    const outlines = await page
      .getByRole('navigation', { name: strings.navigation })
      .getByRole('link')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).outlineStyle === 'solid').length);
    assert.is(outlines, 1);
  } finally {
    await page.emulateMedia({ forcedColors: 'none' });
  }
});

test.run();
