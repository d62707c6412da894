// needs: chromium
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AuthStatus } from '../../src/schema/appliance/auth.ts';
import type { Appliance } from '../support/appliance.ts';
import { SCREEN_NAMES, startBrowser, type Screen, type TestBrowser } from '../support/browser.ts';

const PASSWORD = 'correct horse';
const UNDECIDED = { SERVICE_AUTH_ENABLED: '' };

let browser: TestBrowser;

const test = suite('account and tokens in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const statusOf = async ({ call }: Appliance): Promise<AuthStatus> =>
  (await call<AuthStatus>('GET', '/auth/status')).body;

const setUpLogin = ({ call }: Appliance) => call('POST', '/auth/setup', { username: 'owner', password: PASSWORD });
const refuseLogin = ({ call }: Appliance) => call('POST', '/auth/preference', { enabled: false });

/** An appliance whose owner has logged in on the page of the account. */
const asOwner = (screen: Screen, act: (page: Page, appliance: Appliance) => Promise<void>): Promise<void> =>
  browser.visit('/settings/account', { screen, env: UNDECIDED, before: setUpLogin }, async ({ page, appliance }) => {
    await page.getByLabel('User name').fill('owner');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Log in').click();
    await page.getByText('Logged in as owner.').waitFor();
    await act(page, appliance);
  });

for (const screen of SCREEN_NAMES) {
  test(`${screen}: the login is turned on, and off again`, () =>
    browser.visit('/settings/account', { screen, env: UNDECIDED, before: refuseLogin }, async ({ page, appliance }) => {
      await page.getByText('There is no login').waitFor();
      await page.getByLabel('User name').fill('owner');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Password again').fill('another horse');
      await button(page, 'Create account').click();
      await page.getByText('The two passwords differ.').waitFor();
      await page.getByLabel('Password again').fill(PASSWORD);
      await button(page, 'Create account').click();
      await page.getByText('Logged in as owner.').waitFor();
      await button(page, 'Log out owner').waitFor();
      assert.ok((await statusOf(appliance)).enabled);
      await page.locator('form', { hasText: 'Turn the login off' }).getByLabel('Current password').fill(PASSWORD);
      await button(page, 'Turn the login off').click();
      await page.getByText('There is no login').waitFor();
      assert.is(await button(page, 'Log out owner').count(), 0);
      assert.not((await statusOf(appliance)).enabled);
    }));

  test(`${screen}: the password is changed by who knows it`, () =>
    asOwner(screen, async (page, { call }) => {
      const form = page.getByRole('form', { name: 'Change the password' });
      await form.getByLabel('Current password').fill('wrong');
      await form.getByLabel('New password', { exact: true }).fill('another horse');
      await form.getByLabel('New password again').fill('another horse');
      await button(page, 'Change the password').click();
      await page.getByText('The current password is wrong.').waitFor();
      await form.getByLabel('Current password').fill(PASSWORD);
      await button(page, 'Change the password').click();
      await page.getByText('The password is changed.').waitFor();
      await page.getByText('Password changed').first().waitFor();
      assert.is((await call('POST', '/auth/login', { username: 'owner', password: PASSWORD })).status, 401);
      assert.is((await call('POST', '/auth/login', { username: 'owner', password: 'another horse' })).status, 200);
      assert.not.match(
        JSON.stringify(await page.evaluate(() => [{ ...sessionStorage }, { ...localStorage }])),
        'horse',
      );
    }));

  test(`${screen}: the user name is changed`, () =>
    asOwner(screen, async (page, { call }) => {
      const form = page.getByRole('form', { name: 'Change the user name' });
      await form.getByLabel('New user name').fill('keeper');
      await form.getByLabel('Current password').fill(PASSWORD);
      await button(page, 'Change the user name').click();
      await page.getByText('Logged in as keeper.').waitFor();
      await button(page, 'Log out keeper').waitFor();
      assert.is((await call('POST', '/auth/login', { username: 'keeper', password: PASSWORD })).status, 200);
    }));

  test(`${screen}: a token is made, shown once, replaced and revoked`, () =>
    asOwner(screen, async (page, { call }) => {
      const reach = async (token: string) =>
        (await call('GET', '/v1/boards', undefined, { Authorization: `Bearer ${token}` })).status;
      const shown = page.locator('.copyable code');
      await button(page, 'Create a token').click();
      const first = (await shown.textContent()) ?? '';
      assert.is(await reach(first), 200);
      await button(page, 'Replace the token').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace the token' }).click();
      await page.waitForFunction((old) => document.querySelector('.copyable code')?.textContent !== old, first);
      const second = (await shown.textContent()) ?? '';
      assert.equal([await reach(first), await reach(second)], [401, 200]);
      await page.reload();
      await page.getByText('There is a token. It cannot be shown again').waitFor();
      assert.is(await shown.count(), 0);
      await button(page, 'Revoke the token').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke the token' }).click();
      await page.getByText('The token is revoked.').waitFor();
      assert.is(await reach(second), 401);
      await page.getByText('Token revoked').first().waitFor();
    }));
}

test('the login is shown although the code of the section behind it arrives later', () =>
  browser.visit('/login', { screen: 'phone', env: UNDECIDED }, async ({ page, appliance }) => {
    await appliance.call('POST', '/auth/setup', { username: 'owner', password: PASSWORD });
    await page.route(/\/assets\/settings-.*\.js$/, async (route) => {
      await page.waitForTimeout(1000);
      await route.continue();
    });
    await page.goto(`${appliance.url}/settings/account`);
    await page.getByLabel('User name').waitFor();
    await page.waitForTimeout(1500);
    assert.ok(await page.getByLabel('User name').isVisible());
  }));

test('the console stays silent but for what the service refused', () =>
  assert.equal(
    browser.complaints.filter((said) => !/status of (?:400|401|409)/.test(said)),
    [],
  ));

test.run();
