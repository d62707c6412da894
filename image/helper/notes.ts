import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SlotState, Slot } from './state.ts';

/** An update that is under way: noted before the first byte is written, and until it is known what became of it. */
export interface Pending {
  readonly version: string;
  readonly from: string;
  readonly slot: Slot;
  readonly began_at: string;
  /** Whether it is complete and the next start tries it. */
  readonly activated: boolean;
  /** Why a trial was given up. */
  readonly reason?: string;
}

/** What became of the last update. */
export interface Outcome {
  readonly version: string;
  readonly from: string;
  readonly result: 'kept' | 'rolled_back' | 'interrupted' | 'failed';
  readonly reason: string | null;
  readonly at: string;
}

/** Where updates are remembered over starts. */
export interface Notes {
  pending(): Promise<Pending | null>;
  setPending(pending: Pending): Promise<void>;
  outcome(): Promise<Outcome | null>;
  /** Stores what became of the pending update and forgets it. */
  conclude(outcome: Outcome): Promise<void>;
}

/** Replaces a file so that either the old or the new text is there, whole, whatever happens. */
export const replaceFile = async (path: string, text: string, mode = 0o600): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(`${path}.new`, 'w', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
};

const readJson = async <T>(path: string): Promise<T | null> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    // A note that is missing or cannot be read is no note.
    return null;
  }
};

/** The notes in a folder: `update-pending.json` and `update.json`. */
export const openNotes = (folder: string): Notes => {
  const pendingPath = join(folder, 'update-pending.json');
  const outcomePath = join(folder, 'update.json');
  return {
    pending: () => readJson<Pending>(pendingPath),
    setPending: (pending) => replaceFile(pendingPath, JSON.stringify(pending)),
    outcome: () => readJson<Outcome>(outcomePath),
    conclude: async (outcome) => {
      await replaceFile(outcomePath, JSON.stringify(outcome));
      await rm(pendingPath, { force: true });
    },
  };
};

/** What became of a pending update, seen from a start that is no trial: nothing, if it is still to be tried. */
export const concludeFrom = (pending: Pending, running: Slot, state: SlotState, at: string): Outcome => {
  const common = { version: pending.version, from: pending.from, at };
  if (running === pending.slot && state.good === running) return { ...common, result: 'kept', reason: null };
  if (!pending.activated)
    return {
      ...common,
      result: 'interrupted',
      reason: 'The power went off before the new version was complete. Nothing has changed.',
    };
  const reason =
    pending.reason ??
    (state.current === pending.slot ? 'The new version could not be loaded.' : 'The new version did not start.');
  return { ...common, result: 'rolled_back', reason };
};
