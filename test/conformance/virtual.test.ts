import { gridToRows } from '../../src/core/grid.ts';
import { VirtualBoard } from '../../hw/virtual.ts';
import { describeDriver } from './driver.ts';

const BLANK = Array.from({ length: 6 }, () => new Array<number>(22).fill(0));

describeDriver('virtual', async () => {
  const driver = new VirtualBoard();
  const shown = async () => {
    const { grid } = (await driver.read()) as { grid: Parameters<typeof gridToRows>[0] | null };
    return grid ? gridToRows(grid) : BLANK;
  };
  return { driver, rows: 6, cols: 22, shown, close: () => Promise.resolve() };
});
