import { CommandRefused, type DriverAction } from '../../../src/board/driver.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { addressesOf, demand, integerOf, moduleAction, type ActionInput } from '../action-input.ts';
import { nameModule } from '../module-map.ts';
import { selfTestAction } from '../self-test.ts';
import type { Wall } from '../wall.ts';
import {
  HEALTH,
  OFFSET,
  encodeBlink,
  encodeHome,
  encodeJog,
  encodeOffset,
  encodeRestart,
  isTurning,
} from './protocol.ts';
import type { Units } from './units.ts';

/** What the actions act on. Modules are named by their index. */
export interface UnitActionsPort {
  readonly clock: Clock;
  readonly wall: Wall;
  connect(signal: AbortSignal): Promise<Units>;
  /** Sends all units to flaps; answers those that did not take theirs. */
  show(flaps: readonly number[], signal: AbortSignal): Promise<number[]>;
  /** The position of these is not known any more. */
  forget(modules: readonly number[]): void;
}

/** One turn of the motor: no offset is larger. */
const MOST_STEPS = 2038;
const MOST_JOG = 127;

/**
 * Homing, calibration and diagnosis of units. Actions reject with a sentence when a unit refuses or its firmware does
 * not know the command.
 */
export const unitActions = (port: UnitActionsPort): Readonly<Record<string, DriverAction>> => {
  const { wall } = port;
  const known = wall.modules.map(({ address }) => address);

  const indexesOf = (addresses: readonly number[]): number[] => addresses.map((address) => known.indexOf(address));

  const command = (
    summary: string,
    encode: (input: ActionInput) => Uint8Array,
    more: readonly string[] = [],
  ): DriverAction =>
    moduleAction(
      summary,
      known,
      async (addresses, input, signal) => {
        const bytes = encode(input);
        const units = await port.connect(signal);
        requireCommands(units, indexesOf(addresses), wall);
        const silent = await units.talk.each(addresses, (address) => units.talk.tell(address, bytes, signal), signal);
        port.forget(indexesOf(addresses));
        demand(units.tellSilence(indexesOf(silent)));
      },
      more,
    );

  const diagnoseOne = async (units: Units, index: number, signal: AbortSignal): Promise<Record<string, unknown>> => {
    const { version } = units.firmwareOf(index);
    const address = known[index] ?? 0;
    const heard = await units.talk.turning(address, signal);
    const about = {
      ...wall.modules[index],
      answers: heard !== null,
      firmware: version,
      moving: heard ? isTurning(heard.answer) : null,
    };
    if (!heard || version === null) return about;
    const health = (await units.talk.ask(address, HEALTH, signal))?.answer ?? {};
    return { ...about, offset: (await units.talk.ask(address, OFFSET, signal))?.answer ?? null, ...health };
  };

  const diagnose = async (input: ActionInput, signal: AbortSignal): Promise<Record<string, unknown>> => {
    const units = await port.connect(signal);
    const modules: Record<string, unknown>[] = [];
    for (const index of indexesOf(addressesOf(input, known))) modules.push(await diagnoseOne(units, index, signal));
    return { modules };
  };

  return {
    home: command('Lets units find their home again; all of them unless "modules" lists addresses.', encodeHome),
    set_offset: command(
      'Stores how many "steps" (-2038 to 2038) lie between the magnet and the first flap of "modules"; ' +
        'it counts from the next homing on.',
      (input) => encodeOffset(integerOf(input, 'steps', -MOST_STEPS, MOST_STEPS)),
      ['steps'],
    ),
    jog: command(
      'Turns "modules" by "steps" (-127 to 127) to try an offset.',
      (input) => encodeJog(integerOf(input, 'steps', -MOST_JOG, MOST_JOG)),
      ['steps'],
    ),
    blink: command('Lets the LED of "modules" blink for some seconds, to find them.', encodeBlink),
    restart: command('Starts "modules" anew.', encodeRestart),
    self_test: selfTestAction({
      ...port,
      show: async (flaps, signal) => {
        const units = await port.connect(signal);
        demand(units.tellSilence(await port.show(flaps, signal)));
      },
    }),
    diagnose: {
      summary:
        'Tells which units answer, their firmware, offset and counted faults; all of them unless ' +
        '"modules" lists addresses.',
      members: ['modules'],
      looks: true,
      run: diagnose,
    },
  };
};

const requireCommands = (units: Units, modules: readonly number[], wall: Wall): void => {
  const old = modules.find((index) => units.firmwareOf(index).version === null);
  const module = old === undefined ? undefined : wall.modules[old];
  if (module)
    throw new CommandRefused(
      `The firmware of ${nameModule(module)} knows no commands, only flaps: it homes when it is sent to ` +
        'a flap before its present one.',
    );
};
