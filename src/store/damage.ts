import { basename, dirname, join } from 'node:path';
import { toInstant } from '../platform/clock.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { nextOf } from './commit.ts';
import { UnusableEntry, codeOf } from './file-system.ts';
import type { FileSystem } from './file-system.ts';
import { isObject } from './secrets.ts';
import { UnusableDataFolder } from './unusable-data-folder.ts';

/** A file that could not be used, the name under which it was kept, and what took its place. */
export interface Damage {
  readonly file: string;
  readonly kept_as: string;
  readonly recovered_from: 'backup' | 'defaults';
}

/** Where damage is remembered over restarts, until the owner has seen it. */
export const DAMAGE_FILE = 'damage.json';

/** What an owner gets to see of a disk that goes on breaking. */
const MOST_NAMED = 100;
const MOST_BYTES = 65_536;

/** What was damaged and not dismissed yet, of earlier starts too; and what is done with such files. */
export interface DamageRecord {
  readonly list: readonly Damage[];
  /**
   * Gives what lies under a name another one, `NAME.damaged-TIME`; rejects with UnusableDataFolder when it cannot be
   * moved.
   */
  moveAside(file: string): Promise<string>;
  /** The same, but a file stays under its own name too, for what takes its place in one step. */
  keepAside(file: string): Promise<string>;
  /** A name to keep a file under that nothing has yet. */
  freeName(file: string): Promise<string>;
  /** Names a damage from now on. */
  report(damage: Damage, why: string): void;
  /** Has what was reported on the disk when it resolves; a disk that cannot take it is told in the log. */
  save(): Promise<void>;
  /** Names no damage any more; rejects when that cannot be stored. Resolves with how many were named. */
  dismiss(): Promise<number>;
}

/** What a record works with. */
export interface DamageOptions {
  readonly dir: string;
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
}

const isDamage = (value: unknown): value is Damage =>
  isObject(value) &&
  typeof value['file'] === 'string' &&
  typeof value['kept_as'] === 'string' &&
  ['backup', 'defaults'].includes(String(value['recovered_from']));

const parse = (bytes: Uint8Array): Damage[] | null => {
  try {
    const content: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    const damaged = isObject(content) ? content['damaged'] : null;
    return Array.isArray(damaged) && damaged.every(isDamage) ? damaged : null;
  } catch {
    return null;
  }
};

/** Reads the record of a folder; one that is damaged itself is kept aside and named in a new one. */
export const openDamageRecord = async ({ dir, fs, clock, log }: DamageOptions): Promise<DamageRecord> => {
  const at = (name: string) => join(dir, name);
  let named: readonly Damage[] = [];
  let stored = '';

  const freeName = async (file: string): Promise<string> => {
    const taken = new Set((await fs.list(dirname(at(file)))).map(({ name }) => name));
    let name = `${file}.damaged-${toInstant(clock.now()).replaceAll(':', '-')}`;
    while (taken.has(basename(name))) name += '-1';
    return name;
  };

  const moveAside = async (file: string): Promise<string> => {
    const name = await freeName(file);
    try {
      await fs.rename(at(file), at(name));
    } catch (error) {
      throw new UnusableDataFolder(
        `SERVICE_DATA_DIR: ${dir} cannot be used: ${file} in it cannot be used and cannot be moved away ` +
          `(${codeOf(error)}). Move it away by hand, and check the rights of the folder.`,
        error,
      );
    }
    return name;
  };

  const keepAside = async (file: string): Promise<string> => {
    const name = await freeName(file);
    return fs.link(at(file), at(name)).then(
      () => name,
      () => moveAside(file),
    );
  };

  const report = (damage: Damage, why: string): void => {
    named = [...named, damage].slice(-MOST_NAMED);
    log.error('a file was damaged', {
      file: damage.file,
      why,
      kept_as: damage.kept_as,
      recovered_from: damage.recovered_from,
    });
  };

  const write = async (list: readonly Damage[]): Promise<void> => {
    const text = JSON.stringify({ damaged: list });
    if (text === stored) return;
    await fs.write(at(nextOf(DAMAGE_FILE)), Buffer.from(`${text}\n`));
    await fs.rename(at(nextOf(DAMAGE_FILE)), at(DAMAGE_FILE));
    await fs.syncFolder(dir);
    stored = text;
  };

  const read = async (): Promise<void> => {
    const bytes = await fs.read(at(DAMAGE_FILE), MOST_BYTES).catch((error: unknown) => {
      if (error instanceof UnusableEntry || codeOf(error) === 'EIO') return 'unusable' as const;
      throw error;
    });
    if (bytes === null) {
      stored = JSON.stringify({ damaged: [] });
      return;
    }
    const found = bytes === 'unusable' ? null : parse(bytes);
    if (found) {
      named = found;
      stored = JSON.stringify({ damaged: found });
    } else
      report(
        { file: DAMAGE_FILE, kept_as: await moveAside(DAMAGE_FILE), recovered_from: 'defaults' },
        'it cannot be read',
      );
  };

  await read();
  return {
    get list() {
      return named;
    },
    moveAside,
    keepAside,
    freeName,
    report,
    save: () =>
      write(named).catch((error: unknown) =>
        log.warn('the damage could not be noted, and is forgotten at the next start', { error }),
      ),
    dismiss: async () => {
      const count = named.length;
      await write([]);
      named = [];
      return count;
    },
  };
};
