import { EmulatedBus } from '../../../../hw/emulator/i2c-units/bus.ts';
import type { UnitFirmware } from '../../../../hw/emulator/i2c-units/unit.ts';
import { I2cUnits } from '../../../../hw/panel/i2c-units/i2c-units.ts';
import { FlapSet } from '../../../../hw/panel/flap-set.ts';
import { UNIT_FLAPS } from '../../../../hw/panel/i2c-units/unit-flaps.ts';
import { systemClock, type Clock } from '../../../../src/platform/clock.ts';
import type { Panel } from '../../../../src/schema/boards/boards.ts';
import { SMALLEST, panelOf } from '../rig.ts';

/** Patience that tests can wait for. */
const QUICK = { wakeMs: 1, tries: 4, answerMs: 0, stuckMs: 500 };

/** Units on a bus in memory, and a driver that was not started. */
export interface UnitsRig {
  readonly driver: I2cUnits;
  readonly bus: EmulatedBus;
  /** Every transfer so far. */
  readonly lines: string[];
  /** What the units turn to or show, as rows of codes. */
  shown(): number[][];
}

/** What the units are made from; `first` is the address of the first cell's. */
export interface UnitsRigOptions {
  readonly clock?: Clock;
  readonly firmware?: UnitFirmware;
  readonly first?: number;
  readonly panel?: Partial<Panel>;
}

/** Puts a driver and 45 units on a bus. */
export const unitsRig = ({
  clock = systemClock,
  firmware = 'first',
  first = 0,
  panel = {},
}: UnitsRigOptions = {}): UnitsRig => {
  const { rows, cols } = SMALLEST;
  const lines: string[] = [];
  const bus = new EmulatedBus(
    clock,
    Array.from({ length: rows * cols }, (_, index) => first + index),
    firmware,
    (line) => lines.push(line),
  );
  const settings = panelOf('i2c-units', { connection: { bus: 1 }, modules: { layout: 'rows', first }, ...panel });
  const driver = new I2cUnits({ rows, cols, panel: settings }, { clock, openBus: bus.open, times: QUICK });
  const set = new FlapSet(UNIT_FLAPS);
  const codeAt = (address: number) => set.codeAt(bus.units.get(address)?.target ?? 0);
  return {
    driver,
    bus,
    lines,
    shown: () =>
      Array.from({ length: rows }, (_, row) =>
        Array.from({ length: cols }, (_, col) => codeAt(first + row * cols + col)),
      ),
  };
};
