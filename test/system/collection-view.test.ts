// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page as WebPage } from 'playwright-core';
import type { Collection } from '../../src/schema/content/collections.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import {
  assertAccessibleInBothThemes,
  assertFits,
  startBrowser,
  type Screen,
  type TestBrowser,
} from '../support/browser.ts';
import { until } from '../support/until.ts';

let appliance: Appliance;
let browser: TestBrowser;
let board: string;
let pages: Record<'Alpha' | 'Bravo' | 'Charlie' | 'Tiny', Page>;

const test = suite('collections');

const make = async (name: string, device_type = 'flagship'): Promise<Page> =>
  (
    await appliance.call<Page>('POST', '/v1/pages', {
      name,
      type: 'template',
      device_type,
      template: [`THIS IS ${name.toUpperCase()}`],
    })
  ).body;
const all = async (): Promise<Collection[]> =>
  (await appliance.call<{ collections: Collection[] }>('GET', '/collections')).body.collections;
const add = async (collection: Partial<Collection> = {}): Promise<Collection> =>
  (
    await appliance.call<Collection>('POST', '/collections', {
      name: 'Mix',
      page_ids: [pages.Alpha.id, pages.Bravo.id, pages.Charlie.id],
      ...collection,
    })
  ).body;
const stored = async (id: string): Promise<Collection> =>
  (await appliance.call<Collection>('GET', `/collections/${id}`)).body;
const open = (path: string, screen: Screen = 'desktop'): Promise<WebPage> =>
  browser.open(appliance.url + path, { screen });
const edit = async ({ id }: Collection, screen: Screen = 'desktop'): Promise<WebPage> => {
  const page = await open(`/schedule/collections/${id}`, screen);
  await page.getByLabel('Name').waitFor();
  return page;
};
const save = async (page: WebPage): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
};

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  board = ((await appliance.call<{ boards: { id: string }[] }>('GET', '/v1/boards')).body.boards[0] ?? { id: '' }).id;
  pages = {
    Alpha: await make('Alpha'),
    Bravo: await make('Bravo'),
    Charlie: await make('Charlie'),
    Tiny: await make('Tiny', 'note'),
  };
});
test('on a phone, who makes a collection is led to what is missing above', async () => {
  const page = await open('/schedule/collections/new', 'phone');
  const make = page.getByRole('button', { name: 'Make this collection' });
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '');
  await make.click();
  await until(async () => (await focused()) === 'Name');
  await page.getByLabel('Name').fill('Mix');
  await make.click();
  await until(async () => (await focused()) === 'Add a page');
  await page.getByText('Add at least one page.').waitFor();
  await page.context().close();
});

test.before.each(async () => {
  for (const { id } of await all()) await appliance.call('DELETE', `/collections/${id}`);
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

for (const screen of ['phone', 'desktop'] as const) {
  test(`${screen}: the first collection is made, its pages taking turns`, async () => {
    const page = await open('/schedule/collections', screen);
    await page.getByText('No collections yet').waitFor();
    await page.getByRole('link', { name: 'New collection' }).click();
    await page.getByRole('button', { name: 'Make this collection' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByText('Add at least one page.').waitFor();
    await page.getByLabel('Name').fill('Afternoon');
    for (const name of ['Bravo', 'Alpha'])
      await page.getByLabel('Add a page').selectOption({ label: `${name} (6 × 22)` });
    await page.getByLabel('Each page stays for (seconds)').fill('90');
    await page.getByRole('button', { name: 'Make this collection' }).click();
    await page.getByRole('link', { name: /^Afternoon/ }).waitFor();
    await page.getByText('2 pages · In turn, every 90 seconds').waitFor();
    const [made] = await all();
    assert.equal(
      [made?.name, made?.page_ids, made?.selection_mode, made?.time.interval_seconds],
      ['Afternoon', [pages.Bravo.id, pages.Alpha.id], 'time', 90],
    );
    await assertFits(page, screen);
    await page.context().close();
  });
}

test('pages are moved with the arrow keys and dragged, taken out and drawn', async () => {
  const collection = await add();
  const page = await edit(collection);
  const order = () =>
    page
      .locator('.member-text')
      .evaluateAll((members) => members.map((one) => one.firstElementChild?.textContent).join(' '));
  await page.waitForFunction(() => document.querySelectorAll('.member canvas').length === 3);
  const handle = page.getByRole('button', { name: 'Move with the arrow keys or drag: Alpha' });
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByText('Alpha is now at place 2.').waitFor();
  assert.is(await order(), 'Bravo Alpha Charlie');
  await page.keyboard.press('ArrowDown');
  assert.is(await order(), 'Bravo Charlie Alpha');
  assert.match((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '', /Alpha$/);
  const [from, to] = [await handle.boundingBox(), await page.locator('.member').first().boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, to.y + 4, { steps: 8 });
  await page.mouse.up();
  assert.is(await order(), 'Alpha Bravo Charlie');
  await page.getByRole('button', { name: 'Take out: Bravo' }).click();
  await page.getByLabel('Add a page').selectOption({ label: 'Tiny (3 × 15)' });
  await page.getByText(/different sizes \(6 × 22, 3 × 15\)/).waitFor();
  await save(page);
  assert.equal((await stored(collection.id)).page_ids, [pages.Alpha.id, pages.Charlie.id, pages.Tiny.id]);
  await page.context().close();
});

test('a collection chooses at random', async () => {
  const collection = await add();
  const page = await edit(collection, 'phone');
  await page.getByRole('radio', { name: /^At random/ }).check();
  await page.getByLabel('Each page stays for (seconds)').fill('600');
  await save(page);
  const { selection_mode, random } = await stored(collection.id);
  assert.equal([selection_mode, random], ['random', { interval_seconds: 600 }]);
  await page.context().close();
});

test('a collection chooses by rules; what is wrong with one is shown at its character', async () => {
  const collection = await add();
  const page = await edit(collection);
  await page.getByRole('radio', { name: /^By rules/ }).check();
  const rule = (place: number) => page.getByRole('group', { name: `Rule ${place}` });
  for (const [place, text] of [
    [1, 'HOUR(NOW()) < 12'],
    [2, 'HOUR(NOW() > 3'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await rule(place).getByLabel('When').fill(text);
  }
  await rule(1).getByLabel('Show').selectOption({ label: 'Bravo' });
  await rule(2).getByLabel('Show').selectOption({ label: 'Charlie' });
  await page.getByLabel('Otherwise show').selectOption({ label: 'Alpha' });
  await page.getByLabel('Check again every (seconds)').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await rule(2).locator('mark').waitFor();
  assert.is(await rule(2).getByLabel('When').getAttribute('aria-invalid'), 'true');
  assert.is(await rule(1).getByLabel('When').getAttribute('aria-invalid'), null);
  assert.is(
    await rule(2)
      .getByLabel('When')
      .evaluate((input) => `${document.activeElement === input} ${(input as HTMLInputElement).selectionStart}`),
    'true 14',
  );
  await rule(2).getByLabel('When').fill('1 = 1');
  await page.getByRole('button', { name: 'Move rule 2 up' }).click();
  await save(page);
  assert.equal((await stored(collection.id)).variable, {
    rules: [
      { expression: '1 = 1', page_id: pages.Charlie.id },
      { expression: 'HOUR(NOW()) < 12', page_id: pages.Bravo.id },
    ],
    default_page_id: pages.Alpha.id,
    poll_seconds: 20,
  });
  await page.context().close();
});

test('what is typed survives a reload, and can be given up', async () => {
  const page = await edit(await add(), 'phone');
  await page.getByLabel('Name').fill('Half a na');
  await page.getByRole('button', { name: 'Take out: Alpha' }).click();
  await page.reload();
  await page.getByLabel('Name').waitFor();
  assert.is(await page.getByLabel('Name').inputValue(), 'Half a na');
  assert.is(await page.locator('.member').count(), 2);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  assert.is(await page.getByLabel('Name').inputValue(), 'Mix');
  assert.is(await page.locator('.member').count(), 3);
  await page.context().close();
});

test('what was typed into a collection that somebody else deletes can be stored again', async () => {
  const collection = await add();
  const page = await edit(collection);
  await page.getByLabel('Name').fill('Typed meanwhile');
  await appliance.call('DELETE', `/collections/${collection.id}`);
  await page.getByText('was deleted meanwhile').waitFor();
  await page.getByRole('button', { name: 'Make this collection' }).click();
  await page.getByText('Typed meanwhile').waitFor();
  const again = (await all()).find(({ name }) => name === 'Typed meanwhile');
  assert.equal(again?.page_ids, collection.page_ids);
  await appliance.call('DELETE', `/collections/${again?.id}`);
  await page.context().close();
});

test('where a collection is used leads there, and deleting it says what that does', async () => {
  const collection = await add();
  const { body: rule } = await appliance.call<{ id: string }>('POST', '/schedules', {
    page_id: collection.id,
    start_time: '10:00',
    end_time: '11:00',
  });
  await appliance.call('PUT', `/v1/boards/${board}/active-page`, { page_id: collection.id });
  const page = await edit(collection);
  const uses = page.getByRole('region', { name: 'Where it is used' });
  await uses.getByRole('link', { name: 'Pinned on My Board' }).waitFor();
  await uses.getByRole('link', { name: 'Rule on My Board' }).click();
  const form = page.getByRole('dialog', { name: 'Change the rule' });
  assert.is(await form.getByLabel('Show').locator('option:checked').textContent(), 'Mix');
  await page.goBack();
  await page.getByRole('button', { name: 'Delete this collection' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this collection?' });
  assert.match((await question.textContent()) ?? '', /Its pages stay\. It is used in 2 places/);
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No collections yet').waitFor();
  await until(async () => (await all()).length === 0);
  await appliance.call('DELETE', `/schedules/${rule.id}`);
  await page.context().close();
});

for (const screen of ['phone', 'desktop'] as const) {
  test(`${screen}: no barrier in the collections, be it light or dark`, async () => {
    const rules = [{ expression: '1 = 1', page_id: pages.Bravo.id }];
    const collection = await add({
      selection_mode: 'variable',
      variable: { rules, default_page_id: pages.Alpha.id, poll_seconds: 10 },
    });
    const page = await edit(collection, screen);
    await page.getByText('It is not used anywhere yet.').waitFor();
    await assertAccessibleInBothThemes(page, 'a collection');
    await assertFits(page, 'a collection');
    await page.getByRole('group', { name: 'Rule 1' }).getByLabel('When').fill('1 +');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('mark').waitFor();
    await assertAccessibleInBothThemes(page, 'a refused rule');
    await page.getByRole('button', { name: 'Delete this collection' }).click();
    await assertAccessibleInBothThemes(page, 'the question');
    await page.goto(`${appliance.url}/schedule/collections`);
    await page.getByText('Mix').waitFor();
    await assertAccessibleInBothThemes(page, 'the list');
    await page.context().close();
  });
}

test('the console stays silent', () =>
  assert.equal(
    browser.complaints.filter((text) => !/status of 40[04]/.test(text)),
    [],
  ));

test.run();
