import { pixoo } from '../../../hw/panel/pixoo/description.ts';
import { PixooDevice } from '../../../hw/emulator/pixoo/device.ts';
import { SIDE } from '../../../hw/panel/pixoo/commands.ts';
import { startPixooServer } from '../../../hw/emulator/pixoo/server.ts';
import { Pixoo } from '../../../hw/panel/pixoo/pixoo.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { SHOWN_CODES, codesIn } from '../../hw/panel/pixels/reader.ts';
import { panelOf } from '../../hw/panel/rig.ts';
import type { DriverRig, Rigs } from '../driver.ts';
import type { EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';

const start = async (rows: number, cols: number) => {
  const device = new PixooDevice();
  const server = await startPixooServer(device, { port: 0, answerMs: 0 });
  const panel = panelOf('pixoo', { connection: { host: `127.0.0.1:${server.port}`, brightness: 40 } });
  return { device, server, driver: new Pixoo({ rows, cols, panel }, { clock: systemClock, paceMs: 0 }) };
};

const make = (rows: number, cols: number) => async (): Promise<DriverRig> => {
  const { device, server, driver } = await start(rows, cols);
  let isWritten = false;
  const write = driver.write.bind(driver);
  driver.write = (frame, signal) => {
    isWritten = true;
    return write(frame, signal);
  };
  return {
    driver,
    rows,
    cols,
    codes: SHOWN_CODES,
    // Before it is told anything it shows a clock.
    shown: async () =>
      isWritten
        ? codesIn(device.pixels, SIDE, rows, cols)
        : Array.from({ length: rows }, () => new Array<number>(cols).fill(0)),
    touched: () => server.requests(),
    break: () => server.setFault('off'),
    hang: () => server.setFault('silent'),
    mend: () => server.setFault('none'),
    close: () => server.close(),
  };
};

/** Frames of 64 × 64 pixels in front of the suite. */
const rigs: Rigs = {
  'ten rows of sixteen': make(10, 16),
  'a Note, in large letters': make(3, 10),
};

/** A frame of pixels in front of thousands of pictures. */
const endurance: EnduranceRigs = {
  'one row': async () => {
    const { server, driver } = await start(1, 4);
    return { driver, rows: 1, cols: 4, forget: () => undefined, close: () => server.close() };
  },
};

describePanel(pixoo, rigs, endurance);
