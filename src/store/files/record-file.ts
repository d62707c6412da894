import { basename } from 'node:path';
import * as v from 'valibot';
import { isRecord } from '../../core/record.ts';
import { MINUTE_MS } from '../../core/time/durations.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { parseStored } from '../stored-json.ts';
import { replaceFile } from './committer.ts';
import { diskFileSystem } from './file-system.ts';

/**
 * The records of a file by their ids, without those of another form; null where there is no file. Rejects with
 * UnusableEntry, as the disk does, and for what is no object in JSON.
 */
export const readRecords = async <T>(
  path: string,
  most: number,
  form: v.GenericSchema<unknown, T>,
): Promise<Record<string, T> | null> => {
  const bytes = await diskFileSystem.read(path, most);
  if (bytes === null) return null;
  const content = parseStored(bytes);
  if (!isRecord(content)) throw new TypeError('it is no object');
  return Object.fromEntries(Object.entries(content).filter((entry): entry is [string, T] => v.is(form, entry[1])));
};

/** What is written now and then, and what of it is told when the disk fails. */
export interface SeldomFileOptions {
  readonly path: string;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly log: Pick<Log, 'warn'>;
  readonly content: () => object;
  /** What is logged when it cannot be written. */
  readonly failure: string;
}

/** A file that follows what it keeps with at most one write a minute, for the card's sake. */
export class SeldomFile {
  readonly #options: SeldomFileOptions;
  #isChanged = false;
  #writtenAt = -Infinity;
  #due = Infinity;
  #cancel: Cancel = () => undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SeldomFileOptions) {
    this.#options = options;
  }

  /**
   * Something is to be written after `ms` at the latest, but for the minute after the last time. Resolves when it is on
   * the disk, or waits; never rejects.
   */
  change(ms = 0): Promise<void> {
    this.#isChanged = true;
    const { clock } = this.#options;
    const now = clock.monotonic();
    const due = Math.max(now + ms, this.#writtenAt + MINUTE_MS);
    if (due <= now) return this.write();
    if (due < this.#due) {
      this.#cancel();
      this.#due = due;
      this.#cancel = clock.after(due - now, () => void this.write());
    }
    return Promise.resolve();
  }

  /** What waits to be written is written as soon as it may be. */
  hurry(): void {
    if (this.#isChanged) void this.change();
  }

  /** Writes what is not on the disk yet. Never rejects: when the disk fails, it is tried again with the next change. */
  write(): Promise<void> {
    this.#cancel();
    this.#due = Infinity;
    this.#writtenAt = this.#options.clock.monotonic();
    return (this.#writing = this.#writing.then(() => this.#replace()));
  }

  async #replace(): Promise<void> {
    if (!this.#isChanged) return;
    const { path, content, log, failure } = this.#options;
    this.#isChanged = false;
    try {
      await replaceFile(diskFileSystem, path, JSON.stringify(content()));
    } catch (error) {
      this.#isChanged = true;
      log.warn(failure, { file: basename(path), error });
    }
  }
}
