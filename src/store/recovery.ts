import { join } from 'node:path';
import { logOf } from './block-log.ts';
import { JOURNAL, backupOf, nextOf, rollForward } from './committer.ts';
import { DAMAGE_FILE } from './damage.ts';
import type { DamageRecord } from './damage.ts';
import type { FileSystem } from './file-system.ts';
import { KEY_FILE } from './keyring.ts';
import { SESSION_KEY_FILE } from './session-key.ts';

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

const clearWay = async ({ dir, fs, damage, files }: RecoveryOptions): Promise<void> => {
  const written = new Set(writtenNames(files));
  for (const { name, kind } of await fs.list(dir)) {
    if (kind === 'a file' || !written.has(name)) continue;
    damage.report({ file: name, kept_as: await damage.moveAside(name), recovered_from: 'defaults' }, `it is ${kind}`);
  }
};

/**
 * Recovers a data folder before anything is read from it: moves away what is no file and has the name of one, completes
 * an update that a power cut interrupted, and removes temporary files of earlier runs.
 */
export const recoverFolder = async (options: RecoveryOptions): Promise<void> => {
  const { dir, fs, damage, files } = options;
  const at = (name: string) => join(dir, name);
  await clearWay(options);
  if (!(await rollForward(fs, dir))) {
    damage.report(
      { file: JOURNAL, kept_as: await damage.keepAside(JOURNAL), recovered_from: 'backup' },
      'an interrupted update cannot be completed',
    );
    await fs.remove(at(JOURNAL));
  }
  const leftovers = new Set(temporaryNames(files));
  for (const { name } of await fs.list(dir)) if (leftovers.has(name)) await fs.remove(at(name));
};
