import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SharedWall } from '../../hw/emulator/steppers/wall.ts';
import { MOTION_TIMES, STATES } from '../../hw/motion/motion-settings.ts';
import type { LineSetup } from '../../hw/steppers/line.ts';
import { StepClock } from '../../hw/steppers/step-clock.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { compileAtRest } from '../../src/platform/engine-flags.ts';
import { buildStepThread } from '../support/step-thread.ts';

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: number | null;
}

const TURN = 2037.886;
const FLAPS = 40;
const TURNS = 4;
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Processor time of the thread in ms, as the kernel counts it. */
const processorMs = (thread: number): number =>
  Number.parseInt(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1'), 10) / 1e6;

const privateMiB = (): number =>
  Number(/^Private_Dirty:\s+(\d+)/m.exec(readFileSync('/proc/self/smaps_rollup', 'latin1'))?.[1]) / 1024;

/** Keeps the main thread busy for 50 of every 60 ms. */
const burden = (): (() => void) => {
  const timer = setInterval(() => {
    const end = performance.now() + 50;
    while (performance.now() < end);
  }, 60);
  return () => clearInterval(timer);
};

interface Run {
  readonly percent: number;
  readonly stepsPerSecond: number;
  readonly p99: number;
  readonly worst: number;
  readonly mib: number;
}

/** Turns all modules so many times, and measures while all of them are at full speed. */
const turnAll = async (file: string, modules: number, line: LineSetup, turns: number, busy = false): Promise<Run> => {
  const plan = {
    modules,
    reel: { stepsPerTurn: TURN, flaps: FLAPS },
    speeds: { maxSpeed: 600, acceleration: 2600 },
    times: { ...MOTION_TIMES, staggerUs: 1000 },
    hold: false,
    openLoop: false,
    maxMoving: null,
    lingerMs: 100,
  };
  const before = privateMiB();
  const clock = new StepClock({
    clock: systemClock,
    file,
    plan,
    line,
    onChange: () => undefined,
    onFailure: console.error,
  });
  for (let module = 0; module < modules; module++) clock.memory.set(module, 'state', STATES.ok);
  const all = Array.from({ length: modules }, (_, module) => module);
  await clock.tell(all.map((module) => ({ what: 'aim', module, a: 0, b: (turns - 0.5) * TURN }) as const));
  const lift = busy ? burden() : () => undefined;
  await rest(900);
  const thread = clock.memory.thread;
  const position = () => clock.memory.get(0, 'position');
  const begun = { at: performance.now(), cpu: processorMs(thread), position: position() };
  const window = turns * 3400 - 1700;
  await rest(window / 2);
  const mib = privateMiB() - before;
  await rest(window / 2);
  const wall = performance.now() - begun.at;
  const cpu = processorMs(thread) - begun.cpu;
  const moved = (((position() - begun.position) % TURN) + TURN) % TURN;
  const expected = (wall / 1000) * 600;
  const steps = moved + Math.max(0, Math.round((expected - moved) / TURN)) * TURN;
  lift();
  const { us, worstUs } = clock.memory.lateness(0.01);
  await clock.stop();
  return {
    percent: (cpu / wall) * 100,
    stepsPerSecond: (steps / wall) * 1000,
    p99: us / 1000,
    worst: worstUs / 1000,
    mib,
  };
};

/** Processor and lateness of the clock of steps. */
export const run = async (): Promise<Row[]> => {
  // As in the service, which is at rest while motors turn.
  compileAtRest();
  const folder = mkdtempSync(join(tmpdir(), 'bench-steps-'));
  const { thread, line } = await buildStepThread(folder);
  const emulated = (modules: number): LineSetup => ({
    kind: 'module',
    path: line,
    options: { wall: { modules }, memory: SharedWall.make(modules).memory },
  });
  // Devices that take and give bytes as fast as the kernel can: what is left is our own work and the two calls.
  const spi = { kind: 'spi', writePath: '/dev/null', readPath: '/dev/zero', layout: 'plain', modules: 108 } as const;
  const eight = await turnAll(thread, 8, emulated(8), TURNS);
  const loaded = await turnAll(thread, 8, emulated(8), TURNS, true);
  const chain = await turnAll(thread, 108, spi, 1);
  const still = process.cpuUsage();
  await rest(2000);
  const idle = process.cpuUsage(still);
  rmSync(folder, { recursive: true });
  return [
    { name: '8 motors at 600 steps/s: processor', value: eight.percent, unit: '%', target: 15 },
    { name: '8 motors: steps of each', value: eight.stepsPerSecond, unit: 'steps/s', target: 540 },
    { name: '8 motors, main thread busy: lateness p99', value: loaded.p99, unit: 'ms', target: 1 },
    { name: '8 motors, main thread busy: worst lateness', value: loaded.worst, unit: 'ms', target: null },
    { name: '8 motors, main thread busy: steps of each', value: loaded.stepsPerSecond, unit: 'steps/s', target: 540 },
    { name: '108 motors over SPI: processor', value: chain.percent, unit: '%', target: 35 },
    { name: '108 motors over SPI: steps of each', value: chain.stepsPerSecond, unit: 'steps/s', target: 540 },
    { name: 'private memory while turning', value: Math.max(eight.mib, chain.mib), unit: 'MiB', target: 12 },
    { name: 'at rest: processor', value: ((idle.user + idle.system) / 2e6) * 100, unit: '%', target: 1 },
  ];
};
