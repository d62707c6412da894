// needs: chromium
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import type { PluginSources } from '../../src/schema/plugins/plugins.ts';
import { SCREEN_NAMES } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { button, startSuite } from './view-suite.ts';
import { card, detailOf, enable, field, heading, keep, save } from './plugins-rig.ts';

const SECRET = 'hush hush';
const { onEach, run, test, visit } = startSuite('the settings of a plugin in a browser', /status of (?:40[049]|503)/);

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

onEach(
  'what is wrong is said at the field, which gets the focus, and nothing is stored',
  '/plugins/weather',
  async ({ page, get }) => {
    await page.getByLabel('Refresh').fill('5');
    await button(page, 'Save settings').click();
    await page.getByText('Must be between 10 and 86400.').waitFor();
    assert.match((await page.getByText('Nothing was saved').textContent()) ?? '', 'marked fields');
    assert.is(await page.getByLabel('Refresh').getAttribute('aria-invalid'), 'true');
    assert.ok(await page.getByLabel('Refresh').evaluate((field) => field === document.activeElement));
    await until(() =>
      page.evaluate(() => {
        const [note, bar] = ['#' + document.activeElement?.getAttribute('aria-describedby'), '.save-bar'].map(
          (selector) => document.querySelector(selector)?.getBoundingClientRect(),
        );
        return (note?.bottom ?? Infinity) <= (bar?.top ?? 0);
      }),
    );
    assert.equal((await detailOf(get, 'weather')).config, {});
    await page.getByLabel('Refresh').fill('900');
    await page.getByLabel('Units').selectOption({ label: '°F, mph' });
    await page.getByLabel('Latitude').fill('38.7');
    await save(page);
    assert.equal((await detailOf(get, 'weather')).config, {
      refresh_seconds: 900,
      units: 'imperial',
      latitude: 38.7,
    });
    await page.getByLabel('Latitude').fill('');
    await page.getByLabel('Latitude').blur();
    await save(page);
    assert.equal((await detailOf(get, 'weather')).config, { refresh_seconds: 900, units: 'imperial' });
  },
);

onEach('lists, objects in lists and switches are filled in', '/plugins/quotes', async ({ page, get }) => {
  await button(page, 'Add to “Own quotes”').click();
  await page.getByRole('group', { name: 'Own quotes, entry 1' }).getByLabel('Author').fill('ME');
  await button(page, 'Save settings').click();
  await page.getByText('Is required.').waitFor();
  await page.getByRole('group', { name: 'Own quotes, entry 1' }).getByLabel('Text').fill('MY WORDS');
  await button(page, 'Add to “Own quotes”').click();
  await page.getByRole('group', { name: 'Own quotes, entry 2' }).getByLabel('Text').fill('FIRST WORDS');
  await button(page, 'Move entry 2 of Own quotes up').click();
  await save(page);
  assert.equal((await detailOf(get, 'quotes')).config, {
    quotes: [{ text: 'FIRST WORDS' }, { author: 'ME', text: 'MY WORDS' }],
  });
  await button(page, 'Remove entry 1 of Own quotes').click();
  await button(page, 'Try it').click();
  await page.getByText('It works:', { exact: false }).waitFor();
  await page.getByRole('img', { name: /MY WORDS/ }).waitFor();
  assert.is((await detailOf(get, 'quotes')).enabled, false);
  await keep(page);
  assert.equal((await detailOf(get, 'quotes')).config, { quotes: [{ author: 'ME', text: 'MY WORDS' }] });
});

onEach(
  'secrets inside of objects and maps are kept, never shown, and never left in the browser',
  '/plugins/mqtt',
  async ({ page, get, appliance }) => {
    const broker = page.getByRole('group', { name: 'Broker' });
    await broker.getByLabel('Address').fill('mqtt://192.0.2.1:1883');
    await field(broker, 'Password').fill(SECRET);
    await button(page, 'Add to “Topics”').click();
    await page.getByRole('group', { name: 'Topics, entry 1' }).getByLabel('Topic').fill('house/#');
    assert.not.match(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })), SECRET);
    await button(page, 'Save settings').click();
    await page.getByText(/^Must match/).waitFor();
    await page.getByRole('group', { name: 'Topics, entry 1' }).getByLabel('Topic').fill('house/door');
    await save(page);
    assert.equal((await detailOf(get, 'mqtt')).config, {
      connection: { url: 'mqtt://192.0.2.1:1883', password: '***' },
      topics: [{ topic: 'house/door' }],
    });
    await page.reload();
    assert.is(await field(broker, 'Password').inputValue(), '');
    await page.getByText('Stored. Leave it empty to keep it.').waitFor();
    await broker.getByLabel('User').fill('flaps');
    await save(page);
    assert.equal((await detailOf(get, 'mqtt')).config['connection'], {
      url: 'mqtt://192.0.2.1:1883',
      username: 'flaps',
      password: '***',
    });
    await page.goto(`${appliance.url}/plugins/json`);
    await page.getByLabel('Address').fill('http://192.0.2.1/');
    await button(page, 'Add to “Headers”').click();
    await page.getByRole('group', { name: 'Headers' }).getByLabel('Name').fill('X-Key');
    await page.getByRole('group', { name: 'Headers' }).getByLabel('Value').fill(SECRET);
    await save(page);
    assert.equal((await detailOf(get, 'json')).config['headers'], { 'X-Key': '***' });
  },
);

onEach(
  'what the environment sets is shown as fixed',
  '/plugins/webhook',
  async ({ page }) => {
    await page.getByText('Fixed by the environment variable WEBHOOK_SECRET. Change it there.').waitFor();
    assert.is(await page.getByLabel('Secret', { exact: true }).count(), 0);
    assert.ok(await page.getByLabel('Field to show').isEnabled());
  },
  { env: { WEBHOOK_SECRET: SECRET } },
);

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

onEach('a place of its own is found by its name', '/plugins/weather', async ({ page, get }) => {
  await page.getByRole('searchbox', { name: 'Find a place' }).fill('zuerich');
  await page.getByRole('button', { name: /^Zürich/ }).click();
  assert.is(await page.getByLabel('Name of the place').inputValue(), 'Zürich');
  await save(page);
  assert.equal((await detailOf(get, 'weather')).config, {
    latitude: 47.37,
    longitude: 8.55,
    location_name: 'Zürich',
  });
});

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

onEach(
  'what was typed is still there after a reload, and can be thrown away',
  '/plugins/countdown',
  async ({ page, get }) => {
    await page.getByText('Still needed: Date and time.').waitFor();
    await field(page, 'Event').fill('HOLIDAYS');
    await page.getByLabel('Date and time').fill('2030-07-01');
    await page.getByLabel('Time of day').fill('08:00');
    await page.reload();
    assert.is(await field(page, 'Event').inputValue(), 'HOLIDAYS');
    await button(page, 'Discard changes').click();
    assert.is(await field(page, 'Event').inputValue(), '');
    assert.equal((await detailOf(get, 'countdown')).config, {});
  },
);

run();
