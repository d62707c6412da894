// needs: mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectAwtrix } from '../../hw/emulator/awtrix/broker-client.ts';
import { AwtrixDevice } from '../../hw/emulator/awtrix/device.ts';
import { Awtrix } from '../../hw/panel/awtrix/awtrix.ts';
import { INSTANT } from '../../src/board/driver.ts';
import { gridFromRows } from '../../src/core/flaps/grid.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { PASSWORD, USER, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { SHOWN_CODES, codesIn } from '../hw/panel/pixels/reader.ts';
import { panelOf } from '../hw/panel/rig.ts';
import { until } from '../support/until.ts';
import { describeDriver, type DriverRig } from './driver.ts';

const COLS = 8;
const PREFIX = 'rooms/clock';

const start = async () => {
  const broker = await startMosquitto();
  const device = new AwtrixDevice(systemClock);
  const login = { username: USER, password: PASSWORD };
  const client = connectAwtrix(device, { url: broker.url, prefix: PREFIX, ...login }, systemClock);
  client.on('error', () => undefined);
  let listening = 0;
  client.on('packetreceive', ({ cmd }) => void (listening += cmd === 'suback' ? 1 : 0));
  await until(() => listening === 1);
  const connection = { url: broker.url, topic_prefix: PREFIX, ...login };
  const panel = panelOf('awtrix', { connection });
  const driver = new Awtrix({ rows: 1, cols: COLS, panel }, { clock: systemClock });
  return {
    broker,
    device,
    client,
    driver,
    restart: async () => {
      const before = listening;
      await broker.restart();
      await until(() => listening > before);
    },
    close: async () => {
      device.close();
      await client.endAsync(true);
      await broker.close();
    },
  };
};

const make = async (): Promise<DriverRig> => {
  const { broker, device, driver, restart, close } = await start();
  return {
    driver,
    rows: 1,
    cols: COLS,
    codes: SHOWN_CODES,
    secrets: [PASSWORD],
    shown: async () =>
      device.app === 'flapbox' ? codesIn(device.pixels, 32, 1, COLS) : [new Array<number>(COLS).fill(0)],
    break: () => broker.kill(),
    mend: restart,
    close,
  };
};

describeDriver('awtrix over mosquitto', make);

const test = suite('awtrix over mosquitto: a clock that is not there');
let awake: NodeJS.Timeout;
test.before(() => void (awake = setInterval(() => undefined, 60_000)));
test.after(() => clearInterval(awake));

test('a broker without the clock is no success; the clock that comes gets its content', async () => {
  const { device, client, driver, close, broker } = await start();
  try {
    let restarts = 0;
    driver.listen({ onRestart: () => restarts++ });
    await driver.start();
    const frame = { grid: gridFromRows([[1, 2]], 1, COLS), transition: INSTANT };
    assert.is((await driver.write(frame, new AbortController().signal)).status, 'sent');
    client.options.reconnectPeriod = 0;
    client.stream.destroy();
    await until(() => !client.connected);
    const outcome = await driver.write(frame, new AbortController().signal);
    assert.is(outcome.status, 'failed');
    assert.match('reason' in outcome ? outcome.reason : '', /does not answer over the MQTT broker/);
    await driver.watch.look(new AbortController().signal).catch(() => undefined);
    device.restart();
    client.reconnect();
    await until(() => restarts > 0);
    assert.is((await driver.write(frame, new AbortController().signal)).status, 'sent');
    assert.is(device.app, 'flapbox');
  } finally {
    await driver.stop();
    await close();
    await broker.close();
  }
});

test.run();
