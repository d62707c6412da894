import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { State } from '../schema/state.ts';
import { AGGREGATES, MEMBERS, fileOf, type Aggregates, type Member } from './aggregates.ts';
import { BlockLog, epochIn, logOf } from './files/block-log.ts';
import { Codec } from './codec.ts';
import { Committer } from './files/committer.ts';
import { concealFiles } from './secrets/secret-addresses.ts';
import { DamageRecord } from './damage.ts';
import { asUnusable } from './files/disk-error.ts';
import { FileStore, type Files } from './files/file-store.ts';
import { diskFileSystem, type FileSystem } from './files/file-system.ts';
import { freeze } from './freeze.ts';
import { openKeyring } from './secrets/keyring.ts';
import { Loader, type Loaded } from './loader.ts';
import { versionAfter } from './migration.ts';
import { recoverFolder } from './recovery.ts';
import type { Store } from './store.ts';

/** The folder of a store and what it depends on. */
export interface StoreOptions {
  dir: string;
  clock: Clock;
  log: Log;
  /**
   * Passphrase of the key that secrets are encrypted with; without them a key file is generated when the first secret
   * is stored.
   */
  secretKey?: string | undefined;
  fs?: FileSystem;
  /** How the files are read and checked. */
  aggregates?: Aggregates;
}

const open = async ({
  dir,
  clock,
  log,
  secretKey,
  fs = diskFileSystem,
  aggregates = AGGREGATES,
}: StoreOptions): Promise<Store> => {
  await fs.prepareFolder(dir);
  const damage = await DamageRecord.open({ dir, fs, clock, log });
  const names = await recoverFolder({ dir, fs, damage, files: MEMBERS.map(fileOf) });
  const codec = new Codec(await openKeyring({ dir, fs, damage, passphrase: secretKey }), log.redact, names);
  const first = [...MEMBERS.map(fileOf), logOf(fileOf('programmes'))];
  const loader = new Loader({ dir, names, fs, codec, damage, log, first });
  // Each member is filled in by the loop.
  const [files, state] = [{} as Files, {} as { -readonly [M in Member]: State[M] }];
  const take = <M extends Member>(member: M, loaded: Loaded<State[M]>): void => {
    files[member] = loaded;
    state[member] = loaded.value;
  };
  // An owner who forgot the password deletes the account's file: its backup must not restore it.
  const load = async <M extends Member>(member: M): Promise<void> =>
    take(member, await loader.load(fileOf(member), aggregates[member], member === 'auth'));
  for (const member of MEMBERS) if (member !== 'programmes') await load(member);
  const programmes = await loader.loadWithLog(fileOf('programmes'), aggregates.programmes);
  take('programmes', programmes);
  const { remembered, version, next } = programmes;
  // Notes are in the format of their file: an older file is rewritten first.
  const epoch = version === versionAfter(aggregates.programmes.migrations) ? epochIn(remembered.extras) : null;
  await damage.save();
  const recent = new BlockLog(fs, dir, fileOf('programmes'), { epoch, next });
  const store = new FileStore({
    state: freeze<State>(state),
    files,
    damage,
    aggregates,
    codec,
    committer: new Committer(fs, dir),
    recent,
    clock,
    log,
  });
  await concealFiles(store, fs, dir, log);
  return store;
};

/**
 * Opens the data folder, creating it when it is missing; rejects with UnusableDataFolder when it or a file in it cannot
 * be used.
 */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  try {
    return await open(options);
  } catch (error) {
    throw asUnusable(options.dir, error);
  }
};
