// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page as WebPage } from 'playwright-core';
import type { Page } from '../../src/schema/content/pages.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import {
  SCREEN_NAMES,
  assertAccessibleInBothThemes,
  assertFits,
  startBrowser,
  type Screen,
  type TestBrowser,
} from '../support/browser.ts';

let appliance: Appliance;
let browser: TestBrowser;
let morning: Page;

const line = (page: WebPage, row: number) => page.getByRole('textbox', { name: `Row ${row}`, exact: true });
const stored = async (id: string): Promise<Page> => (await appliance.call<Page>('GET', `/v1/pages/${id}`)).body;
const make = async (body: Partial<Page>): Promise<Page> =>
  (await appliance.call<Page>('POST', '/v1/pages', { type: 'template', ...body })).body;
const openEditor = async (id: string, screen: Screen = 'desktop'): Promise<WebPage> => {
  const page = await browser.open(`${appliance.url}/pages/${id}`, { screen });
  await page.getByRole('img', { name: /^The page/ }).waitFor();
  return page;
};

const test = suite('the gallery and the editor of pages');

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  await appliance.call('POST', '/settings/board/add', { device_type: 'note', name: 'Kitchen' });
  morning = await make({
    name: 'Morning',
    template: ['{center}GOOD MORNING', '', 'IT IS{{fill_space}}{{date_time.year}}', '{{wether.temp}} OUT', '', ''],
  });
  await make({ name: 'Small clock', device_type: 'note', template: ['', '{center}{{date_time.time}}', ''] });
  await make({ name: 'Wall', device_type: 'panel', grid_rows: 4, grid_cols: 40, template: ['LONG WALL'] });
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

for (const screen of SCREEN_NAMES) {
  test(`${screen}: the gallery shows every page as it looks now, and finds them by name and size`, async () => {
    const page = await browser.open(`${appliance.url}/pages`, { screen });
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
    const page = await browser.open(`${appliance.url}/pages`, { screen });
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

test('problems are told at their row and column while somebody types, and vanish when they are mended', async () => {
  const page = await openEditor(morning.id);
  await page.getByText('At 1: there is no source "wether", or it is off').waitFor();
  assert.ok(await page.locator('.mark-problem').count(), 'the place is framed on the flaps');
  assert.is(await line(page, 4).getAttribute('aria-invalid'), 'true');
  await line(page, 4).fill('{{date_time.day}} OUT');
  await page.getByText('No problems.').waitFor();
  assert.is(await line(page, 4).getAttribute('aria-invalid'), null);
  await page.context().close();
});

test('data, functions, filters and colours are found and put in where the caret is', async () => {
  const page = await openEditor(morning.id);
  const search = page.getByRole('searchbox', { name: /Data, functions/ });
  await line(page, 5).click();
  await search.fill('week_of_year');
  await page.locator('.insert-entry').getByText(/^\d+$/).first().waitFor();
  await page.getByRole('button', { name: /week_of_year/ }).click();
  assert.is(await line(page, 5).inputValue(), '{{date_time.week_of_year}}');
  await search.fill('zeropad');
  await page.getByRole('button', { name: /zeropad:N/ }).click();
  assert.is(await line(page, 5).inputValue(), '{{date_time.week_of_year|zeropad:5}}');
  await search.fill('upper capital');
  await search.fill('UPPER(');
  await page
    .getByRole('button', { name: /^UPPER\(/ })
    .first()
    .click();
  assert.is(await line(page, 5).inputValue(), '{{date_time.week_of_year|zeropad:5}}{{=UPPER()}}');
  assert.is(
    await page.evaluate(() => (document.activeElement as HTMLInputElement).selectionStart),
    '{{date_time.week_of_year|zeropad:5}}{{=UPPER('.length,
    'the caret waits between the parentheses',
  );
  await search.fill('month_abbr');
  await page.getByRole('button', { name: /month_abbr/ }).click();
  assert.match(await line(page, 5).inputValue(), /\{\{=UPPER\(date_time\.month_abbr\)\}\}$/);
  await page.context().close();
});

test('the keyboard alone: rows by arrows, a whole placeholder at one backspace, lines pasted over rows, undo and redo, Ctrl+S', async () => {
  const mine = await make({ name: 'Keys', template: ['A{{date_time.year}}', '', '', '', '', ''] });
  const page = await openEditor(mine.id);
  await line(page, 1).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  assert.is(await line(page, 1).inputValue(), 'A');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('SECOND');
  await page.keyboard.press('Enter');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'ONE\nTWO\nTHREE');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  assert.is(await line(page, 5).inputValue(), 'THREE');
  await page.keyboard.press('Control+z');
  assert.is(await line(page, 5).inputValue(), '');
  assert.is(await line(page, 2).inputValue(), 'SECOND');
  await page.keyboard.press('Control+Shift+z');
  assert.is(await line(page, 5).inputValue(), 'THREE');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved. Boards that show it change at once.').waitFor();
  assert.equal((await stored(mine.id)).template, ['A', 'SECOND', 'ONE', 'TWO', 'THREE', '']);
  await page.context().close();
});

test('alignment and wrap of a row are laid out at once', async () => {
  const mine = await make({ name: 'Layout', template: ['HELLO', '', '', '', '', ''] });
  const page = await openEditor(mine.id, 'phone');
  await page.getByRole('radiogroup', { name: 'Alignment of row 1' }).getByRole('radio', { name: 'Right' }).check();
  await page.getByLabel('Wrap row 2 over the rows below').check();
  await line(page, 2).fill('A LONG LINE THAT DOES NOT FIT INTO ONE ROW');
  await page.getByRole('img', { name: /ONE ROW/ }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByText(/^Saved\./)
    .first()
    .waitFor();
  const { line_metadata } = await stored(mine.id);
  assert.equal(line_metadata?.slice(0, 2), [
    { alignment: 'right', wrap: false },
    { alignment: 'left', wrap: true },
  ]);
  await page.context().close();
});

test('what was typed is there again after a reload, and can be discarded', async () => {
  const page = await openEditor(morning.id);
  await line(page, 2).fill('NOT LOST');
  await page.getByText('Not saved yet').waitFor();
  await page.reload();
  await line(page, 2).waitFor();
  assert.is(await line(page, 2).inputValue(), 'NOT LOST');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForFunction(() => (document.querySelector('#line-1') as HTMLInputElement).value === '');
  assert.is((await stored(morning.id)).template?.[1], '');
  await page.context().close();
});

test('a change from elsewhere is told while somebody writes', async () => {
  const mine = await make({ name: 'Shared', template: ['A', '', '', '', '', ''] });
  const page = await openEditor(mine.id);
  await line(page, 1).fill('MINE');
  await appliance.call('PUT', `/v1/pages/${mine.id}`, { template: ['THEIRS'] });
  await page.getByText('Someone else has changed this page in the meantime.').waitFor();
  assert.is(await line(page, 1).inputValue(), 'MINE');
  await page.context().close();
});

test('rows of several sources, and a page of one source', async () => {
  const page = await browser.open(`${appliance.url}/pages/new`, { screen: 'phone' });
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
  await page.goto(`${appliance.url}/pages/new`);
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
  const page = await openEditor(morning.id);
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
  const page = await browser.open(`${appliance.url}/pages/nothing`);
  await page.getByText('This page has been deleted.').waitFor();
  await page.goto(`${appliance.url}/pages/new/edit`);
  await page.getByText('There is nothing here yet.').waitFor();
  await page.context().close();
});

for (const screen of SCREEN_NAMES)
  test(`${screen}: no barriers in the gallery, the first questions and the editor, be it light or dark`, async () => {
    const page = await browser.open(`${appliance.url}/pages`, { screen });
    await page
      .getByRole('img', { name: /GOOD MORNING/ })
      .first()
      .waitFor();
    await assertAccessibleInBothThemes(page, 'gallery');
    await page.goto(`${appliance.url}/pages/new`);
    await page.getByLabel('Made for').waitFor();
    await assertAccessibleInBothThemes(page, 'new');
    await page.context().close();
    const editor = await openEditor(morning.id, screen);
    await editor
      .getByText(/problem/)
      .first()
      .waitFor();
    await line(editor, 3).focus();
    await assertAccessibleInBothThemes(editor, 'editor');
    await assertFits(editor, 'editor');
    await editor.context().close();
  });

test('a narrow phone: nothing overflows', async () => {
  const page = await openEditor(morning.id, 'phone');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.waitForTimeout(200);
  await assertFits(page, '320 px');
  await page.context().close();
});

test('what was typed into a page that somebody else deletes becomes a new page on request', async () => {
  const { id } = await make({ name: 'Doomed', template: ['OLD'] });
  const page = await openEditor(id);
  await line(page, 1).fill('TYPED');
  await appliance.call('DELETE', `/v1/pages/${id}`);
  await page.getByRole('button', { name: 'Save it as a new page' }).click();
  await page.getByRole('img', { name: /TYPED/ }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL((url) => /pages\/(?!new)/.test(url.pathname));
  const saved = (await appliance.call<{ pages: Page[] }>('GET', '/v1/pages')).body.pages.find(
    ({ name }) => name === 'Doomed',
  );
  assert.is(saved?.template?.[0], 'TYPED');
  await page.context().close();
});

test('a new page that is being written waits while another one is made, and each is stored once', async () => {
  const page = await browser.open(`${appliance.url}/pages/new`);
  const begin = async (name: string, text: string) => {
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Begin' }).click();
    await line(page, 1).waitFor();
    assert.ok(
      await page.getByRole('button', { name: 'Undo' }).isDisabled(),
      'nothing of another page can be taken back',
    );
    await line(page, 1).fill(text);
  };
  await begin('First of two', 'FIRST');
  await page.getByRole('link', { name: 'All pages' }).click();
  await page.getByRole('link', { name: 'New page' }).click();
  await begin('Second of two', 'SECOND');
  let goOn = (): void => undefined;
  const pressed = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/pages', (route) => void pressed.then(() => route.continue()));
  for (let time = 0; time < 3; time++) await page.keyboard.press('Control+s');
  goOn();
  await page.waitForURL((url) => /pages\/(?!new)/.test(url.pathname));
  await page.getByRole('link', { name: 'All pages' }).click();
  await page.getByRole('link', { name: 'Carry on with it' }).click();
  assert.is(await line(page, 1).inputValue(), 'FIRST');
  await page.keyboard.press('Control+s');
  await page.waitForURL((url) => /pages\/(?!new)/.test(url.pathname));
  const { pages } = (await appliance.call<{ pages: Page[] }>('GET', '/v1/pages')).body;
  assert.equal(
    pages
      .map(({ name }) => name)
      .filter((name) => name.endsWith('of two'))
      .sort(),
    ['First of two', 'Second of two'],
  );
  await page.context().close();
});

test('the console stays silent', () =>
  assert.equal(
    browser.complaints.filter((text) => !text.includes('404')),
    [],
  ));

test.run();
