// needs: mosquitto
import { TextDisplay } from '../../hw/emulator/mqtt-text/display.ts';
import { FlapSet } from '../../hw/panel/flap-set.ts';
import { MqttText } from '../../hw/panel/mqtt-text/mqtt-text.ts';
import { flapOfLetter } from '../../hw/panel/mqtt-text/reel.ts';
import { TEXT_FLAPS } from '../../hw/panel/mqtt-text/text-flaps.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { codesOf } from '../hw/panel/codes.ts';
import { PASSWORD, USER, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { SMALLEST, panelOf } from '../hw/panel/rig.ts';
import { until } from '../support/until.ts';
import { describeDriver, type DriverRig } from './driver.ts';

const { rows, cols } = SMALLEST;
/** How late a text may come that was called off. */
const LATE_MS = 300;

const make = async (): Promise<DriverRig> => {
  const broker = await startMosquitto();
  const client = await broker.connect();
  const display = new TextDisplay({
    clock: systemClock,
    width: rows * cols,
    flaps: TEXT_FLAPS,
    flapMs: 0,
    onRest: (text) => void client.publish('wall/state', text, { retain: true }),
  });
  let heard = 0;
  client.on('message', (_topic, payload) => {
    heard++;
    display.show(payload.toString());
  });
  await client.subscribeAsync('wall/set', { qos: 1 });
  const connection = {
    url: broker.url,
    username: USER,
    password: PASSWORD,
    command_topic: 'wall/set',
    state_topic: 'wall/state',
  };
  const set = new FlapSet(TEXT_FLAPS);
  const rowsOf = (): number[][] =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: cols }, (_, col) => set.codeAt(flapOfLetter(set, display.target[row * cols + col] ?? ' '))),
    );
  const driver = new MqttText({ rows, cols, panel: panelOf('mqtt-text', { connection }) }, { clock: systemClock });
  const write = driver.write.bind(driver);
  let sent = 0;
  /** Writes that were called off: their text may be on its way or not. */
  let unsure = 0;
  driver.write = async (frame, signal) => {
    const outcome = await write(frame, signal);
    if (outcome.status === 'sent') sent++;
    else unsure++;
    return outcome;
  };
  return {
    driver,
    rows,
    cols,
    codes: codesOf(set),
    secrets: [PASSWORD],
    // The broker acknowledges before the display has the text.
    shown: async () => {
      await until(() => heard >= sent);
      const late = performance.now() + LATE_MS;
      await until(() => heard >= sent + unsure || performance.now() > late);
      return rowsOf();
    },
    break: () => broker.kill(),
    mend: async () => {
      await broker.restart();
      await until(() => client.connected);
      heard = sent;
      await client.subscribeAsync('wall/set', { qos: 1 });
    },
    close: async () => {
      display.close();
      await client.endAsync(true);
      await broker.close();
    },
  };
};

describeDriver('mqtt-text over mosquitto', make);
