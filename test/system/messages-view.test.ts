// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { assertFits, startBrowser, type TestBrowser } from '../support/browser.ts';
import type { ListedMessage } from '../../src/schema/content/messages.ts';
import { until } from '../support/until.ts';

let appliance: Appliance;
let browser: TestBrowser;

const test = suite('messages that wait');

const SMALL = { width: 360, height: 740 };
const LOOK = { screen: 'phone' } as const;
const list = async () =>
  (await appliance.call<{ messages: ListedMessage[] }>('GET', '/boards/primary/messages')).body.messages;
const send = (body: object) => appliance.call('POST', '/boards/primary/message', body);

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

test('what waits is listed, acknowledged and cancelled on a phone', async () => {
  await send({ text: 'READ ME', acknowledge: true });
  await send({ text: 'NEXT', when_busy: 'queue' });
  await send({ text: 'LATER', at: new Date(Date.now() + 3_600_000).toISOString() });
  const page = await browser.open(`${appliance.url}/`, LOOK);
  await page.setViewportSize(SMALL);
  await page.getByText('Messages that wait').waitFor();
  await assertFits(page, 'the first view');
  await page.getByRole('button', { name: 'I have read it' }).click();
  await until(async () => (await list()).map(({ state }) => state).join() === 'shown,planned');
  await page.getByRole('button', { name: 'Cancel LATER' }).click();
  await until(async () => (await list()).length === 1);
  await page.close();
});

test('an urgent message with live data is written, and what is unknown is told before', async () => {
  await appliance.call('DELETE', '/v1/boards/primary/message');
  const page = await browser.open(`${appliance.url}/`, LOOK);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('How much it matters').selectOption('urgent');
  await page.getByRole('textbox', { name: 'Message' }).fill('{{nobody.x}} HI');
  await page.getByLabel('With live data').check();
  await page.getByText('There is no source "nobody"').waitFor();
  await assertFits(page, 'the first view');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await until(async () => (await list())[0]?.priority === 'urgent');
  await page.getByText('Shown. There is no source "nobody", or it is off.').waitFor();
  assert.match((await list())[0]?.text ?? '', /nobody/);
  await page.getByLabel('With live data').uncheck();
  await page.getByRole('combobox', { name: /^Stays/ }).selectOption({ label: 'for 5 minutes' });
  await page.getByLabel('Stays until somebody has read it').check();
  await page.getByRole('textbox', { name: 'Message' }).fill('READ ME');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Minutes: a message that is to be acknowledged stays until it is.').waitFor();
  await page.close();
});

test('a message is planned by a time with 24 hours, for the next day that has it, and moved', async () => {
  await appliance.call('DELETE', '/v1/boards/primary/message');
  const page = await browser.open(`${appliance.url}/`, LOOK);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('SUPPER');
  await page.getByLabel('Later, at').fill('11.59 pm');
  assert.match(await page.getByLabel('Later, on').inputValue(), /^\d{4}-\d{2}-\d{2}$/);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await until(async () => /:59:00/.test((await list())[0]?.at ?? ''));
  const group = page.getByRole('group', { name: 'Another time for SUPPER' });
  const at = group.getByLabel('At', { exact: true });
  assert.is(await at.inputValue(), '23:59');
  await at.fill('23:58');
  assert.match((await list())[0]?.at ?? '', /:59:00/, 'nothing is moved while somebody types');
  await at.blur();
  await until(async () => /:58:00/.test((await list())[0]?.at ?? ''));
  await page.setViewportSize({ width: 320, height: 740 });
  await assertFits(page, 'the narrowest phone');
  await page.close();
});

test('a time that there is not is told, and nothing is sent at once instead of later', async () => {
  for (const { id } of await list()) await appliance.call('DELETE', `/messages/${id}`);
  const page = await browser.open(`${appliance.url}/`, LOOK);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('NOT NOW');
  const at = page.getByLabel('Later, at');
  for (const typed of ['25:99', '7:60', '13 pm', ' ']) {
    await at.fill(typed);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    assert.match(await at.evaluate((input: HTMLInputElement) => input.validationMessage), /time of day/, typed);
  }
  assert.equal(await list(), []);
  await at.fill('');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await until(async () => (await list())[0]?.state === 'shown');
  await page.close();
});

test('colours in what waits are tiles, not the markers of the service', async () => {
  await send({ text: '{red} SOON', at: new Date(Date.now() + 3_600_000).toISOString() });
  const page = await browser.open(`${appliance.url}/`, LOOK);
  await page.getByText('🟥 SOON').first().waitFor();
  await page.close();
});

test('a second move counts that comes before the list knows of the first, and a refused one may be tried again', async () => {
  await appliance.call('DELETE', '/v1/boards/primary/message');
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await send({ text: 'TWICE', at: `${day}T18:00` });
  // Zones of whole hours apart: the minutes tell the times apart.
  const isAt = (time: string) =>
    until(async () => (await list()).find(({ text }) => text.includes('TWICE'))?.at?.slice(13, 16) === time.slice(2));
  const page = await browser.open(`${appliance.url}/`, LOOK);
  const at = page.getByRole('group', { name: 'Another time for TWICE' }).getByLabel('At', { exact: true });
  await at.waitFor();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/boards/*/messages', async (route) => {
    await released;
    await route.continue();
  });
  for (const time of ['19:30', '18:00']) {
    await at.fill(time);
    await at.blur();
    await isAt(time);
  }
  release();
  let isFull = true;
  await page.route('**/messages/*', (route) =>
    isFull && route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, contentType: 'application/json', body: '{"detail":"The disk is full."}' })
      : route.continue(),
  );
  await at.fill('20:15');
  await at.blur();
  await page.getByText('The disk is full.').waitFor();
  isFull = false;
  await at.focus();
  await at.blur();
  await isAt('20:15');
  await page.close();
});

test.run();
