import { mbus } from '../../../hw/panel/mbus/description.ts';
import { FlapSet } from '../../../hw/panel/flap-set.ts';
import { codesOf } from '../../hw/panel/codes.ts';
import { busRig, SMALLEST, type BusRigOptions } from '../../hw/panel/rig.ts';
import type { DriverRig, Rigs } from '../driver.ts';
import type { EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';

const make =
  (options: BusRigOptions = {}) =>
  (): Promise<DriverRig> => {
    const { driver, bus, wire } = busRig(options);
    const { rows, cols } = options.size ?? SMALLEST;
    const codeOf = (id: number): number => {
      const module = bus.modules[id];
      return module ? new FlapSet(module.flaps).codeAt(module.flap ?? 0) : 0;
    };
    return Promise.resolve({
      driver,
      rows,
      cols,
      codes: codesOf(new FlapSet(bus.modules[0]?.flaps ?? ' A')),
      unanswered: true,
      touched: () => wire.sent,
      shown: async () => {
        // A frame has left when the write ends; a moment later it has arrived.
        await new Promise((resolve) => setImmediate(resolve));
        return Array.from({ length: rows }, (_, row) =>
          Array.from({ length: cols }, (_, col) => codeOf(row * cols + col)),
        );
      },
      break: () => Promise.resolve(wire.unplug()),
      hang: () => {
        bus.deaf = true;
        return Promise.resolve();
      },
      mend: () => {
        bus.deaf = false;
        wire.plug();
        return Promise.resolve();
      },
      close: () => Promise.resolve(bus.close()),
    });
  };

/** Buses in front of the suite. */
const rigs: Rigs = {
  'a serial line': make(),
  'modules with a reel of their own': make({ bus: { flaps: ' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:' } }),
};

const SMALL = { rows: 1, cols: 3 };

/** A bus in front of thousands of frames. */
const endurance: EnduranceRigs = {
  'a serial line': () => {
    const { driver, bus } = busRig({ size: SMALL });
    return Promise.resolve({ driver, ...SMALL, forget: () => undefined, close: () => Promise.resolve(bus.close()) });
  },
};

describePanel(mbus, rigs, endurance);
