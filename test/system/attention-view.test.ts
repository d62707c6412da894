// needs: chromium
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { assertAccessible, startBrowser, type TestBrowser } from '../support/browser.ts';

let appliance: Appliance;
let browser: TestBrowser;

const test = suite('what the house needs, told on the first view');

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

test('nothing is said while all is well', async () => {
  const page = await browser.open(appliance.url);
  await page.waitForTimeout(2500);
  assert.is(await page.locator('.attention').count(), 0);
  await page.context().close();
});

test('a board out of reach, a broker that does not answer, a source that fails: each in words, with the way to mend it', async () => {
  await appliance.call('POST', '/settings/board/add', {
    device_type: 'note',
    name: 'Kitchen',
    host: '127.0.0.1:1',
    local_api_key: 'k',
  });
  const { body } = await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards');
  await appliance.call('POST', `/v1/boards/${body.boards[1]?.id}/message`, { text: 'X' });
  await appliance.call('PUT', '/settings/mqtt', { enabled: true, broker_host: '127.0.0.1', broker_port: 1 });
  await appliance.call('PATCH', '/v1/plugins/json', {
    enabled: true,
    config: { url: 'http://127.0.0.1:1/x', variables: [{ name: 'a', path: 'a' }] },
  });
  await appliance.call('GET', '/v1/plugins/json/data');
  const page = await browser.open(appliance.url, { screen: 'phone' });
  await page.getByText('Kitchen cannot be written to.').waitFor();
  // On a phone the boards stay in sight: the first of several is told, the others are behind a press.
  await page.getByText('2 more', { exact: true }).click();
  await page.getByText(/The MQTT broker .* is not connected\./).waitFor();
  await page.getByText('The plugin json has no fresh data.').waitFor();
  await assertAccessible(page, 'first view with notes');
  await page.getByRole('link', { name: 'Check the broker' }).click();
  await page.waitForURL(/\/settings\/mqtt$/);
  await page.context().close();
});

test('a damaged file is named on the first view, and no longer once its owner has said so', async () => {
  writeFileSync(join(appliance.dir, 'collections.json'), '{');
  await appliance.restart();
  const page = await browser.open(appliance.url);
  await page.getByText('The file collections.json was damaged').waitFor();
  await page.goto(`${appliance.url}/settings/about`);
  const known = page.getByRole('button', { name: 'I know of the damaged files' });
  await known.waitFor();
  await assertAccessible(page, 'about, with a damaged file');
  await known.click();
  await known.waitFor({ state: 'detached' });
  await page.getByText('The file collections.json was damaged').waitFor({ state: 'detached' });
  await page.context().close();
  await appliance.restart();
  assert.match(JSON.stringify((await appliance.call('GET', '/status')).body), '"damaged_files":[]');
});

test('the console stays silent', () => assert.equal(browser.complaints, []));

test.run();
