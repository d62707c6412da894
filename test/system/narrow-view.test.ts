// needs: chromium
import type { Request, Page as WebPage } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardInstance } from '../../src/schema/boards/boards.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import { settings } from '../../ui/strings/settings/settings.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';

const test = suite('every view on the narrowest screen');
const NARROW = { width: 320, height: 640 };
const LONGEST_LOAD_MS = 10_000;
const LONG = 'A board whose name is as long as names of boards are allowed to be';

let appliance: Appliance;
let browser: TestBrowser;
let window: WebPage;
/** What the window still waits for. Streams of events never end and are left out. */
const pending = new Set<Request>();
let ids: { page: string; wall: string; collection: string; rule: string };

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  window = await browser.open('about:blank', { screen: 'phone' });
  await window.setViewportSize(NARROW);
  window.on('request', (request) => void (request.resourceType() !== 'eventsource' && pending.add(request)));
  window.on('requestfinished', (request) => void pending.delete(request));
  window.on('requestfailed', (request) => void pending.delete(request));
  const { call } = appliance;
  await call('PUT', '/settings/location', { latitude: 52.52, longitude: 13.405 });
  await call('POST', '/settings/board/add', {
    device_type: 'panel',
    name: LONG,
    grid_rows: 12,
    grid_cols: 40,
    panel: { driver: 'virtual', connection: {} },
  });
  const { boards } = (await call<{ boards: BoardInstance[] }>('GET', '/settings/board')).body;
  const wall = boards.find(({ name }) => name === LONG)?.id ?? '';
  await call('PUT', '/settings/board', { boards: boards.map(({ id }) => ({ id, name: LONG })) });
  const page = (
    await call<Page>('POST', '/v1/pages', {
      name: LONG,
      type: 'template',
      device_type: 'flagship',
      template: ['{{date_time.time_24h}} {{nowhere.temperature_outside_now|pad:12}}'],
    })
  ).body.id;
  await call('POST', '/plugins/countdown/instances', { label: 'the-longest-label-that-an-instance-has' });
  await call('POST', '/plugins/date_time/enable');
  const first = boards.find(({ id }) => id !== wall)?.id ?? '';
  assert.is((await call('POST', `/plugins/date_time/demo-page?board_id=${first}`)).status, 201);
  const collection = (
    await call<{ id: string }>('POST', '/v1/collections', {
      name: LONG,
      page_ids: [page],
      selection_mode: 'time',
      time: { interval_seconds: 30 },
    })
  ).body.id;
  await call('POST', '/schedules', { page_id: page, start_time: '06:30', end_time: '09:00', day_pattern: 'weekdays' });
  const rule = (await call<{ schedules: { id: string }[] }>('GET', '/schedules')).body.schedules[0]?.id ?? '';
  ids = { page, wall, collection, rule };
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

/** Looks at an address once its heading stands there and all that it asked for has arrived. */
const open = async (path: string, heading: string): Promise<void> => {
  pending.clear();
  await window.goto(appliance.url + path, { waitUntil: 'domcontentloaded' });
  await window.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  const end = Date.now() + LONGEST_LOAD_MS;
  for (let calm = 0; calm < 3; calm = pending.size === 0 ? calm + 1 : 0) {
    if (Date.now() > end)
      throw new Error(`${path} still loads ${[...pending].map((request) => request.url()).join(', ')}`);
    await window.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
};

/**
 * The width of the page, and the elements beyond its window that nothing cuts off or scrolls; a dialogue is a window of
 * its own.
 */
const measure = () =>
  window.evaluate(() => {
    const root = document.documentElement;
    const frameOf = (element: Element): Element => {
      const parent = element.parentElement;
      return !parent || getComputedStyle(parent).overflowX !== 'visible' ? (parent ?? root) : frameOf(parent);
    };
    const isBeyond = (element: Element) =>
      frameOf(element) === root && element.getBoundingClientRect().right > root.clientWidth + 0.5;
    const dialogs = [...document.querySelectorAll('dialog[open]')].filter(
      (dialog) => dialog.scrollWidth > dialog.clientWidth,
    );
    const wide =
      root.scrollWidth > root.clientWidth
        ? [...document.querySelectorAll('main, main *, header, nav')].filter(isBeyond)
        : [];
    return {
      width: root.scrollWidth,
      beyond: [...dialogs, ...wide].map(
        (element) => `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`,
      ),
    };
  });

/** A view, its heading and its address. */
const routes: readonly (readonly [string, string, () => string])[] = [
  ['home', LONG, () => '/'],
  ['a wall', LONG, () => `/?board=${ids.wall}`],
  ['pages', 'Pages', () => '/pages'],
  ['a new page', 'New page', () => '/pages/new'],
  ['a page', LONG, () => `/pages/${ids.page}`],
  ['the schedule', 'The week', () => '/schedule'],
  ['a rule', 'Change the rule', () => `/schedule/rules/${ids.rule}`],
  ['a new rule', 'New rule', () => '/schedule/rules/new'],
  ['collections', 'Schedule', () => '/schedule/collections'],
  ['a collection', 'Where it is used', () => `/schedule/collections/${encodeURIComponent(ids.collection)}`],
  ['plugins', 'Plugins', () => '/plugins'],
  ['a plugin that is off', 'Ready-made page', () => '/plugins/weather'],
  ['a plugin with its page', 'Ready-made page', () => '/plugins/date_time'],
  ['an instance', 'Ready-made page', () => '/plugins/countdown%3Athe-longest-label-that-an-instance-has'],
  ['settings', 'Settings', () => '/settings'],
  ...Object.entries(settings.names).map(
    ([name, heading]) => [`settings, ${name}`, heading, () => `/settings/${name}`] as const,
  ),
  ['a new board', 'A new board', () => '/settings/boards/new'],
  ['a new wall on pins', 'New wall on pins', () => '/settings/boards/new/pins'],
  ['a board', 'Connection', () => `/settings/boards/${ids.wall}`],
  ['first steps', 'Your board', () => '/setup'],
  ['first steps, place', 'Where you are', () => '/setup/2'],
  ['first steps, page', 'Your first page', () => '/setup/3'],
  ['for programs', 'Boards', () => '/api-help'],
];
for (const [name, heading, path] of routes) {
  test(`${name} does not scroll sideways`, async () => {
    await open(path(), heading);
    assert.equal(await measure(), { width: NARROW.width, beyond: [] }, name);
  });
}

for (const [name, heading, path] of [
  ['home', LONG, () => '/'],
  ['a new collection', 'Schedule', () => '/schedule/collections/new'],
  ['a collection', 'Where it is used', () => `/schedule/collections/${encodeURIComponent(ids.collection)}`],
  ['settings, location', 'Sunrise and sunset this week', () => '/settings/location'],
  ['settings, backup', 'Backup', () => '/settings/backup'],
] as const)
  test(`${name} does not scroll sideways with letters twice as large`, async () => {
    await window.setViewportSize({ width: 360, height: 740 });
    await open(path(), heading);
    await window.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    assert.is((await measure()).width, 360);
    await window.setViewportSize(NARROW);
  });

test('pictures for home screens are PNG of 180, 192 and 512 pixels', async () => {
  const manifest = (await (await fetch(`${appliance.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string; sizes: string; type: string; purpose: string }[];
  };
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  assert.equal(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort(), [
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ]);
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
