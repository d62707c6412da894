import { systemClock } from '../../../src/platform/clock.ts';
import { drawLines, onModule, readConsole, type ConsoleCommand } from '../serial/console.ts';
import { endWith, runCommand } from '../command-line.ts';
import { parseStepperCommand, type StepperEmulatorOptions } from './arguments.ts';
import { EmulatedChain } from './chain.ts';
import { makeWall } from './emulated-wall.ts';
import { openFifos } from './fifos.ts';
import type { SensorFault } from './model.ts';
import { openFolderPins, openSimulatedPins, WiredWall } from './pins.ts';
import type { SteppedWall } from './wall.ts';

const DRAW_MS = 250;
/** How often pins are looked at; those of a simulated chip belong to a machine that is itself simulated, and slow. */
const LOOK_MS = { folder: 1, simulated: 5 };
const US_PER_MS = 1000;
const SENSOR_FAULTS: readonly SensorFault[] = ['none', 'stuck', 'dead', 'bouncing'];

const nowUs = (): number => systemClock.monotonic() * US_PER_MS;

/** Hangs the wall where it was asked for; answers what is told about it, commands for its wires, and its end. */
const hang = (
  { hanging }: StepperEmulatorOptions,
  wall: SteppedWall,
): { told: string; commands: Record<string, ConsoleCommand>; close(): void } => {
  if (hanging.kind === 'chain') {
    const chain = new EmulatedChain(wall, hanging.layout);
    const fifos = openFifos(hanging.path, (frame) => chain.exchange(frame, nowUs()));
    return {
      told: `a chain at ${hanging.path}.0`,
      commands: {
        chain: {
          usage: 'chain BOARD        breaks the chain before a board, from 0; without one mends it',
          run: ([board]) => {
            chain.brokenFrom = board === undefined ? -1 : Number(board);
            return chain.brokenFrom < 0 ? 'the chain is whole' : `nothing from board ${chain.brokenFrom} on`;
          },
        },
      },
      close: () => fifos.close(),
    };
  }
  const ends =
    hanging.kind === 'folder'
      ? openFolderPins(hanging.folder, 'pinctrl-bcm2835', hanging.pins)
      : openSimulatedPins(hanging.label, hanging.pins);
  const wired = new WiredWall(wall, ends);
  const timer = setInterval(() => wired.look(nowUs()), LOOK_MS[hanging.kind]);
  return {
    told: hanging.kind === 'folder' ? `pins in ${hanging.folder}` : `pins of the chip ${hanging.label}`,
    commands: {},
    close: () => clearInterval(timer),
  };
};

/** The faults of modules as commands. */
const faultCommands = (wall: SteppedWall): Record<string, ConsoleCommand> => ({
  sensor: onModule(
    'sensor MODULE F    lets a sensor be dead, stuck or bouncing; none mends it',
    wall.models,
    (model, fault) => `sensor: ${(model.sensorFault = SENSOR_FAULTS.find((one) => one === fault) ?? 'none')}`,
  ),
  reverse: onModule(
    'reverse MODULE     swaps two wires of a motor, or swaps them back',
    wall.models,
    (model) => `reversed: ${(model.reversed = !model.reversed)}`,
  ),
  remove: onModule(
    'remove MODULE      takes a module away, or brings it back',
    wall.models,
    (model) => `missing: ${(model.missing = !model.missing)}`,
  ),
  slip: onModule('slip MODULE STEPS  turns a reel by hand', wall.models, (model, steps) => {
    model.slip(Number(steps) || 0);
    return `flap ${model.flap}`;
  }),
  supply: {
    usage: 'supply N           lets the supply feed so many motors in full',
    run: ([motors]) => `feeds ${(wall.supply = Number(motors) || Number.POSITIVE_INFINITY)}`,
  },
  lost: {
    usage: 'lost               tells how many steps each motor lost',
    run: () => wall.models.map(({ lostSteps }) => lostSteps).join(' '),
  },
});

/** Draws the flaps while they turn. */
const watch = (wall: SteppedWall, { reel, cols }: StepperEmulatorOptions): void => {
  const letters = [...reel];
  let drawn = '';
  const draw = (): void => {
    const shown = wall.flaps.map((flap) => letters[flap] ?? ' ').join('');
    if (shown !== drawn) console.log(drawLines((drawn = shown), cols));
  };
  setInterval(draw, DRAW_MS).unref();
};

const run = (options: StepperEmulatorOptions): void => {
  const wall = makeWall(options);
  const { told, commands, close } = hang(options, wall);
  console.log(`${options.rows * options.cols} modules hang on ${told}. Type "help" for what can be done to them.`);
  readConsole({ ...commands, ...faultCommands(wall) });
  watch(wall, options);
  endWith(close);
};

void runCommand(parseStepperCommand(process.argv.slice(2)), run);
