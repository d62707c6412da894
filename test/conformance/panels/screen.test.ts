import { screen } from '../../../hw/panel/screen/description.ts';
import { Screen, type ScreenConnection, type ScreenDeps } from '../../../hw/panel/screen/screen.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { FakeScreen, type FakeMode } from '../../support/screen-device.ts';
import { panelOf } from '../../hw/panel/rig.ts';
import { flapsOn } from '../../support/flaps-on-screen.ts';
import type { DriverRig, Rigs } from '../driver.ts';
import type { EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';

/** A reel: codes that look alike, such as the blank and the black tile, count as the first of them. */
const CODES = Array.from({ length: 72 }, (_, code) => code);
/** Flaps that a picture tells apart. */
const distinct = CODES.filter((code) => ![43, 45, 51, 57, 58, 61, 70, 71].includes(code));

const make =
  (mode: FakeMode, connection: ScreenConnection = {}, rows = 3, cols = 15, deps: Partial<ScreenDeps> = {}) =>
  async (): Promise<DriverRig> => {
    const screen = new FakeScreen(mode);
    const settings = { device: screen.device, ...connection };
    const panel = panelOf('screen', { connection: settings });
    const driver = new Screen(
      { rows, cols, panel: { ...panel, connection: settings } },
      { clock: systemClock, screenRoot: screen.root, flapMs: () => 0.0001, ...deps },
    );
    return {
      driver,
      rows,
      cols,
      codes: distinct,
      shown: () => Promise.resolve(flapsOn(screen.still, settings, rows, cols)),
      break: async () => screen.unplug(),
      mend: async () => screen.plug(),
      close: async () => screen.close(),
    };
  };

/** Screens in front of the suite: a plain file is the frame buffer. */
const rigs: Rigs = {
  'a small monitor': make({ width: 640, height: 480, bits: 32 }),
  '16 bits a pixel and lines with padding': make({ width: 800, height: 600, bits: 16, padding: 64 }),
  'upright and borderless': make({ width: 800, height: 480, bits: 32 }, { rotation: '90', frame: 'borderless' }, 6, 9),
  'upside down': make({ width: 640, height: 360, bits: 32 }, { rotation: '180', margin: 5 }),
  'a quarter turn back': make({ width: 800, height: 480, bits: 16 }, { rotation: '270', drift: true }, 5, 8),
};

/** A screen in front of thousands of frames. */
const endurance: EnduranceRigs = {
  'a small monitor': async () => {
    const rig = await make({ width: 64, height: 48, bits: 16 }, { frame: 'borderless' }, 1, 3)();
    await rig.driver.start();
    return { ...rig, forget: () => undefined };
  },
};

describePanel(screen, rigs, endurance);
