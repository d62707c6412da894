import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StepperOptions } from '../../../hw/emulator/steppers/model.ts';
import { SharedWall } from '../../../hw/emulator/steppers/wall.ts';
import type { DeviceMemory } from '../../../hw/panel/description.ts';
import { FlapSet } from '../../../hw/panel/flap-set.ts';
import { OLD_REEL } from '../../../hw/panel/chainlink/link.ts';
import type { MotionTimes } from '../../../hw/motion/motion-settings.ts';
import { StepperWall } from '../../../hw/steppers/stepper-wall.ts';
import { boardWires } from '../../../hw/steppers/wires.ts';
import { systemClock, type Clock } from '../../../src/platform/clock.ts';
import type { Panel } from '../../../src/schema/boards/boards.ts';
import { buildStepThread, type StepPrograms } from '../../support/step-thread.ts';
import { until } from '../../support/until.ts';
import { panelOf } from '../panel/rig.ts';

/** Reels are small and turn fast, at any speed without a loss: so many steps a flap. */
const STEPS_A_FLAP = 5;
const SMALL = { magnetWidth: 6, hysteresis: 0, pullIn: 100_000, pullOut: 1e6, agility: 1e9 };
const FAST = { max_speed: 1200, acceleration: 20_000 };
const TIMES = { wakeUs: 0, settleUs: 1000, haltUs: 15_000, staggerUs: 100 };

/** What a rig is made from. */
export interface StepperRigOptions {
  readonly kind?: 'gpio-steppers' | 'shift-steppers';
  readonly size?: { readonly rows: number; readonly cols: number };
  readonly panel?: Partial<Panel>;
  readonly motion?: Panel['connection'];
  readonly stepper?: Partial<StepperOptions>;
  readonly each?: readonly Partial<StepperOptions>[];
  readonly memory?: DeviceMemory;
  readonly lingerMs?: number;
  readonly clock?: Clock;
  readonly flaps?: string;
  readonly times?: Partial<MotionTimes>;
}

/** A wall of emulated motors, and a driver that was not started. */
export interface StepperRig {
  readonly driver: StepperWall;
  readonly wall: SharedWall;
  readonly set: FlapSet;
  readonly rows: number;
  readonly cols: number;
  /** What the wall shows, once nothing turns any more. */
  shown(): Promise<number[][]>;
  /** Another driver for the same wall; `wires` says that it hangs on others. */
  again(wires?: string): StepperWall;
}

let built: Promise<StepPrograms> | null = null;

const programs = (): Promise<StepPrograms> => {
  if (built) return built;
  const folder = mkdtempSync(join(tmpdir(), 'steps-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return (built = buildStepThread(folder));
};

/** Puts a driver in front of emulated motors on a thread of their own. */
export const stepperRig = async (options: StepperRigOptions = {}): Promise<StepperRig> => {
  const { kind = 'shift-steppers', size = { rows: 1, cols: 6 }, panel = {}, motion, lingerMs = 50 } = options;
  const { clock = systemClock, memory, flaps = OLD_REEL, times } = options;
  const { rows, cols } = size;
  const { thread, line } = await programs();
  const set = new FlapSet(flaps);
  const stepsPerTurn = set.count * STEPS_A_FLAP;
  const stepper = { ...SMALL, stepsPerTurn, flaps: set.count, ...options.stepper };
  const wall = SharedWall.make(rows * cols);
  const emulated = { modules: rows * cols, stepper, ...(options.each ? { each: options.each } : {}) };
  const connection = { ...FAST, steps_per_turn: stepsPerTurn, ...motion };
  const make = (wires = 'the first'): StepperWall =>
    new StepperWall(
      { rows, cols, panel: panelOf('shift-steppers', { ...panel, connection }) },
      {
        kind,
        places: rows * cols,
        setup: { kind: 'module', path: line, options: { wall: emulated, memory: wall.memory, wires } },
        wires: boardWires,
        explainBeyond: boardWires.coils,
        defaultFlaps: flaps,
      },
      { clock, threadFile: thread, times: { ...TIMES, ...times }, lingerMs, ...(memory ? { memory } : {}) },
    );
  const driver = make();
  const rest = () => until(() => isStill(wall));
  return {
    driver,
    wall,
    set,
    rows,
    cols,
    again: make,
    shown: async () => {
      await rest();
      return Array.from({ length: rows }, (_, row) =>
        Array.from({ length: cols }, (_, col) => set.codeAt(wall.get(row * cols + col, 'flap'))),
      );
    },
  };
};

/** Coils go off when nothing turns. */
const isStill = (wall: SharedWall): boolean =>
  Array.from({ length: wall.modules }, (_, address) => wall.get(address, 'nibble')).every((nibble) => nibble === 0);
