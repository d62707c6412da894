import { CommandRefused, type DriverAction } from '../../../src/board/driver.ts';
import { moduleAction, type ActionInput } from '../action-input.ts';
import { selfTestAction, type SelfTestPort } from '../self-test.ts';
import type { ChainLink } from './link.ts';
import type { ModuleCommand } from './messages.ts';
import { ProtobufLink } from './protobuf-link.ts';

/** What the actions act on. */
export interface ChainActionsPort extends SelfTestPort {
  connect(signal: AbortSignal): Promise<ChainLink>;
  /** Restarts the board of the panel by its reset line. */
  restart(signal: AbortSignal): Promise<void>;
}

type Run = (link: ProtobufLink, modules: readonly number[], signal: AbortSignal) => Promise<void>;

/** Homing, calibration and diagnosis of a chain of modules. Actions reject with a sentence when the panel refuses. */
export const chainActions = (port: ChainActionsPort): Readonly<Record<string, DriverAction>> => {
  const { wall } = port;
  const known = wall.modules.map(({ address }) => address);

  const withModules = (summary: string, run: Run): DriverAction =>
    moduleAction(`${summary} All of them unless "modules" lists addresses.`, known, async (modules, _input, signal) =>
      run(speaking(await port.connect(signal)), modules, signal),
    );

  const command = (summary: string, action: ModuleCommand['action']): DriverAction =>
    withModules(summary, (link, modules, signal) => link.command({ action }, modules, signal));

  const diagnose = async (_input: ActionInput, signal: AbortSignal): Promise<Record<string, unknown>> => {
    const link = await port.connect(signal);
    const status = await link.status(signal);
    const modules = wall.modules.map((module) => ({ ...module, ...status?.modules[module.address] }));
    return {
      modules,
      flaps: wall.flaps.glyphs,
      fault: status?.fault ?? null,
      power: link instanceof ProtobufLink ? link.power : [],
    };
  };

  return {
    home: moduleAction(
      'Lets modules find their home again; all of them unless "modules" lists addresses.',
      known,
      async (modules, _input, signal) => {
        const link = await port.connect(signal);
        if (!link.single && modules.length < known.length)
          throw new CommandRefused('Boards with the text protocol home all modules at once: leave "modules" out.');
        await link.home(modules, signal);
      },
    ),
    turn: withModules('Turns modules once around to the flap that they show.', (link, modules, signal) =>
      link.turn(modules, signal),
    ),
    offset_tenth: command('Moves the home of modules by a tenth of a flap.', 'offset_tenth'),
    offset_half: command('Moves the home of modules by half a flap.', 'offset_half'),
    set_offset: command('Takes the place where modules stand as their home.', 'set_offset'),
    save_offsets: {
      summary: 'Keeps all offsets beyond a restart; works only while no module turns.',
      members: [],
      run: async (_input, signal) => {
        await speaking(await port.connect(signal)).saveOffsets(signal);
        return {};
      },
    },
    self_test: selfTestAction(port),
    diagnose: {
      summary: 'Tells state, position and counted faults of each module, and the supply of each power channel.',
      members: [],
      looks: true,
      run: diagnose,
    },
    restart: {
      summary: 'Restarts the board of the panel by its reset line.',
      members: [],
      run: async (_input, signal) => {
        await port.restart(signal);
        return {};
      },
    },
  };
};

const speaking = (link: ChainLink): ProtobufLink => {
  if (link instanceof ProtobufLink) return link;
  throw new CommandRefused('Boards with the text protocol do not know this command.');
};
