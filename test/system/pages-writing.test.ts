// needs: chromium
import * as assert from 'uvu/assert';
import type { Page } from '../../src/schema/content/pages.ts';
import { assertFits } from '../support/browser.ts';
import { line, startPages } from './pages-rig.ts';

const { test, shared, run, make, morning, openEditor, stored } = startPages('what is written into pages');

test('problems are told at their row and column while somebody types, and vanish when they are mended', async () => {
  const page = await openEditor(morning());
  await page.getByText('At 1: there is no source "wether", or it is off').waitFor();
  assert.ok(await page.locator('.mark-problem').count(), 'the place is framed on the flaps');
  assert.is(await line(page, 4).getAttribute('aria-invalid'), 'true');
  await line(page, 4).fill('{{date_time.day}} OUT');
  await page.getByText('No problems.').waitFor();
  assert.is(await line(page, 4).getAttribute('aria-invalid'), null);
  await page.context().close();
});

test('data, functions, filters and colours are found and put in where the caret is', async () => {
  const page = await openEditor(morning());
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
  const page = await openEditor(morning());
  await line(page, 2).fill('NOT LOST');
  await page.getByText('Not saved yet').waitFor();
  await page.reload();
  await line(page, 2).waitFor();
  assert.is(await line(page, 2).inputValue(), 'NOT LOST');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForFunction(() => (document.querySelector('#line-1') as HTMLInputElement).value === '');
  assert.is((await stored(morning())).template?.[1], '');
  await page.context().close();
});

test('a change from elsewhere is told while somebody writes', async () => {
  const mine = await make({ name: 'Shared', template: ['A', '', '', '', '', ''] });
  const page = await openEditor(mine.id);
  await line(page, 1).fill('MINE');
  await shared.appliance.call('PUT', `/v1/pages/${mine.id}`, { template: ['THEIRS'] });
  await page.getByText('Someone else has changed this page in the meantime.').waitFor();
  assert.is(await line(page, 1).inputValue(), 'MINE');
  await page.context().close();
});

test('a narrow phone: nothing overflows', async () => {
  const page = await openEditor(morning(), 'phone');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.waitForTimeout(200);
  await assertFits(page, '320 px');
  await page.context().close();
});

test('what was typed into a page that somebody else deletes becomes a new page on request', async () => {
  const { id } = await make({ name: 'Doomed', template: ['OLD'] });
  const page = await openEditor(id);
  await line(page, 1).fill('TYPED');
  await shared.appliance.call('DELETE', `/v1/pages/${id}`);
  await page.getByRole('button', { name: 'Save it as a new page' }).click();
  await page.getByRole('img', { name: /TYPED/ }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL((url) => /pages\/(?!new)/.test(url.pathname));
  const saved = (await shared.appliance.call<{ pages: Page[] }>('GET', '/v1/pages')).body.pages.find(
    ({ name }) => name === 'Doomed',
  );
  assert.is(saved?.template?.[0], 'TYPED');
  await page.context().close();
});

test('a new page that is being written waits while another one is made, and each is stored once', async () => {
  const page = await shared.browser.open(`${shared.appliance.url}/pages/new`);
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
  const { pages } = (await shared.appliance.call<{ pages: Page[] }>('GET', '/v1/pages')).body;
  assert.equal(
    pages
      .map(({ name }) => name)
      .filter((name) => name.endsWith('of two'))
      .sort(),
    ['First of two', 'Second of two'],
  );
  await page.context().close();
});

run();
