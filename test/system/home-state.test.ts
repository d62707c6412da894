// needs: chromium
import * as assert from 'uvu/assert';
import type { Page as WebPage } from 'playwright-core';
import { SCREEN_NAMES, assertAccessible, assertFits, type Look } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { startHome } from './home-rig.ts';
import { button } from './view-suite.ts';

const { test, shared, run, open, shown, emulator, wall } = startHome('the first view: what it tells and shows');

const openWall = (look: Look = {}) => open(`/?board=${wall()}`, look);

const clockIn = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toLocaleTimeString('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    minute: '2-digit',
  });

test('silence says its true end, whatever rules change within it', async () => {
  const { body } = await shared.appliance.call<{ pages: { id: string }[] }>('GET', '/v1/pages');
  const rule = { page_id: body.pages[0]?.id, day_pattern: 'all' };
  await shared.appliance.call('POST', '/v1/schedules', { ...rule, start_time: clockIn(-2), end_time: clockIn(1) });
  await shared.appliance.call('POST', '/v1/schedules', { ...rule, start_time: clockIn(1), end_time: clockIn(2) });
  await shared.appliance.call('PUT', '/settings/active-page', { page_id: null });
  await shared.appliance.call('PUT', '/settings/silence-schedule', {
    enabled: true,
    start_time: clockIn(-1),
    end_time: clockIn(4),
  });
  const { next_change_utc } = (await shared.appliance.call<{ next_change_utc: string }>('GET', '/silence-status')).body;
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
  await shared.appliance.call('PUT', '/settings/silence-schedule', { enabled: false });
});

/** Somebody else writes on the wall, and it is looked at often enough to be noticed. */
const strayAway = async (): Promise<void> => {
  const response = await fetch(`http://127.0.0.1:${emulator().port}/local-api/message`, {
    method: 'POST',
    headers: { 'X-Vestaboard-Local-Api-Key': 'k' },
    body: JSON.stringify(Array.from({ length: 6 }, () => new Array<number>(22).fill(64))),
  });
  assert.ok(response.ok, `${response.status}`);
  for (let look = 0; look < 2; look++)
    await shared.appliance.call('GET', `/board/current-message?board_id=${wall()}&force=true`);
};

test('a wall without sensors says below it that its positions are guessed', async () => {
  const panel = { driver: 'gpio-steppers', connection: { pins: [12, 13, 16, 18, 4], open_loop: true } };
  const motors = { id: 'motors', device_type: 'panel', grid_rows: 1, grid_cols: 1, panel };
  assert.is((await shared.appliance.call('POST', '/settings/board/add', motors)).status, 201);
  for (const [id, told] of [
    ['motors', 1],
    [wall(), 0],
  ] as const) {
    const page = await open(`/?board=${id}`);
    await page.locator('.stage-foot .status-title').waitFor();
    await until(async () => (await page.locator('.stage-foot').getByText('Positions guessed').count()) === told);
    await page.context().close();
  }
  await shared.appliance.call('DELETE', '/settings/board/motors');
});

test('a board that somebody else wrote on gets back what it should show: the message, not only the page', async () => {
  await shared.appliance.call('POST', `/v1/boards/${wall()}/message`, { text: 'TEA' });
  const page = await openWall();
  await strayAway();
  await button(page, 'Restore').click();
  await page.getByText('Sent. The board shows what it should again.').waitFor();
  assert.match(await shown(wall()), /^TEA/);
  assert.is(emulator().shown()[0]?.[0], 20);
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
  await shared.appliance.call('PATCH', `/v1/boards/${wall()}`, { paused: true });
  await button(page, 'Resume and restore').click();
  await page.getByText('Sent. The board shows what it should again.').waitFor();
  assert.is(emulator().shown()[0]?.[0], 20);
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
  await shared.appliance.call('DELETE', `/v1/boards/${wall()}/message`);
});

test('no internet is told with the host and what still works, ??? on the flaps with what is missing', async () => {
  await shared.appliance.call('PUT', '/settings/location', { latitude: 52.5, longitude: 13.4 });
  await shared.appliance.call('PATCH', '/v1/plugins/weather', {
    enabled: true,
    config: { base_url: 'http://weather.invalid' },
  });
  const { body } = await shared.appliance.call<{ id: string }>('POST', '/v1/pages', {
    name: 'Outside',
    type: 'template',
    template: ['{{weather.temperature}}'],
  });
  await shared.appliance.call('PUT', '/settings/active-page', { page_id: body.id, board_id: wall() });
  const page = await openWall({ screen: 'phone' });
  await page.getByText(/No internet: weather\.invalid cannot be reached\. .* still work/).waitFor();
  await page.getByText(/Hall shows \?\?\? for it\./).waitFor();
  assert.is(await page.locator('.attention .notice, .stage-notices .notice').count(), 1, 'one cause, one notice');
  await page.goto(`${shared.appliance.url}/pages/${body.id}`);
  await page.getByText('"weather.temperature" has no value now: it prints ???').waitFor();
  await page.getByText('1 problem', { exact: true }).waitFor();
  await page.goto(shared.appliance.url);
  await page.getByText(/Hall shows \?\?\? for it\./).waitFor();
  await page.context().close();
});

for (const screen of SCREEN_NAMES) {
  test(`${screen}: a board out of reach looks like it wherever it is, and notices stand on top`, async () => {
    const { body } = await shared.appliance.call<{ boards: { id: string; name: string }[] }>(
      'POST',
      '/settings/board/add',
      {
        device_type: 'note',
        name: `Kitchen ${screen}`,
        host: '127.0.0.1:1',
        local_api_key: 'k',
      },
    );
    const id = body.boards.at(-1)?.id ?? '';
    await shared.appliance.call('POST', `/v1/boards/${id}/message`, { text: 'X' });
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
    await page.goto(shared.appliance.url);
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
  await shared.appliance.call('POST', '/v1/pages', {
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
    await page.goto(shared.appliance.url + path);
    await page.locator(cards).nth(2).waitFor();
    const rows = await feet(page, cards);
    assert.ok(rows.some((row) => row.length > 1));
    for (const row of rows) assert.ok(Math.max(...row) - Math.min(...row) <= 1, `${cards}: ${row.join(' ')}`);
  }
  await page.context().close();
});

test('no preview turns flaps', async () => {
  const page = await shared.browser.open(`${shared.appliance.url}/pages`, { motion: 'no-preference' });
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
  const page = await shared.browser.open(`${shared.appliance.url}/settings/display`, { screen: 'phone' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
  await page.goto(`${shared.appliance.url}/settings/mqtt`);
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
  const { body } = await shared.appliance.call<{ id: string }>('POST', '/v1/pages', {
    name: 'To go',
    type: 'template',
    template: ['X'],
  });
  const page = await shared.browser.open(`${shared.appliance.url}/pages/${body.id}`);
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

run();
