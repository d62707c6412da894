import { FlapSet } from '../../hw/panel/flap-set.ts';
import { UNIT_FLAPS } from '../../hw/panel/i2c-units/protocol.ts';
import type { BusFault } from '../../hw/emulator/i2c-units/bus.ts';
import { codesOf } from '../hw/panel/codes.ts';
import { unitsRig } from '../hw/panel/i2c-units/rig.ts';
import type { UnitsRigOptions } from '../hw/panel/i2c-units/rig.ts';
import { SMALLEST } from '../hw/panel/rig.ts';
import { describeDriver } from './driver.ts';
import type { DriverRig } from './driver.ts';

const make =
  (broken: BusFault, options: UnitsRigOptions = {}) =>
  (): Promise<DriverRig> => {
    const { driver, bus, shown } = unitsRig(options);
    const set = (fault: BusFault) => () => {
      bus.fault = fault;
      return Promise.resolve();
    };
    return Promise.resolve({
      driver,
      ...SMALLEST,
      codes: codesOf(new FlapSet(UNIT_FLAPS)),
      touched: () => bus.transfers,
      shown: () => Promise.resolve(shown()),
      break: set(broken),
      hang: set('hanging'),
      mend: set('none'),
      close: () => Promise.resolve(),
    });
  };

describeDriver('i2c-units, the first firmware', make('silent'));
describeDriver('i2c-units, the bus goes away', make('gone'));
describeDriver('i2c-units, firmware with commands', make('silent', { firmware: 'commands', first: 1 }));
