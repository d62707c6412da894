// needs: chromium
import * as assert from 'uvu/assert';
import { SCREEN_NAMES, assertAccessibleInBothThemes, assertFits } from '../support/browser.ts';
import { line, startPages } from './pages-rig.ts';

const { test, shared, run, morning, openEditor, stored } = startPages('the gallery of pages and new pages');

for (const screen of SCREEN_NAMES) {
  test(`${screen}: the gallery shows every page as it looks now, and finds them by name and size`, async () => {
    const page = await shared.browser.open(`${shared.appliance.url}/pages`, { screen });
    await page.getByRole('img', { name: /GOOD MORNING/ }).waitFor();
    assert.is(await page.locator('.page-card').count(), 4);
    await assertFits(page, screen);
    await page.getByRole('searchbox').fill('clock');
    await page.waitForFunction(() => document.querySelectorAll('.page-card').length === 1);
    await page.getByRole('searchbox').fill('nothing of the kind');
    await page.getByRole('button', { name: 'Show all pages' }).click();
    await page.getByLabel('Size').selectOption('Panel 4 × 40');
    await page.waitForFunction(() => document.querySelectorAll('.page-card').length === 1);
    await page.getByText('Wall').waitFor();
    await page.context().close();
  });
}

for (const screen of SCREEN_NAMES) {
  test(`${screen}: a page is made for a board, written on the flaps, saved and shown`, async () => {
    const page = await shared.browser.open(`${shared.appliance.url}/pages`, { screen });
    await page.getByRole('link', { name: 'New page' }).click();
    await page.getByLabel('Name').fill(`Made on a ${screen}`);
    await page.getByLabel('Made for').selectOption({ label: 'Kitchen (Note 3 × 15)' });
    await page.getByRole('button', { name: 'Begin' }).click();
    const board = page.locator('.marks');
    await board.waitFor();
    const box = await board.boundingBox();
    await board.click({ position: { x: (box?.width ?? 0) * 0.5, y: (box?.height ?? 0) * 0.5 } });
    await page.keyboard.type('TEA');
    assert.match(await line(page, 2).inputValue(), /^ {6,8}TEA$/, 'typing begins on the flap that was pressed');
    await page.getByRole('img', { name: 'The page now: TEA' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/pages\/(?!new)/);
    const id = page.url().split('/').at(-1) ?? '';
    assert.match((await stored(id)).template?.[1] ?? '', /TEA$/);
    assert.is((await stored(id)).device_type, 'note');
    await page.getByRole('button', { name: 'Show on Kitchen' }).click();
    await page.getByText('Pinned on Kitchen').waitFor();
    await assertFits(page, screen);
    await page.goBack();
    await page
      .getByRole('heading', { name: 'Pages', exact: true })
      .or(page.getByRole('heading', { name: 'New page' }))
      .first()
      .waitFor();
    await page.context().close();
  });
}

test('rows of several sources, and a page of one source', async () => {
  const page = await shared.browser.open(`${shared.appliance.url}/pages/new`, { screen: 'phone' });
  await page.getByLabel('Name').fill('Rows');
  await page.getByLabel('Rows of several sources').check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByLabel('Source of row 2').selectOption('date_time');
  await page.getByLabel('Line of the source for row 2').selectOption({ label: 'Row 1' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/pages\/(?!new)/);
  assert.equal((await stored(page.url().split('/').at(-1) ?? '')).rows, [
    { source: 'date_time', row_index: 0, target_row: 1 },
  ]);
  await page.goto(`${shared.appliance.url}/pages/new`);
  await page.getByLabel('Name').fill('One');
  await page.getByLabel('One source').check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByLabel('Plugin', { exact: true }).selectOption('date_time');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/pages\/(?!new)/);
  assert.is((await stored(page.url().split('/').at(-1) ?? '')).display_type, 'date_time');
  await page.context().close();
});

test('a page is duplicated, saved as a file, taken in again, and deleted after a question', async () => {
  const page = await openEditor(morning());
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saving).path();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByLabel('Name').waitFor();
  assert.is(await page.getByLabel('Name').inputValue(), 'Morning copy');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/pages\/(?!new)/);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('It is not used anywhere.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/pages$/);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('Morning is here now. It needs data from plugins that are switched off: wether.').waitFor();
  await page.context().close();
});

test('a page that is gone, and an address without a page, say so', async () => {
  const page = await shared.browser.open(`${shared.appliance.url}/pages/nothing`);
  await page.getByText('This page has been deleted.').waitFor();
  await page.goto(`${shared.appliance.url}/pages/new/edit`);
  await page.getByText('There is nothing here yet.').waitFor();
  await page.context().close();
});

for (const screen of SCREEN_NAMES)
  test(`${screen}: no barriers in the gallery, the first questions and the editor, be it light or dark`, async () => {
    const page = await shared.browser.open(`${shared.appliance.url}/pages`, { screen });
    await page
      .getByRole('img', { name: /GOOD MORNING/ })
      .first()
      .waitFor();
    await assertAccessibleInBothThemes(page, 'gallery');
    await page.goto(`${shared.appliance.url}/pages/new`);
    await page.getByLabel('Made for').waitFor();
    await assertAccessibleInBothThemes(page, 'new');
    await page.context().close();
    const editor = await openEditor(morning(), screen);
    await editor
      .getByText(/problem/)
      .first()
      .waitFor();
    await line(editor, 3).focus();
    await assertAccessibleInBothThemes(editor, 'editor');
    await assertFits(editor, 'editor');
    await editor.context().close();
  });

run();
