import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';

const test = suite('attack: a session after its end');

const ACCOUNT = { username: 'owner', password: 'correct horse' };
let appliance: Appliance;

const cookieOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';
const logIn = async (): Promise<string> => cookieOf((await appliance.call('POST', '/auth/login', ACCOUNT)).headers);
const statusWith = async (cookie: string): Promise<number> =>
  (await appliance.call('GET', '/v1/boards', undefined, { Cookie: cookie })).status;
const logOut = (cookie: string) => appliance.call('POST', '/auth/logout', undefined, { Cookie: cookie });

test.before(async () => {
  appliance = await startAppliance({ env: { SERVICE_AUTH_ENABLED: 'true' } });
  assert.is((await appliance.call('POST', '/auth/setup', ACCOUNT)).status, 201);
});
test.after(() => appliance.close());

test('a cookie that is sent again after its logout is a 401, over a restart too; others stay', async () => {
  const [stolen, other] = [await logIn(), await logIn()];
  assert.equal([await statusWith(stolen), await statusWith(other)], [200, 200]);
  assert.is((await logOut(stolen)).status, 200);
  assert.equal([await statusWith(stolen), await statusWith(other)], [401, 200]);
  assert.is(
    (await appliance.call<{ authenticated: boolean }>('GET', '/auth/status', undefined, { Cookie: stolen })).body
      .authenticated,
    false,
  );
  await appliance.restart();
  assert.equal([await statusWith(stolen), await statusWith(other)], [401, 200]);
});

test('its stream of events ends', async () => {
  const cookie = await logIn();
  const stream = await fetch(`${appliance.url}/api/events`, { headers: { Cookie: cookie } });
  assert.is(stream.status, 200);
  const ended = stream.text();
  await logOut(cookie);
  await ended;
  assert.is((await fetch(`${appliance.url}/api/events`, { headers: { Cookie: cookie } })).status, 401);
});

test('only a signed-in client can make the list of ended sessions longer', async () => {
  const cookie = await logIn();
  await logOut(cookie);
  const before = appliance.app.store.state.auth.revoked;
  for (const sent of [cookie, `${cookie}x`, cookie.replace(/.\.[\w-]+$/, 'A.AAAA'), 'service_session=', ''])
    assert.is((await logOut(sent)).status, 200);
  assert.is(appliance.app.store.state.auth.revoked, before);
});

test('after many logouts the list is short, and no ended session is accepted', async () => {
  const { user } = appliance.app.store.state.auth;
  assert.ok(user);
  const expires_ms = Date.now() + 60_000;
  const full = Array.from({ length: 500 }, (_, index) => ({ nonce: `nonce-${index}`, expires_ms }));
  const [first, second] = [await logIn(), await logIn()];
  await appliance.app.store.update(({ auth }) => ({ auth: { ...auth, revoked: full } }));
  await logOut(first);
  assert.equal(
    [await statusWith(first), await statusWith(second), appliance.app.store.state.auth.revoked.length],
    [401, 401, 0],
  );
  assert.is(await statusWith(await logIn()), 200);
});

test('another password begins with an empty list', async () => {
  await logOut(await logIn());
  assert.ok(appliance.app.store.state.auth.revoked.length > 0);
  const cookie = await logIn();
  await appliance.call(
    'POST',
    '/auth/change-password',
    { current_password: ACCOUNT.password, new_password: ACCOUNT.password },
    { Cookie: cookie },
  );
  assert.equal([appliance.app.store.state.auth.revoked, await statusWith(cookie)], [[], 401]);
});

test.run();
