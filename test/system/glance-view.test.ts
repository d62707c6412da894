// needs: chromium
import type { Page as WebPage } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../src/schema/content/pages.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { assertAccessible, assertFits, startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const PHONES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 480, height: 900 },
];

let appliance: Appliance;
let browser: TestBrowser;
let page: WebPage;
const test = suite('what is seen at once');

test.before(async () => {
  appliance = await startAppliance();
  browser = await startBrowser();
  page = await browser.open('about:blank');
});
test.after(async () => {
  await browser.close();
  await appliance.close();
});

const boxOf = async (selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  return box;
};

for (const size of PHONES) {
  test(`${size.width} pixels: the status of a board has room, and its message is taken down from there`, async () => {
    await appliance.call('POST', '/v1/boards/primary/message', { text: 'HELLO' });
    await page.setViewportSize(size);
    await page.goto(appliance.url);
    const button = page.locator('.stage-foot').getByRole('button', { name: 'Take down' });
    await button.waitFor();
    const status = await boxOf('.stage-foot .status');
    assert.ok(status.width > 180, `${status.width} pixels wide`);
    assert.ok(status.height < 80, `${status.height} pixels tall`);
    const [above, bar] = [await button.boundingBox(), await boxOf('.navigation')];
    assert.ok((above?.y ?? Infinity) + (above?.height ?? 0) < bar.y, 'it stands above the bar');
    await page.getByText('Afterwards', { exact: true }).waitFor();
    await button.click();
    await page.getByText('The message has been taken down.').waitFor();
    await page.getByText('Shows', { exact: true }).waitFor();
  });

  test(`${size.width} pixels: the buttons below a board stand in one row, and the menu of quiet is not cut`, async () => {
    await page.setViewportSize(size);
    await page.goto(appliance.url);
    const buttons = page.locator('.board-actions > .button');
    await buttons.first().waitFor();
    const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.is(tops.length, 4);
    assert.is(new Set(tops).size, 1);
    await page.getByRole('button', { name: 'Quiet', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Quiet until then' }).waitFor();
    const [wide, room] = await dialog.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    assert.is(wide, room);
    // An empty time is none, not midnight.
    await dialog.getByLabel('Until').fill('');
    for (const name of ['Quiet until then', 'Pause until then instead'])
      assert.ok(await dialog.getByRole('button', { name }).isDisabled(), name);
  });

  test(`${size.width} pixels: the days of silence stand in one row above the bar`, async () => {
    await page.setViewportSize(size);
    await page.goto(`${appliance.url}/settings/silence`);
    await page.getByText('On these days').waitFor();
    const days = await page
      .locator('.toggle > span')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const bar = await boxOf('.navigation');
    assert.is(days.length, 7);
    assert.is(new Set(days.map(({ top }) => top)).size, 1);
    assert.ok(
      days.every(({ width, height, bottom }) => width >= 38 && height >= 40 && bottom <= bar.y),
      JSON.stringify(days),
    );
  });
}

test('on a phone the field to write in begins on the first screen, and what leads elsewhere comes after it', async () => {
  await appliance.call('POST', '/favourites', { name: 'Dinner', text: 'DINNER', boards: 'all' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(appliance.url);
  await page.getByRole('button', { name: 'Dinner' }).waitFor();
  const [field, favourites] = [await boxOf('.composer-field'), await boxOf('.favourite-strip')];
  assert.ok(field.y < (await boxOf('.navigation')).y - 60, `${field.y} pixels down`);
  assert.ok(favourites.y > field.y);
});

test('the pages of a phone are searched and filtered in one row, and each card holds its button', async () => {
  for (const name of ['One', 'Two', 'Three'])
    await appliance.call('POST', '/v1/pages', { name, type: 'template', template: [name] });
  const small = { name: 'Small', type: 'template', template: ['S'], device_type: 'note' };
  await appliance.call('POST', '/v1/pages', small);
  await page.goto(`${appliance.url}/pages`);
  const row = await boxOf('.gallery-filters');
  assert.ok(row.height < 60, `${row.height} pixels tall`);
  const [card, button] = [await boxOf('.gallery > li.card'), await boxOf('.gallery > li.card button')];
  assert.ok(button.x > card.x && button.y + button.height < card.y + card.height);
});

test('times are written with 24 hours in every browser, and understood as they are typed', async () => {
  await page.goto(`${appliance.url}/settings/silence`);
  const from = page.getByLabel('From');
  await from.waitFor();
  assert.is(await page.locator('input[type=time]').count(), 0);
  await from.fill('9.30 pm');
  await from.blur();
  assert.is(await from.inputValue(), '21:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await from.waitFor();
  assert.is(await from.inputValue(), '21:30');
});

test('a page that is put on a board tells what is seen there, and can be taken off again', async () => {
  await appliance.call('PATCH', '/v1/boards/primary', { schedule_enabled: true });
  await appliance.call('PUT', '/v1/boards/primary/active-page', { page_id: null });
  const { body } = await appliance.call<Page>('POST', '/v1/pages', {
    name: 'Outside',
    type: 'template',
    template: ['{{weather.temperature}}'],
  });
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`${appliance.url}/pages/${body.id}`);
  await page.getByRole('button', { name: 'Show on My Board' }).click();
  await page
    .getByText(/My Board shows it, with \?\?\? for weather\.temperature.* It stays, whatever the schedule says\./)
    .waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('My Board is as it was.').waitFor();
  const board = await appliance.call<{ active_page_id: string | null }>('GET', '/v1/boards/primary');
  assert.is(board.body.active_page_id, null);
});

test('a page that was deleted comes back with its pin', async () => {
  const { body } = await appliance.call<Page>('POST', '/v1/pages', {
    name: 'Kept',
    type: 'template',
    template: ['KEPT'],
  });
  await appliance.call('PUT', '/v1/boards/primary/active-page', { page_id: body.id });
  await page.goto(`${appliance.url}/pages/${body.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Kept” was deleted.').waitFor();
  await page.getByRole('link', { name: /Kept/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: /Kept/ }).waitFor();
  const board = await appliance.call<{ active_page_id: string | null }>('GET', '/v1/boards/primary');
  assert.is(board.body.active_page_id, body.id);
  await appliance.call('PUT', '/v1/boards/primary/active-page', { page_id: null });
});

test('the schedule tells of the message that is up, and of a rule whose page was deleted', async () => {
  const { body } = await appliance.call<Page>('POST', '/v1/pages', {
    name: 'Gone',
    type: 'template',
    template: ['GONE'],
  });
  await appliance.call('POST', '/v1/schedules', { page_id: body.id, start_time: '00:00' });
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'FIRE DRILL' });
  await page.goto(`${appliance.url}/schedule`);
  await page
    .locator('.scrubber-why')
    .getByText(/^Message/)
    .waitFor();
  await page
    .getByRole('img', { name: /FIRE DRILL/ })
    .first()
    .waitFor();
  await page.getByText('Without that: Schedule: Gone').waitFor();
  await appliance.call('DELETE', '/v1/boards/primary/message');
  await appliance.call('DELETE', `/v1/pages/${body.id}`);
  await page.getByText('Rule 00:00 to midnight has no page').waitFor();
  await page.getByText('Its page was deleted. Choose another one for the rule below.').waitFor();
});

test('a wall of 80 columns on a phone is enlarged, and moved in its frame', async () => {
  await appliance.call('POST', '/settings/board/add', {
    device_type: 'panel',
    name: 'Wide',
    grid_rows: 6,
    grid_cols: 80,
    panel: { driver: 'virtual', connection: {} },
  });
  const { body } = await appliance.call<{ boards: { id: string; name: string }[] }>('GET', '/v1/boards');
  const wide = body.boards.find(({ name }) => name === 'Wide')?.id ?? '';
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${appliance.url}/?board=${wide}`);
  const stage = page.locator('.stage-board');
  await stage.getByRole('button', { name: 'Enlarge' }).click();
  const frame = stage.getByRole('group', { name: 'Wide' });
  await frame.waitFor();
  await until(() => frame.evaluate((element) => element.scrollWidth > 3 * element.clientWidth));
  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await until(() => frame.evaluate((element) => element.scrollLeft > 0));
  await assertFits(page, 'an enlarged wall');
  await assertAccessible(page, 'an enlarged wall');
  await stage.getByRole('button', { name: 'Whole board' }).click();
  await until(() => stage.locator('.zoom-frame').evaluate((element) => element.scrollWidth <= element.clientWidth));
  await page.goto(appliance.url);
  await page.locator('.stage-board .board').waitFor();
  assert.is(await page.getByRole('button', { name: 'Enlarge' }).count(), 0, 'flaps of a usual board can be read');
  await appliance.call('DELETE', `/settings/board/${wide}`);
});

test('the first visit asks for nothing that is refused but what tells it so', async () => {
  const fresh = await startAppliance({ env: { SERVICE_AUTH_ENABLED: '' } });
  const refused: string[] = [];
  const context = await browser.browser.newContext();
  try {
    const first = await context.newPage();
    first.on('response', (answer) => answer.status() >= 400 && refused.push(new URL(answer.url()).pathname));
    await first.goto(fresh.url);
    await first.locator('.login button').first().waitFor();
    // Whatever else was asked for at once has been answered when this has.
    await first.evaluate(() => fetch('/api/health').then(({ status }) => status));
  } finally {
    await context.close();
    await fresh.close();
  }
  assert.equal(refused, ['/api/boot']);
});

for (const size of [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 720, height: 576 },
]) {
  test(`${size.width} × ${size.height}: the page of screens shows its title and all of seven boards`, async () => {
    const { boards } = (await appliance.call<{ boards: unknown[] }>('GET', '/settings/board')).body;
    for (let count = boards.length; count < 7; count++)
      await appliance.call('POST', '/settings/board/add', { device_type: 'note', name: `Living room, board ${count}` });
    await page.setViewportSize(size);
    await page.goto(`${appliance.url}/screen`);
    await until(() =>
      page
        .locator('#choices a')
        .count()
        .then((count) => count === 7),
    );
    const seen = await page
      .locator('#words h1, #choices a, #square')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ top, bottom, right }) => ({ top, bottom, right })),
      );
    const isWhole = seen.every(({ top, bottom, right }) => top >= 0 && bottom <= size.height && right <= size.width);
    assert.ok(isWhole, JSON.stringify(seen));
  });
}

test.run();
