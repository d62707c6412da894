import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import type { WifiConnect } from '../../src/schema/appliance/network.ts';
import type { JoinFailure, JoinRequest } from '../../src/setup/network.ts';
import { createAbsentNetwork } from '../../src/setup/absent-network.ts';
import { JOIN_MS } from '../../src/setup/phase.ts';
import { SetUp } from '../../src/setup/set-up.ts';
import { Wifi } from '../../src/setup/wifi.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeNetwork, seen } from '../support/fake-network.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('setup/wifi');

const rig = () => {
  const network = createFakeNetwork();
  network.networks.push(seen('Work', { security: 'enterprise' }), seen('Old', { security: 'wep' }));
  network.known = [{ ssid: 'Stored', in_use: true }];
  const setUp = new SetUp({
    network,
    clock: createFakeClock('2026-03-01T10:00:00Z'),
    log: createQuietLog(),
    onActive: () => undefined,
  });
  const waits: number[] = [];
  const wifi = new Wifi({ network, setUp, wait: async (ms) => void waits.push(ms) });
  return { network, setUp, wifi, waits };
};

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Fault ? `${error.status} ${error.message}` : String(error)),
  );

const password = 'correct horse';
const JOINED: readonly [string, WifiConnect, Omit<JoinRequest, 'ssid'>][] = [
  ['in reach, with its password', { ssid: 'Home', password }, { password, hidden: false, security: 'wpa' }],
  ['open', { ssid: 'Cafe' }, { password: null, hidden: false, security: 'open' }],
  ['open, with a needless password', { ssid: 'Cafe', password }, { password: null, hidden: false, security: 'open' }],
  ['stored', { ssid: 'Stored' }, { password: null, hidden: false, security: 'wpa' }],
  ['stored, its password empty', { ssid: 'Stored', password: '' }, { password: null, hidden: false, security: 'wpa' }],
  ['stored, with another password', { ssid: 'Stored', password }, { password, hidden: false, security: 'wpa' }],
  ['hidden', { ssid: 'Attic', password, hidden: true }, { password, hidden: true, security: 'wpa' }],
  ['hidden and open', { ssid: 'Attic', hidden: true }, { password: null, hidden: true, security: 'open' }],
  [
    'hidden, named as one in reach',
    { ssid: 'Cafe', password, hidden: true },
    { password, hidden: true, security: 'wpa' },
  ],
];
for (const [name, body, request] of JOINED)
  test(`a network that is ${name} is joined`, async () => {
    const { network, wifi, waits } = rig();
    assert.equal(await wifi.connect(body), {
      status: 'connected',
      connectivity_confirmed: true,
      message: `Joined “${body.ssid}”.`,
    });
    assert.equal(network.requests, [{ ssid: body.ssid, ...request }]);
    assert.is(network.calls.at(-1), `join ${body.ssid} ${JOIN_MS}`);
    assert.is(network.calls.includes('scan'), body.hidden !== true);
    assert.equal(waits, []);
  });

const REFUSED: readonly [string, WifiConnect, RegExp][] = [
  ['no password', { ssid: 'Home' }, /^400 “Home” needs its password/],
  ['a short password', { ssid: 'Home', password: '1234567' }, /^400 A Wi-Fi password has 8 to 63/],
  ['a user name', { ssid: 'Work', password }, /^400 “Work” asks for a user name/],
  ['WEP', { ssid: 'Old', password }, /^400 “Old” is protected by WEP/],
];
for (const [name, body, detail] of REFUSED)
  test(`a network with ${name} is not tried`, async () => {
    const { network, wifi } = rig();
    assert.match(await refusal(wifi.connect(body)), detail);
    assert.equal(network.requests, []);
  });

const FAILURES: readonly [JoinFailure, RegExp][] = [
  ['wrong-password', /^400 “Home” did not accept the password/],
  ['not-found', /^400 “Home” was not found/],
  ['no-address', /^400 “Home” let flapbox in, but gave it no address/],
  ['timeout', /^400 Joining “Home” took longer than a minute/],
  ['refused', /^400 “Home” could not be joined/],
];
for (const [failure, detail] of FAILURES)
  test(`a network that is not joined: ${failure}`, async () => {
    const { network, wifi } = rig();
    network.outcome = { joined: false, failure };
    assert.match(await refusal(wifi.connect({ ssid: 'Home', password })), detail);
  });

test('the internet has half a minute to answer, in ten looks', async () => {
  const { network, wifi, waits } = rig();
  network.reachable = false;
  let looks = 0;
  network.connectivity = async () => ++looks > 10;
  assert.equal(await wifi.connect({ ssid: 'Home', password }), {
    status: 'connected',
    connectivity_confirmed: false,
    message: 'Joined “Home”, but the internet does not answer through it.',
  });
  assert.equal([looks, waits], [10, Array.from({ length: 9 }, () => 3000)]);
  assert.is((await wifi.connect({ ssid: 'Home', password })).connectivity_confirmed, true);
});

test('what is in reach, stored and connected, in the words of the interface', async () => {
  const { network, wifi } = rig();
  assert.equal((await wifi.scan()).slice(0, 2), [
    { ssid: 'Home', signal: 70, security: 'WPA2', in_use: false },
    { ssid: 'Cafe', signal: 40, security: 'open', in_use: false },
  ]);
  assert.equal(await wifi.saved(), [{ name: 'Stored', in_use: true }]);
  const setup = { phase: 'off', access_point: null, address: 'http://127.0.0.1', failure: null };
  assert.equal(await wifi.status(), { ...(await network.status()), setup });
  await wifi.disconnect();
  assert.is(network.calls.at(-1), 'disconnect');
  await wifi.forget('Stored');
  assert.match(await refusal(wifi.forget('Stored')), /^404 /);
});

test('set-up begins by hand', async () => {
  const { setUp, wifi } = rig();
  setUp.start();
  assert.is((await wifi.beginSetUp()).phase, 'opening');
  await setUp.stop();
});

const ALL: readonly [string, (wifi: Wifi) => Promise<unknown>][] = [
  ['status', (wifi) => wifi.status()],
  ['saved', (wifi) => wifi.saved()],
  ['scan', (wifi) => wifi.scan()],
  ['connect', (wifi) => wifi.connect({ ssid: 'Home', password })],
  ['disconnect', (wifi) => wifi.disconnect()],
  ['forget', (wifi) => wifi.forget('Stored')],
];
for (const [name, ask] of [...ALL, ['beginSetUp', (wifi: Wifi) => wifi.beginSetUp()] as const])
  test(`${name} is 501 where there is no Wi-Fi`, async () => {
    const { network, wifi } = rig();
    network.capable = { available: false, reason: 'This machine has no Wi-Fi device.' };
    assert.is(await refusal(ask(wifi)), '501 This machine has no Wi-Fi device.');
    network.capable = { available: false, reason: null };
    assert.is(await refusal(ask(wifi)), '501 There is no Wi-Fi here.');
  });
for (const [name, ask] of ALL)
  test(`${name} is 400 when the system refuses`, async () => {
    const { network, wifi } = rig();
    const refuse = () => Promise.reject(new Error('secret of the machine'));
    Object.assign(network, { status: refuse, saved: refuse, scan: refuse, connect: refuse, forget: refuse });
    network.disconnect = refuse;
    assert.is(await refusal(ask(wifi)), '400 The system refused: Wi-Fi could not be asked or changed.');
  });

test('without Wi-Fi the machine counts as online, nobody comes over an access point, and all else is refused', async () => {
  const absent = createAbsentNetwork('Wi-Fi is switched off.');
  assert.equal(await absent.capability(), { available: false, reason: 'Wi-Fi is switched off.' });
  assert.equal([absent.isOnline(), absent.isAccessPointClient('10.42.0.1', '10.42.0.2')], [true, false]);
  const request: JoinRequest = { ssid: 'Home', password: null, hidden: false, security: 'open' };
  const asked = [absent.scan(), absent.saved(), absent.connect(request, 1), absent.startAccessPoint('x')];
  assert.equal(
    await Promise.all(
      asked.map((one) =>
        one.then(
          () => 'done',
          (error: Error) => error.message,
        ),
      ),
    ),
    asked.map(() => 'Wi-Fi is switched off.'),
  );
});

test.run();
