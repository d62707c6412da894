// needs: chromium
import * as assert from 'uvu/assert';
import { PASSWORD, logIn, seeBoards, sessionOf, setUp, startLogin } from './login-rig.ts';
import { button } from './view-suite.ts';

const { test, visit, openPage, run } = startLogin('signing in with a browser');

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

run();
