// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';

const test = suite('journeys: broken connections, updates, ways back, and what was typed');
let browser: TestBrowser;
test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

/** Longer than a page counts as just loaded. */
const A_WHILE = 11_000;
/** Longer than the service is ever silent. */
const SILENCE = 65_000;

test('a service that is gone without a word is told, and what was sent can be sent again', () =>
  browser.visit('/', {}, async ({ page, appliance }) => {
    await page.clock.install();
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.route('**/api/v1/boards/*/message', () => undefined);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('DINNER');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Sending …' }).waitFor();
    await page.clock.runFor(SILENCE);
    await page.getByText('flapbox cannot be reached').waitFor();
    assert.is(await field.inputValue(), 'DINNER');
    await page.unroute('**/api/v1/boards/*/message');
    await page.clock.runFor(SILENCE);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Shown.').waitFor();
    const { body } = await appliance.call<{ message: string | null }>('GET', '/v1/boards/primary');
    assert.match(JSON.stringify(body), /DINNER/);
  }));

test('what an update has replaced is loaded with the page anew, and what was typed is still there', () =>
  browser.visit('/', {}, async ({ page }) => {
    await page.clock.install();
    await page.reload();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('DINNER');
    await page.clock.runFor(A_WHILE);
    const replace = async () => {
      await page.route('**/assets/*', (route) => route.fulfill({ status: 404, body: '' }));
      page.once('framenavigated', () => void page.unroute('**/assets/*'));
    };
    await replace();
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Quiet', exact: true }).click();
    await loaded;
    await page.getByRole('button', { name: 'Quiet', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    assert.is(await field.inputValue(), 'DINNER');
    await page.clock.runFor(A_WHILE);
    await replace();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  }));

test('a view that cannot be had says so once, and is asked for again when the network is back', () =>
  browser.visit('/', {}, async ({ page }) => {
    await page.clock.install();
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.clock.runFor(A_WHILE);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Schedule' }).click();
    await page.getByText('This could not be loaded yet.').waitFor();
    await page.clock.runFor(A_WHILE);
    await page.getByText('The connection to flapbox is lost.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Schedule' }).waitFor();
  }));

test('what was typed and chosen outlives a reload, as it does a sign-in', () =>
  browser.visit('/', {}, async ({ page, appliance }) => {
    await page.getByRole('textbox', { name: 'Message' }).fill('DINNER');
    await page.getByRole('combobox', { name: 'Stays' }).selectOption('30');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByLabel('How much it matters').selectOption('urgent');
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    assert.is(await page.getByRole('combobox', { name: 'Stays' }).inputValue(), '30');
    assert.is(await page.getByLabel('How much it matters').inputValue(), 'urgent');
    assert.is(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'DINNER');
    await page.goto(`${appliance.url}/favourites`);
    await page.getByLabel('Name').fill('Dinner');
    await page.getByLabel('Text').fill('DINNER IS READY');
    await page.reload();
    assert.is(await page.getByLabel('Text').inputValue(), 'DINNER IS READY');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Show now', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Show now', exact: true }).waitFor();
    assert.is(await page.getByLabel('Text').inputValue(), '', 'what is stored is typed no more');
    await page.goto(`${appliance.url}/settings/inboxes`);
    await page.getByRole('button', { name: 'Add an inbox' }).click();
    await page.getByLabel('A topic of ntfy').check();
    await page.getByLabel('Name').fill('Cinema');
    await page.getByRole('textbox', { name: 'Token' }).fill('of the topic');
    await page.reload();
    assert.is(await page.getByLabel('Name').inputValue(), 'Cinema');
    assert.is(await page.getByRole('textbox', { name: 'Token' }).inputValue(), '', 'the browser keeps no secret');
    await page.goto(`${appliance.url}/plugins?view=own`);
    await page.getByLabel('Address').fill('https://example.com/data.json');
    await page.reload();
    assert.is(await page.getByLabel('Address').inputValue(), 'https://example.com/data.json');
  }));

test('what became of a press is in sight on a phone, and the focus stays at what was pressed', () =>
  browser.visit('/favourites', { screen: 'phone' }, async ({ page }) => {
    await page.getByLabel('Name').fill('Dinner');
    await page.getByLabel('Text').fill('DINNER IS READY');
    const detail = 'The disk is full: nothing was stored.';
    await page.route('**/api/favourites', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 507, json: { detail } }),
    );
    await page.setViewportSize({ width: 390, height: 740 });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const told = page.getByRole('status').filter({ hasText: detail });
    await told.waitFor();
    const bar = await page.getByRole('navigation').boundingBox();
    await until(async () => {
      const box = await told.boundingBox();
      return box !== null && bar !== null && box.y >= 0 && box.y + box.height <= bar.y;
    });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Add');
  }));

test('Enter sends small forms too, and what counts letter for letter is not corrected', () =>
  browser.visit('/', {}, async ({ page, appliance }) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel('Title').fill('Kitchen');
    await page.getByLabel('Title').press('Enter');
    await page.getByText('Copy the link now').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Quiet', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Until' }).press('Enter');
    await until(async () => {
      const { body } = await appliance.call<{ conditions: { because: string }[] }>('GET', '/boards/conditions');
      return body.conditions[0]?.because === 'quiet';
    });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await appliance.call('POST', '/favourites', { name: 'Dinner', boards: 'all', minutes: null, text: 'DINNER' });
    await page.goto(`${appliance.url}/favourites`);
    const name = page.getByRole('listitem').getByLabel('Name');
    await name.fill('Supper');
    await name.press('Enter');
    await page.getByText('Saved.', { exact: false }).first().waitFor();
    const { body } = await appliance.call<{ favourites: { name: string }[] }>('GET', '/favourites');
    assert.is(body.favourites[0]?.name, 'Supper');
    await page.getByRole('listitem').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There is no favourite yet.', { exact: false }).waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'main');
    await page.goto(`${appliance.url}/settings/mqtt`);
    assert.is(await page.getByLabel('User name').getAttribute('autocapitalize'), 'none');
  }));

test('the link past the bar leads to the content', () =>
  browser.visit('/', {}, async ({ page }) => {
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'main');
  }));

test('who goes back stands where the view was left', () =>
  browser.visit('/settings', { screen: 'phone' }, async ({ page }) => {
    const about = page.getByRole('link', { name: /^About/ });
    await about.scrollIntoViewIfNeeded();
    await about.click();
    await page.getByRole('heading', { name: 'About', exact: true }).waitFor();
    await page.waitForFunction(() => scrollY === 0);
    await page.goBack();
    await page.waitForFunction(() => scrollY > 300);
  }));

test.run();
