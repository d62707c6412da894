// needs: chromium
import * as assert from 'uvu/assert';
import { PASSWORD, seeBoards, sessionOf, setUp, startLogin } from './login-rig.ts';
import { button } from './view-suite.ts';

const { test, visit, openPage, run } = startLogin('whether there is a login, with a browser');

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

run();
