// The thread of the clock of steps. It opens the line, runs the clock, and ends when nothing has turned for a while.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ClockLoop, type WallPlan } from '../clock-loop.ts';
import { ClockMemory } from '../clock-memory.ts';
import { openLine } from '../open-line.ts';
import type { LineSetup } from '../line.ts';

/** What the thread is started with. */
export interface ThreadSetup {
  readonly plan: WallPlan;
  readonly line: LineSetup;
  readonly buffer: SharedArrayBuffer;
}

const STEP_PRIORITY = -15;

/** A step should not wait for other programs; where that is not allowed, it has to. */
const hurry = (memory: ClockMemory): void => {
  try {
    memory.thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(memory.thread, STEP_PRIORITY);
  } catch {
    return;
  }
};

const run = ({ plan, line: setup, buffer }: ThreadSetup): void => {
  const memory = new ClockMemory(buffer, plan.modules);
  hurry(memory);
  const line = openLine(setup);
  if (line.faults?.some((fault) => fault !== null)) parentPort?.postMessage(line.faults, []);
  try {
    new ClockLoop(plan, memory, line, () => performance.now() * 1000).run();
  } finally {
    line.close();
  }
};

try {
  run(workerData as ThreadSetup);
} catch (error) {
  parentPort?.postMessage(error instanceof Error ? error.message : String(error), []);
}
