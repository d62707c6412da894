import { getEventListeners } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { networkInterfaces } from 'node:os';
import { systemClock } from '../../../src/platform/clock.ts';
import { discoverBoards, neighbours } from '../../../hw/vestaboard/discover.ts';
import { never, withEmulator } from '../rig.ts';

const test = suite('discovery');
const nobody = () => Promise.resolve(null);

test('finds what accepts connections, in the order of the addresses', () =>
  withEmulator({}, async ({ port }) => {
    const addresses = ['127.0.0.2', '127.0.0.1', '127.0.0.3'];
    const found = await discoverBoards({ clock: systemClock, addresses, resolve: nobody, port }, never());
    assert.equal(found, [{ host: '127.0.0.1', port, name: null }]);
  }));

test('puts boards with a name first, and lists each once', () =>
  withEmulator({ host: '127.0.0.9' }, (one) =>
    withEmulator({ host: '127.0.0.8', port: one.port }, async ({ port }) => {
      const resolve = (name: string) =>
        Promise.resolve(name.startsWith('vestaboard.') || name === 'vestaboard' ? '127.0.0.9' : null);
      const found = await discoverBoards(
        { clock: systemClock, addresses: ['127.0.0.8', '127.0.0.9'], resolve, port },
        never(),
      );
      assert.equal(found, [
        { host: '127.0.0.9', port, name: 'vestaboard.local' },
        { host: '127.0.0.8', port, name: null },
      ]);
    }),
  ));

test('finds a named board outside of the addresses', () =>
  withEmulator({}, async ({ port }) => {
    const found = await discoverBoards(
      {
        clock: systemClock,
        addresses: [],
        resolve: (name) => Promise.resolve(name === 'vestaboard-2.local' ? '127.0.0.1' : null),
        port,
      },
      never(),
    );
    assert.equal(found, [{ host: '127.0.0.1', port, name: 'vestaboard-2.local' }]);
  }));

test('a name whose board does not accept connections is not listed', () =>
  withEmulator({}, async (emulator) => {
    await emulator.refuse();
    const found = await discoverBoards(
      { clock: systemClock, addresses: [], resolve: () => Promise.resolve('127.0.0.1'), port: emulator.port },
      never(),
    );
    assert.equal(found, []);
  }));

test('names that are never resolved do not hold it up', () =>
  withEmulator({}, async ({ port }) => {
    const found = await discoverBoards(
      { clock: systemClock, addresses: ['127.0.0.1'], resolve: () => new Promise(() => undefined), namesMs: 10, port },
      never(),
    );
    assert.is(found.length, 1);
  }));

test('each address has half a second, all names two, and boards are asked for by their usual names', async () => {
  const waits: number[] = [];
  const names: string[] = [];
  const clock = {
    ...systemClock,
    after: (ms: number, run: () => void) => (waits.push(ms), systemClock.after(ms, run)),
  };
  const resolve = (name: string) => (names.push(name), Promise.resolve(null));
  // Nothing of this machine listens there.
  await discoverBoards({ clock, addresses: ['127.0.0.77'], resolve, port: 1 }, never());
  assert.equal(names, ['vestaboard.local', 'vestaboard-2.local', 'vestaboard-3.local', 'vestaboard']);
  assert.equal(waits, [500, 2000]);
});

test('at most fifty addresses are knocked at together', async () => {
  const addresses = Array.from({ length: 120 }, (_, at) => `127.0.1.${at + 1}`);
  let [waiting, most] = [0, 0];
  const after = (ms: number, run: () => void) => {
    waiting++;
    most = Math.max(most, waiting);
    const cancel = systemClock.after(ms, run);
    return () => {
      waiting--;
      cancel();
    };
  };
  const options = { clock: { ...systemClock, after }, addresses, resolve: nobody, port: 1, connectMs: 30_000 };
  assert.equal(await discoverBoards(options, never()), []);
  assert.equal([most, waiting], [50, 0]);
});

test('an abort ends it', () =>
  withEmulator({}, async ({ port }) => {
    assert.equal(
      await discoverBoards(
        { clock: systemClock, addresses: ['127.0.0.1'], resolve: nobody, port },
        AbortSignal.abort(),
      ),
      [],
    );
  }));

test('nothing of it stays on a signal that lives on', () =>
  withEmulator({}, async ({ port }) => {
    const { signal } = new AbortController();
    const addresses = ['127.0.0.1', '127.0.0.2'];
    await discoverBoards({ clock: systemClock, addresses, resolve: nobody, port }, signal);
    assert.is(getEventListeners(signal, 'abort').length, 0);
  }));

const own = (address: string, internal = false, family: 'IPv4' | 'IPv6' = 'IPv4') =>
  ({ address, internal, family, netmask: '', mac: '', cidr: null }) as never;
const near = (...all: never[]) => neighbours({ any: all } as ReturnType<typeof networkInterfaces>);

test('looks around its own private addresses, but not at itself', () => {
  const addresses = near(own('192.168.7.20'));
  assert.is(addresses.length, 253);
  assert.is(addresses[0], '192.168.7.1');
  assert.is(addresses.at(-1), '192.168.7.254');
  assert.not.ok(addresses.includes('192.168.7.20'));
});
test('looks into a network once, whatever the number of its own addresses', () =>
  assert.is(near(own('10.0.0.2'), own('10.0.0.3')).length, 252));
test('looks into every private network', () => assert.is(near(own('10.0.0.2'), own('172.16.5.3')).length, 506));
test('does not look around public addresses', () => assert.equal(near(own('8.8.8.8')), []));
test('does not look around itself alone', () => assert.equal(near(own('127.0.0.1', true)), []));
test('a network without addresses has no neighbours', () => assert.equal(neighbours({ any: undefined }), []));
test('does not look around IPv6 addresses', () => assert.equal(near(own('fe80::1', false, 'IPv6')), []));

test.run();
