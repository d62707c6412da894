import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Screen, paceOf, type ScreenConnection, type ScreenDeps } from '../../../../hw/panel/screen/screen.ts';
import { gridFromRows } from '../../../../src/core/flaps/grid.ts';
import { PLAIN, type Look } from '../../../../src/core/look/palette.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { flapsOn } from '../../../support/flaps-on-screen.ts';
import { FakeScreen } from '../../../support/screen-device.ts';
import { until } from '../../../support/until.ts';
import { frameOf, never } from '../../rig.ts';
import { panelOf } from '../rig.ts';

const test = suite('hw/panel/screen');
const SIZE = { rows: 1, cols: 4 };
const MODE = { width: 400, height: 200, bits: 32 } as const;
const HI = [8, 9, 0, 63];
const NO = [14, 15, 0, 65];

let screen: FakeScreen;
let drivers: Screen[] = [];
let awake: NodeJS.Timeout;

test.before.each(() => {
  // Clocks let a process end while they wait.
  awake = setInterval(() => undefined, 60_000);
  screen = new FakeScreen(MODE);
  drivers = [];
});
test.after.each(async () => {
  clearInterval(awake);
  for (const driver of drivers) await driver.stop();
  screen.close();
});

const create = (connection: ScreenConnection = {}, deps: Partial<ScreenDeps> = {}, look: Look = PLAIN): Screen => {
  const panel = { ...panelOf('screen'), connection: { device: screen.device, ...connection } };
  const made = new Screen(
    { ...SIZE, look, panel },
    { clock: systemClock, screenRoot: screen.root, flapMs: () => 2, ...deps },
  );
  drivers.push(made);
  return made;
};

const started = async (...from: Parameters<typeof create>): Promise<Screen> => {
  const driver = create(...from);
  await driver.start();
  return driver;
};

const write = (driver: Screen, codes: number[]) => driver.write(frameOf(gridFromRows([codes], 1, 4)), never());
const shown = (connection: ScreenConnection = {}, look?: Look, steps?: number) =>
  flapsOn(screen.still, connection, SIZE.rows, SIZE.cols, look, steps)[0];
const comesToShow = (codes: number[], ...how: Parameters<typeof shown>) =>
  until(() => JSON.stringify(shown(...how)) === JSON.stringify(codes));
const look = (driver: Screen) => driver.watch.look(never());

test('the first frame is there at once: a restart of the service is not seen', async () => {
  const driver = await started({}, { flapMs: () => 60_000 });
  assert.ok(screen.isBlack, 'nothing is painted before there is something to show');
  assert.equal(await write(driver, HI), { status: 'sent' });
  assert.equal(shown(), HI);
  await driver.stop();
  assert.equal(shown(), HI, 'the picture stays');
  const again = await started({}, { flapMs: () => 60_000 });
  assert.equal(shown(), HI);
  await write(again, HI);
  assert.equal(shown(), HI);
});

test('then flaps run through their reel, fall, and end on what was asked for', async () => {
  const clock = createFakeClock('2026-11-23T12:00:00Z');
  const driver = await started({}, { clock, flapMs: () => 1000 });
  const frameBy = async (codes: number[]) => {
    await clock.advance(20);
    return shown()?.join() === codes.join();
  };
  await write(driver, [1, 1, 1, 1]);
  await write(driver, [1, 1, 4, 1]);
  // Between two flaps a cell shows halves of both.
  await until(() => frameBy([1, 1, -1, 1]));
  await until(() => frameBy([1, 1, 4, 1]));
  // The last pixels of a fall are less than one line.
  assert.ok(clock.monotonic() > 2900, 'three flaps, one after the other');
});

test('every module has a pace of its own, the same at every start', () => {
  const paces = Array.from({ length: 132 }, (_, cell) => paceOf(cell));
  assert.ok(paces.every((pace) => pace >= 72 && pace <= 88));
  assert.ok(new Set(paces).size > 100);
  assert.is(paceOf(17), paces[17]);
});

test('a white board is white, without its case, and red and blue can change places', async () => {
  const white: Look = { board_color: 'white', code62_glyph: 'heart' };
  const connection = { frame: 'borderless', swap_red_blue: true } as const;
  const driver = await started(connection, {}, white);
  await write(driver, [62, 63, 67, 8]);
  await comesToShow([62, 63, 67, 8], connection, white);
});

test('a screen that is gone is told in a sentence, and gets its content back', async () => {
  const driver = await started();
  let restarts = 0;
  driver.listen({ onRestart: () => restarts++ });
  await write(driver, HI);
  screen.unplug();
  const failed = await write(driver, NO);
  assert.is(failed.status, 'failed');
  assert.match('reason' in failed ? failed.reason : '', /^There is no screen fb0: /);
  assert.match(JSON.stringify(await driver.read(never())), /no screen fb0/);
  await look(driver).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /no screen fb0/),
  );
  screen.plug();
  assert.ok(screen.isBlack);
  await look(driver);
  assert.is(restarts, 1);
  await comesToShow(HI);
});

test('a screen that is back gets its content, whoever opened it first', async () => {
  const driver = await started();
  let restarts = 0;
  driver.listen({ onRestart: () => restarts++ });
  await write(driver, HI);
  screen.unplug();
  assert.is((await driver.read(never())).status, 'failed');
  screen.plug();
  assert.is((await driver.read(never())).status, 'read');
  await look(driver);
  assert.is(restarts, 1);
  await comesToShow(HI);
});

test('one that vanishes while flaps turn ends the turning, and the service goes on', async () => {
  const driver = await started({}, { flapMs: () => 100 });
  await write(driver, HI);
  await write(driver, NO);
  screen.unplug();
  await look(driver).catch(() => undefined);
  screen.plug({ ...MODE, width: 640, height: 300, bits: 16 });
  await look(driver);
  await comesToShow(NO);
});

test('another resolution is drawn for as soon as it is there', async () => {
  const driver = await started();
  await write(driver, HI);
  screen.plug({ width: 720, height: 400, bits: 16, padding: 32 });
  await look(driver);
  await comesToShow(HI);
});

test('silence switches the screen off, and its end on, with the newest content', async () => {
  const driver = await started();
  await write(driver, HI);
  driver.light(0);
  await until(() => screen.told('blank') === '4');
  assert.equal(await write(driver, NO), { status: 'sent' });
  assert.equal(shown(), HI, 'nothing is painted meanwhile');
  driver.light(null);
  await until(() => screen.told('blank') === '0');
  await comesToShow(NO);
});

test('a screen that cannot be switched off becomes black', async () => {
  const driver = await started();
  await write(driver, HI);
  screen.forget('blank');
  driver.light(0);
  await until(() => screen.isBlack);
  driver.light(null);
  await comesToShow(HI);
});

test('a screen is dimmed, and gets its full light back', async () => {
  const driver = await started();
  await write(driver, HI);
  const full = screen.lightest;
  driver.light(25);
  await until(() => screen.lightest < full / 2);
  assert.ok(!screen.isBlack);
  driver.light(0);
  await until(() => screen.told('blank') === '4');
  driver.light(100);
  await until(() => screen.told('blank') === '0' && screen.lightest === full);
  await comesToShow(HI);
});

test('a screen that comes in silence is off from the beginning', async () => {
  const driver = create();
  driver.light(0);
  await driver.start();
  await until(() => screen.told('blank') === '4');
  await write(driver, HI);
  assert.ok(screen.isBlack);
});

test('set-up is shown instead of the wall, then the wall again', async () => {
  const driver = await started();
  await write(driver, HI);
  const before = screen.bytes();
  driver.announce({ name: 'flapbox-setup', address: '10.42.0.1' });
  await until(() => shown()?.every((code) => code === -1) ?? false);
  await write(driver, NO);
  assert.is.not(JSON.stringify(shown()), JSON.stringify(NO));
  driver.announce(null);
  await comesToShow(NO);
  await write(driver, HI);
  await until(() => screen.bytes().equals(before));
});

test('drift moves the whole wall by a pixel every few minutes', async () => {
  const clock = createFakeClock('2026-11-23T12:00:00Z');
  const driver = await started({ drift: true }, { clock, flapMs: () => 0.001 });
  await write(driver, HI);
  await comesToShow(HI, { drift: true });
  await clock.advance(3 * 60_000);
  await comesToShow(HI, { drift: true }, undefined, 1);
});

const UNUSABLE: readonly (readonly [what: string, change: () => void, reason: RegExp])[] = [
  ['8 bits a pixel', () => screen.tell('bits_per_pixel', '8\n'), /8 bits per pixel; flapbox draws with 16 or 32/],
  ['a depth that is no number', () => screen.tell('bits_per_pixel', 'many'), /many bits per pixel/],
  ['no size', () => screen.tell('virtual_size', 'none'), /does not say how large/],
  ['no width', () => screen.tell('modes', 'U:0x600p-0'), /a size that cannot be/],
  ['a gigantic size', () => screen.tell('modes', 'U:99999x600p-0'), /a size that cannot be/],
  ['lines shorter than their pixels', () => screen.tell('stride', '12'), /a size that cannot be/],
  ['lines of broken pixels', () => screen.tell('stride', '1601'), /a size that cannot be/],
  ['hardly any pixels', () => screen.plug({ width: 16, height: 8, bits: 32 }), /is too small for 1 rows x 4 columns/],
];

for (const [what, change, reason] of UNUSABLE)
  test(`a screen with ${what} is refused in a sentence`, async () => {
    change();
    await create()
      .start()
      .then(
        () => assert.unreachable(),
        (error: Error) => assert.match(error.message, reason),
      );
  });

test('only a frame buffer is a screen', () => {
  for (const device of ['', '/dev/mmcblk0', '/dev/fb0/../sda', 'fb0', '/dev/fb', '/data/flapbox/boards.json'])
    assert.throws(() => create({ device }), /^The screen needs its device, such as \/dev\/fb0\.$/);
});

test.run();
