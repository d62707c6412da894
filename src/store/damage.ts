import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { toInstant, type Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { replaceFile } from './files/committer.ts';
import { codeOf, isUnreadable, type FileSystem } from './files/file-system.ts';
import { parseStoredAs } from './stored-json.ts';
import { UnusableDataFolder } from './files/disk-error.ts';

const DamageSchema = v.object({
  file: v.string(),
  kept_as: v.string(),
  recovered_from: v.picklist(['backup', 'defaults']),
});
/** A file that could not be used, the name under which it was kept, and what took its place. */
export type Damage = Readonly<v.InferOutput<typeof DamageSchema>>;

const ContentSchema = v.object({ damaged: v.array(DamageSchema) });

/** Where damage is stored until the owner dismisses it. */
export const DAMAGE_FILE = 'damage.json';

/** The most entries, for a disk that fails again and again. */
const MOST_NAMED = 100;
const MOST_BYTES = 65_536;

/** What a record works with. */
export interface DamageOptions {
  readonly dir: string;
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The files that were damaged and not dismissed yet, at earlier starts too, and how such files are kept. A record that
 * is damaged itself is kept aside and named in a new one.
 */
export class DamageRecord {
  readonly #options: DamageOptions;
  #named: readonly Damage[] = [];
  #stored = '';

  private constructor(options: DamageOptions) {
    this.#options = options;
  }

  /** Reads the record of a folder. */
  static async open(options: DamageOptions): Promise<DamageRecord> {
    const record = new DamageRecord(options);
    await record.#read();
    return record;
  }

  /** What was damaged and not dismissed, the oldest first. */
  get list(): readonly Damage[] {
    return this.#named;
  }

  /** Renames a file or folder to `NAME.damaged-TIME`; rejects with UnusableDataFolder when that fails. */
  async moveAside(file: string): Promise<string> {
    const { fs, dir } = this.#options;
    const name = await this.freeName(file);
    try {
      await fs.rename(this.#at(file), this.#at(name));
    } catch (error) {
      throw new UnusableDataFolder(
        `SERVICE_DATA_DIR: ${dir} cannot be used: ${file} in it cannot be used and cannot be moved away ` +
          `(${codeOf(error)}). Move it away by hand, and check the rights of the folder.`,
        error,
      );
    }
    return name;
  }

  /** Moves what cannot be used aside and adds it to the list; nothing of it is left. */
  async setAside(file: string, why: string): Promise<void> {
    this.report({ file, kept_as: await this.moveAside(file), recovered_from: 'defaults' }, why);
  }

  /** The same as `moveAside`, but a file keeps its own name too, for what replaces it in one step. */
  async keepAside(file: string): Promise<string> {
    const name = await this.freeName(file);
    return this.#options.fs.link(this.#at(file), this.#at(name)).then(
      () => name,
      () => this.moveAside(file),
    );
  }

  /** A name to keep a file under that is not in use. */
  async freeName(file: string): Promise<string> {
    const { fs, clock } = this.#options;
    const taken = new Set((await fs.list(dirname(this.#at(file)))).map(({ name }) => name));
    let name = `${file}.damaged-${toInstant(clock.now()).replaceAll(':', '-')}`;
    while (taken.has(basename(name))) name += '-1';
    return name;
  }

  /** Adds a damaged file. */
  report(damage: Damage, why: string): void {
    this.#named = [...this.#named, damage].slice(-MOST_NAMED);
    const { file, kept_as, recovered_from } = damage;
    this.#options.log.error('a file was damaged', { file, why, kept_as, recovered_from });
  }

  /** Has what was reported on the disk when it resolves; a disk that cannot take it is logged. */
  async save(): Promise<void> {
    await this.#write(this.#named).catch((error: unknown) =>
      this.#options.log.warn('the damage could not be noted, and is forgotten at the next start', { error }),
    );
  }

  /** Clears the list; rejects when that cannot be stored. Resolves with how many files were listed. */
  async dismiss(): Promise<number> {
    const count = this.#named.length;
    await this.#write([]);
    this.#named = [];
    return count;
  }

  async #read(): Promise<void> {
    const bytes = await this.#options.fs.read(this.#at(DAMAGE_FILE), MOST_BYTES).catch((error: unknown) => {
      if (isUnreadable(error)) return 'unusable' as const;
      throw error;
    });
    const found =
      bytes === null ? [] : bytes === 'unusable' ? null : (parseStoredAs(ContentSchema, bytes)?.damaged ?? null);
    if (found) {
      this.#named = found;
      this.#stored = JSON.stringify({ damaged: found });
    } else await this.setAside(DAMAGE_FILE, 'it cannot be read');
  }

  async #write(list: readonly Damage[]): Promise<void> {
    const text = JSON.stringify({ damaged: list });
    if (text === this.#stored) return;
    await replaceFile(this.#options.fs, this.#at(DAMAGE_FILE), `${text}\n`);
    this.#stored = text;
  }

  #at(name: string): string {
    return join(this.#options.dir, name);
  }
}
