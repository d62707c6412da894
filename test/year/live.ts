import { createDraw } from '../fuzz/draw.ts';
import { usedHeap } from '../support/used-heap.ts';
import { Judge } from './judge.ts';
import { Life } from './life.ts';
import { CAST, drawPlot } from './plot.ts';
import { startWorld, type FakeBoard } from './world.ts';

/** A stretch of simulated time. */
export interface Stretch {
  /** ISO instants, at full minutes. */
  readonly from: string;
  readonly to: string;
  readonly seed: number;
  /** How many things happen in a day. */
  readonly deedsPerDay: number;
  /** How often pages are looked at again; 15 unless an owner says otherwise. */
  readonly pollSeconds: number;
  /** The power is off for some hours that often. */
  readonly daysBetweenCuts: number;
}

/** What came of it. */
export interface Lived {
  readonly minutes: number;
  readonly frames: number;
  readonly deeds: ReadonlyMap<string, number>;
  /** Bytes of heap in use at the end of the first tenth and at the end. */
  readonly heap: readonly [early: number, late: number];
  /** What the store gave the disk to write. */
  readonly bytesWritten: number;
  readonly seconds: number;
  readonly processorSeconds: number;
}

const MINUTE_MS = 60_000;
const DEED_MS = 7000;

/** Lives through a stretch of time with eight boards; throws where a board shows anything but what the model wants. */
export const live = async ({ from, to, seed, deedsPerDay, daysBetweenCuts, pollSeconds }: Stretch): Promise<Lived> => {
  const [begun, processor] = [performance.now(), process.cpuUsage()];
  const draw = createDraw(seed);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const plot = drawPlot(draw, start, end, pollSeconds);
  const world = await startWorld(from, CAST, plot.initial);
  const judges = new Map(
    plot.boards.map((board, index) => [
      board.id,
      new Judge(plot.house, board, world.boards.get(board.id) as FakeBoard, CAST[index]?.strictness ?? 'exact'),
    ]),
  );
  const writtenBefore = world.bytesWritten;
  const life = new Life(world, plot.house, plot.boards, judges, draw);
  const judgeUntil = (before: number, after: number): void =>
    plot.boards.forEach(({ id }) => judges.get(id)?.pass(before, after));
  const total = (end - start) / MINUTE_MS;
  let early = 0;
  let nextCut = start + daysBetweenCuts * 86_400_000;
  try {
    plot.boards.forEach(({ id }) => judges.get(id)?.deed(start, false));
    for (let now = start; now < end; now = world.clock.now()) {
      const acts = draw.chance(deedsPerDay / 1440);
      if (acts) {
        await world.clock.advance(DEED_MS);
        judgeUntil(now, now + DEED_MS);
        await life.act();
      }
      const before = acts ? now + DEED_MS : now;
      await world.clock.advance(now + MINUTE_MS - before);
      judgeUntil(before, now + MINUTE_MS);
      if (now >= nextCut) {
        nextCut += daysBetweenCuts * 86_400_000;
        await new Promise((resolve) => setTimeout(resolve, 50));
        await world.restart(draw.integer(1, 500) * MINUTE_MS);
        for (const judge of judges.values()) judge.restarted();
        plot.boards.forEach(({ id }) => judges.get(id)?.deed(world.clock.now(), false));
      }
      if (early === 0 && now - start > (end - start) / 10) early = await usedHeap();
    }
    const frames = [...judges.values()].reduce((sum, judge) => sum + judge.frames, 0);
    const heap = [early, await usedHeap()] as const;
    const { user, system } = process.cpuUsage(processor);
    return {
      minutes: total,
      frames,
      deeds: life.deeds,
      heap,
      bytesWritten: world.bytesWritten - writtenBefore,
      seconds: (performance.now() - begun) / 1000,
      processorSeconds: (user + system) / 1e6,
    };
  } finally {
    await world.close();
  }
};
