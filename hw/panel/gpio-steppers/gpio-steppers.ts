import { plural } from '../../../src/core/plural.ts';
import { MOST_ON_PINS, type MotorSettings } from '../../steppers/fields.ts';
import { StepperWall, type StepperDeps } from '../../steppers/stepper-wall.ts';
import { RASPBERRY_PI } from '../../steppers/line.ts';
import { pinWires } from '../../steppers/wires.ts';
import type { PanelSetup } from '../description.ts';
import { UnusableSetting } from '../unusable-setting.ts';
import { UNIT_FLAPS } from '../i2c-units/unit-flaps.ts';

const PINS_OF_A_MODULE = 5;

const unusable = (sentence: string): UnusableSetting => new UnusableSetting('connection.pins', sentence);

/** How many modules the pins are for. Throws a sentence for the owner when they are not five for each. */
const countModules = (pins: readonly number[]): number => {
  const rest = pins.length % PINS_OF_A_MODULE;
  const count = Math.floor(pins.length / PINS_OF_A_MODULE);
  if (pins.length === 0) throw unusable('The panel needs its pins: five for each module, four coils and a sensor.');
  if (rest > 0)
    throw unusable(
      `Module ${count} has only ${plural(rest, 'pin')}: every module needs five, four for its coils and one for its sensor.`,
    );
  if (count > MOST_ON_PINS)
    throw unusable(`Pins can drive at most ${MOST_ON_PINS} modules: use shift registers for more.`);
  return count;
};

const requireOnce = (pins: readonly number[]): void => {
  const at = pins.findIndex((pin, index) => pins.indexOf(pin) !== index);
  const [first, second] = [pins.indexOf(pins[at] ?? -1), at].map((index) => Math.floor(index / PINS_OF_A_MODULE));
  if (at < 0) return;
  const whose = first === second ? `module ${first} twice` : `module ${first} and to module ${second}`;
  throw unusable(`GPIO ${pins[at]} is given to ${whose}: every wire needs a pin of its own.`);
};

/** Makes the driver; throws a sentence for the owner when the settings are unusable. */
export const createGpioSteppers = (
  setup: PanelSetup<MotorSettings & { readonly pins?: readonly number[] | null }>,
  deps: StepperDeps,
): StepperWall => {
  const pins = setup.panel.connection.pins ?? [];
  const places = countModules(pins);
  requireOnce(pins);
  const line = { kind: 'gpio', ...(deps.pins ?? RASPBERRY_PI), pins } as const;
  return new StepperWall(
    setup,
    {
      kind: 'gpio-steppers',
      places,
      setup: line,
      wires: pinWires(pins),
      explainBeyond: (address) =>
        `the list ("pins") has only ${plural(pins.length, 'pin')}, and the wires of this one would be its numbers ` +
        `${address * PINS_OF_A_MODULE + 1} to ${(address + 1) * PINS_OF_A_MODULE}`,
      defaultFlaps: UNIT_FLAPS,
    },
    deps,
  );
};
