// needs: chromium
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PluginDetail, PluginSources } from '../../src/schema/plugins/plugins.ts';
import type { Appliance } from '../support/appliance.ts';
import {
  SCREEN_NAMES,
  assertAccessible,
  assertFits,
  startBrowser,
  type Premises,
  type TestBrowser,
  type Visit,
} from '../support/browser.ts';
import { until } from '../support/until.ts';

const SECRET = 'hush hush';

let browser: TestBrowser;

const test = suite('the plugins in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const save = async (page: Page): Promise<void> => {
  await button(page, 'Save settings').click();
  await page.getByText('Saved.').waitFor();
};
/** Narrows the list to a category, or to what is in use. */
const choose = (page: Page, shown: string) =>
  page.getByRole('combobox', { name: 'Which plugins to show' }).selectOption(shown);
/** Keeps what was tried, and waits until it is on. */
const keep = async (page: Page): Promise<void> => {
  await button(page, 'Keep it and switch it on').click();
  await page.getByRole('switch', { name: 'Switched on', checked: true }).waitFor();
};
const detailOf = (get: Visit['get'], plugin: string) => get<PluginDetail>(`/plugins/${plugin}`);
const enable = (plugin: string) => (appliance: Appliance) => appliance.call('POST', `/plugins/${plugin}/enable`);
/** A field for text by its name alone. */
const field = (scope: Page | Locator, name: string) => scope.getByRole('textbox', { name, exact: true });
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

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

for (const screen of SCREEN_NAMES) {
  const on = (what: string, address: string, act: (visit: Visit) => Promise<void>, look: Premises = {}) =>
    test(`${screen}: ${what}`, () => browser.visit(address, { screen, hurried: true, ...look }, act));

  on(
    'plugins are found by words and by their state, and the address keeps what was chosen',
    '/plugins',
    async ({ page }) => {
      await heading(page, 'Weather').waitFor();
      await page.getByRole('searchbox', { name: 'Search the plugins' }).fill('open-meteo');
      await heading(page, 'Calendar').waitFor({ state: 'detached' });
      await heading(page, 'Weather').waitFor();
      await page.reload();
      await heading(page, 'Weather').waitFor();
      assert.is(await heading(page, 'Calendar').count(), 0);
      await page.getByRole('searchbox').fill('no such thing');
      await page.getByRole('link', { name: 'Show all plugins' }).click();
      await heading(page, 'Calendar').waitFor();
      await choose(page, 'on');
      await heading(page, 'Calendar').waitFor({ state: 'detached' });
      await heading(page, 'Date and time').waitFor();
      assert.match(page.url(), /\?show=on$/);
      await heading(page, 'Date and time').getByRole('link').click();
      await button(page, 'Save settings').waitFor();
      await page.goBack();
      await heading(page, 'Date and time').waitFor();
      assert.match(page.url(), /\?show=on$/);
    },
  );

  on(
    'what is in use says how it fares, and is switched off and on in the list',
    '/plugins',
    async ({ page, get }) => {
      await card(page, 'Quotes').getByText('On, always up to date').waitFor();
      await card(page, 'Countdown').getByText('Needs settings').waitFor();
      await page.getByRole('switch', { name: 'Quotes: switched on' }).click();
      await card(page, 'Quotes').getByText('Off').waitFor();
      assert.not.ok((await detailOf(get, 'quotes')).enabled);
      await page.getByRole('switch', { name: 'Quotes: switched on' }).click();
      await card(page, 'Quotes').getByText('On, always up to date').waitFor();
      await choose(page, 'attention');
      await heading(page, 'Quotes').waitFor({ state: 'detached' });
      await heading(page, 'Countdown').waitFor();
    },
    { before: async (appliance) => [await enable('quotes')(appliance), await enable('countdown')(appliance)] },
  );

  on(
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

  on('lists, objects in lists and switches are filled in', '/plugins/quotes', async ({ page, get }) => {
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

  on(
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

  on(
    'what the environment sets is shown as fixed',
    '/plugins/webhook',
    async ({ page }) => {
      await page.getByText('Fixed by the environment variable WEBHOOK_SECRET. Change it there.').waitFor();
      assert.is(await page.getByLabel('Secret', { exact: true }).count(), 0);
      assert.ok(await page.getByLabel('Field to show').isEnabled());
    },
    { env: { WEBHOOK_SECRET: SECRET } },
  );

  test(`${screen}: trying it stores, fetches, and shows values and flaps; a failure is told in words with the age of the data`, () =>
    withSource((address, server) =>
      browser.visit('/plugins/json', { screen }, async ({ page, appliance, get }) => {
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

  on(
    'the age of data goes on while one looks',
    '/plugins',
    async ({ page }) => {
      await card(page, 'System')
        .getByText(/Data from (now|\d+ seconds? ago)/)
        .waitFor();
      const before = await card(page, 'System').textContent();
      await page.waitForFunction(
        (old) => ![...document.querySelectorAll('li')].some(({ textContent }) => textContent === old),
        before,
      );
      assert.match((await card(page, 'System').textContent()) ?? '', /Data from \d+ seconds? ago/);
    },
    {
      before: async (appliance) => [
        await enable('system')(appliance),
        await appliance.call('GET', '/plugins/system/data'),
      ],
    },
  );

  on('a place of its own is found by its name', '/plugins/weather', async ({ page, get }) => {
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

  on('instances are added, set and removed', '/plugins/date_time', async ({ page, appliance, get }) => {
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

  on(
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

  on(
    'the ready-made page is made and put on the board',
    '/plugins/quotes',
    async ({ page, appliance }) => {
      await button(page, 'Make the page').click();
      await page.getByText('The page “Quote” is there.').waitFor();
      const { body } = await appliance.call<{ page_id: string }>('GET', '/plugins/quotes/demo-page');
      assert.is(await page.getByRole('link', { name: 'Open the page' }).getAttribute('href'), `/pages/${body.page_id}`);
      await button(page, 'Show it on My Board').click();
      await page.getByText('My Board shows it now.').waitFor();
      assert.is((await appliance.call('GET', '/v1/boards/primary')).body['active_page_id'], body.page_id);
    },
    { before: enable('quotes') },
  );

  on('transitions say so while boards do not use them', '/plugins/typewriter', async ({ page, appliance }) => {
    await page.getByText('Transition plugins are not switched on yet').waitFor();
    assert.is(
      await page.getByRole('link', { name: 'Switch them on in the beta settings' }).getAttribute('href'),
      '/settings/beta',
    );
    await appliance.call('PUT', '/settings/beta', { transition_plugins: true });
    await page.getByText('Transition plugins are not switched on yet').waitFor({ state: 'detached' });
    await page.getByLabel('Characters per step').fill('4');
    await save(page);
    assert.is(await heading(page, 'Instances').count(), 0);
  });

  on(
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

  on('an unknown plugin is said to be unknown', '/plugins/nothing', async ({ appliance, page }) => {
    await page.getByText('There is no plugin "nothing".').waitFor();
    // Beneath the plugins the service answers other questions too.
    await page.goto(`${appliance.url}/plugins/sources`);
    await page.getByText('There is no plugin "sources".').waitFor();
    await page.getByRole('link', { name: 'All plugins' }).click();
    await heading(page, 'Weather').waitFor();
  });
}

for (const [screen, scheme] of [
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const) {
  test(`${screen}, ${scheme}: no barriers, and nothing overflows`, () =>
    browser.visit(
      '/plugins',
      {
        screen,
        scheme,
        before: async (appliance) => [
          await enable('weather')(appliance),
          await enable('webhook')(appliance),
          await appliance.call('POST', '/plugins/weather/instances', { label: 'lisbon' }),
          await appliance.call('GET', '/plugins/weather/data'),
        ],
      },
      async ({ page, appliance }) => {
        await card(page, 'Weather').getByText('Failing').waitFor();
        await assertAccessible(page, 'list');
        await assertFits(page, 'list');
        for (const plugin of ['weather', 'mqtt', 'json', 'webhook', 'countdown', 'weather%3Alisbon', 'typewriter']) {
          await page.goto(`${appliance.url}/plugins/${plugin}`);
          await heading(page, 'Settings').waitFor();
          if (plugin === 'json') {
            for (const name of ['Headers', 'Variables']) await button(page, `Add to “${name}”`).click();
            await button(page, 'Save settings').click();
            await page.getByText('Nothing was saved').waitFor();
          }
          await page.waitForTimeout(300);
          await assertAccessible(page, plugin);
          await assertFits(page, plugin);
        }
      },
    ));
}

test('the console stays silent', () => {
  // What the service refuses is told by the browser too.
  assert.equal(
    browser.complaints.filter((text) => !/status of (?:40[049]|503)/.test(text)),
    [],
  );
});

test.run();
