import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../../src/platform/clock.ts';
import { flapOf } from '../../../../src/core/flaps/flaps.ts';
import { gridFromRows } from '../../../../src/core/flaps/grid.ts';
import { connect } from 'mqtt';
import { ModuleBus } from '../../../../hw/emulator/mbus/bus.ts';
import { Mbus } from '../../../../hw/panel/mbus/mbus.ts';
import { frameOf, never, reasonOf } from '../../rig.ts';
import { AT_ONCE, firstCells, panelOf, SMALLEST } from '../rig.ts';
import { startRouter, type Router } from './router.ts';
import { until } from '../../../support/until.ts';

const test = suite('mbus over MQTT');

interface Rig {
  readonly router: Router;
  readonly bus: ModuleBus;
  readonly driver: Mbus;
}

/** A gateway between a broker and a bus: it cuts what it gets and puts the line end back. */
const withGateway = async (run: (rig: Rig) => Promise<void>, { wrap = true, password = '' } = {}): Promise<void> => {
  const awake = setInterval(() => undefined, 60_000);
  const router = await startRouter();
  const gateway = connect(router.url, { reconnectPeriod: 20, username: 'gateway', password });
  const say = (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString('latin1').trimEnd();
    gateway.publish('wall/rx', wrap ? JSON.stringify({ command: text, rssi: -60 }) : text);
  };
  const bus = new ModuleBus({ clock: systemClock, modules: 6, speed: 0, send: say });
  await new Promise<void>((resolve) => gateway.once('connect', () => resolve()));
  await gateway.subscribeAsync('wall/send');
  gateway.on('message', (_topic, payload) => bus.receive(Buffer.from(`${payload.toString().trim()}\n`)));
  const connection = { url: router.url, username: 'flapbox', topic_prefix: 'wall', password: 's3cret' };
  const driver = new Mbus(
    { ...SMALLEST, panel: panelOf('mbus', { connection, modules: firstCells(6) }) },
    { clock: systemClock, times: AT_ONCE },
  );
  try {
    await run({ router, bus, driver });
  } finally {
    await driver.stop();
    gateway.end(true);
    await router.close();
    bus.close();
    clearInterval(awake);
  }
};

const word = (text: string) =>
  frameOf(gridFromRows([[...text].map((glyph) => flapOf(glyph) ?? 0)], SMALLEST.rows, SMALLEST.cols));

const shows = async (bus: ModuleBus, text: string): Promise<void> => {
  await until(() => bus.shown === text);
};

for (const wrap of [true, false]) {
  test(`frames reach the bus and answers come back, ${wrap ? 'in JSON' : 'as plain text'}`, () =>
    withGateway(
      async ({ driver, bus, router }) => {
        await driver.start();
        assert.equal(router.users, ['gateway:', 'flapbox:s3cret']);
        assert.equal(await driver.write(word('HELLO'), never()), { status: 'sent', substitutions: {} });
        await shows(bus, 'HELLO ');
        const reading = await driver.read(never());
        assert.ok(reading.status === 'read' && reading.grid?.codes[0] === 8);
      },
      { wrap },
    ));
}

test('flaps are asked for by number, because blanks at the end may be cut', () =>
  withGateway(async ({ driver, router }) => {
    await driver.start();
    await driver.write(word('A'), never());
    const frames = () =>
      router.published
        .filter(({ topic, payload }) => topic === 'wall/send' && /[-+]/.test(payload))
        .map(({ payload }) => payload);
    await until(() => frames().length >= 6);
    assert.equal(frames().sort(), ['m00+1', 'm01+0', 'm02+0', 'm03+0', 'm04+0', 'm05+0']);
  }));

test('a broker that went away is reached again', () =>
  withGateway(async ({ driver, bus, router }) => {
    await driver.start();
    router.drop();
    await until(async () => {
      await driver.write(word('A'), never());
      return bus.shown === 'A     ';
    });
  }));

test('a refused password is told without naming it', () =>
  withGateway(async ({ driver, router }) => {
    router.requirePassword('another');
    const problem = await driver.start().then(
      () => '',
      (error: Error) => error.message,
    );
    assert.match(problem, /refused the user or the password/);
    assert.not.match(problem, /s3cret/);
  }));

test('a broker that is not there is told', () =>
  withGateway(async ({ driver, router }) => {
    await router.close();
    assert.match(
      await driver.start().then(
        () => '',
        (error: Error) => error.message,
      ),
      /MQTT broker at .+ cannot be reached/,
    );
    assert.match(reasonOf(await driver.write(word('A'), never())), /MQTT broker at .+ cannot be reached/);
  }));

test('a prefix that can be no topic is refused in a sentence', () => {
  const connection = { url: 'mqtt://127.0.0.1:9', topic_prefix: 'wall/#' };
  const panel = panelOf('mbus', { connection, modules: firstCells(6) });
  assert.throws(
    () => new Mbus({ ...SMALLEST, panel }, { clock: systemClock, times: AT_ONCE }),
    /^The prefix of the gateway must have no wildcards/,
  );
});

test.run();
