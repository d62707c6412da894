import { FlapSet } from '../../hw/panel/flap-set.ts';
import { codesOf } from '../hw/panel/codes.ts';
import { busRig, SMALLEST } from '../hw/panel/rig.ts';
import type { BusRigOptions } from '../hw/panel/rig.ts';
import { describeDriver } from './driver.ts';
import type { DriverRig } from './driver.ts';

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

describeDriver('mbus', make());
describeDriver(
  'mbus, modules with a reel of their own',
  make({ bus: { flaps: ' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:' } }),
);
