import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JoinRequest } from '../../src/setup/network.ts';
import { JOIN_MS, LOST_MS, QUIET_MS } from '../../src/setup/phase.ts';
import { SetUp } from '../../src/setup/set-up.ts';
import { createFakeClock, settle } from '../support/fake-clock.ts';
import { createFakeNetwork, seen } from '../support/fake-network.ts';
import { createQuietLog } from '../support/quiet-log.ts';

const test = suite('setup/set-up');

const home: JoinRequest = { ssid: 'Home', password: 'correct horse', hidden: false, security: 'wpa' };

const rig = () => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const network = createFakeNetwork();
  const log = createQuietLog();
  const places: (string | null)[] = [];
  const setUp = new SetUp({
    network,
    clock,
    log,
    onActive: (place) => places.push(place && `${place.name} ${place.address}`),
  });
  return { clock, network, log, places, setUp };
};

test('without any network it scans first, and then opens its access point', async () => {
  const { clock, network, places, setUp } = rig();
  setUp.start();
  await clock.advance(20_000);
  assert.equal(network.calls, ['scan', 'open flapbox-12AB']);
  assert.equal(places, ['flapbox-12AB 127.0.0.1']);
  assert.is(setUp.isThere, true);
  assert.equal(
    setUp.view.networks.map(({ ssid }) => ssid),
    ['Home', 'Cafe'],
  );
  assert.is(setUp.view.phase, 'open');
});

test('with a cable it never begins', async () => {
  const { clock, network, setUp } = rig();
  network.online = true;
  setUp.start();
  await clock.advance(3_600_000);
  assert.equal(network.calls, []);
});

test('visitors of the access point are its own from before it opens until it has gone', async () => {
  const { clock, network, setUp } = rig();
  const { startAccessPoint, stopAccessPoint } = network;
  const seenBy: [string, boolean][] = [];
  const watch = (what: string) => {
    const look = (when: string) => seenBy.push([`${when} ${what}`, setUp.isThere]);
    return async (work: () => Promise<void>) => {
      look('before');
      await work();
      look('right after');
    };
  };
  network.startAccessPoint = (name) => watch('opening')(() => startAccessPoint(name));
  network.stopAccessPoint = () => watch('closing')(() => stopAccessPoint());
  assert.is(setUp.isThere, true, 'an earlier service may have left one');
  setUp.start();
  await settle();
  assert.is(setUp.isThere, false, 'what it left is gone');
  await clock.advance(20_000);
  network.online = true;
  await clock.advance(5000);
  assert.is(setUp.isThere, false, 'a cable has ended it');
  assert.equal(
    seenBy.filter(([, isThere]) => !isThere),
    [],
  );
  assert.equal(
    seenBy.map(([when]) => when),
    ['closing', 'opening', 'closing'].flatMap((what) => [`before ${what}`, `right after ${what}`]),
  );
});

test('what could not be opened is not there', async () => {
  const { clock, network, setUp } = rig();
  network.failures = 1;
  setUp.start();
  await clock.advance(10_000);
  assert.is(setUp.isThere, false);
});

test('a cable ends it', async () => {
  const { clock, network, places, setUp } = rig();
  setUp.start();
  await clock.advance(20_000);
  network.online = true;
  await clock.advance(5000);
  assert.is(network.accessPoint, null);
  assert.equal(places, ['flapbox-12AB 127.0.0.1', null]);
});

test('the answer is sent before the access point closes, and the choice has a minute', async () => {
  const { clock, network, log, setUp } = rig();
  network.outcome = null;
  setUp.start();
  await clock.advance(20_000);
  setUp.choose(home);
  await clock.advance(2999);
  assert.is(network.accessPoint, 'flapbox-12AB');
  await clock.advance(1);
  assert.equal(network.calls.slice(2), ['close', `join Home ${JOIN_MS}`]);
  setUp.visit();
  setUp.begin();
  await clock.advance(10_000);
  network.finish({ joined: true });
  await settle();
  assert.is(setUp.view.phase, 'off');
  assert.match(log.lines.at(-1) ?? '', /Wi-Fi set-up joined the chosen network\.(?!.*failure)/);
  await clock.advance(LOST_MS * 2);
  assert.is(network.accessPoint, null);
  assert.is(network.calls.length, 4, 'what was asked meanwhile joins nothing again');
});

test('a wrong password brings the access point back with the reason, and everything stored is as before', async () => {
  const { clock, network, log, places, setUp } = rig();
  network.known = [{ ssid: 'Old', in_use: false }];
  network.outcome = { joined: false, failure: 'wrong-password' };
  setUp.start();
  setUp.begin();
  await settle();
  setUp.choose(home);
  await clock.advance(4000);
  assert.equal(network.calls.slice(-2), ['scan', 'open flapbox-12AB']);
  assert.match(setUp.view.failure ?? '', /“Home” did not accept the password/);
  assert.is(setUp.view.failedSsid, 'Home');
  assert.equal(network.known, [{ ssid: 'Old', in_use: false }]);
  assert.is(places.length, 1, 'panels do not turn in between');
  assert.ok(log.lines.some((line) => /could not join the chosen network\..*failure.*wrong-password/.test(line)));
  assert.not.ok(log.lines.some((line) => line.includes(home.password ?? '')));
});

test('a stored network that is not seen for five minutes; then another chance for it', async () => {
  const { clock, network, setUp } = rig();
  network.known = [{ ssid: 'Home', in_use: false }];
  setUp.start();
  await clock.advance(LOST_MS - 5000);
  assert.is(network.accessPoint, null);
  await clock.advance(10_000);
  assert.is(network.accessPoint, 'flapbox-12AB');
  await clock.advance(QUIET_MS + 5000);
  assert.is(network.accessPoint, null, 'closed for a moment');
  network.online = true;
  await clock.advance(10_000);
  assert.is(setUp.view.phase, 'off');
});

test('a radio that cannot search while it is an access point keeps the list of before', async () => {
  const { clock, network, setUp } = rig();
  setUp.start();
  await clock.advance(20_000);
  network.networks = [];
  await setUp.search();
  assert.is(setUp.view.networks.length, 2);
  network.networks = [seen('New')];
  await setUp.search();
  assert.equal(
    setUp.view.networks.map(({ ssid }) => ssid),
    ['New'],
  );
});

test('an access point that does not open is tried again', async () => {
  const { clock, network, log, setUp } = rig();
  network.failures = 1;
  setUp.start();
  await clock.advance(15_000);
  assert.ok(log.lines.some((line) => line.includes('the radio refuses')));
  await clock.advance(20_000);
  assert.is(network.accessPoint, 'flapbox-12AB');
});

test('without a Wi-Fi device nothing is opened, and no notice is shown', async () => {
  const { clock, network, places, setUp } = rig();
  network.capable = { available: false, reason: 'none' };
  setUp.start();
  setUp.begin();
  await clock.advance(60_000);
  assert.equal([network.calls, places], [[], []]);
});

test('a network service that does not answer yet is asked again', async () => {
  const { clock, network, setUp } = rig();
  const saved = network.saved.bind(network);
  network.saved = () => Promise.reject(new Error('not running'));
  setUp.start();
  await clock.advance(60_000);
  network.saved = saved;
  await clock.advance(30_000);
  assert.is(network.accessPoint, 'flapbox-12AB');
});

test('the end closes what is open', async () => {
  const { clock, network, places, setUp } = rig();
  setUp.start();
  await clock.advance(20_000);
  await setUp.stop();
  assert.is(network.accessPoint, null);
  assert.is(places.at(-1), null);
  setUp.begin();
  await clock.advance(60_000);
  assert.is(network.accessPoint, null);
});

test('an access point left behind is closed at the start', async () => {
  const { network, setUp } = rig();
  network.online = true;
  network.accessPoint = 'flapbox-12AB';
  setUp.start();
  await settle();
  assert.is(network.accessPoint, null);
});

test('a search that fails leaves an empty list, and the access point opens all the same', async () => {
  const { clock, network, setUp } = rig();
  network.scan = () => Promise.reject(new Error('the radio is busy'));
  setUp.start();
  await clock.advance(20_000);
  assert.equal([setUp.view.phase, setUp.view.networks], ['open', []]);
});

test('who stops it right after a choice has nothing changed', async () => {
  const { clock, network, setUp } = rig();
  setUp.start();
  await clock.advance(20_000);
  setUp.choose(home);
  await clock.advance(1000);
  void setUp.stop();
  await clock.advance(10_000);
  assert.equal(network.requests, []);
});

test('a system that cannot be asked to join brings the access point back', async () => {
  const { clock, network, log, setUp } = rig();
  network.connect = () => Promise.reject(new Error('no bus'));
  setUp.start();
  await clock.advance(20_000);
  setUp.choose(home);
  await clock.advance(4000);
  assert.equal([setUp.view.phase, setUp.view.failedSsid], ['open', 'Home']);
  assert.match(setUp.view.failure ?? '', 'could not be joined');
  assert.ok(log.lines.some((line) => /could not ask the system to join.*no bus/.test(line)));
});

test('a step that fails is told to the log and holds up none of those after it', async () => {
  const { clock, network, log, setUp } = rig();
  const { stopAccessPoint } = network;
  network.stopAccessPoint = () => Promise.reject(new Error('it will not close'));
  setUp.start();
  await settle();
  network.stopAccessPoint = stopAccessPoint;
  await clock.advance(20_000);
  assert.is(setUp.view.phase, 'open');
  assert.ok(log.lines.some((line) => /failed at a step.*it will not close/.test(line)));
});

test.run();
