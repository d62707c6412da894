import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { call } from '../../support/http.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeNetwork, seen, type FakeNetwork } from '../../support/fake-network.ts';
import { startMachineRig, type MachineRig } from '../../support/machine-rig.ts';
import { untilQuiet } from '../../support/quiet.ts';

const test = suite('http/flat/network');
const clock = createFakeClock('2026-03-01T10:00:00Z');

let network: FakeNetwork;
let rig: MachineRig;
let elsewhere: MachineRig;

test.before(async () => {
  elsewhere = await startMachineRig({});
});
test.before.each(async () => {
  network = createFakeNetwork();
  network.hasClients = false;
  network.online = true;
  network.known = [{ ssid: 'Home', in_use: true }];
  rig = await startMachineRig({ clock, network });
});
test.after.each(() => rig.close());
test.after(() => elsewhere.close());

const ask = (method: string, path: string, json?: unknown) =>
  call(rig.app.port, method, `/api/network/wifi${path}`, json === undefined ? {} : { json });

const ALL: readonly [string, string, unknown?][] = [
  ['GET', '/status'],
  ['GET', '/saved'],
  ['POST', '/scan'],
  ['POST', '/connect', { ssid: 'Home', password: 'password' }],
  ['POST', '/disconnect'],
  ['DELETE', '/saved/Home'],
  ['POST', '/setup'],
];

for (const [method, path, json] of ALL) {
  test(`${method} ${path} is 501 where Wi-Fi is not managed, and says why`, async () => {
    const { status, json: body } = await call(
      elsewhere.app.port,
      method,
      `/api/network/wifi${path}`,
      json === undefined ? {} : { json },
    );
    assert.is(status, 501);
    assert.match((body as { detail: string }).detail, /system here/);
  });

  test(`${method} ${path} needs a session`, async () => {
    const guarded = await startMachineRig({ network, env: { SERVICE_AUTH_ENABLED: 'true' } });
    try {
      assert.is(
        (await call(guarded.app.port, method, `/api/network/wifi${path}`, json === undefined ? {} : { json })).status,
        409,
      );
    } finally {
      await guarded.close();
    }
  });
}

test('the capability tells both', async () => {
  assert.equal((await ask('GET', '/capability')).json, { available: true, reason: null });
  const { status, json } = await call(elsewhere.app.port, 'GET', '/api/network/wifi/capability');
  assert.equal([status, (json as { available: boolean }).available], [200, false]);
});

test('the connection, and set-up', async () => {
  assert.equal((await ask('GET', '/status')).json, {
    connected: true,
    ssid: 'Home',
    ip_address: '192.168.1.9',
    gateway: '192.168.1.1',
    signal: 70,
    internet_reachable: true,
    setup: { phase: 'off', access_point: null, address: 'http://127.0.0.1', failure: null },
  });
});

test('networks in reach, and stored ones', async () => {
  assert.equal((await ask('POST', '/scan')).json, [
    { ssid: 'Home', signal: 70, security: 'WPA2', in_use: false },
    { ssid: 'Cafe', signal: 40, security: 'open', in_use: false },
  ]);
  assert.equal((await ask('GET', '/saved')).json, [{ name: 'Home', in_use: true }]);
});

test('a network is joined, and the internet answers', async () => {
  const { status, json } = await ask('POST', '/connect', { ssid: 'Home', password: 'password' });
  assert.equal([status, json], [200, { status: 'connected', connectivity_confirmed: true, message: 'Joined “Home”.' }]);
  assert.equal(network.requests, [{ ssid: 'Home', password: 'password', hidden: false, security: 'wpa' }]);
});

test('half a minute is waited for the internet', async () => {
  network.reachable = false;
  const answer = ask('POST', '/connect', { ssid: 'Cafe' });
  while (network.requests.length === 0) await untilQuiet();
  await clock.advance(27_000);
  assert.is(((await answer).json as { connectivity_confirmed: boolean }).connectivity_confirmed, false);
});

for (const [failure, sentence] of [
  ['wrong-password', /password/],
  ['not-found', /not found/],
  ['no-address', /address/],
  ['timeout', /a minute/],
  ['refused', /could not be joined/],
] as const) {
  test(`${failure} is 400 with the reason`, async () => {
    network.outcome = { joined: false, failure };
    const { status, json } = await ask('POST', '/connect', { ssid: 'Home', password: 'password' });
    assert.is(status, 400);
    assert.match((json as { detail: string }).detail, sentence);
  });
}

const bodies: readonly [unknown, number][] = [
  [{}, 422],
  [{ ssid: '' }, 422],
  [{ ssid: 'x'.repeat(32) }, 200],
  [{ ssid: 'x'.repeat(33) }, 422],
  [{ ssid: 'é'.repeat(16) }, 200],
  [{ ssid: 'é'.repeat(17) }, 422],
  [{ ssid: 'a\nb' }, 422],
  [{ ssid: 5 }, 422],
  [{ ssid: 'Cafe', hidden: 'yes' }, 422],
  [{ ssid: 'Cafe', hidden: null, password: null }, 200],
  [{ ssid: 'Home', password: 'x'.repeat(65) }, 422],
  [{ ssid: 'Home', password: '1234567' }, 400],
  [{ ssid: 'Home' }, 200],
  [{ ssid: 'Hidden', password: 'password', hidden: true }, 200],
];
for (const [body, expected] of bodies) {
  test(`joining with ${JSON.stringify(body).slice(0, 60)} is ${expected}`, async () => {
    assert.is((await ask('POST', '/connect', body)).status, expected);
  });
}

test('a network that needs a password is not joined without one, nor one of an unknown kind at all', async () => {
  network.networks = [seen('New'), seen('Work', { security: 'enterprise' })];
  assert.is((await ask('POST', '/connect', { ssid: 'New' })).status, 400);
  assert.is((await ask('POST', '/connect', { ssid: 'Work', password: 'password' })).status, 400);
  assert.equal(network.requests, []);
});

test('a network is left, and forgotten; an unknown one is 404', async () => {
  assert.is(((await ask('POST', '/disconnect')).json as { status: string }).status, 'disconnected');
  assert.is((await ask('DELETE', '/saved/Home')).status, 200);
  assert.equal(network.known, []);
  assert.is((await ask('DELETE', '/saved/Home')).status, 404);
});

test('a system that refuses is 400', async () => {
  network.scan = () => Promise.reject(new Error('/run/secret'));
  const { status, text } = await ask('POST', '/scan');
  assert.is(status, 400);
  assert.not.match(text, 'secret');
});

test('set-up by hand opens the access point although there is a network', async () => {
  assert.is(((await ask('POST', '/setup')).json as { phase: string }).phase, 'opening');
  await untilQuiet();
  assert.is(network.accessPoint, 'flapbox-12AB');
  assert.equal(network.known, [{ ssid: 'Home', in_use: true }]);
});

test.run();
