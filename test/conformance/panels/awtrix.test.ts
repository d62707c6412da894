import { AwtrixDevice } from '../../../hw/emulator/awtrix/device.ts';
import { startAwtrixServer } from '../../../hw/emulator/awtrix/server.ts';
import { awtrix } from '../../../hw/panel/awtrix/description.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { memoryClock } from '../../hw/panel/awtrix/rig.ts';
import { SHOWN_CODES, codesIn } from '../../hw/panel/pixels/reader.ts';
import { panelOf } from '../../hw/panel/rig.ts';
import type { DriverRig, Rigs } from '../driver.ts';
import type { EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';

const PASSWORD = 'word-of-the-clock';
const WIDTH = 32;

/** What the app of the board shows; nothing while the clock shows its own apps. */
const shownBy = (device: AwtrixDevice, cols: number): number[][] =>
  device.app === 'flapbox' ? codesIn(device.pixels, WIDTH, 1, cols) : [new Array<number>(cols).fill(0)];

const start = async (cols: number) => {
  const device = new AwtrixDevice(systemClock);
  const server = await startAwtrixServer(device, { port: 0, login: `wall:${PASSWORD}` });
  const connection = { host: `127.0.0.1:${server.port}`, username: 'wall', password: PASSWORD, brightness: 10 };
  const panel = panelOf('awtrix', { connection });
  const close = (): Promise<void> => {
    device.close();
    return server.close();
  };
  return { device, server, close, driver: awtrix.create({ rows: 1, cols, panel }, { clock: systemClock }) };
};

const make = (cols: number) => async (): Promise<DriverRig> => {
  const { device, server, driver, close } = await start(cols);
  return {
    driver,
    rows: 1,
    cols,
    codes: SHOWN_CODES,
    secrets: [PASSWORD],
    shown: async () => shownBy(device, cols),
    touched: () => server.requests(),
    break: () => server.setFault('off'),
    hang: () => server.setFault('silent'),
    mend: () => server.setFault('none'),
    close,
  };
};

/** Clocks of 32 × 8 pixels in front of the suite; a real broker is that of `awtrix-mosquitto.test.ts`. */
const rigs: Rigs = {
  'eight small letters': make(8),
  'five large letters': make(5),
  'over a broker': async () => {
    const { device, driver, opened, setFault } = memoryClock({ password: PASSWORD });
    return {
      driver,
      rows: 1,
      cols: 6,
      codes: SHOWN_CODES,
      secrets: [PASSWORD],
      shown: async () => shownBy(device, 6),
      touched: opened,
      break: async () => setFault('unreachable'),
      hang: async () => setFault('silent'),
      mend: async () => setFault('none'),
      close: async () => device.close(),
    };
  },
};

/** A clock in front of thousands of frames. */
const endurance: EnduranceRigs = {
  'one letter': async () => {
    const { driver, close } = await start(1);
    return { driver, rows: 1, cols: 1, forget: () => undefined, close };
  },
};

describePanel(awtrix, rigs, endurance);
