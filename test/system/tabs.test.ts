// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BrowserContext, Page } from 'playwright-core';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const TABS = 10;

let browser: TestBrowser;
let appliance: Appliance;
let context: BrowserContext;
/** Streams that are open, with the pages that hold them. */
const streams = new Map<object, Page>();
const test = suite('tabs of one browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

test.before.each(async () => {
  appliance = await startAppliance();
  context = await browser.browser.newContext();
  streams.clear();
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.set(request, request.frame().page());
  });
  for (const kind of ['requestfinished', 'requestfailed'] as const)
    context.on(kind as 'requestfinished', (request) => streams.delete(request));
});
test.after.each(async () => {
  await context.close();
  await appliance.close();
});

const live = (page: Page): Promise<void> => page.locator('.connection.is-live').waitFor();

const closed = (page: Page): void => {
  for (const [stream, holder] of streams) if (holder === page) streams.delete(stream);
};

const openTab = async (): Promise<Page> => {
  const page = await context.newPage();
  page.on('close', closed);
  await page.goto(appliance.url);
  await live(page);
  return page;
};

const rename = (name: string) => appliance.call('PATCH', '/v1/boards/primary', { name });

const allShow = (tabs: readonly Page[], name: string) =>
  Promise.all(tabs.map((page) => page.getByRole('heading', { name, exact: true }).waitFor()));

/** Leaves the page as a browser does that keeps it for the way back, or comes back to it. */
const turn = (page: Page, kind: 'pagehide' | 'pageshow'): Promise<void> =>
  page.evaluate((name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), kind);

test('ten tabs are live over one stream, and stay so when the one that holds it is closed', async () => {
  const tabs: Page[] = [];
  for (let count = 0; count < TABS; count++) tabs.push(await openTab());
  await until(() => streams.size === 1);
  await rename('Told to ten');
  await allShow(tabs, 'Told to ten');
  await tabs.shift()?.close();
  await rename('Told to nine');
  await allShow(tabs, 'Told to nine');
  await until(() => streams.size === 1);
});

test('tabs that are opened at once end up with one stream', async () => {
  const tabs = await Promise.all(Array.from({ length: 4 }, openTab));
  await until(() => streams.size === 1);
  await rename('Told to all');
  await allShow(tabs, 'Told to all');
});

test('a tab that no longer answers loses the stream to another, and gives way when it is back', async () => {
  const [holder, other] = [await openTab(), await openTab()];
  // What it says reaches nobody, as of a page that the system has put to sleep.
  await holder.evaluate(() => {
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = () => undefined;
    Object.assign(globalThis, { wake: () => Object.assign(BroadcastChannel.prototype, { postMessage }) });
  });
  await until(() => streams.size === 2);
  await rename('Taken over');
  await allShow([other], 'Taken over');
  await holder.evaluate(() => (globalThis as unknown as { wake(): void }).wake());
  await until(() => streams.size === 1);
  await rename('Both again');
  await allShow([holder, other], 'Both again');
});

test('a page that is kept for the way back holds no stream, and catches up when it is shown again', async () => {
  const page = await openTab();
  await turn(page, 'pagehide');
  await until(() => streams.size === 0);
  await rename('Renamed meanwhile');
  await turn(page, 'pageshow');
  await allShow([page], 'Renamed meanwhile');
  assert.is(streams.size, 1);
});

test('a browser whose tabs cannot speak to each other has a stream for each', async () => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  const tabs = [await openTab(), await openTab()];
  assert.is(streams.size, 2);
  await rename('Told twice');
  await allShow(tabs, 'Told twice');
});

test.run();
