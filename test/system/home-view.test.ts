// needs: chromium
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page as WebPage } from 'playwright-core';
import { startEmulator, type Emulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import {
  SCREEN_NAMES,
  assertAccessible,
  assertFits,
  startBrowser,
  type Look,
  type TestBrowser,
} from '../support/browser.ts';
import { until } from '../support/until.ts';

const SMALL = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
] as const;

let appliance: Appliance;
let browser: TestBrowser;
let emulator: Emulator;
let wall = '';

const open = async (path = '/', look: Look = {}): Promise<WebPage> => {
  const page = await browser.open(`${appliance.url}${path}`, look);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  return page;
};
const openWall = (look: Look = {}) => open(`/?board=${wall}`, look);
const button = (page: WebPage, name: string) => page.getByRole('button', { name, exact: true });
const shown = async (id: string): Promise<string> =>
  (await appliance.call<{ text: string }>('GET', `/v1/boards/${id}`)).body.text;

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

const test = suite('the first view');

test.before(async () => {
  emulator = await startEmulator({ type: 'flagship', port: 0, key: 'k' });
  appliance = await startAppliance();
  browser = await startBrowser();
  const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'flagship',
    name: 'Hall',
    host: `127.0.0.1:${emulator.port}`,
    local_api_key: 'k',
  });
  wall = body.boards[1]?.id ?? '';
  await appliance.call('PUT', '/settings/output', { target: 'both' });
});
test.after(async () => {
  await browser.close();
  await appliance.close();
  await emulator.close();
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
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'NEXT' });
  await button(page, 'Take down').waitFor();
  assert.is(await page.getByText('The message has been taken down.').count(), 0, 'the next one is up');
  await appliance.call('DELETE', '/v1/boards/primary/message');
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
  await appliance.call('DELETE', '/v1/boards/primary/message');
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
  const page = await browser.open('about:blank', { screen: 'phone' });
  await page.addInitScript(() => {
    const seen = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    Object.defineProperty(window, 'visualViewport', { value: seen });
  });
  await page.goto(appliance.url);
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
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'TEA' });
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
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'TEA', duration_minutes: 5, force: true });
  await page
    .getByText(/^Message, 5 minutes left/)
    .first()
    .waitFor();
  await appliance.call('DELETE', '/v1/boards/primary/message');
  await until(() =>
    page
      .getByRole('button', { name: 'Take down' })
      .count()
      .then((count) => count === 0),
  );
  await page.context().close();
});

const clockIn = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toLocaleTimeString('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    minute: '2-digit',
  });

test('silence says its true end, whatever rules change within it', async () => {
  const { body } = await appliance.call<{ pages: { id: string }[] }>('GET', '/v1/pages');
  const rule = { page_id: body.pages[0]?.id, day_pattern: 'all' };
  await appliance.call('POST', '/v1/schedules', { ...rule, start_time: clockIn(-2), end_time: clockIn(1) });
  await appliance.call('POST', '/v1/schedules', { ...rule, start_time: clockIn(1), end_time: clockIn(2) });
  await appliance.call('PUT', '/settings/active-page', { page_id: null });
  await appliance.call('PUT', '/settings/silence-schedule', {
    enabled: true,
    start_time: clockIn(-1),
    end_time: clockIn(4),
  });
  const { next_change_utc } = (await appliance.call<{ next_change_utc: string }>('GET', '/silence-status')).body;
  const page = await open();
  const end = await page.evaluate(
    (at) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' }),
    next_change_utc,
  );
  await page
    .getByText(new RegExp(`^Silence until (tomorrow )?${end}$`))
    .first()
    .waitFor();
  await page.context().close();
  await appliance.call('PUT', '/settings/silence-schedule', { enabled: false });
});

/** Somebody else writes on the wall, and it is looked at often enough to be noticed. */
const strayAway = async (): Promise<void> => {
  const response = await fetch(`http://127.0.0.1:${emulator.port}/local-api/message`, {
    method: 'POST',
    headers: { 'X-Vestaboard-Local-Api-Key': 'k' },
    body: JSON.stringify(Array.from({ length: 6 }, () => new Array<number>(22).fill(64))),
  });
  assert.ok(response.ok, `${response.status}`);
  for (let look = 0; look < 2; look++)
    await appliance.call('GET', `/board/current-message?board_id=${wall}&force=true`);
};

test('a wall without sensors says below it that its positions are guessed', async () => {
  const panel = { driver: 'gpio-steppers', connection: { pins: [12, 13, 16, 18, 4], open_loop: true } };
  const motors = { id: 'motors', device_type: 'panel', grid_rows: 1, grid_cols: 1, panel };
  assert.is((await appliance.call('POST', '/settings/board/add', motors)).status, 201);
  for (const [id, told] of [
    ['motors', 1],
    [wall, 0],
  ] as const) {
    const page = await open(`/?board=${id}`);
    await page.locator('.stage-foot .status-title').waitFor();
    await until(async () => (await page.locator('.stage-foot').getByText('Positions guessed').count()) === told);
    await page.context().close();
  }
  await appliance.call('DELETE', '/settings/board/motors');
});

test('a board that somebody else wrote on gets back what it should show: the message, not only the page', async () => {
  await appliance.call('POST', `/v1/boards/${wall}/message`, { text: 'TEA' });
  const page = await openWall();
  await strayAway();
  await button(page, 'Restore').click();
  await page.getByText('Sent. The board shows what it should again.').waitFor();
  assert.match(await shown(wall), /^TEA/);
  assert.is(emulator.shown()[0]?.[0], 20);
  await until(() =>
    button(page, 'Restore')
      .count()
      .then((count) => count === 0),
  );
  await page.context().close();
});

test('on a paused board it is offered to resume and restore; a failure is told', async () => {
  const page = await openWall();
  await strayAway();
  await appliance.call('PATCH', `/v1/boards/${wall}`, { paused: true });
  await button(page, 'Resume and restore').click();
  await page.getByText('Sent. The board shows what it should again.').waitFor();
  assert.is(emulator.shown()[0]?.[0], 20);
  await strayAway();
  await button(page, 'Restore').waitFor();
  await page.route('**/restore', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '7', 'content-type': 'application/json' },
      body: '{"detail":"Too early."}',
    }),
  );
  await button(page, 'Restore').click();
  await page.getByText('The board takes the next message in 7 seconds.').waitFor();
  await page.context().close();
  await appliance.call('DELETE', `/v1/boards/${wall}/message`);
});

test('no internet is told with the host and what still works, ??? on the flaps with what is missing', async () => {
  await appliance.call('PUT', '/settings/location', { latitude: 52.5, longitude: 13.4 });
  await appliance.call('PATCH', '/v1/plugins/weather', {
    enabled: true,
    config: { base_url: 'http://weather.invalid' },
  });
  const { body } = await appliance.call<{ id: string }>('POST', '/v1/pages', {
    name: 'Outside',
    type: 'template',
    template: ['{{weather.temperature}}'],
  });
  await appliance.call('PUT', '/settings/active-page', { page_id: body.id, board_id: wall });
  const page = await openWall({ screen: 'phone' });
  await page.getByText(/No internet: weather\.invalid cannot be reached\. .* still work/).waitFor();
  await page.getByText(/Hall shows \?\?\? for it\./).waitFor();
  assert.is(await page.locator('.attention .notice, .stage-notices .notice').count(), 1, 'one cause, one notice');
  await page.goto(`${appliance.url}/pages/${body.id}`);
  await page.getByText('"weather.temperature" has no value now: it prints ???').waitFor();
  await page.getByText('1 problem', { exact: true }).waitFor();
  await page.goto(appliance.url);
  await page.getByText(/Hall shows \?\?\? for it\./).waitFor();
  await page.context().close();
});

for (const screen of SCREEN_NAMES) {
  test(`${screen}: a board out of reach looks like it wherever it is, and notices stand on top`, async () => {
    const { body } = await appliance.call<{ boards: { id: string; name: string }[] }>('POST', '/settings/board/add', {
      device_type: 'note',
      name: `Kitchen ${screen}`,
      host: '127.0.0.1:1',
      local_api_key: 'k',
    });
    const id = body.boards.at(-1)?.id ?? '';
    await appliance.call('POST', `/v1/boards/${id}/message`, { text: 'X' });
    const page = await open(`/?board=${id}`, { screen });
    await page.getByText('The board cannot be written to.').waitFor();
    await page
      .getByRole('img', { name: new RegExp(`^Kitchen ${screen} .*\\(not reachable\\)$`) })
      .first()
      .waitFor();
    assert.is(await page.locator('.stage-board .board-fault').count(), 1);
    assert.is(await page.locator('.board-card[aria-current] .board-fault').count(), 1);
    assert.match(await page.locator('.board-card[aria-current]').innerText(), /Not reachable/);
    if (screen === 'phone')
      await page
        .getByRole('navigation', { name: 'Choose a board' })
        .getByRole('link', { name: `Kitchen ${screen}, not reachable` })
        .waitFor();
    const { notice, board } = await page.evaluate(() => ({
      notice: document.querySelector('.stage-notices .notice')?.getBoundingClientRect().bottom ?? 0,
      board: document.querySelector('.stage-board .board')?.getBoundingClientRect().top ?? 0,
    }));
    assert.ok(notice > 0 && notice <= board, `${notice} above ${board}`);
    await page.goto(appliance.url);
    await page.getByText(`Kitchen ${screen} cannot be written to.`).waitFor();
    assert.ok(
      await page.evaluate(
        () =>
          (document.querySelector('.attention')?.getBoundingClientRect().bottom ?? Infinity) <=
          (document.querySelector('.stage')?.getBoundingClientRect().top ?? 0),
      ),
    );
    await assertFits(page, screen);
    await assertAccessible(page, 'a board out of reach');
    await page.context().close();
  });
}

/** Lower edges of the pictures, row by row of cards. */
const feet = (page: WebPage, cards: string): Promise<number[][]> =>
  page.evaluate((selector) => {
    const rows = new Map<number, number[]>();
    for (const card of document.querySelectorAll(selector)) {
      const top = Math.round(card.getBoundingClientRect().top);
      rows.set(top, [
        ...(rows.get(top) ?? []),
        Math.round(card.querySelector('.board')?.getBoundingClientRect().bottom ?? 0),
      ]);
    }
    return [...rows.values()];
  }, cards);

test('pictures of a row of cards stand on one line, whatever is written below them', async () => {
  await appliance.call('POST', '/v1/pages', {
    name: 'Small clock',
    type: 'template',
    device_type: 'note',
    template: ['{{date_time.time}}'],
  });
  const page = await open();
  for (const [path, cards] of [
    ['/', '.board-card'],
    ['/pages', '.page-card'],
  ] as const) {
    await page.goto(appliance.url + path);
    await page.locator(cards).nth(2).waitFor();
    const rows = await feet(page, cards);
    assert.ok(rows.some((row) => row.length > 1));
    for (const row of rows) assert.ok(Math.max(...row) - Math.min(...row) <= 1, `${cards}: ${row.join(' ')}`);
  }
  await page.context().close();
});

test('no preview turns flaps', async () => {
  const page = await browser.open(`${appliance.url}/pages`, { motion: 'no-preference' });
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { turned: seen });
    new MutationObserver((changes) =>
      changes.forEach(({ target }) => (target as HTMLElement).dataset['moving'] === 'true' && seen.add('flap')),
    ).observe(document, { subtree: true, attributeFilter: ['data-moving'] });
  });
  await page
    .getByRole('img', { name: /WELCOME/ })
    .first()
    .waitFor();
  await page
    .getByRole('img', { name: /^Preview: .*\d\d:\d\d/ })
    .first()
    .waitFor();
  assert.is(await page.evaluate(() => (window as unknown as { turned: Set<string> }).turned.size), 0);
  await page.context().close();
});

test('no bar hides what has the focus, on the way through a long form on a phone', async () => {
  const page = await browser.open(`${appliance.url}/settings/display`, { screen: 'phone' });
  await page.setViewportSize(SMALL[0]);
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
  await page.goto(`${appliance.url}/settings/mqtt`);
  await page.getByLabel('Port', { exact: true }).fill('1884');
  const hidden: string[] = [];
  for (const key of [...new Array<string>(40).fill('Tab'), ...new Array<string>(40).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const name = await page.evaluate(() => {
      const field = document.activeElement;
      if (!field || field === document.body || field.closest('[data-bar]')) return '';
      const { top, bottom } = field.getBoundingClientRect();
      const over = [...document.querySelectorAll('[data-bar]')].some((bar) => {
        const box = bar.getBoundingClientRect();
        return (
          ['fixed', 'sticky'].includes(getComputedStyle(bar).position) && box.top < bottom - 1 && box.bottom > top + 1
        );
      });
      return over ? field.outerHTML.slice(0, 120) : '';
    });
    if (name) hidden.push(name);
  }
  assert.equal(hidden, []);
  await page.context().close();
});

test('after a dialogue the focus is where it was, and in the view when what opened it is gone', async () => {
  const { body } = await appliance.call<{ id: string }>('POST', '/v1/pages', {
    name: 'To go',
    type: 'template',
    template: ['X'],
  });
  const page = await browser.open(`${appliance.url}/pages/${body.id}`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await button(page, 'Delete').click();
  await button(page, 'Cancel').click();
  await until(async () => (await focused()) === 'Delete');
  await button(page, 'Delete').press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(async () => (await focused()) === 'Delete');
  await page.getByLabel('Name', { exact: true }).fill('Changed');
  await button(page, 'Discard changes').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await until(() => page.evaluate(() => document.activeElement?.tagName === 'MAIN'));
  await page.context().close();
});

test('the console stays silent', () =>
  assert.equal(
    browser.complaints.filter((text) => !text.includes('429')),
    [],
  ));

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

test.run();
