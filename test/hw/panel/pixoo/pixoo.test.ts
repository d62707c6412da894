import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PixooDevice } from '../../../../hw/emulator/pixoo/device.ts';
import { SIDE } from '../../../../hw/panel/pixoo/commands.ts';
import { startPixooServer } from '../../../../hw/emulator/pixoo/server.ts';
import { startDeviceServer, type DeviceServer } from '../../../../hw/emulator/pixels/device-server.ts';
import { Pixoo } from '../../../../hw/panel/pixoo/pixoo.ts';
import { INSTANT } from '../../../../src/board/driver.ts';
import { gridFromRows } from '../../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { until } from '../../../support/until.ts';
import { codesIn } from '../pixels/reader.ts';
import { panelOf } from '../rig.ts';

const test = suite('pixoo');

const never = new AbortController().signal;
/** No answer takes so long on a busy machine; where none comes, a test waits less. */
const LONG_MS = 30_000;
const times = { connectMs: LONG_MS, answerMs: LONG_MS };
const open: DeviceServer[] = [];
const drivers: Pixoo[] = [];

let awake: NodeJS.Timeout;
test.before(() => void (awake = setInterval(() => undefined, 60_000)));
test.after.each(async () => {
  for (const driver of drivers.splice(0)) await driver.stop();
  for (const server of open.splice(0)) await server.close();
});
test.after(() => clearInterval(awake));

const drive = (host: string): Pixoo => {
  const panel = panelOf('pixoo', { connection: { host } });
  const driver = new Pixoo({ rows: 1, cols: 4, panel }, { clock: systemClock, times, paceMs: 0 });
  drivers.push(driver);
  return driver;
};
const make = async (hangsAfter = 300) => {
  const device = new PixooDevice(() => undefined, { hangsAfter });
  const server = await startPixooServer(device, { port: 0, answerMs: 0 });
  open.push(server);
  return { device, server, driver: drive(`127.0.0.1:${server.port}`) };
};
/** A device that answers each command as told; what it heard is kept. */
const script = async (answer: (command: string) => string) => {
  const heard: Record<string, unknown>[] = [];
  const server = await startDeviceServer(0, async ({ body }) => {
    const command = JSON.parse(body) as Record<string, unknown>;
    heard.push(command);
    return { status: 200, text: answer(String(command['Command'])) };
  });
  open.push(server);
  return { heard, driver: drive(`127.0.0.1:${server.port}`) };
};
const frame = (...codes: number[]) => ({ grid: gridFromRows([codes], 1, 4), transition: INSTANT });
const OK = '{"error_code":0,"PicId":7}';

test('it answers, but does not tell what it shows', async () => {
  const { driver } = await script(() => OK);
  await driver.start();
  assert.equal(await driver.read(never), { status: 'read', grid: null });
});

test('the first picture begins the count anew, and each has the next number', async () => {
  const { heard, driver } = await script(() => OK);
  await driver.start();
  assert.equal(
    heard.map(({ Command }) => Command),
    ['Draw/GetHttpGifId'],
  );
  for (const code of [1, 2]) assert.equal(await driver.write(frame(code), never), { status: 'sent' });
  assert.equal(
    heard.slice(1).map(({ Command, PicID }) => [Command, PicID]),
    [
      ['Draw/ResetHttpGifId', undefined],
      ['Draw/SendHttpGif', 1],
      ['Draw/SendHttpGif', 2],
    ],
  );
  const { PicData, ...others } = heard[2] ?? {};
  assert.equal(others, {
    Command: 'Draw/SendHttpGif',
    PicNum: 1,
    PicWidth: SIDE,
    PicOffset: 0,
    PicID: 1,
    PicSpeed: 1000,
  });
  assert.is(Buffer.from(String(PicData), 'base64').length, SIDE * SIDE * 3);
});

test('a device that hangs after a while gets there never: the count is begun anew in time', async () => {
  const { device, driver } = await make(40);
  await driver.start();
  for (let index = 0; index < 130; index++)
    assert.is((await driver.write(frame((index % 26) + 1), never)).status, 'sent');
  assert.is(device.hangs, false);
  assert.equal(codesIn(device.pixels, SIDE, 1, 4), [[(129 % 26) + 1, 0, 0, 0]]);
});

test('the brightness follows the first picture, and is the owner’s where none is set', async () => {
  const set = await make();
  set.driver.light(25);
  await set.driver.start();
  assert.is(set.device.brightness, 100);
  await set.driver.write(frame(1), never);
  assert.is(set.device.brightness, 25);
  const kept = await make();
  await kept.driver.start();
  await kept.driver.write(frame(1), never);
  assert.is(kept.device.brightness, 100);
});

test('the light follows at once, goes off and on, and is told again to a device that was off', async () => {
  const { device, driver } = await make();
  await driver.start();
  await driver.write(frame(1), never);
  driver.light(0);
  await until(() => device.pixels.every((pixel) => pixel === 0));
  device.restart();
  await driver.watch.look(never);
  await driver.watch.look(never);
  assert.ok(device.pixels.every((pixel) => pixel === 0));
  driver.light(60);
  await until(() => device.brightness === 60 && device.pixels.some((pixel) => pixel !== 0));
});

for (const [what, answer, reason] of [
  ['an error code', '{"error_code":1}', /refused a command \(error 1\)/],
  ['a word for an error', '{"error_code":"Request data illegal json"}', /Request data illegal json/],
  ['no code', '{}', /does not answer like a Pixoo 64/],
  ['no JSON', '<html>the router</html>', /does not answer like a Pixoo 64/],
  ['a list', '[]', /does not answer like a Pixoo 64/],
] as const)
  test(`${what} is no picture`, async () => {
    const { driver } = await script((command) => (command === 'Draw/SendHttpGif' ? answer : OK));
    await driver.start();
    const outcome = await driver.write(frame(1), never);
    assert.is(outcome.status, 'failed');
    assert.match('reason' in outcome ? outcome.reason : '', reason);
  });

test('something else at that address is not started', async () => {
  for (const answer of ['{"error_code":0}', '<html/>', '{"error_code":0,"PicId":"x"}']) {
    const { driver } = await script(() => answer);
    await driver.start().then(
      () => assert.unreachable(answer),
      (error: Error) => assert.match(error.message, /like a Pixoo 64/),
    );
  }
});

test('a device whose name nobody knows now is away, and not refused', async () => {
  const driver = drive('pixoo.invalid');
  await driver.start().catch(() => undefined);
  assert.equal(await driver.write(frame(1), never), {
    status: 'failed',
    reason: 'The Pixoo at pixoo.invalid cannot be found by its name: use its IP address.',
    unreached: true,
  });
});

test('an address outside the home network is not reached for', async () => {
  const driver = drive('8.8.8.8');
  await driver.start().then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /home network/),
  );
});

test('after a failure the count is begun anew', async () => {
  let fails = false;
  const { heard, driver } = await script((command) =>
    fails && command === 'Draw/SendHttpGif' ? '{"error_code":9}' : OK,
  );
  await driver.start();
  await driver.write(frame(1), never);
  fails = true;
  await driver.write(frame(2), never);
  fails = false;
  heard.length = 0;
  assert.is((await driver.write(frame(3), never)).status, 'sent');
  assert.equal(
    heard.map(({ Command, PicID }) => PicID ?? Command),
    ['Draw/GetHttpGifId', 'Draw/ResetHttpGifId', 1],
  );
});

test('a device that starts anew is noticed once, and one that was never away is not', async () => {
  const { device, driver } = await make();
  let restarts = 0;
  driver.listen({ onRestart: () => restarts++ });
  await driver.start();
  await driver.watch.look(never);
  await driver.write(frame(1), never);
  await driver.write(frame(2), never);
  await driver.watch.look(never);
  await driver.watch.look(never);
  assert.is(restarts, 0);
  device.restart();
  await driver.watch.look(never);
  await driver.watch.look(never);
  assert.is(restarts, 1);
  await driver.write(frame(3), never);
  await driver.watch.look(never);
  assert.is(restarts, 1);
  assert.equal(codesIn(device.pixels, SIDE, 1, 4), [[3, 0, 0, 0]]);
});

test('after a picture of another program the next frame is shown, and until then it is left alone', async () => {
  const { device, driver } = await make();
  let restarts = 0;
  driver.listen({ onRestart: () => restarts++ });
  await driver.start();
  await driver.write(frame(1), never);
  await driver.watch.look(never);
  const picture = { PicNum: 1, PicWidth: 64, PicOffset: 0, PicID: 50, PicSpeed: 1 };
  const PicData = Buffer.alloc(SIDE * SIDE * 3).toString('base64');
  device.obey(JSON.stringify({ Command: 'Draw/SendHttpGif', ...picture, PicData }));
  await driver.watch.look(never);
  assert.equal([restarts, codesIn(device.pixels, SIDE, 1, 4)[0]?.[0]], [0, 0]);
  await driver.write(frame(2), never);
  assert.is(codesIn(device.pixels, SIDE, 1, 4)[0]?.[0], 2);
});

test('a device that hung and was switched off and on gets what it missed', async () => {
  const { server, device, driver } = await make();
  let restarts = 0;
  driver.listen({ onRestart: () => restarts++ });
  await driver.start();
  await driver.write(frame(1), never);
  await server.setFault('silent');
  times.answerMs = 100;
  assert.is((await driver.write(frame(2), never)).status, 'failed');
  await driver.watch.look(never).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /did not answer/),
  );
  times.answerMs = LONG_MS;
  device.restart();
  await server.setFault('none');
  await driver.watch.look(never);
  assert.is(restarts, 1);
});

test('a picture waits until the one before is a second old, or until it is called off', async () => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const device = new PixooDevice();
  const server = await startPixooServer(device, { port: 0, answerMs: 0 });
  open.push(server);
  const panel = panelOf('pixoo', { connection: { host: `127.0.0.1:${server.port}` } });
  const driver = new Pixoo({ rows: 1, cols: 4, panel }, { clock });
  drivers.push(driver);
  await driver.start();
  const shown = () => codesIn(device.pixels, SIDE, 1, 4)[0]?.[0];
  await driver.write(frame(1), never);
  await clock.advance(300);
  const second = driver.write(frame(2), never);
  await clock.advance(699);
  assert.is(shown(), 1);
  await clock.advance(1);
  assert.is((await second).status, 'sent');
  assert.is(shown(), 2);
  const abort = new AbortController();
  const third = driver.write(frame(3), abort.signal);
  abort.abort();
  assert.is((await third).status, 'failed');
  assert.is(shown(), 2);
});

test('settings that cannot work are refused in a sentence', () => {
  const panel = panelOf('pixoo', { connection: { host: 'pixoo.lan' } });
  assert.throws(
    () => new Pixoo({ rows: 6, cols: 22, panel }, { clock: systemClock }),
    /room for at most 10 rows of 16 columns/,
  );
  assert.throws(() => drive(''), /needs its host/);
});

test.run();
