import { tidyPath } from '../../../src/core/device-path.ts';
import { plural } from '../../../src/core/plural.ts';
import type { ConnectionOf } from '../../../src/schema/boards/connection-field.ts';
import { RASPBERRY_PI, type LineSetup } from '../../steppers/line.ts';
import { StepperWall, type StepperDeps } from '../../steppers/stepper-wall.ts';
import { boardWires, byteWires } from '../../steppers/wires.ts';
import { OLD_REEL } from '../chainlink/link.ts';
import type { PanelSetup } from '../description.ts';
import { UnusableSetting } from '../unusable-setting.ts';
import type { SHIFT_FIELDS } from './fields.ts';

/** Where a chain is connected. */
export type ChainSettings = ConnectionOf<typeof SHIFT_FIELDS>;

const PIN_NAMES = { data_pin: 'data out', clock_pin: 'clock', latch_pin: 'latch', read_pin: 'data in' } as const;
const PIN_FIELDS = Object.keys(PIN_NAMES) as (keyof typeof PIN_NAMES)[];

const unusable = (field: keyof ChainSettings, sentence: string): UnusableSetting =>
  new UnusableSetting(`connection.${field}`, sentence);

const pinsOf = (connection: ChainSettings): readonly [number, number, number, number] => {
  const [data, clock, latch, read] = PIN_FIELDS.map((field) => {
    const pin = connection[field];
    if (pin === undefined || pin === null)
      throw unusable(field, `A chain on plain pins needs four of them: the pin of the ${PIN_NAMES[field]} is missing.`);
    return pin;
  });
  const pins = [data ?? 0, clock ?? 0, latch ?? 0, read ?? 0] as const;
  const twice = pins.find((pin, at) => pins.indexOf(pin) !== at);
  if (twice !== undefined)
    throw unusable('data_pin', `GPIO ${twice} is given to the chain twice: every wire needs a pin of its own.`);
  return pins;
};

const lineOf = (connection: ChainSettings, modules: number, deps: StepperDeps): LineSetup => {
  const layout = connection.layout ?? 'six';
  if (PIN_FIELDS.some((field) => typeof connection[field] === 'number')) {
    const [data, clock, latch, read] = pinsOf(connection);
    return { kind: 'shift-pins', ...(deps.pins ?? RASPBERRY_PI), data, clock, latch, read, layout, modules };
  }
  const writePath = tidyPath(connection.device ?? '') || '/dev/spidev0.0';
  if (!/^\/[^\0]*\d\.0$/.test(writePath) || writePath.includes('/../'))
    throw unusable('device', 'The SPI device of the chain has to be a path that ends in ".0", such as /dev/spidev0.0.');
  return { kind: 'spi', writePath, readPath: writePath.replace(/0$/, '1'), layout, modules };
};

/** Makes the driver; throws a sentence for the owner when the settings are unusable. */
export const createShiftSteppers = (setup: PanelSetup<ChainSettings>, deps: StepperDeps): StepperWall => {
  const { connection } = setup.panel;
  const { chain } = connection;
  if (!chain) throw unusable('chain', 'The panel needs the number of modules on its chain.');
  const wires = (connection.layout ?? 'six') === 'six' ? boardWires : byteWires;
  return new StepperWall(
    setup,
    {
      kind: 'shift-steppers',
      places: chain,
      setup: lineOf(connection, chain, deps),
      wires,
      explainBeyond: (address) =>
        `the chain has only ${plural(chain, 'module')} ("chain"), and this one would be wired to ` +
        `${wires.coils(address)} and ${wires.sensor(address)}`,
      defaultFlaps: OLD_REEL,
    },
    deps,
  );
};
