import { virtual } from '../../../hw/panel/virtual/description.ts';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import { VirtualBoard } from '../../../hw/virtual.ts';
import type { Rigs } from '../driver.ts';
import type { EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';

const BLANK = Array.from({ length: 6 }, () => new Array<number>(22).fill(0));

/** A board without hardware in front of the suite. */
const rigs: Rigs = {
  'a board in the browser': async () => {
    const driver = new VirtualBoard();
    const shown = async () => {
      const { grid } = (await driver.read()) as { grid: Parameters<typeof gridToRows>[0] | null };
      return grid ? gridToRows(grid) : BLANK;
    };
    return { driver, rows: 6, cols: 22, shown, close: () => Promise.resolve() };
  },
};

/** A board without hardware in front of thousands of frames. */
const endurance: EnduranceRigs = {
  'a board in the browser': () =>
    Promise.resolve({
      driver: new VirtualBoard(),
      rows: 1,
      cols: 3,
      forget: () => undefined,
      close: () => Promise.resolve(),
    }),
};

describePanel(virtual, rigs, endurance);
