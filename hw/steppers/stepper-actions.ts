import { CommandRefused, UnusableInput, type DriverAction } from '../../src/board/driver.ts';
import { STATES, isAtRest } from '../motion/motion-settings.ts';
import { flapAt, within, type Reel } from '../motion/reel.ts';
import { integerOf, moduleAction, type ActionInput } from '../panel/action-input.ts';
import { nameModule } from '../panel/module-map.ts';
import { selfTestAction, type SelfTestPort } from '../panel/self-test.ts';
import type { ClockMemory, Order } from './clock-memory.ts';
import { STATE_WORDS, faultOf } from './faults.ts';
import type { Places } from './places.ts';
import type { Wires } from './wires.ts';

/** What the actions act on. */
export interface StepperActionsPort extends SelfTestPort {
  readonly reel: Reel;
  /** Places of the line, mapped or not. */
  readonly places: number;
  readonly wires: Wires;
  /** Whether all motors turn the other way. */
  readonly turnsBack: boolean;
  /** Whether there are no sensors. */
  readonly guesses: boolean;
  connect(signal: AbortSignal): Promise<ClockMemory>;
  tell(orders: readonly Order[], signal: AbortSignal): Promise<void>;
  kept(): Places;
  /** A module, by its index, set out for a flap without being sent there by a frame. */
  departed(module: number, flap: number): void;
}

const MOST_QUARTERS = 200;
const MOST_JOG = 4096;

/** Homing, calibration and diagnosis of modules that are stepped here. Actions reject with a sentence. */
export const stepperActions = (port: StepperActionsPort): Readonly<Record<string, DriverAction>> => {
  const { wall, reel } = port;
  const known = wall.modules.map(({ address }) => address);
  const quarter = reel.stepsPerTurn / reel.flaps / 4;

  const shownBy = (memory: ClockMemory, address: number): number =>
    flapAt(memory.get(address, 'position') - memory.get(address, 'offset'), reel);

  const nameOf = (address: number): string => {
    const module = wall.modules.find((one) => one.address === address);
    return module ? nameModule(module) : `module ${address}`;
  };

  const requireKnown = (memory: ClockMemory, addresses: readonly number[]): void => {
    const lost = addresses.find((address) => memory.get(address, 'state') !== STATES.ok);
    if (lost !== undefined)
      throw new CommandRefused(`Where ${nameOf(lost)} stands is not known: let it find its home first.`);
  };

  const requireRest = (memory: ClockMemory, addresses: readonly number[]): void => {
    const busy = addresses.find((address) => !isAtRest(memory.get(address, 'mode')));
    if (busy !== undefined) throw new CommandRefused(`The motor of ${nameOf(busy)} turns: wait until it is at rest.`);
  };

  const offsetTo = (memory: ClockMemory, address: number, steps: number): Order => {
    const offset = Math.round(within(steps, reel) * 100) / 100;
    port.kept().offsets.set(address, offset);
    memory.set(address, 'offset', offset);
    return { what: 'offset', module: address, a: offset };
  };

  const depart = (address: number, flap: number): void => port.departed(known.indexOf(address), flap);

  const forModules = (
    summary: string,
    act: (memory: ClockMemory, modules: readonly number[], input: ActionInput) => readonly Order[],
    { keep = false, more = [] }: { readonly keep?: boolean; readonly more?: readonly string[] } = {},
  ): DriverAction =>
    moduleAction(
      `${summary}; all of them unless "modules" lists addresses.`,
      known,
      async (modules, input, signal) => {
        await port.tell(act(await port.connect(signal), modules, input), signal);
        if (keep) await port.kept().save();
      },
      more,
    );

  const goalOf = (memory: ClockMemory, address: number): number => {
    const flap = memory.get(address, 'flap');
    if (flap >= 0) return flap;
    return memory.get(address, 'state') === STATES.ok ? shownBy(memory, address) : 0;
  };

  const nudge = (memory: ClockMemory, modules: readonly number[], input: ActionInput): readonly Order[] => {
    const quarters = integerOf(input, 'quarters', -MOST_QUARTERS, MOST_QUARTERS);
    requireKnown(memory, modules);
    return modules.flatMap((address) => {
      const flap = goalOf(memory, address);
      const offset = offsetTo(memory, address, memory.get(address, 'offset') + quarters * quarter);
      depart(address, flap);
      return [offset, { what: 'aim', module: address, a: flap }];
    });
  };

  const setOffset = (memory: ClockMemory, modules: readonly number[]): readonly Order[] => {
    requireKnown(memory, modules);
    requireRest(memory, modules);
    wall.forget();
    return modules.map((address) => offsetTo(memory, address, memory.get(address, 'position')));
  };

  const reverse = (memory: ClockMemory, modules: readonly number[], input: ActionInput): readonly Order[] => {
    const { reversed } = input;
    if (typeof reversed !== 'boolean') throw new UnusableInput('"reversed" has to be true or false.');
    requireRest(memory, modules);
    const all = port.kept().reversed;
    return modules.map((address): Order => {
      if (reversed) all.add(address);
      else all.delete(address);
      memory.set(address, 'reversed', reversed === port.turnsBack ? 0 : 1);
      return { what: 'reverse', module: address, a: reversed === port.turnsBack ? 0 : 1 };
    });
  };

  const jog = async (input: ActionInput, signal: AbortSignal): Promise<Record<string, unknown>> => {
    const module = integerOf(input, 'module', 0, port.places - 1);
    const steps = integerOf(input, 'steps', -MOST_JOG, MOST_JOG);
    const memory = await port.connect(signal);
    requireRest(memory, [module]);
    wall.forget();
    await port.tell([{ what: 'jog', module, a: steps }], signal);
    return { module, steps };
  };

  const diagnose = async (_input: ActionInput, signal: AbortSignal): Promise<Record<string, unknown>> => {
    const memory = await port.connect(signal);
    const about = wall.modules.map((module) => {
      const { address } = module;
      const state = memory.get(address, 'state');
      return {
        ...module,
        state: port.guesses && state === STATES.ok ? 'guessed' : (STATE_WORDS[state] ?? 'stopped'),
        moving: !isAtRest(memory.get(address, 'mode')),
        position: state === STATES.ok ? shownBy(memory, address) : null,
        steps: state === STATES.ok ? Math.round(memory.get(address, 'position') * 10) / 10 : null,
        missed_homes: memory.get(address, 'missedHomes'),
        unexpected_homes: memory.get(address, 'unexpectedHomes'),
        offset: memory.get(address, 'offset'),
        reversed: port.kept().reversed.has(address),
        sensor: memory.get(address, 'near') === 1 ? 'near' : 'far',
      };
    });
    const faults = wall.modules.flatMap(
      (module) => faultOf(module, memory.get(module.address, 'state'), port.wires) ?? [],
    );
    return { modules: about, flaps: wall.flaps.glyphs, faults };
  };

  const home = forModules('Lets modules find their home again', (memory, modules) =>
    modules.map((address): Order => {
      const flap = goalOf(memory, address);
      depart(address, flap);
      return { what: 'home', module: address, a: flap };
    }),
  );
  return {
    // Without a sensor nothing can find it.
    ...(port.guesses ? {} : { home }),
    turn: forModules('Turns modules once around to the flap that they show', (memory, modules) => {
      requireKnown(memory, modules);
      return modules.map((address): Order => {
        const flap = goalOf(memory, address);
        depart(address, flap);
        return { what: 'aim', module: address, a: flap, b: reel.stepsPerTurn / 2 };
      });
    }),
    nudge: forModules(
      'Moves the home of modules by "quarters" (-200 to 200) of a flap, and the modules with it',
      nudge,
      { keep: true, more: ['quarters'] },
    ),
    set_offset: forModules('Takes the place where modules stand as their home', setOffset, { keep: true }),
    reverse: forModules('Lets modules turn the other way ("reversed" true) or as they are wired (false)', reverse, {
      keep: true,
      more: ['reversed'],
    }),
    jog: {
      summary:
        'Turns the "module" at an address of the line, mapped or not, by "steps" (-4096 to 4096), without homing.',
      members: ['module', 'steps'],
      run: jog,
    },
    release: forModules('Switches the coils of modules at rest off', (_memory, modules) =>
      modules.map((address): Order => ({ what: 'release', module: address })),
    ),
    self_test: selfTestAction(port),
    diagnose: {
      summary: 'Tells state, position, counted homes, offset and sensor of each module, and what to look at.',
      members: [],
      looks: true,
      run: diagnose,
    },
  };
};
