// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../src/schema/content/pages.ts';
import type { Appliance } from '../support/appliance.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';

const test = suite('returning to the gallery and to a page');
let browser: TestBrowser;
test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const fill = async ({ call }: Appliance): Promise<void> => {
  for (let number = 10; number < 30; number++)
    await call<Page>('POST', '/v1/pages', {
      name: `Page ${number}`,
      type: 'template',
      device_type: 'flagship',
      template: [`NUMBER ${number}`],
    });
  await call('POST', '/plugins/quotes/enable');
  await call('POST', '/plugins/quotes/demo-page?board_id=primary');
  await call('POST', '/plugins/quotes/disable');
};

test('the gallery is where it was left, drafts are marked, steps can be undone, pages of plugins that are off say so', () =>
  browser.visit('/pages', { screen: 'phone', before: fill }, async ({ page }) => {
    await page.getByRole('link', { name: /^Switch on .* first$/ }).waitFor();
    await page.getByLabel('Search pages').fill('page');
    const target = page.getByRole('link', { name: /Page 27/ });
    await target.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => scrollY > 500);
    await target.click();
    const row = page.locator('#line-0');
    await row.fill('   OTHER WORDS');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    assert.ok(await save.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight));
    await page.getByRole('radiogroup', { name: 'Alignment of row 1' }).getByLabel('Centre').check();
    assert.is(await row.inputValue(), 'OTHER WORDS');
    await page.getByRole('link', { name: 'All pages' }).click();
    await page.getByText('Unsaved changes').waitFor();
    assert.is(await page.getByLabel('Search pages').inputValue(), 'page');
    await page.waitForFunction(() => scrollY > 500);
    await target.click();
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.is(await row.inputValue(), '   OTHER WORDS');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.is(await row.inputValue(), 'NUMBER 27');
  }));

test('a message with live data is told before it is sent', () =>
  browser.visit('/', {}, async ({ page }) => {
    await page.getByRole('textbox', { name: 'Message' }).fill('IT IS {{weather.temperature}}');
    await page.getByText('is sent as it is written').waitFor();
  }));

test('the console stays silent', () => assert.equal(browser.complaints, []));

test.run();
