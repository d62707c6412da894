import type { DriverAction } from '../../../src/board/driver.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { addressesOf, integerOf, textOf } from '../action-input.ts';
import type { ActionInput } from '../action-input.ts';
import { pause } from '../waiting.ts';
import type { Wall } from '../wall.ts';
import type { Conversation } from './conversation.ts';
import { pollRange } from './discovery.ts';
import { HIGHEST_ID, bySerial, command, parseDescription } from './frames.ts';
import type { ModuleHealth } from './frames.ts';
import { DESCRIPTION_FACTOR } from './times.ts';
import type { BusTimes } from './times.ts';

/** What the actions act on. */
export interface BusActionsPort {
  readonly clock: Clock;
  readonly wall: Wall;
  readonly talk: Conversation;
  readonly times: BusTimes;
  /** Serial numbers of modules that announced themselves as having no id. */
  readonly unprovisioned: Set<string>;
  connect(signal: AbortSignal): Promise<void>;
  /**
   * The health of the module with an id, an earlier one when it was asked too often lately; null when it does not
   * answer.
   */
  health(id: number, signal: AbortSignal): Promise<ModuleHealth | null>;
  /** Modules, by their index, were set in motion and end at home. */
  moved(modules: readonly number[]): void;
  show(flaps: readonly number[], signal: AbortSignal): Promise<void>;
}

type Answer = Record<string, unknown>;
type Run = (input: ActionInput, signal: AbortSignal) => Promise<Answer>;

const SERIAL = /^[0-9A-Fa-f]{20}$/;
const HALL = ['ok', 'stuck', 'dead', 'several magnets', 'inverted'];
const MOTOR = ['ok', 'inconsistent', 'no motion'];
/** How many turns of a reel commands take at most; an answer comes when they are done. */
const TURNS = { calibrate: 4, hall: 3, polarity: 3 };

const numbersOf = (data: string): number[] => data.split(/[:,]/).map(Number);

/**
 * Finding, numbering, homing, calibrating and testing modules. Actions reject with a sentence when a module does not
 * answer.
 */
export const busActions = (port: BusActionsPort): Readonly<Record<string, DriverAction>> => {
  const { wall, talk, times, clock } = port;
  const known = wall.modules.map(({ address }) => address);

  const action = (summary: string, run: Run): DriverAction => ({
    summary,
    run: async (input, signal) => {
      await port.connect(signal);
      return run(input, signal);
    },
  });

  const moduleOf = (input: ActionInput): number => integerOf(input, 'module', 0, HIGHEST_ID);

  const ask = async (
    id: number,
    letter: string,
    answered: string,
    ms: number,
    signal: AbortSignal,
    data?: number,
  ): Promise<string> => {
    const reply = await talk.askModule(id, letter, ms, signal, data, answered);
    if (reply === null) throw new Error(`Module ${id} does not answer.`);
    return reply;
  };

  const tell = (frames: readonly string[]): Promise<void> => {
    const rest = [...frames];
    return talk.say(() => rest.shift() ?? null);
  };

  const depart = (ids: readonly number[]): void =>
    port.moved(wall.modules.flatMap(({ address }, module) => (ids.includes(address) ? [module] : [])));

  const setting = (summary: string, letter: string, low: number, high: number): DriverAction =>
    action(summary, async (input) => {
      const [module, value] = [moduleOf(input), integerOf(input, 'value', low, high)];
      depart([module]);
      await tell([command(module, letter, value)]);
      return { module, value };
    });

  const test = (summary: string, letter: string, turns: number, describe: (data: string) => Answer): DriverAction =>
    action(summary, async (input, signal) => {
      const module = moduleOf(input);
      depart([module]);
      return {
        module,
        ...describe(
          await ask(module, letter, letter === 'c' ? '' : letter, times.homingMs * turns + times.replyMs, signal),
        ),
      };
    });

  const scan: Run = async (input, signal) => {
    const from = integerOf(input, 'from', 0, HIGHEST_ID, 0);
    const to = integerOf(input, 'to', from, HIGHEST_ID, HIGHEST_ID);
    const modules: Answer[] = [];
    for await (const { id, version } of pollRange(talk, from, to, times, signal)) {
      const match = /^(\d+):\d+(?::([0-9A-F]+))?$/i.exec(version);
      if (match)
        modules.push({ module: id, firmware: Number(match[1]), serial: match[2] ?? null, mapped: known.includes(id) });
    }
    return { modules, unprovisioned: [...port.unprovisioned] };
  };

  const assign: Run = async (input, signal) => {
    const serial = textOf(input, 'serial', SERIAL, 'a serial number of 20 hexadecimal digits').toUpperCase();
    const module = moduleOf(input);
    const reply = await talk.ask(
      bySerial('I', serial, module),
      (heard) => heard.kind === 'assigned' && heard.serial === serial && heard.id === module,
      times.replyMs * 2,
      signal,
    );
    if (!reply) throw new Error(`The module with serial number ${serial} does not answer.`);
    port.unprovisioned.delete(serial);
    return { serial, module };
  };

  const home: Run = async (input) => {
    const ids = addressesOf(input, known);
    depart(ids);
    await tell(ids.length === known.length ? [command('all', 'h')] : ids.map((id) => command(id, 'h')));
    return { modules: ids };
  };

  const health: Run = async (input, signal) => {
    const modules: Answer[] = [];
    for (const module of addressesOf(input, known)) {
      const found = await port.health(module, signal);
      modules.push({ module, answers: found !== null, ...found });
    }
    return { modules };
  };

  const describe: Run = async (input, signal) => {
    const module = moduleOf(input);
    const description = parseDescription(await ask(module, 'A', 'A', times.replyMs * DESCRIPTION_FACTOR, signal));
    if (!description) throw new Error(`The answer of module ${module} cannot be read.`);
    return { module, ...description };
  };

  const motor: Run = async (input, signal) => {
    const module = moduleOf(input);
    const turns = integerOf(input, 'turns', 5, 20, 5);
    depart([module]);
    const [code = -1, least, most, spread] = numbersOf(
      await ask(module, 'M', 'M', times.homingMs * (turns + 2), signal, turns),
    );
    return {
      module,
      result: MOTOR[code] ?? 'unknown',
      least_steps: least,
      most_steps: most,
      spread_percent: (spread ?? 0) / 10,
    };
  };

  const selfTest: Run = async (input, signal) => {
    const [step, seconds] = [integerOf(input, 'step', 0, 255, 0), integerOf(input, 'seconds', 0, 60, 10)];
    wall.forget();
    await port.show(wall.testFlaps(step), signal);
    await pause(clock, seconds * 1000, signal);
    return { step, flaps: wall.flaps.glyphs };
  };

  return {
    scan: action(
      'Finds the modules of the bus with ids "from" to "to" (0 to 254), and those that have none yet.',
      scan,
    ),
    assign: action('Gives the module with the number "serial" the id "module".', assign),
    identify: action('Sends the module with the number "serial" home, so that it can be seen.', async (input) => {
      const serial = textOf(input, 'serial', SERIAL, 'a serial number of 20 hexadecimal digits').toUpperCase();
      await tell([bySerial('H', serial)]);
      return { serial };
    }),
    release: action('Takes its id from "module", which then announces itself by its serial number.', async (input) => {
      const module = moduleOf(input);
      await tell([command(module, 'R')]);
      return { module };
    }),
    home: action('Sends modules home; all of them unless "modules" lists ids.', home),
    calibrate: test('Lets "module" measure its turn and keep it.', 'c', TURNS.calibrate, (data) => ({
      steps_per_turn: Number(data),
    })),
    offset: setting(
      'Sets how many steps lie between the magnet and the first flap of "module" to "value" (0 to 8191).',
      'o',
      0,
      8191,
    ),
    steps_per_turn: setting('Sets the steps of a whole turn of "module" to "value" (1000 to 8191).', 't', 1000, 8191),
    nudge: setting('Turns "module" by "value" steps (-4096 to 4096).', 's', -4096, 4096),
    home_at_start: setting('Whether "module" looks for home when it starts: "value" 1 or 0.', 'a', 0, 1),
    set_flaps: action(
      'Tells "module" its reel: "flaps" are 2 to 64 characters, in the order in which they turn.',
      async (input) => {
        const module = moduleOf(input);
        const flaps = textOf(input, 'flaps', /^[\x20-\x7e]{2,64}$/, '2 to 64 plain characters');
        await tell([command(module, 'N', `${flaps.length}:${flaps}`)]);
        return { module, flaps };
      },
    ),
    health: action(
      'Asks modules for their supply, restarts and position; all of them unless "modules" lists ids.',
      health,
    ),
    describe: action('Asks "module" for everything that it knows of itself.', describe),
    sensor_test: test('Turns "module" around and tells what its sensor sees.', 'T', TURNS.hall, (data) => {
      const [code = -1, edges, active, falling] = numbersOf(data);
      return { result: HALL[code] ?? 'unknown', edges, active_steps: active, falling };
    }),
    motor_test: action('Turns "module" around "turns" times (5 to 20) and tells how regular that is.', motor),
    detect_polarity: test('Lets "module" find out which way round its sensor works.', 'P', TURNS.polarity, (data) => {
      const [code = -1, level] = numbersOf(data);
      return { found: code === 0, level };
    }),
    self_test: action(
      'Shows neighbouring flaps on neighbouring modules, "step" (0 to 255) flaps further, for "seconds" ' +
        '(0 to 60, default 10).',
      selfTest,
    ),
  };
};
