// needs: chromium
import type { Page as WebPage } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardInstance } from '../../src/schema/board.ts';
import type { Page } from '../../src/schema/page.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { assertFits, startBrowser, type TestBrowser } from '../support/browser.ts';

const test = suite('every view on the narrowest screen');
const NARROW = { width: 320, height: 640 };
const LONG = 'A board whose name is as long as names of boards are allowed to be';

let appliance: Appliance;
let browser: TestBrowser;
let window: WebPage;
let ids: { page: string; wall: string; collection: string; rule: string };

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  window = await browser.open('about:blank', { screen: 'phone' });
  await window.setViewportSize(NARROW);
  const { call } = appliance;
  await call('POST', '/settings/board/add', { device_type: 'panel', name: LONG, grid_rows: 12, grid_cols: 40, panel: { driver: 'virtual', connection: {} } });
  const { boards } = (await call<{ boards: BoardInstance[] }>('GET', '/settings/board')).body;
  const page = (await call<Page>('POST', '/v1/pages', { name: LONG, type: 'template', device_type: 'flagship', template: ['{{date_time.time_24h}} {{nowhere.temperature_outside_now|pad:12}}'] })).body.id;
  await call('POST', '/plugins/countdown/instances', { label: 'the-longest-label-that-an-instance-has' });
  const collection = (await call<{ id: string }>('POST', '/v1/collections', { name: LONG, page_ids: [page], selection_mode: 'time', time: { interval_seconds: 30 } })).body.id;
  await call('POST', '/schedules', { page_id: page, start_time: '06:30', end_time: '09:00', day_pattern: 'weekdays' });
  const rule = (await call<{ schedules: { id: string }[] }>('GET', '/schedules')).body.schedules[0]?.id ?? '';
  ids = { page, wall: boards.find(({ name }) => name === LONG)?.id ?? '', collection, rule };
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

/** One window goes through all views; each is looked at once nothing is loading in it any more. */
const open = async (path: string): Promise<void> => {
  await window.goto(appliance.url + path, { waitUntil: 'domcontentloaded' });
  await window.locator('main :is(h1, h2, form)').first().waitFor();
  await window.waitForFunction(() => !/Loading …|Drawing …/.test(document.querySelector('main')?.textContent ?? ''));
};

const SECTIONS = ['boards', 'output', 'silence', 'transitions', 'display', 'location', 'general', 'mqtt', 'gpio', 'network', 'account', 'backup', 'update', 'logs', 'beta', 'about'];
const routes: readonly (readonly [string, () => string])[] = [
  ['home', () => '/'],
  ['a wall', () => `/?board=${ids.wall}`],
  ['pages', () => '/pages'],
  ['a new page', () => '/pages/new'],
  ['a page', () => `/pages/${ids.page}`],
  ['the schedule', () => '/schedule'],
  ['a rule', () => `/schedule/rules/${ids.rule}`],
  ['a new rule', () => '/schedule/rules/new'],
  ['collections', () => '/schedule/collections'],
  ['a collection', () => `/schedule/collections/${encodeURIComponent(ids.collection)}`],
  ['plugins', () => '/plugins'],
  ['a plugin', () => '/plugins/weather'],
  ['an instance', () => '/plugins/countdown%3Athe-longest-label-that-an-instance-has'],
  ['settings', () => '/settings'],
  ...SECTIONS.map((name) => [`settings, ${name}`, () => `/settings/${name}`] as const),
  ['a new board', () => '/settings/boards/new'],
  ['a board', () => `/settings/boards/${ids.wall}`],
  ['first steps', () => '/setup'],
  ['first steps, place', () => '/setup/2'],
  ['first steps, page', () => '/setup/3'],
  ['for programs', () => '/api-help'],
];
for (const [name, path] of routes) {
  test(`${name} does not scroll sideways`, async () => {
    await open(path());
    await assertFits(window, name);
  });
}

test('pictures for home screens are PNG of 180, 192 and 512 pixels', async () => {
  const manifest = (await (await fetch(`${appliance.url}/manifest.webmanifest`)).json()) as { icons: { src: string; sizes: string; type: string; purpose: string }[] };
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  assert.equal(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort(), ['192x192 any', '192x192 maskable', '512x512 any', '512x512 maskable']);
  const html = await (await fetch(appliance.url)).text();
  const touch = /rel="apple-touch-icon" sizes="180x180" href="([^"]+)"/.exec(html)?.[1] ?? '';
  for (const { src, sizes } of [...pictures, { src: touch, sizes: '180x180' }]) {
    const answer = await fetch(appliance.url + src);
    assert.is(answer.headers.get('content-type'), 'image/png', src);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.is(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
});

test.run();
