// needs: chromium
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Inbox } from '../../src/schema/plugins/inboxes.ts';
import { SCREEN_NAMES, assertAccessible, assertFits, startBrowser, type TestBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

let browser: TestBrowser;

const test = suite('inboxes in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const field = (page: Page, label: string) => page.locator('form').getByLabel(label, { exact: true });

for (const screen of SCREEN_NAMES) {
  test(`${screen}: a webhook is added, its address shown once and used, changed and removed`, () =>
    browser.visit('/settings/inboxes', { screen }, async ({ page, appliance }) => {
      await page.getByText('None yet.').waitFor();
      await button(page, 'Add an inbox').click();
      await page.getByLabel('Name').fill('Alerts');
      await assertFits(page, 'the form of a webhook');
      await assertAccessible(page, 'the form of a webhook');
      await button(page, 'Add an inbox').click();
      await page.getByText('It is shown this once').waitFor();
      const url = (await page.locator('.copyable code').textContent()) ?? '';
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/api\/inboxes\/[\w-]+\/receive\?token=[\w-]{43}$/);
      await assertFits(page, 'the address');
      await assertAccessible(page, 'the address');
      const posted = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"title":"Home","message":"Dinner"}',
      });
      assert.is(posted.status, 200);
      await button(page, 'Done').click();
      await button(page, 'Change Alerts').click();
      assert.is(await page.getByText('The address comes when you save.').count(), 0, 'it has an address already');
      await page.getByLabel('Name').fill('Kitchen alerts');
      await button(page, 'Save').click();
      await button(page, 'Remove Kitchen alerts').click();
      await button(page, 'Remove').click();
      await page.getByText('None yet.').waitFor();
      await until(async () => {
        const { body } = await appliance.call<{ total: number }>('GET', '/inboxes');
        return body.total === 0;
      });
    }));

  test(`${screen}: every kind says what it needs, and a mailbox comes into being`, () =>
    browser.visit('/settings/inboxes', { screen }, async ({ page, appliance }) => {
      await button(page, 'Add an inbox').click();
      for (const kind of ['A topic of ntfy', 'A Gotify server', 'A Matrix room', 'A Telegram bot', 'A mailbox']) {
        await page.getByRole('radio', { name: kind }).check();
        await assertFits(page, kind);
        await assertAccessible(page, kind);
      }
      // What one kind was refused for is not said of the next.
      await page.getByLabel('Name', { exact: true }).fill('Family');
      await page.getByRole('radio', { name: 'A Telegram bot' }).check();
      await button(page, 'Add an inbox').click();
      await page.getByText('Token: an inbox').waitFor();
      await page.getByRole('radio', { name: 'A mailbox' }).check();
      await page.getByText('Token: an inbox').waitFor({ state: 'detached' });
      await field(page, 'Server').fill('imap.invalid');
      await field(page, 'User').fill('me');
      await field(page, 'Password').fill('long secret');
      await field(page, 'Subject').selectOption({ label: 'Begins with' });
      await field(page, 'Words').fill('Board:');
      await page.getByLabel('Switched on').uncheck();
      await button(page, 'Add an inbox').click();
      await page.getByText('Mail · Off').waitFor();
      await assertFits(page, 'the list');
      const { body } = await appliance.call<{ inboxes: [Inbox] }>('GET', '/inboxes');
      const [{ subject, senders, mailbox, password }] = body.inboxes;
      assert.equal(
        { subject, senders, mailbox, password },
        {
          subject: { match: 'begins', text: 'Board:' },
          senders: [],
          mailbox: 'INBOX',
          password: '***',
        },
      );
    }));
}

test.run();
