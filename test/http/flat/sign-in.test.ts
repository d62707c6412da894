import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SignInState } from '../../../src/schema/plugins/sign-in.ts';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { SignInServer } from '../../support/sign-in-server.ts';
import { fileFor } from '../../plugins/source-file.ts';

/** Signing in with a service over HTTP, as the interface and the owner's browser do it. */
const test = suite<{ server: SignInServer; appliance: Appliance }>('http/flat/sign-in');

const LOGIN = { username: 'owner', password: 'a long password' };

/** The appliance with a source of the owner's own that signs in with the stand-in. */
const prepare = async (server: SignInServer, appliance: Appliance, headers: Record<string, string> = {}) => {
  const file = JSON.stringify(fileFor(server.origin, { account: server.account() }));
  const confirm = [{ destination: server.origin, home: true, secrets: ['client_secret', 'sign-in'] }];
  const saved = await appliance.call('POST', '/plugins/own', { file, confirm }, headers);
  assert.is(saved.status, 201, JSON.stringify(saved.body));
  const config = { client_id: 'client', client_secret: 'very-secret-client' };
  const { status, body } = await appliance.call('PUT', '/plugins/probe/config', { config, confirm }, headers);
  assert.is(status, 200, JSON.stringify(body));
};

test.before.each(async (context) => {
  context.server = new SignInServer();
  await context.server.listen();
  context.appliance = await startAppliance();
});
test.after.each(async ({ server, appliance }) => {
  await appliance.close();
  await server.close();
});

const cookieOf = (headers: Headers): string => headers.get('set-cookie')?.split(';')[0] ?? '';

/** Opens an address as a browser that follows a link from elsewhere. */
const open = async (address: string, cookie: string) => {
  const response = await fetch(address, { headers: { cookie }, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const begin = (appliance: Appliance, way: string, headers: Record<string, string> = {}) =>
  appliance.call<SignInState>('POST', '/plugins/probe/sign-in', { way }, headers);
const stateOf = async (appliance: Appliance) =>
  (await appliance.call<SignInState>('GET', '/plugins/probe/sign-in')).body;

test('the browser comes back to a page that leads to the source and nowhere else', async ({ server, appliance }) => {
  await prepare(server, appliance);
  assert.equal((await stateOf(appliance)).ways, ['redirect', 'paste', 'device']);
  const { body, headers } = await begin(appliance, 'redirect');
  const cookie = cookieOf(headers);
  assert.match(headers.get('set-cookie') ?? '', /Path=\/api\/sign-in; HttpOnly; SameSite=Lax/);
  const back = await server.agree(body.waiting?.url ?? '');
  assert.ok(back.startsWith(`${appliance.url}/api/sign-in/redirect?code=`));
  const foreign = await open(back, '');
  assert.is(foreign.status, 400, 'another browser');
  const page = await open(`${back}&next=https://evil.example`, cookie);
  assert.is(page.status, 200);
  assert.match(page.text, /You are signed in\./);
  assert.equal(
    [...page.text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    ['/plugins/probe'],
  );
  assert.is(page.headers.get('referrer-policy'), 'no-referrer');
  assert.is(page.headers.get('location'), null);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.is((await open(back, cookie)).status, 400, 'one use');
  assert.is((await stateOf(appliance)).state, 'in');
  const { body: data } = await appliance.call<{ data: unknown }>('GET', '/plugins/probe/data');
  assert.equal(data.data, null, 'it is switched off');
  await appliance.call('POST', '/plugins/probe/enable');
  const { body: on } = await appliance.call<{ data: unknown }>('GET', '/plugins/probe/data');
  assert.equal(on.data, { temp: 20 });
});

test('a refusal at the service is told on that page, without what came with it', async ({ server, appliance }) => {
  await prepare(server, appliance);
  const { body, headers } = await begin(appliance, 'redirect');
  const state = new URL(body.waiting?.url ?? '').searchParams.get('state');
  const page = await open(
    `${appliance.url}/api/sign-in/redirect?error=%3Cscript%3Ealert(1)%3C/script%3E&state=${state}`,
    cookieOf(headers),
  );
  assert.is(page.status, 200);
  assert.match(page.text, /Not signed in: Stand-in sends no code/);
  assert.not.match(page.text, /script/);
});

test('it outlives a restart and comes with a backup that has secrets, with no other', async ({ server, appliance }) => {
  await prepare(server, appliance);
  const { body } = await begin(appliance, 'paste');
  const address = await server.agree(body.waiting?.url ?? '');
  assert.is((await appliance.call('POST', '/plugins/probe/sign-in/finish', { address })).status, 200);
  await appliance.restart();
  assert.is((await stateOf(appliance)).state, 'in');
  const stored = JSON.stringify(appliance.app.store.state.plugins['probe']?.sign_in?.secrets);
  const tokens = stored.match(/(?:access|refresh)-\w+/g) ?? [];
  assert.ok(tokens.length >= 2);
  const bare = await appliance.call<object>('GET', '/backup/export');
  for (const token of tokens) assert.not.ok(JSON.stringify(bare.body).includes(token));
  const passphrase = 'a long passphrase';
  const full = await appliance.call<object>('POST', '/backup/export', { passphrase });
  await appliance.call('DELETE', '/plugins/probe/sign-in');
  assert.is((await stateOf(appliance)).state, 'out');
  assert.is((await appliance.call('POST', '/backup/import', bare.body)).status, 200);
  assert.is((await stateOf(appliance)).state, 'out');
  assert.is(full.status, 200);
  const restored = await appliance.call('POST', '/backup/import', { ...full.body, passphrase });
  assert.is(restored.status, 200, JSON.stringify(restored.body));
  assert.is((await stateOf(appliance)).state, 'in');
});

test('a backup with another file gets none of the tokens that are stored here', async ({ server, appliance }) => {
  await prepare(server, appliance);
  const { body } = await begin(appliance, 'paste');
  const address = await server.agree(body.waiting?.url ?? '');
  await appliance.call('POST', '/plugins/probe/sign-in/finish', { address });
  const { body: backup } = await appliance.call<object>('GET', '/backup/export');
  assert.is((await appliance.call('POST', '/backup/import', backup)).status, 200);
  assert.is((await stateOf(appliance)).state, 'in', 'the same file keeps them');
  const other = JSON.parse(JSON.stringify(backup).replaceAll('A source of the tests', 'Another')) as object;
  assert.is((await appliance.call('POST', '/backup/import', other)).status, 200);
  assert.is(appliance.app.store.state.plugins['probe']?.sign_in, undefined);
});

test('no line of the log has a code, a state or a token in it', async ({ server, appliance }) => {
  await prepare(server, appliance);
  const { body, headers } = await begin(appliance, 'redirect');
  const back = await server.agree(body.waiting?.url ?? '');
  await open(back, cookieOf(headers));
  await open(back, cookieOf(headers));
  await appliance.call('POST', '/plugins/probe/enable');
  await appliance.call('GET', '/plugins/probe/data');
  const { searchParams } = new URL(back);
  const secrets = [...searchParams.values(), ...server.heard.map((one) => one.replace('Bearer ', ''))];
  assert.ok(secrets.length >= 3);
  for (const secret of [...secrets, server.refreshToken ?? ''])
    assert.not.ok(appliance.lines.join('\n').includes(secret));
});

test('with login on, only the session that began may finish, and nobody without one', async ({ server }) => {
  const appliance = await startAppliance({ env: { SERVICE_AUTH_ENABLED: 'true' } });
  try {
    const mine = { cookie: cookieOf((await appliance.call('POST', '/auth/setup', LOGIN)).headers) };
    const yours = { cookie: cookieOf((await appliance.call('POST', '/auth/login', LOGIN)).headers) };
    await prepare(server, appliance, mine);
    assert.is((await begin(appliance, 'paste')).status, 401);
    const { body } = await begin(appliance, 'paste', mine);
    const address = await server.agree(body.waiting?.url ?? '');
    const finish = (headers: Record<string, string>) =>
      appliance.call<{ detail?: string }>('POST', '/plugins/probe/sign-in/finish', { address }, headers);
    assert.is((await finish({})).status, 401);
    assert.match((await finish(yours)).body.detail ?? '', /belongs to another sign-in/);
    assert.is((await finish(mine)).status, 200);
    const evil = { ...mine, origin: 'https://evil.example' };
    assert.is((await begin(appliance, 'paste', evil)).status, 403);
    assert.is((await fetch(`${appliance.url}/api/sign-in/redirect?state=x&code=y`)).status, 401);
  } finally {
    await appliance.close();
  }
});

test('plugins without a sign-in, and those that are not there, are a sentence', async ({ appliance }) => {
  assert.is((await appliance.call('GET', '/plugins/date_time/sign-in')).status, 400);
  assert.is((await appliance.call('GET', '/plugins/nothing/sign-in')).status, 404);
  assert.is((await appliance.call('POST', '/plugins/date_time/sign-in', {})).status, 400);
  assert.is((await appliance.call('DELETE', '/plugins/date_time/sign-in')).status, 400);
  assert.is((await appliance.call('GET', '/sign-in/redirect')).status, 400);
});

test.run();
