// needs: chromium
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { assertAccessible, assertFits } from '../support/browser.ts';
import { field } from './plugins-rig.ts';
import { startSources, withService } from './sources-rig.ts';
import { button } from './view-suite.ts';

const { onEach, run } = startSources('sources of an owner in a browser');

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

onEach(
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

onEach(
  'what is wrong with a source that is made is told at its fields, not in a file',
  '/plugins?view=own',
  ({ page }) =>
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

onEach('an answer without members is a value too', '/plugins?view=own', ({ page }) =>
  withService(async (address) => {
    await field(page, 'Address').fill(`${address}?bare`);
    await button(page, 'Read it').click();
    await button(page, '19.5').click();
    await button(page, 'Confirm').click();
    await page.getByRole('img', { name: /19\.5/ }).waitFor();
  }),
);

onEach('a file of somebody else is looked at before it is brought in', '/plugins?view=own', async ({ page, get }) => {
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

run();
