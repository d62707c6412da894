// needs: mosquitto
import { BrokerWalls } from '../../hw/panel/broker/broker-walls.ts';
import { frameTopic, parseFrame, stateTopic } from '../../src/core/follow/frame.ts';
import { encodeReport, type FollowerReport } from '../../src/core/follow/state.ts';
import { createGrid, gridToRows } from '../../src/core/flaps/grid.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { PREFIX } from '../hw/panel/broker/rig.ts';
import { PASSWORD, USER, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { SMALLEST, panelOf } from '../hw/panel/rig.ts';
import { until } from '../support/until.ts';
import { describeDriver, type DriverRig } from './driver.ts';

const { rows, cols } = SMALLEST;
/** How late a frame may come that was called off. */
const LATE_MS = 300;

const make = async (): Promise<DriverRig> => {
  const broker = await startMosquitto();
  const client = await broker.connect();
  let shown = createGrid(rows, cols);
  let sequence = -1;
  let heard = 0;
  client.on('message', (_topic, payload) => {
    const reading = parseFrame(payload.toString());
    if ('problem' in reading || reading.value.sequence <= sequence) return;
    heard++;
    ({ grid: shown, sequence } = reading.value);
    const report: FollowerReport = {
      name: 'wall',
      rows,
      cols,
      sequence,
      shows: true,
      code: 'sent',
      reason: null,
      fit: 'exact',
      drifted: false,
      error: null,
      characters: shown,
    };
    client.publish(stateTopic(PREFIX, 'wall'), encodeReport(report), { retain: true });
  });
  await client.subscribeAsync(frameTopic(PREFIX), { qos: 1 });
  const connection = { url: broker.url, username: USER, password: PASSWORD, topic_prefix: PREFIX };
  const driver = new BrokerWalls({ rows, cols, panel: panelOf('broker', { connection }) }, { clock: systemClock });
  const write = driver.write.bind(driver);
  let sent = 0;
  /** Writes that were called off: their frame may be on its way or not. */
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
    secrets: [PASSWORD],
    // The broker acknowledges before the wall has the frame.
    shown: async () => {
      await until(() => heard >= sent);
      const late = performance.now() + LATE_MS;
      await until(() => heard >= sent + unsure || performance.now() > late);
      return gridToRows(shown);
    },
    break: () => broker.kill(),
    mend: async () => {
      await broker.restart();
      await until(() => client.connected);
      heard = sent;
      await client.subscribeAsync(frameTopic(PREFIX), { qos: 1 });
    },
    close: async () => {
      await client.endAsync(true);
      await broker.close();
    },
  };
};

describeDriver('broker over mosquitto', make);
