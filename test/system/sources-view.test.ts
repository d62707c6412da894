// needs: chromium
import * as assert from 'uvu/assert';
import { assertAccessible, assertFits } from '../support/browser.ts';
import { fileFor } from '../plugins/source-file.ts';
import { field } from './plugins-rig.ts';
import { SILENT, startSources, withService } from './sources-rig.ts';
import { button } from './view-suite.ts';

/** So many screens the whole gallery is long at most. */
const MOST_SCREENS = 10;

const { onEach, run } = startSources('the sources in a browser');

onEach(
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

onEach(
  'real data are shown before anything is switched on, and then on a board',
  '/plugins?q=moon',
  async ({ page, get }) => {
    const card = page.locator('.source-card').filter({ has: page.getByRole('heading', { name: 'Moon', exact: true }) });
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

onEach(
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

onEach('the settings of a source ask by name before its address is kept', '/plugins/homewizard', ({ page, get }) =>
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

onEach(
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

run();
