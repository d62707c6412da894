import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sentenceOf } from '../../src/core/sentence.ts';
import { accessProblem, readMode, sysfsOf } from './frame-buffer.ts';

/** A frame buffer of this machine. */
export interface FoundScreen {
  readonly path: string;
  /** What the kernel calls it. */
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Why it cannot be drawn on; null where it can. */
  readonly problem: string | null;
}

const describe = async (path: string, root: string): Promise<FoundScreen> => {
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

/** The frame buffers of this machine. Never rejects: without any, the list is empty. */
export const listScreens = async (root = ''): Promise<FoundScreen[]> => {
  const names = await readdir(join(root, '/sys/class/graphics')).catch(() => []);
  const devices = names.filter((name) => /^fb\d{1,2}$/.test(name)).sort();
  return Promise.all(devices.map((name) => describe(`/dev/${name}`, root)));
};
