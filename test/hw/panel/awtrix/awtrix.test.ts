import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AwtrixDevice } from '../../../../hw/emulator/awtrix/device.ts';
import { startAwtrixServer } from '../../../../hw/emulator/awtrix/server.ts';
import { startDeviceServer, type DeviceServer } from '../../../../hw/emulator/pixels/device-server.ts';
import { Awtrix } from '../../../../hw/panel/awtrix/awtrix.ts';
import { pixelsOf, statsOf } from '../../../../hw/panel/awtrix/link.ts';
import { INSTANT } from '../../../../src/board/driver.ts';
import { gridFromRows, gridToRows } from '../../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import type { Connection } from '../../../../src/schema/boards/boards.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { until } from '../../../support/until.ts';
import { panelOf } from '../rig.ts';
import { memoryClock } from './rig.ts';

const test = suite('awtrix');

const never = new AbortController().signal;
const LONG_MS = 30_000;
const times = { connectMs: LONG_MS, answerMs: LONG_MS };
const ends: (() => unknown)[] = [];

let awake: NodeJS.Timeout;
test.before(() => void (awake = setInterval(() => undefined, 60_000)));
test.after.each(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
test.after(() => clearInterval(awake));

const drive = (connection: Connection, cols = 8): Awtrix => {
  const driver = new Awtrix({ rows: 1, cols, panel: panelOf('awtrix', { connection }) }, { clock: systemClock, times });
  ends.push(() => driver.stop());
  return driver;
};
const serve = (server: DeviceServer): DeviceServer => {
  ends.push(() => server.close());
  return server;
};
const make = async (connection: Connection = {}, login: string | null = null) => {
  const device = new AwtrixDevice(systemClock);
  ends.push(() => device.close());
  const server = serve(await startAwtrixServer(device, { port: 0, login }));
  return { device, server, driver: drive({ host: `127.0.0.1:${server.port}`, ...connection }) };
};
/** A clock that answers each path as told; what it heard is kept. */
const script = async (answer: (path: string) => readonly [status: number, text: string]) => {
  const heard: string[] = [];
  const server = serve(
    await startDeviceServer(0, async ({ url }) => {
      heard.push(`${url.pathname}${url.search}`);
      const [status, text] = answer(url.pathname);
      return { status, text };
    }),
  );
  return { heard, driver: drive({ host: `127.0.0.1:${server.port}` }) };
};
const frame = (...codes: number[]) => ({ grid: gridFromRows([codes], 1, 8), transition: INSTANT });
const STATS = '{"uptime":100,"app":"flapbox"}';
const reasonOf = (outcome: object): string => ('reason' in outcome ? String(outcome.reason) : '');

test('the board is an app of the clock, brought to the front when another one is there', async () => {
  const { device, driver } = await make();
  await driver.start();
  assert.is(device.app, 'Time');
  await driver.write(frame(1), never);
  assert.equal([device.app, device.loop], ['flapbox', ['Time', 'Date', 'flapbox']]);
  device.next();
  await driver.write(frame(2), never);
  assert.is(device.app, 'flapbox', 'right after somebody has turned away');
  device.next();
  await driver.watch.look(never);
  await driver.write(frame(3), never);
  assert.is(device.app, 'flapbox');
});

test('a clock that stays with another app has not shown the frame', async () => {
  const stats = '{"uptime":100,"app":"Time"}';
  const { heard, driver } = await script((path) => [200, path === '/api/stats' ? stats : 'OK']);
  await driver.start();
  const outcome = await driver.write(frame(1), never);
  assert.is(outcome.status, 'failed');
  assert.match(reasonOf(outcome), /another of its apps/);
  assert.is(heard.filter((path) => path === '/api/switch').length, 1);
});

for (const [what, answer] of [
  ['a page', '<html><body>Hello</body></html>'],
  ['a list', '[]'],
  ['an object', '{"OK":false}'],
  ['an empty answer', ''],
  ['a refusal in words', 'ErrorParsingJson'],
  ['a sentence with it', 'not OK'],
] as const)
  for (const at of ['/api/custom', '/api/switch'])
    test(`${what} at ${at} is not the OK of the clock`, async () => {
      const { driver } = await script((path) => [200, path === '/api/stats' ? STATS : path === at ? answer : 'OK']);
      await driver.start();
      const outcome = await driver.write(frame(1), never);
      assert.is(outcome.status, 'failed');
      assert.match(reasonOf(outcome), answer === 'ErrorParsingJson' ? /"ErrorParsingJson"/ : /^The clock at /);
    });

for (const [status, sentence] of [
  [204, /answered with status 204\.$/],
  [300, /AWTRIX 3 clock \(status 300\): is the host right\?$/],
  [399, /AWTRIX 3 clock \(status 399\): is the host right\?$/],
  [400, /answered with status 400\.$/],
  [401, /refused the user or the password\.$/],
  [403, /refused the user or the password\.$/],
  [404, /AWTRIX 3 clock \(status 404\): is the host right\?$/],
  [500, /could not take what it was sent \(status 500\)\.$/],
  [503, /answered with status 503\.$/],
] as const)
  test(`status ${status} is told in a sentence`, async () => {
    const { driver } = await script((path) => (path === '/api/stats' ? [200, STATS] : [status, '']));
    await driver.start();
    const outcome = await driver.write(frame(1), never);
    assert.is(outcome.status, 'failed');
    assert.match(reasonOf(outcome), sentence);
  });

test('a frame is one bitmap that stays, and the front is asked for once', async () => {
  const { heard, driver } = await script((path) => [200, path === '/api/stats' ? STATS : 'OK']);
  await driver.start();
  for (const code of [1, 2]) assert.equal(await driver.write(frame(code), never), { status: 'sent' });
  const shown = '/api/custom?name=flapbox';
  assert.equal(heard, ['/api/stats', shown, '/api/switch', '/api/stats', shown, '/api/stats']);
});

test('what it shows is read, also that it shows something else', async () => {
  const { device, driver } = await make();
  await driver.start();
  await driver.write(frame(1, 2, 70, 71, 69), never);
  const read = async () => {
    const outcome = await driver.read(never);
    return outcome.status === 'read' && outcome.grid ? gridToRows(outcome.grid) : outcome;
  };
  assert.equal(await read(), [[1, 2, 70, 71, 69, 0, 0, 0]]);
  device.next();
  assert.equal(await read(), [[0, 0, 0, 0, 0, 0, 0, 0]]);
});

test('brightness goes to the clock in its own measure, and its own control ends', async () => {
  const { device, driver } = await make();
  driver.light(50);
  await driver.start();
  await driver.write(frame(1), never);
  assert.equal([device.brightness, device.settings['ABRI']], [128, false]);
  const kept = await make();
  await kept.driver.start();
  await kept.driver.write(frame(1), never);
  assert.equal([kept.device.brightness, kept.device.settings['ABRI']], [120, true]);
});

test('the light follows at once, and goes off and on', async () => {
  const { device, driver } = await make();
  await driver.start();
  await driver.write(frame(1), never);
  driver.light(10);
  await until(() => device.brightness === 26);
  driver.light(0);
  await until(() => device.stats['matrix'] === false);
  assert.is((await driver.write(frame(2), never)).status, 'sent', 'a dark clock takes frames');
  assert.is(device.stats['matrix'], false);
  assert.equal(await driver.read(never), { status: 'read', grid: frame(2).grid }, 'dark is no drift');
  driver.light(null);
  await until(() => device.stats['matrix'] === true);
});

test('a clock that starts anew is told of its light again', async () => {
  const { driver, device, events } = memoryClock();
  ends.push(
    () => device.close(),
    () => driver.stop(),
  );
  await driver.start();
  driver.light(0);
  await until(() => device.stats['matrix'] === false);
  device.restart();
  events()?.onArrival();
  await driver.watch.look(never);
  assert.is(device.stats['matrix'], false);
});

test('a login that is refused is a reason that no try will change', async () => {
  const { driver } = await make({ username: 'me', password: 'wrong-word' }, 'me:right-word');
  const outcome = await driver.start().then(
    () => assert.unreachable(),
    (error: Error) => error.message,
  );
  assert.match(String(outcome), /refused the user or the password/);
  const written = await driver.write(frame(1), never);
  assert.equal([written.status, 'refused' in written && written.refused], ['failed', true]);
  assert.not.match(JSON.stringify(written), 'word-');
  const right = await make({ username: 'me', password: 'right-word' }, 'me:right-word');
  await right.driver.start();
  assert.is((await right.driver.write(frame(1), never)).status, 'sent');
});

for (const [what, status, reason] of [
  ['could not be parsed', 500, /could not take/],
  ['is unknown', 404, /does not answer like an AWTRIX 3 clock/],
  ['is elsewhere', 302, /does not answer like an AWTRIX 3 clock/],
  ['is too much', 503, /answered with status 503/],
] as const)
  test(`an app that ${what} is not shown`, async () => {
    const { driver } = await script((path) => (path === '/api/stats' ? [200, STATS] : [status, 'no']));
    await driver.start();
    const outcome = await driver.write(frame(1), never);
    assert.is(outcome.status, 'failed');
    assert.match(reasonOf(outcome), reason);
  });

test('an app that cannot come to the front is not shown', async () => {
  const { driver } = await script((path) =>
    path === '/api/switch' ? [500, 'FAILED'] : [200, path === '/api/stats' ? STATS : 'OK'],
  );
  await driver.start();
  assert.is((await driver.write(frame(1), never)).status, 'failed');
});

test('answers that are none: stats, pixels', async () => {
  for (const text of ['{}', '[]', 'x', 'null', '{"uptime":null']) {
    const { driver } = await script(() => [200, text]);
    await driver.start().then(
      () => assert.unreachable(text),
      (error: Error) => assert.match(error.message, /like an AWTRIX 3 clock/),
    );
  }
  for (const text of [
    '[]',
    '[1,2]',
    JSON.stringify(new Array(256).fill('x')),
    JSON.stringify(new Array(256).fill(-1)),
  ]) {
    const { driver } = await script((path) => [200, path === '/api/screen' ? text : STATS]);
    await driver.start();
    assert.is((await driver.read(never)).status, 'failed');
  }
  assert.is(pixelsOf(new Array(255).fill(0)), null);
});

test('stats of all versions are understood', () => {
  assert.equal(statsOf({ uptime: 90_061, app: 'Time' }), { uptime: 90_061, app: 'Time' });
  assert.equal(statsOf({ uptime: 'P1DT1H1M1S' }), { uptime: 90_061, app: null });
  assert.equal(statsOf({ uptime: 'soon', app: 3 }), { uptime: null, app: null });
  for (const answer of [null, [], 'x', {}, 5]) assert.is(statsOf(answer), null);
});

test('a clock that started anew is noticed by its stats, a slow answer is not taken for that', async () => {
  let uptime = 1000;
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const { driver, events } = memoryClock({ clock });
  let restarts = 0;
  driver.listen({ onRestart: () => restarts++ });
  await driver.start();
  const tell = (): void => events()?.onStats({ uptime, app: 'flapbox' });
  tell();
  await clock.advance(10_000);
  uptime += 7;
  tell();
  assert.is(restarts, 0, 'three seconds late');
  await clock.advance(20_000);
  uptime = 1;
  tell();
  tell();
  assert.is(restarts, 1);
  await clock.advance(30_000);
  uptime = 12;
  tell();
  assert.is(restarts, 2, 'started anew, and up longer than it was when it was last heard');
  await driver.stop();
});

test('a clock that comes to its broker gets its content, in front', async () => {
  const { driver, device, events } = memoryClock();
  ends.push(
    () => device.close(),
    () => driver.stop(),
  );
  let restarts = 0;
  driver.listen({ onRestart: () => restarts++ });
  await driver.start();
  const six = { grid: gridFromRows([[1]], 1, 6), transition: INSTANT };
  await driver.write(six, never);
  device.restart();
  events()?.onArrival();
  assert.is(restarts, 1);
  await driver.write(six, never);
  assert.is(device.app, 'flapbox');
});

test('over a broker too a frame is sent when it is in front, right after somebody has turned away', async () => {
  const { driver, device } = memoryClock();
  ends.push(
    () => device.close(),
    () => driver.stop(),
  );
  await driver.start();
  const six = (code: number) => ({ grid: gridFromRows([[code]], 1, 6), transition: INSTANT });
  await driver.write(six(1), never);
  device.next();
  assert.is((await driver.write(six(2), never)).status, 'sent');
  assert.is(device.app, 'flapbox');
  device.power('{"power":false}');
  device.switchTo = () => false;
  assert.is((await driver.write(six(3), never)).status, 'failed', 'what nobody can see is not sent');
});

test('a clock that was away gets what it missed', async () => {
  const { server, driver } = await make();
  let restarts = 0;
  driver.listen({ onRestart: () => restarts++ });
  await driver.start();
  await server.setFault('off');
  const outcome = await driver.write(frame(1), never);
  assert.equal([outcome.status, 'unreached' in outcome && outcome.unreached], ['failed', true]);
  await driver.watch.look(never).catch(() => undefined);
  await server.setFault('none');
  await driver.watch.look(never);
  await driver.watch.look(never);
  assert.is(restarts, 1);
});

test('settings that cannot work are refused in a sentence', () => {
  const url = 'mqtt://broker.lan';
  for (const [connection, reason] of [
    [{}, /needs its host/],
    [{ host: 'a b' }, /not a name or an IP address/],
    [{ url: '' }, /address of its MQTT broker/],
    [{ url }, /needs the prefix/],
    [{ url, topic_prefix: '/' }, /needs the prefix/],
    [{ url, topic_prefix: 'a/#' }, /wildcards/],
    [{ url: 'http://x', topic_prefix: 'a' }, /address of its MQTT broker/],
  ] as const)
    assert.throws(() => drive(connection), reason);
  assert.throws(() => drive({ host: 'clock.lan' }, 9), /room for at most 1 row of 8 columns/);
});

test.run();
