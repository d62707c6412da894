import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sentenceOf } from '../../src/core/sentence.ts';
import type { ScreenPort } from '../../src/schema/boards/wiring.ts';
import { FrameBuffer, accessProblem, readMode, sysfsOf } from './frame-buffer.ts';
import { findMonitor, wallFor } from './monitor.ts';

/** The screens of a machine. */
export interface MachineScreens {
  /** All frame buffers; never rejects. */
  list(): Promise<ScreenPort[]>;
  /** The first that can be drawn on, and the size of a wall that suits it; null where there is none. */
  find(): Promise<{ readonly path: string; readonly rows: number; readonly cols: number } | null>;
  /** Makes one black that no board draws on any more. Never rejects. */
  clear(path: string): Promise<void>;
}

/** The screens of the machine below a root. */
export const createScreens = (root = ''): MachineScreens => ({
  list: () => listScreens(root),
  find: async () => {
    const found = (await listScreens(root)).find(({ problem }) => problem === null);
    return found ? { path: found.path, ...wallFor(await findMonitor(root)) } : null;
  },
  clear: (path) => clearScreen(path, root),
});

const describe = async (path: string, root: string): Promise<ScreenPort> => {
  const name = await readFile(join(sysfsOf(path, root), 'name'), 'utf8').catch(() => '');
  const found = { path, name: name.trim(), width: null, height: null };
  try {
    const mode = await readMode(path, root);
    const problem = mode ? await accessProblem(path, root) : 'The screen does not say how large it is.';
    return { ...found, width: mode?.width ?? null, height: mode?.height ?? null, problem };
  } catch (error) {
    return { ...found, problem: sentenceOf(error) };
  }
};

const listScreens = async (root: string): Promise<ScreenPort[]> => {
  const names = await readdir(join(root, '/sys/class/graphics')).catch(() => []);
  const devices = names.filter((name) => /^fb\d{1,2}$/.test(name)).sort();
  return Promise.all(devices.map((name) => describe(`/dev/${name}`, root)));
};

const STRIP_LINES = 64;

/** A screen that is gone shows nothing anyway. */
const clearScreen = async (device: string, root: string): Promise<void> => {
  const buffer = await FrameBuffer.open(device, root).catch(() => null);
  if (!buffer) return;
  const { height, stride } = buffer.mode;
  const black = new Uint8Array(STRIP_LINES * stride);
  try {
    for (let top = 0; top < height; top += STRIP_LINES)
      await buffer.write(top, black.subarray(0, Math.min(STRIP_LINES, height - top) * stride));
  } catch {
    // It went while it was painted.
  } finally {
    await buffer.close();
  }
};
