import type { MappedModule } from '../../src/core/flaps/module-layout.ts';
import { STATES } from '../motion/motion-settings.ts';
import { startWith } from '../panel/faults.ts';
import { nameModule } from '../panel/module-map.ts';
import type { Wires } from './wires.ts';

/** The word for each state of a module, as `diagnose` answers it. */
export const STATE_WORDS: Readonly<Record<number, string>> = {
  [STATES.stopped]: 'stopped',
  [STATES.ok]: 'ok',
  [STATES.homing]: 'homing',
  [STATES.missed]: 'missing_home',
  [STATES.unexpected]: 'unexpected_home',
  [STATES.silent]: 'sensor_silent',
  [STATES.stuck]: 'sensor_silent',
};

const MOST_TOLD = 3;

/** Why a module was given up and what to look at, by its state, after the module's name. */
const FAULTS: Readonly<Record<number, (coils: string, sensor: string) => string>> = {
  [STATES.silent]: (coils, sensor) =>
    `never saw its magnet: check the sensor's wire at ${sensor}, the pole of the magnet, and whether the motor at ${coils} turns.`,
  [STATES.stuck]: (coils, sensor) =>
    `sees its magnet all the time: check the sensor's wire at ${sensor}, and whether the motor at ${coils} turns.`,
  [STATES.missed]: (coils) =>
    `missed its home three times: check that the reel turns freely, its steps per turn, and the motor's wires at ${coils}.`,
  [STATES.unexpected]: (_coils, sensor) =>
    `came home too early three times: check its steps per turn, and the sensor's wire at ${sensor}.`,
};

/** Why a module was given up and what to look at, as a sentence; null for one that was not. */
export const faultOf = (module: MappedModule, state: number, { coils, sensor }: Wires): string | null => {
  const { address } = module;
  const why = FAULTS[state]?.(coils(address), sensor(address)) ?? null;
  return why && `${startWith(nameModule(module))} ${why}`;
};

/** The first sentences of several in one text; null when there are none. */
export const joinFaults = (faults: readonly string[]): string | null => {
  const rest = faults.length - MOST_TOLD;
  const told = faults.slice(0, MOST_TOLD).join(' ');
  if (faults.length === 0) return null;
  return rest > 0 ? `${told} ${rest} more ${rest === 1 ? 'module has' : 'modules have'} faults.` : told;
};
