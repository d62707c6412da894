// needs: chromium
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  SCREEN_NAMES,
  assertAccessible,
  assertFits,
  startBrowser,
  type Premises,
  type TestBrowser,
  type Visit,
} from '../support/browser.ts';
import { fileFor } from '../plugins/source-file.ts';

/** So many screens the whole gallery is long at most. */
const MOST_SCREENS = 10;

let browser: TestBrowser;

const test = suite('the sources in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const cards = (page: Page) => page.locator('.source-card');

/** A service of the home network with one answer, and a bare number at `?bare`. */
const withService = async (act: (address: string) => Promise<void>): Promise<void> => {
  const whole = '{"attic": {"temperature": 21.4, "windows": ["SHUT", "OPEN"]}}';
  const server = createServer((request, response) =>
    response.setHeader('Content-Type', 'application/json').end(request.url?.endsWith('bare') === true ? '19.5' : whole),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}/weather`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

/** Makes a source named `Attic` of the service's temperature. */
const make = async (page: Page, address: string): Promise<void> => {
  await field(page, 'Address').fill(address);
  await button(page, 'Read it').click();
  await button(page, '21.4').click();
  await field(page, 'Name of the source').fill('Attic');
  await page.getByRole('region', { name: 'May it ask this?' }).getByText(new URL(address).origin).waitFor();
  await assertAccessible(page, 'what a source wants to ask');
  await assertFits(page, 'what a source wants to ask');
  await button(page, 'Confirm').click();
  await page.getByRole('img', { name: /21\.4/ }).waitFor();
  await button(page, 'Keep the source').click();
  await page.getByText('“Attic” is kept.', { exact: false }).waitFor();
};

for (const screen of SCREEN_NAMES) {
  const on = (what: string, address: string, act: (visit: Visit) => Promise<void>, look: Premises = {}) =>
    test(`${screen}: ${what}`, () => browser.visit(address, { screen, ...look }, act));

  on(
    'everything stands in one list, by use, by place, by category and by words',
    '/plugins',
    async ({ page }) => {
      await page.getByRole('heading', { name: 'In use', exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Useful in Germany', exact: true }).waitFor();
      await page
        .getByRole('img', { name: /^Sample page of / })
        .first()
        .waitFor();
      await assertAccessible(page, 'the gallery');
      await assertFits(page, 'the gallery');
      await page.getByRole('link', { name: /^Transport \(\d+\)/ }).click();
      await page.getByRole('heading', { name: 'Transport', exact: true }).waitFor();
      await page.waitForFunction(() => scrollY === 0);
      assert.match(page.url(), /\?show=transport$/);
      await assertAccessible(page, 'a category');
      await page.getByRole('link', { name: 'All plugins', exact: true }).click();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(height < MOST_SCREENS * (page.viewportSize()?.height ?? 0), `the gallery is ${height} px long`);
      await page.getByRole('searchbox', { name: 'Search the plugins' }).fill('weather');
      await page.waitForFunction(() => document.querySelector('.source-card h3')?.textContent === 'Weather');
      await page.getByRole('heading', { name: 'Weather, Germany', exact: true }).waitFor();
      await page.getByRole('searchbox').fill('');
      await page.getByRole('combobox', { name: 'Which plugins to show' }).selectOption('sky');
      await page
        .getByRole('heading', { name: /launch/i })
        .first()
        .waitFor();
      await page.getByRole('heading', { name: 'Sun and moon', exact: true }).waitFor();
      await page.getByRole('searchbox').fill('no such thing at all');
      await page.getByText('No plugin matches.').waitFor();
    },
    { before: ({ call }) => call('PUT', '/settings/location', { latitude: 52.5, longitude: 13.4 }) },
  );

  on(
    'real data are shown before anything is switched on, and then on a board',
    '/plugins?q=moon',
    async ({ page, get }) => {
      const card = cards(page).filter({ has: page.getByRole('heading', { name: 'Moon', exact: true }) });
      await card.getByRole('button', { name: 'Try it', exact: true }).click();
      await card.getByText('It works: real data of now.', { exact: false }).waitFor();
      await assertAccessible(page, 'what was tried');
      await assertFits(page, 'what was tried');
      assert.is((await get<{ enabled: boolean }>('/plugins/moon')).enabled, false);
      assert.is((await get<{ page_id: string | null }>('/plugins/moon/demo-page')).page_id, null);
      await card.getByRole('button', { name: /^Show on / }).click();
      await card.getByText(/shows it now\.$/).waitFor();
      assert.is((await get<{ enabled: boolean }>('/plugins/moon')).enabled, true);
    },
  );

  const SILENT = { destination: 'http://127.0.0.1:9', home: true, secrets: [] };
  on(
    'a source without data is shown nowhere, and stays off',
    '/plugins?q=probe',
    async ({ page, get }) => {
      const kept = async () => {
        const { page_id } = await get<{ page_id: string | null }>('/settings/active-page');
        return [page_id, await get('/v1/pages')];
      };
      const before = await kept();
      await button(page, 'Try it').click();
      await page.getByText(/^It does not work yet\. ./).waitFor();
      assert.is(await button(page, /^Show on /).count(), 0);
      await assertFits(page, 'what a source without data says');
      assert.is((await get<{ enabled: boolean }>('/plugins/probe')).enabled, false);
      assert.equal(await kept(), before);
    },
    {
      before: ({ call }) =>
        call('POST', '/plugins/own', { file: JSON.stringify(fileFor('http://127.0.0.1:9')), confirm: [SILENT] }),
    },
  );

  on(
    'a source is made by clicking on a value, changed in its file, and deleted after a question',
    '/plugins?view=own',
    ({ page, get }) =>
      withService(async (address) => {
        await make(page, address);
        await assertAccessible(page, 'a source that is made');
        await assertFits(page, 'the file of a source');
        await page.goto(`${new URL(page.url()).origin}/plugins?q=attic`);
        await page.getByRole('link', { name: 'Change', exact: true }).click();
        const file = await field(page, 'Its file').inputValue();
        await field(page, 'Its file').fill('{ "form": 1, ');
        await button(page, 'Keep the changes').click();
        await page
          .getByText(/^Line 1, column \d+: /)
          .first()
          .waitFor();
        await field(page, 'Its file').fill(file.replace('"id": "attic"', '"id": "loft"'));
        await button(page, 'Keep the changes').click();
        await page.getByText('Its id stays “attic”', { exact: false }).waitFor();
        await field(page, 'Its file').fill(file.replaceAll('{{temperature}}', 'ATTIC {{temperature}}'));
        await button(page, 'Confirm').click();
        await page.getByRole('img', { name: /ATTIC 21\.4/ }).waitFor();
        await assertAccessible(page, 'the file of a source');
        await assertFits(page, 'the file of a source');
        await button(page, 'Keep the changes').click();
        await page.getByText('“Attic” is changed.').waitFor();
        const kept = await get<{ file: string }>('/plugins/attic/file');
        assert.match(kept.file, /ATTIC \{\{temperature\}\}/);
        const { destinations } = await get<{ destinations: { confirmed: boolean }[] }>('/plugins/attic');
        assert.equal(
          destinations.map(({ confirmed }) => confirmed),
          [true],
        );
        await page.locator('a.back').click();
        await page.getByRole('searchbox').fill('attic');
        await button(page, 'Delete').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
        await page.getByText('No plugin matches.').waitFor();
      }),
  );

  on('the settings of a source ask by name before its address is kept', '/plugins/homewizard', ({ page, get }) =>
    withService(async (address) => {
      const { origin } = new URL(address);
      await field(page, 'Address').fill(origin);
      await button(page, 'Save settings').click();
      await page.getByRole('region', { name: 'May it ask this?' }).getByText(origin).waitFor();
      await page.getByRole('switch').first().click();
      const dialog = page.getByRole('dialog', { name: 'May it ask this?' });
      await dialog.getByText(`${origin} in your network`).waitFor();
      await assertAccessible(page, 'the question what a source may ask');
      await assertFits(page, 'the question what a source may ask');
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByText('It is not confirmed', { exact: false }).waitFor();
      await page.getByRole('switch').first().click();
      await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
      await page.getByRole('switch', { checked: true }).first().waitFor();
      await page.getByRole('region', { name: 'May it ask this?' }).waitFor({ state: 'detached' });
      assert.is((await get<{ enabled: boolean }>('/plugins/homewizard')).enabled, true);
    }),
  );

  on(
    'a name is searched for with what was typed, before anything is saved',
    '/plugins/probe',
    ({ page, get }) =>
      withService(async (address) => {
        await field(page, 'Server').fill(address);
        await page.getByRole('searchbox', { name: 'Find' }).fill('attic');
        await button(page, 'Find').click();
        const dialog = page.getByRole('dialog', { name: 'May it ask this?' });
        await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
        await page.getByRole('combobox', { name: 'Window' }).selectOption({ label: 'Window OPEN' });
        assert.is(await field(page, 'Window').inputValue(), 'OPEN');
        assert.is(await page.getByRole('spinbutton', { name: 'Floor' }).inputValue(), '3');
        await assertAccessible(page, 'the choices of a search');
        await assertFits(page, 'the choices of a search');
        await button(page, 'Find').click();
        await page.getByRole('combobox', { name: 'Window' }).waitFor();
        assert.equal((await get<{ config: object }>('/plugins/probe')).config, {});
      }),
    {
      before: ({ call }) =>
        call('POST', '/plugins/own', {
          file: JSON.stringify(
            fileFor('http://127.0.0.1:9', {
              settings: {
                server: { type: 'string', title: 'Server', 'ui:widget': 'url' },
                window: { type: 'string', title: 'Window', 'ui:widget': 'lookup' },
                floor: { type: 'integer', title: 'Floor' },
              },
              lookups: {
                window: {
                  url: '{{settings.server}}',
                  from: 'answer.attic.windows',
                  value: 'item',
                  label: '"Window " & item',
                  also: { floor: '3' },
                },
              },
            }),
          ),
          confirm: [SILENT],
        }),
    },
  );

  on('what is wrong with a source that is made is told at its fields, not in a file', '/plugins?view=own', ({ page }) =>
    withService(async (address) => {
      await field(page, 'Address').fill(`${address}?bare`);
      await button(page, 'Read it').click();
      await button(page, '19.5').click();
      await button(page, '19.5').click();
      const keep = button(page, 'Keep the source');
      const names = page.getByLabel('Name', { exact: true });
      await names.first().fill('Größe 1');
      await page.getByText('Small letters, digits').waitFor();
      await names.first().fill('size');
      await names.last().fill('size');
      await page.getByText('Another value has this name.').waitFor();
      await names.last().fill('other');
      await field(page, 'Name of the source').fill('');
      await page.getByText('Enter a name.').waitFor();
      assert.ok(await keep.isDisabled());
      await field(page, 'Name of the source').fill('Attic');
      await field(page, 'Formula').first().fill('value +');
      await page.getByText(/^size: the formula ends too early/).waitFor();
      assert.is(await page.getByText(/^File: line/).count(), 0);
      await assertFits(page, 'a source with a wrong formula');
    }),
  );

  on('an answer without members is a value too', '/plugins?view=own', ({ page }) =>
    withService(async (address) => {
      await field(page, 'Address').fill(`${address}?bare`);
      await button(page, 'Read it').click();
      await button(page, '19.5').click();
      await button(page, 'Confirm').click();
      await page.getByRole('img', { name: /19\.5/ }).waitFor();
    }),
  );

  on('a file of somebody else is looked at before it is brought in', '/plugins?view=own', async ({ page, get }) => {
    const given = (text: string) => ({
      name: 'quote.source.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    const input = page.locator('input[type=file]');
    await input.setInputFiles(given('{\n  "form": 1,\n  "id": 7\n}'));
    await page
      .getByText(/^Line 3, column \d+: /)
      .first()
      .waitFor();
    const file = {
      form: 1,
      id: 'quote_of_ours',
      name: 'Quote of ours',
      description: 'A sentence',
      category: 'home',
      icon: 'activity',
      attribution: { text: 'us', url: 'https://quotes.example', terms: 'free' },
      account: 'none',
      untested: true,
      settings: {},
      requests: [{ id: 'one', url: 'https://quotes.example/today', answer: 'text' }],
      values: { text: { path: 'text', max_length: 22 } },
      refresh: { usual: 600, least: 60 },
      pages: { flagship: ['{{text}}'], note: ['{{text}}'] },
    };
    await input.setInputFiles(given(JSON.stringify(file)));
    await page.getByText('“Quote of ours” would ask: quotes.example.').waitFor();
    await button(page, 'Bring it in').click();
    await page.getByText('“Quote of ours” is kept.', { exact: false }).waitFor();
    assert.is((await get<{ id: string }>('/plugins/quote_of_ours/file')).id, 'quote_of_ours');
  });
}

// A file is tried whenever it has stayed the same for a moment: one that is half written may be refused in between.
test('nothing was complained of in the console but questions for consent and files that are half written', () =>
  assert.equal(
    browser.complaints.filter((text) => !/status of 40[09]/.test(text)),
    [],
  ));

test.run();
