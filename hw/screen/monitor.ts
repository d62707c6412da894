import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The visible size of a monitor in cm. */
export interface MonitorSize {
  readonly width: number;
  readonly height: number;
}

/** Rows and columns of a wall. */
export interface WallSize {
  readonly rows: number;
  readonly cols: number;
}

/** A column and a row of a real Note with its gaps, in cm. */
const COLUMN_CM = 1.6333 * 2.54;
const ROW_CM = 2.2132 * 2.54;
const SMALLEST: WallSize = { rows: 3, cols: 15 };
const LARGEST: WallSize = { rows: 96, cols: 128 };
const USUAL: WallSize = { rows: 6, cols: 22 };

/** The size that a monitor tells in its EDID; null where it tells none, as projectors do. */
export const sizeInEdid = (edid: Uint8Array): MonitorSize | null => {
  const isEdid = edid.length >= 128 && [0, 255, 255, 255, 255, 255, 255, 0].every((byte, at) => edid[at] === byte);
  const [width = 0, height = 0] = edid.subarray(21, 23);
  return isEdid && width > 0 && height > 0 ? { width, height } : null;
};

/** The size of the monitor that is connected; null where nobody knows. */
export const findMonitor = async (root = ''): Promise<MonitorSize | null> => {
  const folder = join(root, '/sys/class/drm');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.includes('-')).sort()) {
    const status = await readFile(join(folder, name, 'status'), 'utf8').catch(() => '');
    if (status.trim() !== 'connected') continue;
    const size = sizeInEdid(await readFile(join(folder, name, 'edid')).catch(() => new Uint8Array()));
    if (size) return size;
  }
  return null;
};

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(most, value));

/**
 * Rows and columns with which flaps are about as large as real ones; a flagship's where the size of the monitor is not
 * known.
 */
export const wallFor = (monitor: MonitorSize | null): WallSize =>
  monitor
    ? {
        rows: between(SMALLEST.rows, Math.floor(monitor.height / ROW_CM), LARGEST.rows),
        cols: between(SMALLEST.cols, Math.floor(monitor.width / COLUMN_CM), LARGEST.cols),
      }
    : USUAL;
