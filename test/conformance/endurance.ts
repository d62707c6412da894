import { getEventListeners } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INSTANT, type Driver, type Frame } from '../../src/board/driver.ts';
import { gridFromRows } from '../../src/core/flaps/grid.ts';
import { usedHeap } from '../support/used-heap.ts';

/** A driver that was just made, and a device that keeps no records of its own. */
export interface EnduranceRig {
  readonly driver: Driver;
  readonly rows: number;
  readonly cols: number;
  /** Empties what the test's own side has written down. */
  forget(): void;
  close(): Promise<void>;
}

/** Ways to set a driver up for thousands of frames, by name. */
export type EnduranceRigs = Readonly<Record<string, () => Promise<EnduranceRig>>>;

/** Frames before the first measurement: what is kept once is kept by then. */
const FIRST_FRAMES = 1000;
/** Frames between two measurements. */
const SOME_FRAMES = 2000;
/** Measurements over which memory is to be flat: what the engine makes of the code now and then does not go on. */
const FLAT_ROUNDS = 2;
const MOST_ROUNDS = 6;
/** A listener, timer or promise that stays is several times as much. */
const MOST_BYTES_A_FRAME = 50;
/** What goes out at once in a burst, and how often. */
const BURST = 50;
const BURSTS = 20;

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

const until = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 200 && !holds(); turn++) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Two frames that differ in one cell. */
const twoFrames = ({ rows, cols }: EnduranceRig): readonly [Frame, Frame] => {
  const frame = (code: number): Frame => ({ grid: gridFromRows([[code]], rows, cols), transition: INSTANT });
  return [frame(1), frame(2)];
};

/** The warnings of this process while something runs. */
const warningsOf = async (run: () => Promise<void>): Promise<string[]> => {
  const heard: string[] = [];
  const listener = ({ name, message }: Error): void => void heard.push(`${name}: ${message}`);
  process.on('warning', listener);
  try {
    await run();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('warning', listener);
  }
  return heard;
};

/**
 * Runs thousands of frames, and bursts of frames and readings, through a driver, and sees that nothing of them stays
 * behind.
 */
export const describeEndurance = (name: string, make: () => Promise<EnduranceRig>): void => {
  const test = suite(`endurance: ${name}`);

  const check = (title: string, run: (rig: EnduranceRig, signal: AbortSignal) => Promise<void>) =>
    test(title, async () => {
      const rig = await make();
      // Clocks let a process end while they wait.
      const awake = setInterval(() => undefined, 60_000);
      try {
        await rig.driver.start();
        assert.equal(await warningsOf(() => run(rig, new AbortController().signal)), []);
      } finally {
        await rig.driver.stop();
        await rig.close();
        clearInterval(awake);
      }
    });

  check('thousands of frames leave listeners, timers and memory flat', async (rig, signal) => {
    const frames = twoFrames(rig);
    const write = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at++) {
        const outcome = await rig.driver.write(frames[at % 2] ?? frames[0], signal);
        assert.is(outcome.status, 'sent');
        if (at % 500 === 0) rig.forget();
      }
      rig.forget();
    };
    await write(FIRST_FRAMES);
    const before = timers();
    const heaps = [await usedHeap()];
    const grown = (): number => (heaps.at(-1) ?? 0) - (heaps.at(-1 - FLAT_ROUNDS) ?? 0);
    const isFlat = (): boolean => grown() < FLAT_ROUNDS * SOME_FRAMES * MOST_BYTES_A_FRAME;
    while (heaps.length <= FLAT_ROUNDS || (heaps.length <= MOST_ROUNDS && !isFlat())) {
      await write(SOME_FRAMES);
      await until(() => timers() <= before);
      heaps.push(await usedHeap());
    }
    assert.is(getEventListeners(signal, 'abort').length, 0, 'listeners');
    assert.ok(timers() <= before, `${timers()} timers, ${before} before`);
    assert.ok(isFlat(), `it grows: ${heaps.join(', ')} bytes`);
  });

  check('bursts of frames and readings warn of nothing', async (rig, signal) => {
    const frames = twoFrames(rig);
    for (let round = 0; round < BURSTS; round++) {
      const work = Array.from({ length: BURST }, (_, at) =>
        at % 5 === 4 ? rig.driver.read(signal) : rig.driver.write(frames[at % 2] ?? frames[0], signal),
      );
      await Promise.all(work);
    }
    assert.is(getEventListeners(signal, 'abort').length, 0, 'listeners');
  });

  test.run();
};
