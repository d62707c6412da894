import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { call, type Sending } from '../support/http.ts';
import { ByteBudget } from '../../src/core/bounds/byte-budget.ts';
import { createPortal, type PortalOptions } from '../../src/setup/portal.ts';
import { SetUp } from '../../src/setup/set-up.ts';
import { createFakeClock, settle, type FakeClock } from '../support/fake-clock.ts';
import { createFakeNetwork, seen, type FakeNetwork } from '../support/fake-network.ts';
import { startMachineRig, type MachineRig } from '../support/machine-rig.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { untilQuiet } from '../support/quiet.ts';

const test = suite('setup/portal');

let clock: FakeClock;
let network: FakeNetwork;
let rig: MachineRig;
let own: string;

test.before.each(async () => {
  clock = createFakeClock('2026-03-01T10:00:00Z');
  network = createFakeNetwork();
  network.outcome = null;
  rig = await startMachineRig({ clock, network });
  own = `127.0.0.1:${rig.app.port}`;
  await clock.advance(20_000);
});
test.after.each(() => rig.close());

const get = (path: string, host = own, headers: Sending['headers'] = {}) =>
  call(rig.app.port, 'GET', path, { headers: { ...headers, Host: host } });
const post = (path: string, fields: Record<string, string>, headers: Sending['headers'] = {}) =>
  call(rig.app.port, 'POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Host: own, ...headers },
  });

const PROBES: readonly [string, string, string][] = [
  ['iOS, macOS', 'captive.apple.com', '/hotspot-detect.html'],
  ['older iOS', 'www.apple.com', '/library/test/success.html'],
  ['Android', 'connectivitycheck.gstatic.com', '/generate_204'],
  ['older Android', 'clients3.google.com', '/generate_204'],
  ['ChromeOS', 'www.google.com', '/gen_204'],
  ['Windows 10', 'www.msftconnecttest.com', '/connecttest.txt'],
  ['the browser of Windows', 'www.msftconnecttest.com', '/redirect'],
  ['Windows 8', 'www.msftncsi.com', '/ncsi.txt'],
  ['Firefox', 'detectportal.firefox.com', '/canonical.html'],
  ['older Firefox', 'detectportal.firefox.com', '/success.txt?ipv4'],
  ['GNOME', 'nmcheck.gnome.org', '/check_network_status.txt'],
  ['Debian', 'network-test.debian.org', '/nm'],
  ['Ubuntu', 'connectivity-check.ubuntu.com', '/'],
  ['Xiaomi', 'connect.rom.miui.com', '/generate_204'],
  ['Huawei', 'connectivitycheck.platform.hicloud.com', '/generate_204'],
  ['Samsung', 'connectivity.samsung.com.cn', '/generate_204'],
  ['Oppo', 'conn1.oppomobile.com', '/generate_204'],
  ['Vivo', 'wifi.vivo.com.cn', '/generate_204'],
  ['Kindle', 'spectrum.s3.amazonaws.com', '/kindle-wifi/wifistub.html'],
  ['any address', 'example.org', '/api/v1/boards'],
];

for (const [name, host, path] of PROBES) {
  test(`the probe of ${name} is led to the page`, async () => {
    const { status, headers, text } = await get(path, host);
    assert.equal([status, headers.location, headers['cache-control'], text], [302, `http://${own}/`, 'no-store', '']);
  });
}

test('the page names the networks, and the strongest is chosen', async () => {
  const { status, headers, text } = await get('/');
  assert.is(status, 200);
  assert.is(headers['content-type'], 'text/html; charset=utf-8');
  assert.is(headers['set-cookie'], undefined);
  assert.match(text, '<input type=radio name=ssid value="Home" checked>');
  assert.match(text, '<input type=radio name=ssid value="Cafe">');
  assert.match(text, /Cafe<\/b><small>open<\/small>/);
});

test('names of networks are text, whatever they contain', async () => {
  network.networks = [seen('"><script>alert(1)</script>')];
  await post('/setup/scan', {});
  const { text } = await get('/');
  assert.match(text, 'value="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  assert.is(text.split('<script>').length, 2);
});

test('the page is under 15 KB with the most and the worst names', async () => {
  network.networks = Array.from({ length: 60 }, (_, i) => seen(`"&${'"'.repeat(28)}${String(i).padStart(2, '0')}`));
  await post('/setup/scan', {});
  const { text } = await get('/', own, { 'Accept-Language': 'de-DE' });
  assert.ok(Buffer.byteLength(text) < 15_000, `${Buffer.byteLength(text)} bytes`);
});

for (const [language, country, zone] of [
  ['de-DE,de;q=0.9', 'DE', 'Europe/Berlin'],
  ['en', 'US', 'America/New_York'],
  ['pt-PT', 'PT', 'Europe/Lisbon'],
  ['ja', 'JP', 'Asia/Tokyo'],
  ['', '', ''],
  ['!!', '', ''],
] as const) {
  test(`who reads "${language}" is guessed to be in ${country || 'no country'}`, async () => {
    const { text } = await get('/', own, { 'Accept-Language': language });
    assert.match(text, new RegExp(`name=country [^>]*value="${country}"`));
    assert.match(text, new RegExp(`name=timezone [^>]*value="${zone}"`));
  });
}

const api: readonly [string, string][] = [
  ['GET', '/api/health'],
  ['GET', '/api/v1/boards'],
  ['GET', '/api/network/wifi/status'],
  ['POST', '/api/network/wifi/connect'],
  ['POST', '/api/auth/login'],
  ['GET', '/api/events'],
  ['POST', '/api/mcp'],
  ['GET', '/api'],
];
for (const [method, path] of api) {
  test(`over the access point ${method} ${path} does not exist`, async () => {
    const { status, json } = await call(rig.app.port, method, path, { headers: { Host: own } });
    assert.equal([status, json], [404, { detail: 'Only set-up can be reached over this Wi-Fi.' }]);
  });
}

test('over the access point the interface and its files lead to the page', async () => {
  for (const path of ['/index.html', '/settings', '/icon.svg', '/assets/main.js'])
    assert.is((await get(path)).status, 302, path);
});

test('elsewhere the portal does not exist, and everything else does', async () => {
  network.hasClients = false;
  for (const path of [
    '/setup/captive',
    '/setup/networks',
    '/setup/connect',
    '/setup/scan',
    '/.well-known/captive-portal',
  ]) {
    assert.is((await get(path)).status, 404, path);
    assert.is((await post(path, { ssid: 'Home' })).status, 404, path);
  }
  assert.is((await get('/api/health')).status, 200);
  assert.is((await get('/')).status, 200);
  assert.not.match((await get('/')).text, 'name=ssid');
});

/** A server like that of the appliance, which is called at port 80. */
const atPort80 = async (
  work: (port: number, rest: { visits: number }) => Promise<void>,
  more: Partial<PortalOptions> = {},
): Promise<void> => {
  const setUp = new SetUp({ network, clock, log: createQuietLog(), onActive: () => undefined });
  setUp.start();
  setUp.begin();
  await settle();
  const rest = { visits: 0 };
  const intercept = createPortal({
    setUp,
    network: {
      accessPointAddress: '10.42.0.1',
      isAccessPointClient: (...both) => both.join() === '127.0.0.1,127.0.0.1',
    },
    outlet: { clock, answers: new ByteBudget(100_000, 100) },
    log: createQuietLog(),
    storedZone: () => null,
    settle: () => Promise.resolve(),
    ...more,
  });
  const server = createServer((incoming, outgoing) => {
    Object.defineProperty(incoming.socket, 'localPort', { value: 80 });
    if (intercept(incoming, outgoing)) return;
    rest.visits++;
    outgoing.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    await work((server.address() as AddressInfo).port, rest);
  } finally {
    server.close();
    await setUp.stop();
  }
};

test('at the usual port the address of the page has none, and may be called with it', () =>
  atPort80(async (port, rest) => {
    const at = async (host: string, path = '/') => {
      const { status, headers } = await call(port, 'GET', path, { headers: { Host: host } });
      return [status, headers.location];
    };
    assert.equal(await at('10.42.0.1'), [200, undefined]);
    assert.equal(await at('10.42.0.1:80'), [200, undefined]);
    assert.equal(await at('10.42.0.1', 'http://10.42.0.1/?from=probe'), [200, undefined]);
    assert.equal(await at('10.42.0.1:8080'), [302, 'http://10.42.0.1/']);
    assert.equal(await at('example.org'), [302, 'http://10.42.0.1/']);
    assert.equal(await at('10.42.0.1', '/other'), [302, 'http://10.42.0.1/']);
    assert.is(rest.visits, 0);
  }));

test('what it answers elsewhere nobody else answers, and everything else is left to others', () =>
  atPort80(
    async (port, rest) => {
      const at = async (path: string) => (await call(port, 'GET', path)).status;
      for (const path of ['/setup/scan', '/setup/captive?x', '/.well-known/captive-portal'])
        assert.equal([await at(path), rest.visits], [404, 0], path);
      for (const path of ['/', '/setup', '/setup/', '/setup/other', '/.well-known/captive-portal2', '/api/setup/scan'])
        assert.is(await at(path), 200, path);
      assert.is(rest.visits, 6);
    },
    { network: { accessPointAddress: '10.42.0.1', isAccessPointClient: () => false } },
  ));

test('a page that fails unexpectedly is 500, and the log alone says why', async () => {
  const log = createQuietLog();
  const storedZone = () => {
    throw new Error('no settings');
  };
  await atPort80(
    async (port) => {
      const { status, text } = await call(port, 'GET', '/', { headers: { Host: '10.42.0.1' } });
      assert.equal([status, text.includes('no settings')], [500, false]);
    },
    { log, storedZone },
  );
  assert.ok(log.lines.some((line) => /failed unexpectedly.*no settings/.test(line)));
});

test('RFC 8908: captive, and where the page is', async () => {
  for (const path of ['/setup/captive', '/.well-known/captive-portal']) {
    const { status, headers, json } = await get(path, 'any.host');
    assert.equal(
      [status, headers['content-type'], json],
      [200, 'application/captive+json', { captive: true, 'user-portal-url': `http://${own}/` }],
    );
  }
});

const refused: readonly [string, Record<string, string>, RegExp][] = [
  ['nothing is chosen', {}, /Choose your network/],
  ['the password is missing', { ssid: 'Home', password: '' }, /“Home” needs its password/],
  ['the password is too short', { ssid: 'Home', password: '1234567' }, /8 to 63/],
  ['the name is too long', { ssid: '', other: 'é'.repeat(17), password: 'password' }, /at most 32/],
  ['the country is none', { ssid: 'Cafe', country: 'Germany' }, /two letters/],
  ['the time zone is none', { ssid: 'Cafe', timezone: 'Europe/Nowhere' }, /Europe\/Berlin/],
];
for (const [name, fields, problem] of refused) {
  test(`when ${name}, the page shows it, and nothing changes`, async () => {
    const { status, text } = await post('/setup/connect', fields);
    assert.is(status, 400);
    assert.match(text, problem);
    await clock.advance(10_000);
    assert.is(network.accessPoint, 'flapbox-12AB');
    assert.equal(network.requests, []);
  });
}

for (const [security, problem] of [
  ['enterprise', /user name/],
  ['wep', /WEP/],
] as const) {
  test(`a network with ${security} cannot be joined, and the page has the reason`, async () => {
    network.networks = [seen('Work', { security })];
    await post('/setup/scan', {});
    const { status, text } = await post('/setup/connect', { ssid: 'Work', password: 'password' });
    assert.is(status, 400);
    assert.match(text, problem);
  });
}

test('the page with what happens next comes first; then the network is joined, and country and zone are stored', async () => {
  const { status, text } = await post('/setup/connect', {
    ssid: 'Home',
    password: 'correct horse',
    country: 'de',
    timezone: 'Europe/Berlin',
  });
  assert.is(status, 200);
  assert.match(text, 'flapbox now joins “Home”');
  assert.match(text, 'flapbox-12AB');
  assert.is(network.accessPoint, 'flapbox-12AB');
  await untilQuiet();
  await clock.advance(3000);
  await untilQuiet();
  assert.is(network.accessPoint, null);
  assert.equal(network.requests, [{ ssid: 'Home', password: 'correct horse', hidden: false, security: 'wpa' }]);
  assert.is(rig.app.store.state.settings.general.timezone, 'Europe/Berlin');
  network.finish({ joined: true });
  await untilQuiet();
  assert.is((await get('/api/health')).status, 200);
  assert.not.ok(rig.lines.some((line) => line.includes('correct horse')));
});

test('after a wrong password the page is back with the reason, and the network is still chosen', async () => {
  await post('/setup/connect', { ssid: '', other: 'Attic', password: 'wrong password' });
  await untilQuiet();
  await clock.advance(3000);
  await untilQuiet();
  assert.equal(network.requests, [{ ssid: 'Attic', password: 'wrong password', hidden: true, security: 'wpa' }]);
  network.finish({ joined: false, failure: 'wrong-password' });
  await untilQuiet();
  await clock.advance(1000);
  await untilQuiet();
  const { text } = await get('/');
  assert.match(text, /role=alert>“Attic” did not accept the password/);
  assert.match(text, /name=other [^>]*value="Attic"/);
  assert.not.match(text, 'wrong password');
});

test('without scripts a typed name counts more than the row that was chosen before', async () => {
  assert.match(
    (await post('/setup/connect', { ssid: 'Home', other: 'Attic', was: '', password: 'password' })).text,
    'flapbox now joins “Attic”',
  );
});

test('a name that the page had filled in counts only with its row', async () => {
  assert.match(
    (await post('/setup/connect', { ssid: 'Cafe', other: 'Attic', was: 'Attic' })).text,
    'flapbox now joins “Cafe”',
  );
});

test('a stored network needs no password again', async () => {
  network.known = [{ ssid: 'Home', in_use: false }];
  await clock.advance(10_000);
  await rig.close();
  rig = await startMachineRig({ clock, network });
  own = `127.0.0.1:${rig.app.port}`;
  await clock.advance(310_000);
  await untilQuiet();
  assert.match((await get('/')).text, 'Home <small>stored</small>');
  assert.is((await post('/setup/connect', { ssid: 'Home' })).status, 200);
});

test('a stored network is chosen before a stronger one', async () => {
  network.known = [{ ssid: 'Cafe', in_use: false }];
  await rig.close();
  rig = await startMachineRig({ clock, network });
  own = `127.0.0.1:${rig.app.port}`;
  await clock.advance(310_000);
  await untilQuiet();
  assert.match((await get('/')).text, /value="Home">.*value="Cafe" checked>/);
});

test('whoever looks at the page keeps it open; a probe does not', async () => {
  network.known = [{ ssid: 'Home', in_use: false }];
  for (const path of ['/', '/setup/networks']) {
    await clock.advance(290_000);
    assert.is((await get(path)).status, 200);
  }
  await clock.advance(290_000);
  await get('/generate_204', 'example.org');
  assert.is(network.accessPoint, 'flapbox-12AB');
  await clock.advance(20_000);
  assert.is(network.accessPoint, null);
});

test('a form of a foreign page is refused; one of the page itself, or of a browser that sends no origin, is not', async () => {
  const origin = (value: string) => post('/setup/connect', { ssid: 'Home' }, { Origin: value });
  assert.is((await origin('http://evil.example')).status, 403);
  assert.is((await origin(`http://${own}`)).status, 400);
  assert.is((await origin('null')).status, 400);
});

test('searching again scans, and leads back to the page', async () => {
  const before = network.calls.length;
  const { status, headers } = await post('/setup/scan', {});
  assert.equal([status, headers.location, network.calls.slice(before)], [303, '/', ['scan']]);
  const { text } = await get('/setup/networks');
  assert.match(text, 'value="Cafe"');
  assert.not.match(text, 'checked');
});

test('other methods, and bodies that are too long, are refused', async () => {
  assert.is((await call(rig.app.port, 'PUT', '/', { headers: { Host: own }, body: 'x' })).status, 405);
  assert.is((await call(rig.app.port, 'HEAD', '/', { headers: { Host: own } })).status, 200);
  const { status, headers } = await post('/', {});
  assert.equal([status, headers.allow], [405, 'GET, HEAD']);
  assert.is((await post('/setup/connect', { ssid: 'x'.repeat(4000) })).status, 400);
  assert.is((await post('/setup/connect', { ssid: 'x'.repeat(5000) })).status, 413);
});

test('what an earlier service left open leads nowhere else, from the first request on', async () => {
  const left = createFakeNetwork();
  let close: () => void = () => undefined;
  left.stopAccessPoint = () => new Promise<void>((resolve) => (close = resolve));
  const other = await startMachineRig({ clock, network: left });
  const choice = { body: '{"enabled":false}', headers: { 'Content-Type': 'application/json' } };
  try {
    assert.is((await call(other.app.port, 'GET', '/api/v1/boards')).status, 404);
    assert.is((await call(other.app.port, 'POST', '/api/auth/preference', choice)).status, 404);
    left.hasClients = false;
    assert.is((await call(other.app.port, 'GET', '/api/v1/boards')).status, 200);
  } finally {
    close();
    await other.close();
  }
});

test.run();
