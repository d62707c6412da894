import { INSTANT } from '../../../src/board/driver.ts';
import { flapOf } from '../../../src/core/flaps/flaps.ts';
import { gridFromRows } from '../../../src/core/flaps/grid.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { PanelSettings } from '../../../src/schema/boards/panel.ts';
import { I2cUnits } from '../../panel/i2c-units/i2c-units.ts';
import { UNIT_FLAPS } from '../../panel/i2c-units/unit-flaps.ts';
import { drawLines, indexOf, readConsole } from '../serial/console.ts';
import { runCommand } from '../command-line.ts';
import { parseUnitCommand, type UnitEmulatorOptions } from './arguments.ts';
import { EmulatedBus } from './bus.ts';

const DRAW_MS = 500;

const run = async ({ rows, cols, firmware, trace }: UnitEmulatorOptions): Promise<void> => {
  const first = firmware === 'first' ? 0 : 1;
  const addresses = Array.from({ length: rows * cols }, (_, index) => first + index);
  const bus = new EmulatedBus(systemClock, addresses, firmware, trace ? (line) => console.log(`  ${line}`) : undefined);
  const panel: PanelSettings<{ readonly bus: number }> = {
    connection: { bus: 0 },
    flaps: null,
    modules: { layout: 'rows', first },
    max_moving: null,
    land_together: false,
  };
  const driver = new I2cUnits({ rows, cols, panel }, { clock: systemClock, openBus: bus.open });
  const signal = new AbortController().signal;
  let drawn = '';
  const draw = (): void => {
    const shown = addresses.map((address) => UNIT_FLAPS[bus.units.get(address)?.shown ?? 0] ?? ' ').join('');
    if (shown !== drawn) console.log(drawLines((drawn = shown), cols));
    systemClock.after(DRAW_MS, draw);
  };
  // The console comes first: it keeps the program running, which timers of the clock do not.
  readConsole({
    show: {
      usage: 'show TEXT          writes a frame; | begins a row',
      run: async (words) => {
        const lines = words
          .join(' ')
          .split('|')
          .map((line) => [...line].map((letter) => flapOf(letter) ?? 0));
        return JSON.stringify(
          await driver.write({ grid: gridFromRows(lines, rows, cols), transition: INSTANT }, signal),
        );
      },
    },
    read: { usage: 'read               reads the units', run: async () => (await driver.read(signal)).status },
    act: {
      usage: `act ACTION JSON    one of ${Object.keys(driver.actions).join(', ')}`,
      run: async ([name = '', ...input]) =>
        JSON.stringify(
          await driver.actions[name]?.run(JSON.parse(input.join(' ') || '{}') as Record<string, unknown>, signal),
        ),
    },
    remove: {
      usage: 'remove UNIT        takes a unit, from 0, off the bus',
      run: ([word]) => (bus.units.delete(first + indexOf(word, addresses.length)) ? 'removed' : 'there is none'),
    },
    power: {
      usage: 'power off|on       cuts the power of all units, and gives it back',
      run: ([word]) => {
        if (word === 'off') bus.switchOff();
        else bus.switchOn();
        return `the power is ${word === 'off' ? 'off' : 'on'}`;
      },
    },
    bus: {
      usage: 'bus FAULT          none, silent, gone or hanging',
      run: ([fault]) => {
        bus.fault = (['silent', 'gone', 'hanging'] as const).find((one) => one === fault) ?? 'none';
        return `the bus is ${fault ?? 'well'}`;
      },
    },
  });
  process.stdin.once('end', () => process.exit(0));
  await driver.start();
  console.log(`${rows * cols} units with addresses from ${first} on. Type "help" for what can be done to them.`);
  draw();
};

void runCommand(parseUnitCommand(process.argv.slice(2)), run);
