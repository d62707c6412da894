// needs: chromium
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { launchChromium } from '../support/chromium.mjs';

const PASSWORD = 'correct horse';

let browser: Browser;
const complaints: string[] = [];

const test = suite('signing in with a browser');

test.before(async () => {
  browser = await launchChromium();
});
test.after(() => browser.close());

const openPage = async (context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // What the service refuses is told by the browser too; everything else is a fault, as code that the policy stopped.
    if (message.type() === 'error' && !/status of (?:400|401|409|429)/.test(message.text()))
      complaints.push(message.text());
  });
  await page.goto(address);
  return page;
};

const visit = async (act: (appliance: Appliance, context: BrowserContext) => Promise<void>): Promise<void> => {
  const appliance = await startAppliance({ env: { SERVICE_AUTH_ENABLED: '' } });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    await act(appliance, context);
  } finally {
    await context.close();
    await appliance.close();
  }
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const seeBoards = (page: Page): Promise<void> => page.getByText('My Board').first().waitFor();
const setUp = ({ call }: Appliance) => call('POST', '/auth/setup', { username: 'owner', password: PASSWORD });
const logIn = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('User name').fill('owner');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Log in').click();
};
const sessionOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'service_session');

test('the first visit asks for the choice; without a login the boards are there at once', () =>
  visit(async ({ url, call }, context) => {
    const page = await openPage(context, url);
    await button(page, 'Enable login').waitFor();
    assert.is(await page.getByText('My Board').count(), 0);
    assert.is((await call('GET', '/v1/boards')).status, 409);
    await button(page, 'Continue without login').click();
    await seeBoards(page);
    assert.is(await button(page, 'Log out owner').count(), 0);
    assert.is((await call('GET', '/v1/boards')).status, 200);
    assert.is((await call('GET', '/auth/status')).body['mode'], 'disabled');
  }));

test('whoever chose a login can go back to the choice, and is asked to log in when somebody else was quicker', () =>
  visit(async (appliance, context) => {
    const page = await openPage(context, appliance.url);
    await button(page, 'Enable login').click();
    await button(page, 'Back').click();
    await button(page, 'Continue without login').waitFor();
    await button(page, 'Enable login').click();
    await setUp(appliance);
    await page.getByLabel('User name').fill('owner');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again').fill(PASSWORD);
    await button(page, 'Create account').click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    assert.match((await page.getByRole('alert').textContent()) ?? '', 'already an account');
    await button(page, 'Log in').click();
    await seeBoards(page);
  }));

test('the first visit with a login: the account is created and signed in', () =>
  visit(async ({ url, call }, context) => {
    const page = await openPage(context, url);
    await button(page, 'Enable login').click();
    await page.getByLabel('User name').fill('owner');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again').fill('another horse');
    await button(page, 'Create account').click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', 'differ');
    await page.getByLabel('Password again').fill(PASSWORD);
    await button(page, 'Create account').click();
    await seeBoards(page);
    await page.setViewportSize({ width: 320, height: 640 });
    const brand = await page.locator('.brand').boundingBox();
    assert.ok((brand?.height ?? 99) < 40, 'the name of the product stands on one line beside the way out');
    assert.is((await call('GET', '/v1/boards')).status, 401);
    const cookie = await sessionOf(context);
    assert.equal([cookie?.httpOnly, cookie?.sameSite, cookie?.secure, cookie?.path], [true, 'Lax', false, '/']);
  }));

test('a name that cannot be is refused in words', () =>
  visit(async ({ url }, context) => {
    const page = await openPage(context, url);
    await button(page, 'Enable login').click();
    await page.getByLabel('User name').fill('my name');
    for (const label of ['Password', 'Password again']) await page.getByLabel(label, { exact: true }).fill(PASSWORD);
    await button(page, 'Create account').click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', 'letters, digits');
  }));

test('a wrong password is said, the right one leads on to the address that was asked for, and logging out ends it', () =>
  visit(async (appliance, context) => {
    await setUp(appliance);
    const page = await openPage(context, `${appliance.url}/?board=primary`);
    assert.ok(await page.getByLabel('Keep me logged in').isChecked());
    await logIn(page, 'wrong');
    assert.match((await page.getByRole('alert').textContent()) ?? '', 'The user name or the password is wrong.');
    await logIn(page, PASSWORD);
    await seeBoards(page);
    assert.match(page.url(), /\?board=primary$/);
    const days = ((await sessionOf(context))?.expires ?? 0) - Date.now() / 1000;
    assert.ok(days > 29.9 * 86_400 && days < 30.1 * 86_400, String(days));
    await button(page, 'Log out owner').click();
    await page.getByLabel('User name').waitFor();
    assert.is(await sessionOf(context), undefined);
  }));

test('the form says why it is asked, shows the password on request and tells the way back', () =>
  visit(async (appliance, context) => {
    await setUp(appliance);
    const page = await openPage(context, `${appliance.url}/pages`);
    await page.getByText('Log in to open the page you asked for.').waitFor();
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('wrong');
    assert.is(await password.getAttribute('type'), 'password');
    await page.getByLabel('Show password').check();
    assert.is(await password.getAttribute('type'), 'text');
    await page.getByText('Forgot the password?').click();
    for (const words of ['auth.json', 'reset_login=yes']) await page.getByText(words).waitFor();
    await logIn(page, 'wrong');
    await page.getByRole('alert').waitFor();
    assert.is(await password.evaluate((element) => element === document.activeElement), true);
  }));

test('a login whose service could not be asked is asked for again', () =>
  visit(async (appliance, context) => {
    await setUp(appliance);
    const page = await context.newPage();
    await page.route('**/api/auth/status', (route) => route.abort());
    await page.goto(appliance.url);
    await page.getByText('flapbox cannot be reached').waitFor();
    await page.unroute('**/api/auth/status');
    await button(page, 'Try again').click();
    await button(page, 'Log in').waitFor();
    assert.is(await page.getByText('flapbox cannot be reached').count(), 0);
  }));

test('not kept logged in, the cookie ends with the browser', () =>
  visit(async (appliance, context) => {
    await setUp(appliance);
    const page = await openPage(context, `${appliance.url}/login`);
    await page.getByLabel('Keep me logged in').uncheck();
    await logIn(page, PASSWORD);
    await seeBoards(page);
    assert.is((await sessionOf(context))?.expires, -1);
  }));

test('after ten wrong passwords the page says to wait, and speaks of no board', () =>
  visit(async (appliance, context) => {
    await setUp(appliance);
    for (let i = 0; i < 10; i++) await appliance.call('POST', '/auth/login', { username: 'owner', password: 'wrong' });
    const page = await openPage(context, appliance.url);
    await logIn(page, PASSWORD);
    const said = (await page.getByRole('alert').textContent()) ?? '';
    assert.match(said, 'Too many failed attempts');
  }));

for (const [redirect, expected] of [
  ['/?board=primary', '/?board=primary'],
  ['//evil.example/', '/'],
  ['/%09/evil.example/', '/'],
  ['/%5Cevil.example/', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
] as const) {
  test(`the login page with the redirect ${redirect} leads to ${expected}`, () =>
    visit(async (appliance, context) => {
      await setUp(appliance);
      const page = await openPage(context, `${appliance.url}/login?redirect=${redirect}`);
      await logIn(page, PASSWORD);
      await seeBoards(page);
      assert.is(page.url(), appliance.url + expected);
    }));
}

test('a page that is open when the password is changed elsewhere asks for it', () =>
  visit(async (appliance, context) => {
    const { headers } = await setUp(appliance);
    const page = await openPage(context, appliance.url);
    await logIn(page, PASSWORD);
    await seeBoards(page);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const change = { current_password: PASSWORD, new_password: 'another horse' };
    assert.is((await appliance.call('POST', '/auth/change-password', change, { Cookie: cookie })).status, 200);
    await page.getByText(/^Your login has ended/).waitFor();
  }));

test('the console stays silent', () => assert.equal(complaints, []));

test.run();
