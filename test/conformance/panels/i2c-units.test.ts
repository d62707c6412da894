import { i2cUnits } from '../../../hw/panel/i2c-units/description.ts';
import { FlapSet } from '../../../hw/panel/flap-set.ts';
import { UNIT_FLAPS } from '../../../hw/panel/i2c-units/unit-flaps.ts';
import type { BusFault } from '../../../hw/emulator/i2c-units/bus.ts';
import { codesOf } from '../../hw/panel/codes.ts';
import { unitsRig, type UnitsRigOptions } from '../../hw/panel/i2c-units/rig.ts';
import { SMALLEST } from '../../hw/panel/rig.ts';
import type { DriverRig, Rigs } from '../driver.ts';
import type { EnduranceRig, EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';

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

/** Units in front of the suite. */
const rigs: Rigs = {
  'the first firmware': make('silent'),
  'the bus goes away': make('gone'),
  'firmware with commands': make('silent', { firmware: 'commands', first: 1 }),
};

const lasting = (options: UnitsRigOptions) => (): Promise<EnduranceRig> => {
  const { driver, lines } = unitsRig({
    ...options,
    panel: { modules: [0, 1, 2].map((col) => ({ row: 0, col, address: col + (options.first ?? 0) })) },
  });
  return Promise.resolve({
    driver,
    ...SMALLEST,
    forget: () => void (lines.length = 0),
    close: () => Promise.resolve(),
  });
};

/** Units in front of thousands of frames. */
const endurance: EnduranceRigs = {
  'the first firmware': lasting({}),
  'firmware with commands': lasting({ firmware: 'commands', first: 1 }),
};

describePanel(i2cUnits, rigs, endurance);
