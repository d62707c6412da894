import { join } from 'node:path';
import { logOf } from './files/block-log.ts';
import { JOURNAL, backupOf, nextOf, rollForward } from './files/committer.ts';
import { DAMAGE_FILE, type DamageRecord } from './damage.ts';
import type { Entry, FileSystem } from './files/file-system.ts';
import { KEY_FILE } from './secrets/keyring.ts';
import { SESSION_KEY_FILE } from './secrets/session-key.ts';

const OWN_FILES = [JOURNAL, KEY_FILE, SESSION_KEY_FILE, DAMAGE_FILE];

/**
 * Names under which only files are allowed, besides the files of the state, which have a previous version to fall back
 * on.
 */
const writtenNames = (files: readonly string[]): string[] => [
  ...OWN_FILES.flatMap((name) => [name, nextOf(name)]),
  ...files.flatMap((file) => [nextOf(file), backupOf(file), nextOf(backupOf(file)), logOf(file)]),
];

const temporaryNames = (files: readonly string[]): string[] =>
  [...OWN_FILES, ...files, ...files.map(backupOf)].map(nextOf);

/** What the recovery depends on. */
export interface RecoveryOptions {
  readonly dir: string;
  readonly fs: FileSystem;
  readonly damage: DamageRecord;
  /** The files of the state. */
  readonly files: readonly string[];
}

/** Resolves with what is left. */
const clearWay = async (entries: readonly Entry[], { damage, files }: RecoveryOptions): Promise<string[]> => {
  const written = new Set(writtenNames(files));
  const left: string[] = [];
  for (const { name, kind } of entries) {
    if (kind === 'a file' || !written.has(name)) left.push(name);
    else await damage.setAside(name, `it is ${kind}`);
  }
  return left;
};

/** Completes an update that a power cut interrupted, or tells that it cannot be. */
const completeUpdate = async ({ dir, fs, damage }: RecoveryOptions): Promise<void> => {
  if (await rollForward(fs, dir)) return;
  damage.report(
    { file: JOURNAL, kept_as: await damage.keepAside(JOURNAL), recovered_from: 'backup' },
    'an interrupted update cannot be completed',
  );
  await fs.remove(join(dir, JOURNAL));
};

/**
 * Recovers a data folder before anything is read from it: moves away what is no file and has the name of one, completes
 * an update that a power cut interrupted, and removes temporary files of earlier runs. Resolves with the names that the
 * folder has now: what is not among them need not be looked for.
 */
export const recoverFolder = async (options: RecoveryOptions): Promise<ReadonlySet<string>> => {
  const { dir, fs, files } = options;
  let names = await clearWay(await fs.list(dir), options);
  if (names.includes(JOURNAL)) {
    await completeUpdate(options);
    names = (await fs.list(dir)).map(({ name }) => name);
  }
  const leftovers = new Set(temporaryNames(files));
  for (const name of names) if (leftovers.has(name)) await fs.remove(join(dir, name));
  return new Set(names.filter((name) => !leftovers.has(name)));
};
