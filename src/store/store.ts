import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { State } from '../schema/state.ts';
import { AGGREGATES, MEMBERS, fileOf } from './aggregates.ts';
import type { Aggregates, Member } from './aggregates.ts';
import { createBlockLog, epochIn } from './block-log.ts';
import { createCodec } from './codec.ts';
import { createCommitter } from './commit.ts';
import { concealFiles } from './conceal.ts';
import { openDamageRecord } from './damage.ts';
import type { Damage, DamageRecord } from './damage.ts';
import { describeUnusable } from './disk-error.ts';
import { FileStore } from './file-store.ts';
import { codeOf, diskFileSystem } from './file-system.ts';
import type { FileSystem } from './file-system.ts';
import { freeze } from './freeze.ts';
import { openKeyring } from './key.ts';
import { createLoader } from './load.ts';
import type { Loaded, LoadedWithLog } from './load.ts';
import { versionAfter } from './migrate.ts';
import { tidy } from './tidy.ts';
import { UnusableDataFolder } from './unusable-data-folder.ts';

/** Where a store lies and what it works with. */
export interface StoreOptions {
  dir: string;
  clock: Clock;
  log: Log;
  /**
   * Words of the key that secrets are encrypted with; without them a key file is generated when the first secret is
   * stored.
   */
  secretKey?: string | undefined;
  fs?: FileSystem;
  /** How the files are read and checked. */
  aggregates?: Aggregates;
}

/** A secret that no key opens: the member of the state, and the path of the secret in it. */
export interface LostSecret {
  readonly member: Member;
  readonly place: string;
}

/** Told after each update that changed something: the new state, the one before, and the members with other content. */
export type ChangeListener = (state: State, previous: State, changed: ReadonlySet<Member>) => void;

/** Everything durable: read from memory, written to the disk before it counts. */
export interface Store {
  /** What is on the disk, frozen in depth; each update replaces it. */
  readonly state: State;
  /**
   * Runs `change` at once on the newest state, those still being written included, and stores the members that it
   * returns.
   * Resolves when they are on the disk and listeners were told. What `change` throws rejects this call alone; when the
   * disk
   * fails, a Fault 500 rejects this call and those built on it, and the state stays as it was.
   */
  update(change: (state: State) => Partial<State>): Promise<void>;
  /** Calls the listener after each change; the answer ends that. */
  onChange(listener: ChangeListener): () => void;
  /** Whether the file of a member was on the disk once and is there no longer: an owner removed it. */
  wasRemoved(member: Member): Promise<boolean>;
  /** Files that were damaged at this start or an earlier one, until the owner has dismissed that. */
  readonly damaged: readonly Damage[];
  /** Where damage is noted that is found elsewhere in the folder. */
  readonly damage: DamageRecord;
  /** Secrets that are stored and that no key opens any more; each until it is given anew. */
  readonly lostSecrets: readonly LostSecret[];
  /** What is wrong with the disk, in a sentence; null when the last write succeeded. */
  readonly problem: string | null;
  /** Writes what is waiting; later updates are refused with a Fault 503. */
  close(): Promise<void>;
}

const loadAll = async (
  load: <M extends Member>(member: M) => Promise<Loaded<State[M]>>,
  loadLogged: () => Promise<LoadedWithLog<State['programmes']>>,
) => {
  const boards = await load('boards');
  const pages = await load('pages');
  const schedules = await load('schedules');
  const collections = await load('collections');
  const settings = await load('settings');
  const plugins = await load('plugins');
  const programmes = await loadLogged();
  const auth = await load('auth');
  return { boards, pages, schedules, collections, settings, plugins, programmes, auth };
};

const stateOf = (all: Awaited<ReturnType<typeof loadAll>>): State => ({
  boards: all.boards.value,
  pages: all.pages.value,
  schedules: all.schedules.value,
  collections: all.collections.value,
  settings: all.settings.value,
  plugins: all.plugins.value,
  programmes: all.programmes.value,
  auth: all.auth.value,
});

const open = async ({
  dir,
  clock,
  log,
  secretKey,
  fs = diskFileSystem,
  aggregates = AGGREGATES,
}: StoreOptions): Promise<Store> => {
  await fs.prepareFolder(dir);
  const damage = await openDamageRecord({ dir, fs, clock, log });
  await tidy({ dir, fs, damage, files: MEMBERS.map(fileOf) });
  const codec = createCodec(await openKeyring({ dir, fs, damage, words: secretKey }), log.redact);
  const loader = createLoader({ dir, fs, codec, damage, log });
  // Deleting the account's file is the way back for who forgot the password: its backup must not bring it back.
  const files = await loadAll(
    (member) => loader.load(fileOf(member), aggregates[member], member === 'auth'),
    () => loader.loadWithLog(fileOf('programmes'), aggregates.programmes),
  );
  const { remembered, version, next } = files.programmes;
  // Notes are in the format of their file: an older one is written anew first.
  const epoch = version === versionAfter(aggregates.programmes.migrations) ? epochIn(remembered.extras) : null;
  await damage.save();
  const recent = createBlockLog(fs, dir, fileOf('programmes'), { epoch, next });
  const store = new FileStore({
    state: freeze(stateOf(files)),
    files,
    damage,
    aggregates,
    codec,
    committer: createCommitter(fs, dir),
    recent,
    log,
  });
  await concealFiles(store, fs, dir, log);
  return store;
};

const asUnusable = (dir: string, error: unknown): unknown =>
  error instanceof UnusableDataFolder || codeOf(error) === ''
    ? error
    : new UnusableDataFolder(describeUnusable(dir, error), error);

/** Creates the data folder where it is missing; rejects with UnusableDataFolder when it cannot be used. */
export const prepareDataFolder = (dir: string, fs: FileSystem = diskFileSystem): Promise<void> =>
  fs.prepareFolder(dir).catch((error: unknown) => {
    throw asUnusable(dir, error);
  });

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
