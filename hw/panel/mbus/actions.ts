import type { DriverAction } from '../../../src/board/driver.ts';
import { addressesOf, integerOf, moduleAction, textOf, type ActionInput } from '../action-input.ts';
import { selfTestAction, type SelfTestPort } from '../self-test.ts';
import type { Conversation } from './conversation.ts';
import { pollRange } from './discovery.ts';
import { HIGHEST_ID, bySerial, command, parseDescription, type ModuleHealth } from './frames.ts';
import { DESCRIPTION_FACTOR, type BusTimes } from './times.ts';

/** What the actions act on. */
export interface BusActionsPort extends SelfTestPort {
  readonly talk: Conversation;
  readonly times: BusTimes;
  /** Serial numbers of modules that announced themselves as having no id. */
  readonly unprovisioned: ReadonlySet<string>;
  /**
   * The health of the module with an id, an earlier one when it was asked too often lately; null when it does not
   * answer.
   */
  health(id: number, signal: AbortSignal): Promise<ModuleHealth | null>;
  /** Modules, by their index, were set in motion and end at home. */
  moved(modules: readonly number[]): void;
  /** Modules, by their index, may stand anywhere. */
  strayed(modules: readonly number[]): void;
}

type Answer = Record<string, unknown>;

const SERIAL = /^[0-9A-Fa-f]{20}$/;
const HALL = ['ok', 'stuck', 'dead', 'several magnets', 'inverted'];
const MOTOR = ['ok', 'inconsistent', 'no motion'];
/** How many turns of a reel commands take at most; an answer comes when they are done. */
const TURNS = { calibrate: 4, hall: 3, polarity: 3 };

const numbersOf = (data: string): number[] => data.split(/[:,]/).map(Number);

const idOf = (input: ActionInput): number => integerOf(input, 'module', 0, HIGHEST_ID);

const serialOf = (input: ActionInput): string =>
  textOf(input, 'serial', SERIAL, 'a serial number of 20 hexadecimal digits').toUpperCase();

const tellSensor = (data: string): Answer => {
  const [code = -1, edges, active, falling] = numbersOf(data);
  return { result: HALL[code] ?? 'unknown', edges, active_steps: active, falling };
};

const tellMotor = (data: string): Answer => {
  const [code = -1, least, most, spread] = numbersOf(data);
  return {
    result: MOTOR[code] ?? 'unknown',
    least_steps: least,
    most_steps: most,
    spread_percent: (spread ?? 0) / 10,
  };
};

const tellPolarity = (data: string): Answer => {
  const [code = -1, level] = numbersOf(data);
  return { found: code === 0, level };
};

/**
 * Finding, numbering, homing, calibrating and testing modules. Actions reject with a sentence when a module does not
 * answer.
 */
export const busActions = (port: BusActionsPort): Readonly<Record<string, DriverAction>> => {
  const { wall, talk, times, unprovisioned } = port;
  const known = wall.modules.map(({ address }) => address);

  const action = (
    summary: string,
    members: readonly string[],
    run: (input: ActionInput, signal: AbortSignal) => Promise<Answer>,
    looks = false,
  ): DriverAction => ({
    summary,
    members,
    looks,
    run: async (input, signal) => {
      await port.connect(signal);
      return run(input, signal);
    },
  });

  const tell = (...frames: string[]): Promise<void> => talk.say(() => frames.shift() ?? null);

  const indexesOf = (ids: readonly number[]): number[] =>
    wall.modules.flatMap(({ address }, module) => (ids.includes(address) ? [module] : []));

  const ask = async (id: number, letter: string, answered: string, ms: number, signal: AbortSignal, data?: number) => {
    const reply = await talk.askModule(id, letter, ms, signal, data, answered);
    if (reply === null) throw new Error(`Module ${id} does not answer.`);
    return reply;
  };

  /** A command with a number, `value`: one that a module stores, unless it `turns` it. */
  const setting = (summary: string, letter: string, low: number, high: number, turns = false): DriverAction =>
    action(summary, ['module', 'value'], async (input) => {
      const [module, value] = [idOf(input), integerOf(input, 'value', low, high)];
      if (turns) port.strayed(indexesOf([module]));
      await tell(command(module, letter, value));
      return { module, value };
    });

  /** Asks a module for something that turns its reel before it answers; where that ends is not known. */
  const askTurning = async (module: number, ...question: [string, string, number, AbortSignal, number?]) => {
    port.moved(indexesOf([module]));
    try {
      return await ask(module, ...question);
    } finally {
      port.strayed(indexesOf([module]));
    }
  };

  /** A command whose answer comes after some turns of the reel. */
  const test = (
    summary: string,
    [letter, answered]: readonly [string, string],
    turns: number,
    describe: (data: string) => Answer,
  ): DriverAction =>
    action(summary, ['module'], async (input, signal) => {
      const module = idOf(input);
      const ms = times.homingMs * turns + times.replyMs;
      return { module, ...describe(await askTurning(module, letter, answered, ms, signal)) };
    });

  return {
    scan: action(
      'Finds the modules of the bus with ids "from" to "to" (0 to 254), and those that have none yet.',
      ['from', 'to'],
      async (input, signal) => {
        const from = integerOf(input, 'from', 0, HIGHEST_ID, 0);
        const to = integerOf(input, 'to', from, HIGHEST_ID, HIGHEST_ID);
        const modules: Answer[] = [];
        for await (const { id, version } of pollRange(talk, from, to, times, signal)) {
          const [whole, firmware, serial = null] = /^(\d+):\d+(?::([0-9A-F]+))?$/i.exec(version) ?? [];
          if (whole === undefined) continue;
          modules.push({ module: id, firmware: Number(firmware), serial, mapped: known.includes(id) });
        }
        return { modules, unprovisioned: [...unprovisioned] };
      },
    ),
    assign: action(
      'Gives the module with the number "serial" the id "module".',
      ['serial', 'module'],
      async (input, signal) => {
        const [serial, module] = [serialOf(input), idOf(input)];
        const reply = await talk.ask(
          bySerial('I', serial, module),
          (heard) => heard.kind === 'assigned' && heard.serial === serial && heard.id === module,
          times.replyMs * 2,
          signal,
        );
        if (!reply) throw new Error(`The module with serial number ${serial} does not answer.`);
        return { serial, module };
      },
    ),
    identify: action(
      'Sends the module with the number "serial" home, so that it can be seen.',
      ['serial'],
      async (input) => {
        const serial = serialOf(input);
        await tell(bySerial('H', serial));
        return { serial };
      },
    ),
    release: action(
      'Takes its id from "module", which then announces itself by its serial number.',
      ['module'],
      async (input) => {
        const module = idOf(input);
        await tell(command(module, 'R'));
        return { module };
      },
    ),
    home: moduleAction(
      'Sends modules home; all of them unless "modules" lists ids.',
      known,
      async (ids, _input, signal) => {
        await port.connect(signal);
        port.moved(indexesOf(ids));
        await tell(...(ids.length === known.length ? [command('all', 'h')] : ids.map((id) => command(id, 'h'))));
      },
    ),
    calibrate: test('Lets "module" measure its turn and keep it.', ['c', ''], TURNS.calibrate, (data) => ({
      steps_per_turn: Number(data),
    })),
    offset: setting(
      'Sets how many steps lie between the magnet and the first flap of "module" to "value" (0 to 8191).',
      'o',
      0,
      8191,
    ),
    steps_per_turn: setting('Sets the steps of a whole turn of "module" to "value" (1000 to 8191).', 't', 1000, 8191),
    nudge: setting('Turns "module" by "value" steps (-4096 to 4096).', 's', -4096, 4096, true),
    home_at_start: setting('Whether "module" looks for home when it starts: "value" 1 or 0.', 'a', 0, 1),
    set_flaps: action(
      'Tells "module" its reel: "flaps" are 2 to 64 characters, in the order in which they turn.',
      ['module', 'flaps'],
      async (input) => {
        const module = idOf(input);
        const flaps = textOf(input, 'flaps', /^[\x20-\x7e]{2,64}$/, '2 to 64 plain characters');
        await tell(command(module, 'N', `${flaps.length}:${flaps}`));
        return { module, flaps };
      },
    ),
    health: action(
      'Asks modules for their supply, restarts and position; all of them unless "modules" lists ids.',
      ['modules'],
      async (input, signal) => {
        const modules: Answer[] = [];
        for (const module of addressesOf(input, known)) {
          const found = await port.health(module, signal);
          modules.push({ module, answers: found !== null, ...found });
        }
        return { modules };
      },
      true,
    ),
    describe: action(
      'Asks "module" for everything that it knows of itself.',
      ['module'],
      async (input, signal) => {
        const module = idOf(input);
        const told = parseDescription(await ask(module, 'A', 'A', times.replyMs * DESCRIPTION_FACTOR, signal));
        if (!told) throw new Error(`The answer of module ${module} cannot be read.`);
        return { module, ...told };
      },
      true,
    ),
    sensor_test: test('Turns "module" around and tells what its sensor sees.', ['T', 'T'], TURNS.hall, tellSensor),
    motor_test: action(
      'Turns "module" around "turns" times (5 to 20) and tells how regular that is.',
      ['module', 'turns'],
      async (input, signal) => {
        const module = idOf(input);
        const turns = integerOf(input, 'turns', 5, 20, 5);
        const ms = times.homingMs * (turns + 2);
        return { module, ...tellMotor(await askTurning(module, 'M', 'M', ms, signal, turns)) };
      },
    ),
    detect_polarity: test(
      'Lets "module" find out which way round its sensor works.',
      ['P', 'P'],
      TURNS.polarity,
      tellPolarity,
    ),
    self_test: selfTestAction(port),
  };
};
