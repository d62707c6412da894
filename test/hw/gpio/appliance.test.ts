import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startOptions } from '../../support/start-options.ts';
import { startApp, type App } from '../../../src/app.ts';
import type { GpioStatus } from '../../../src/schema/boards/gpio.ts';
import type { Status } from '../../../src/schema/appliance/system.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { until } from '../../support/until.ts';
import { createFakeRoot, type FakeRoot } from './rig.ts';

const test = suite<{ root: FakeRoot; dir: string }>('button of an appliance');

test.before.each((context) => {
  context.root = createFakeRoot();
  context.dir = mkdtempSync(join(tmpdir(), 'flapbox-'));
});

test.after.each(({ root, dir }) => {
  root.remove();
  rmSync(dir, { recursive: true, force: true });
});

const start = (root: FakeRoot, dir: string) => {
  const env = { SERVICE_AUTH_ENABLED: 'false', SERVICE_DATA_DIR: dir, SERVICE_HOST: '127.0.0.1', SERVICE_PORT: '0' };
  return startApp({ ...startOptions(env, createQuietLog()), gpioRoot: root.root });
};

const get = async <T>(app: App, path: string): Promise<T> =>
  (await (await fetch(`http://127.0.0.1:${app.port}/api${path}`)).json()) as T;

const paused = async (app: App) =>
  (await get<{ boards: { paused: boolean }[] }>(app, '/v1/boards')).boards.every((board) => board.paused);

test('the status names the chip that keeps the time', async ({ root, dir }) => {
  const chip = join(root.root, 'sys/class/rtc/rtc0');
  mkdirSync(join(chip, 'device'), { recursive: true });
  writeFileSync(join(chip, 'device/name'), 'ds3231\n');
  const app = await start(root, dir);
  const told = async () => (await get<Status>(app, '/status')).config_summary['clock_chip'];
  try {
    assert.is(await told(), null, 'it has lost the time');
    writeFileSync(join(chip, 'since_epoch'), '1767225600\n');
    assert.is(await told(), 'DS3231');
  } finally {
    await app.stop();
  }
});

test('a press pauses the boards and lights the light, the next one resumes', async ({ root, dir }) => {
  const press = root.addKey('flapbox-button');
  root.addLed('flapbox');
  const brightness = () => root.read('sys/class/leds/flapbox/brightness');
  const app = await start(root, dir);
  try {
    await until(async () => (await get<GpioStatus>(app, '/gpio/status')).button.pressed === false);
    await until(() => brightness() === '0');
    press(true);
    await until(() => paused(app));
    await until(() => brightness() === '1');
    press(false);
    await until(async () => (await get<GpioStatus>(app, '/gpio/status')).button.pressed === false);
    press(true);
    await until(async () => (await get<GpioStatus>(app, '/gpio/status')).button.pressed === true);
    press(false);
    await until(async () => !(await paused(app)));
    await until(() => brightness() === '0');
  } finally {
    await app.stop();
  }
});

test('a further button does not follow the key device of the first one', async ({ root, dir }) => {
  root.addKey('flapbox-button');
  const app = await start(root, dir);
  const second = { enabled: true, pin: 5, press: 'next', long_press: 'none' };
  try {
    await fetch(`http://127.0.0.1:${app.port}/api/settings/gpio`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ more_buttons: [second] }),
    });
    const status = () => get<GpioStatus>(app, '/gpio/status');
    await until(async () => (await status()).button.source === 'key_events');
    await until(async () => (await status()).more_buttons[0]?.reason !== 'It is being looked for.');
    const [further] = (await status()).more_buttons;
    assert.is(further?.source, 'none');
    assert.match(further?.reason ?? '', /no key device for a button at GPIO5/);
  } finally {
    await app.stop();
  }
});

test('without a button the appliance starts, and says why there is none', async ({ root, dir }) => {
  const app = await start(root, dir);
  try {
    await until(async () => (await get<GpioStatus>(app, '/gpio/status')).button.reason !== 'It is being looked for.');
    const { button, led } = await get<GpioStatus>(app, '/gpio/status');
    assert.is(button.source, 'none');
    assert.match(button.reason ?? '', /no key device/);
    assert.is(led.source, 'none');
  } finally {
    await app.stop();
  }
});

test.run();
