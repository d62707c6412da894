// needs: chromium
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SCREEN_NAMES, assertAccessible, assertFits, startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

let browser: TestBrowser;

const test = suite('sharing in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const linkIn = async (page: Page): Promise<string> =>
  (await page.getByRole('dialog').locator('code').textContent()) ?? '';
/** Whether the picture of a page is there, and no empty frame. */
const isDrawn = (page: Page): Promise<boolean> =>
  page.evaluate(() => (document.querySelector('img')?.naturalWidth ?? 0) > 0);

for (const screen of SCREEN_NAMES) {
  test(`${screen}: a board is shared, seen by others, and the link is ended`, () =>
    browser.visit('/', { screen }, async ({ page, appliance }) => {
      await appliance.call('POST', '/v1/boards/primary/message', { text: 'HELLO' });
      await button(page, 'Share').click();
      await page.getByRole('dialog').getByLabel('Title').fill('Our board');
      await assertAccessible(page, 'the dialogue');
      await button(page, 'Make a link').click();
      await page.getByText('Copy the link now').waitFor();
      await assertFits(page, 'the dialogue with the link');
      await assertAccessible(page, 'the dialogue with the link');
      const url = await linkIn(page);
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/s\/[\w-]{43}$/);

      const visitor = await browser.open(url, { screen, hurried: true });
      await until(() => isDrawn(visitor));
      assert.is(await visitor.title(), 'Our board');
      await visitor.getByRole('img', { name: 'HELLO' }).waitFor();
      await assertFits(visitor, 'the shared page');
      await assertAccessible(visitor, 'the shared page');
      await appliance.call('POST', '/v1/boards/primary/message', { text: 'NEWS' });
      await visitor.getByRole('img', { name: 'NEWS' }).waitFor();

      await page.getByRole('link', { name: 'Settings, Account and tokens' }).click();
      await button(page, 'End the link to Our board').click();
      await assertFits(page, 'the list of links');
      await button(page, 'End the link').click();
      await page.getByText('Nothing is shared.').waitFor();
      await visitor.getByText('This link does not exist, or is no longer valid.').waitFor();
      await visitor.context().close();
    }));
}

test('a page is shared from its editor, for a week', () =>
  browser.visit('/', {}, async ({ page, appliance }) => {
    const { body } = await appliance.call<{ id: string }>('POST', '/v1/pages', {
      name: 'Menu',
      type: 'template',
      template: ['SOUP'],
    });
    await page.goto(`${appliance.url}/pages/${body.id}/edit`);
    await button(page, 'Share').click();
    await page.getByRole('dialog').getByLabel('The link ends').selectOption('week');
    await button(page, 'Make a link').click();
    await page.getByText('Copy the link now').waitFor();
    const [link] = appliance.app.store.state.auth.shares;
    assert.is(link?.page_id, body.id);
    assert.ok(Math.abs(Date.parse(link?.expires_at ?? '') - Date.now() - 7 * 86_400_000) < 3_600_000);
  }));

test('a page of others embeds the picture and the shared page, and nothing else', () =>
  browser.visit('/', {}, async ({ appliance }) => {
    const { body } = await appliance.call<{ url: string }>('POST', '/shares', { board_id: 'primary' });
    const host = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        `<img alt="" src="${body.url}/picture.png?width=600"><iframe id="shared" src="${body.url}"></iframe>` +
          `<iframe id="whole" src="${appliance.url}/"></iframe>`,
      );
    }).listen(0, '127.0.0.1');
    try {
      await until(() => host.listening);
      const before = browser.complaints.length;
      const page = await browser.open(`http://localhost:${(host.address() as AddressInfo).port}/`);
      await until(() => isDrawn(page));
      await page.frameLocator('#shared').getByRole('img').waitFor();
      await until(() => browser.complaints.slice(before).some((text) => text.includes('frame-ancestors')));
      assert.is(await page.frameLocator('#whole').locator('#app, main').count(), 0);
      await page.context().close();
    } finally {
      host.close();
    }
  }));

test('the console stays silent', () =>
  assert.equal(
    browser.complaints.filter((text) => !/frame-ancestors|404/.test(text)),
    [],
  ));

test.run();
