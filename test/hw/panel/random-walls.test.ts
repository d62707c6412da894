import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Board } from '../../../src/board/board.ts';
import { INSTANT, type Driver } from '../../../src/board/driver.ts';
import { MinimumIntervals } from '../../../src/board/minimum-intervals.ts';
import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import { layoutText } from '../../../src/core/flaps/message.ts';
import type { Panel } from '../../../src/schema/boards/boards.ts';
import { seededRandom } from '../../support/seeded.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { busRig, chainRig } from './rig.ts';

const test = suite('walls with holes, over an emulated line');

interface Size {
  readonly rows: number;
  readonly cols: number;
}

type Make = (clock: FakeClock, size: Size, modules: Panel['modules']) => { readonly driver: Driver; close(): void };

const DRIVERS: Readonly<Record<string, Make>> = {
  chainlink: (clock, size, modules) => {
    const { driver, board } = chainRig({ clock, size, panel: { modules }, board: { modules: size.rows * size.cols } });
    return { driver, close: () => board.close() };
  },
  mbus: (clock, size, modules) => {
    const { driver, bus } = busRig({ clock, size, panel: { modules }, bus: { modules: size.rows * size.cols } });
    return { driver, close: () => bus.close() };
  },
};

/** A map of some cells onto addresses in an order of chance. */
const mapOf = (random: () => number, { rows, cols }: Size): { row: number; col: number; address: number }[] => {
  const cells = Array.from({ length: rows * cols }, (_, cell) => ({
    row: Math.floor(cell / cols),
    col: cell % cols,
    order: random(),
    kept: random() < 0.7 || cell === 0,
  }));
  return cells
    .filter(({ kept }) => kept)
    .sort((a, b) => a.order - b.order)
    .map(({ row, col }, address) => ({ row, col, address }));
};

const WORDS = ['FLAPS', 'TURN', 'ROUND', 'A', 'HOLE', 'OF', 'CHANCE'];

for (const [name, make] of Object.entries(DRIVERS)) {
  for (let seed = 1; seed <= 12; seed++) {
    test(`${name}: what is written is read back, seed ${seed}`, async () => {
      const random = seededRandom(seed);
      const size = { rows: 1 + Math.floor(random() * 4), cols: 1 + Math.floor(random() * 12) };
      const modules = mapOf(random, size);
      const clock = createFakeClock('2026-01-01T00:00:00Z');
      const { driver, close } = make(clock, size, modules);
      const geometry = geometryOf({
        device_type: 'panel',
        grid_rows: size.rows,
        grid_cols: size.cols,
        panel: { modules },
      });
      const board = new Board({
        id: 'wall',
        geometry,
        makeDriver: () => driver,
        clock,
        minimumIntervals: new MinimumIntervals(clock, { get: () => null, set: () => undefined }),
        readEvery: (preferred) => preferred,
        onFrame: () => undefined,
        onStatus: () => undefined,
        onLost: () => undefined,
      });
      board.start();
      await clock.advance(1000);
      for (let frame = 0; frame < 3; frame++) {
        const text = Array.from({ length: 4 }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '').join(' ');
        const grid = layoutText(text, geometry);
        const shown = board.show({ grid, transition: INSTANT });
        for (let turn = 0; turn < 20; turn++) await clock.advance(50);
        assert.is((await shown).reason === null || (await shown).code === 'unchanged', true);
        for (let turn = 0; turn < 65; turn++) await clock.advance(1000);
        const { view } = board;
        assert.equal(view.characters && gridToRows(view.characters), gridToRows(grid));
        assert.is(view.error, null);
        assert.is(view.drifted, false);
      }
      await board.stop();
      close();
    });
  }
}

test.run();
