// needs: chromium
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import type { PluginSources } from '../../src/schema/plugins/plugins.ts';
import { SCREEN_NAMES } from '../support/browser.ts';
import { button, startSuite } from './view-suite.ts';
import { card, detailOf, enable, heading, keep, save } from './plugins-rig.ts';

const SECRET = 'hush hush';
const { onEach, run, test, visit } = startSuite('the data of a plugin in a browser', /status of (?:40[049]|503)/);

/** A source of JSON that counts its readers, and can be taken away. */
const withSource = async (act: (address: string, server: Server) => Promise<void>): Promise<void> => {
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'application/json').end('{"temperature": 21, "room": "ATTIC"}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

for (const screen of SCREEN_NAMES)
  test(`${screen}: trying it stores, fetches, and shows values and flaps; a failure is told in words with the age of the data`, () =>
    withSource((address, server) =>
      visit('/plugins/json', { screen }, async ({ page, appliance, get }) => {
        await page.getByLabel('Address').fill(address);
        await button(page, 'Try it').click();
        await page.getByText('It works:', { exact: false }).waitFor();
        assert.equal((await detailOf(get, 'json')).config, {});
        await keep(page);
        assert.equal((await detailOf(get, 'json')).config, { url: address });
        await page.getByRole('img', { name: /Preview: .*TEMPERATURE 21.*ROOM ATTIC/ }).waitFor();
        const line = page.getByRole('listitem').filter({ hasText: '{{json.temperature}}' });
        assert.match((await line.textContent()) ?? '', '21');
        await page.getByText(/Data from (now|\d+ seconds ago)/).waitFor();
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await button(page, 'Copy: variable temperature').click();
        assert.is(await page.evaluate(() => navigator.clipboard.readText()), '{{json.temperature}}');
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await page.getByLabel('Refresh').fill('60');
        await button(page, 'Save and try it').click();
        await page.getByText('It does not work yet.').waitFor();
        const { body } = await appliance.call<PluginSources>('GET', '/plugins/sources');
        const error = body.sources.find(({ plugin_id }) => plugin_id === 'json')?.error ?? '-';
        await page
          .locator('.plugin-state.is-failing')
          .filter({ hasText: new RegExp(error.slice(1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) })
          .waitFor();
      }),
    ));

onEach('instances are added, set and removed', '/plugins/date_time', async ({ page, appliance, get }) => {
  await page.getByLabel('Name of the instance').fill('to kyo');
  await button(page, 'Add instance').click();
  await page.getByText('Name of the instance: must be').waitFor();
  await page.getByLabel('Name of the instance').fill('Tokyo');
  await button(page, 'Add instance').click();
  await heading(page, 'Date and time: tokyo').waitFor();
  await page.getByLabel('Time zone').fill('Asia/Tokyo');
  await button(page, 'Try it').click();
  await page.getByText('It works:', { exact: false }).waitFor();
  await keep(page);
  assert.equal((await detailOf(get, 'date_time:tokyo')).config, { timezone: 'Asia/Tokyo' });
  await page.getByRole('listitem').filter({ hasText: '{{date_time:tokyo.time}}' }).waitFor();
  await page.goto(`${appliance.url}/plugins`);
  await card(page, 'Date and time').getByRole('link', { name: 'tokyo' }).click();
  await button(page, 'Remove this instance').click();
  await button(page, 'Remove instance').click();
  await heading(page, 'Date and time').waitFor();
  assert.is((await appliance.call('GET', '/plugins/date_time:tokyo')).status, 404);
});

onEach(
  'other programs send data with the commands that are shown',
  '/plugins/webhook',
  async ({ page, get }) => {
    await page.getByText('On, waiting for data').waitFor();
    const run = async (name: string) => {
      const command = (await page.getByRole('group', { name }).textContent()) ?? '';
      return (await promisify(execFile)('bash', ['-c', command], { env: { ...process.env, SECRET, TOKEN: '' } }))
        .stdout;
    };
    assert.equal(JSON.parse(await run('Example with curl')), { status: 'ok', plugin_id: 'webhook' });
    await page.getByText(/Last data/).waitFor();
    await page.getByRole('img', { name: 'Preview: HELLO' }).waitFor();
    await page.getByLabel('Secret', { exact: true }).fill(SECRET);
    await save(page);
    assert.equal((await detailOf(get, 'webhook')).config, { secret: '***' });
    assert.match(JSON.parse(await run('Example with curl')).detail, 'signature');
    assert.equal(JSON.parse(await run('Example with a signature')), { status: 'ok', plugin_id: 'webhook' });
  },
  { before: enable('webhook') },
);

run();
