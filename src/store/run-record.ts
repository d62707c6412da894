import { Mutex } from '../core/mutex.ts';
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE_MS } from '../core/time/durations.ts';
import * as v from 'valibot';
import { NO_TRAIL, type Work, type WorkTrail } from '../core/work.ts';
import { toInstant, type Cancel, type Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { parseStoredAs } from './stored-json.ts';
import { replaceFile } from './files/committer.ts';
import { UnusableEntry, diskFileSystem } from './files/file-system.ts';

/** A run of this length forgets the unplanned ends before it. */
export const GOOD_RUN_MS = 10 * MINUTE_MS;

const FILE = 'run.json';
const TRAIL = 'work.json';
const MOST_BYTES = 16_384;
const MOST_SWITCHED_OFF = 50;
const TRAIL_BYTES = 2048;
const MOST_ON_TRAIL = 4;
const LONGEST_NAME = 200;

const StoredSchema = v.object({
  /** The start of the machine in which a run began that has not ended as planned; null when it has. */
  running: v.fallback(v.nullable(v.string()), null),
  /** Unplanned ends without a good run after them. */
  ends: v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  /** Fingerprints of templates whose formulas are switched off. */
  formulas_off: v.fallback(v.array(v.string()), []),
});
type Stored = Readonly<v.InferOutput<typeof StoredSchema>>;

const TrailSchema = v.array(v.object({ kind: v.picklist(['formulas', 'plugin']), key: v.string(), name: v.string() }));

/** What the record works with. */
export interface RunRecordOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Names this start of the machine; another one may have lost what was written last. */
  readonly boot: string;
}

/** What is being worked on, the newest last, written over the same block again and again before it is begun. */
class FileTrail implements WorkTrail {
  readonly #running: Work[] = [];
  readonly #path: string;
  #file: number | null;

  constructor(path: string) {
    this.#path = path;
    rmSync(path, { recursive: true, force: true });
    this.#file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  }

  during<T>(work: () => Work, act: () => T): T {
    const end = this.begin(work);
    try {
      return act();
    } finally {
      end();
    }
  }

  begin(work: () => Work): () => void {
    if (this.#file === null) return () => undefined;
    const one = work();
    this.#running.push(one);
    this.#write();
    return () => {
      const at = this.#running.indexOf(one);
      if (at >= 0) this.#running.splice(at, 1);
      this.#write();
    };
  }

  close(): void {
    if (this.#file === null) return;
    closeSync(this.#file);
    this.#file = null;
    rmSync(this.#path, { force: true });
  }

  /** Into memory of the kernel, which keeps it when the process ends: the disk is not waited for. */
  #write(): void {
    if (this.#file === null) return;
    const newest = this.#running
      .slice(-MOST_ON_TRAIL)
      .map(({ name, ...work }) => ({ ...work, name: name.slice(0, LONGEST_NAME) }));
    try {
      writeSync(this.#file, Buffer.from(JSON.stringify(newest).padEnd(TRAIL_BYTES)), 0, null, 0);
    } catch {
      // A full disk costs the trail, and nothing else.
    }
  }
}

/** What runs of the service leave behind, so that a start knows how the one before ended. */
export class RunRecord {
  readonly #options: RunRecordOptions;
  readonly #listeners = new Set<() => void>();
  /** Unplanned ends one soon after the other, up to this start. */
  readonly ends: number;
  /** What was worked on when the run before ended; null where nobody knows. */
  readonly suspect: Work | null;
  #stored: Stored;
  #trail: FileTrail | null = null;
  #forget: Cancel = () => undefined;
  readonly #writes = new Mutex();

  constructor(options: RunRecordOptions, stored: Stored, suspect: Work | null) {
    this.#options = options;
    this.#stored = stored;
    this.suspect = suspect;
    this.ends = stored.ends;
  }

  /** Notes what is worked on, after an unplanned end and until this run is a good one. */
  get trail(): WorkTrail {
    return this.#trail ?? NO_TRAIL;
  }

  /** Marks that a run has begun; it is on the disk when this resolves. */
  async begin(): Promise<void> {
    await this.#tryToWrite();
    if (this.ends === 0) return rmSync(this.#at(TRAIL), { recursive: true, force: true });
    // A run without a trail, for want of room, may be a good one too.
    this.#forget = this.#options.clock.after(GOOD_RUN_MS, () => this.#becomeGood());
    this.#trail = new FileTrail(this.#at(TRAIL));
  }

  /** Fingerprints of the templates whose formulas were switched off. */
  get formulasOff(): readonly string[] {
    return this.#stored.formulas_off;
  }

  /** Switches the formulas of a template off, over restarts; rejects when the disk fails. */
  switchOff(fingerprint: string): Promise<void> {
    const others = this.#stored.formulas_off.filter((one) => one !== fingerprint);
    this.#stored = { ...this.#stored, formulas_off: [...others, fingerprint].slice(-MOST_SWITCHED_OFF) };
    return this.#write();
  }

  /** Calls the listener when this run has become a good one, if the one before was none. */
  onGood(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** This run ends as planned. Never rejects. */
  async close(): Promise<void> {
    this.#forget();
    this.#trail?.close();
    this.#stored = { ...this.#stored, running: null, ends: 0 };
    await this.#tryToWrite();
  }

  #becomeGood(): void {
    this.#trail?.close();
    this.#stored = { ...this.#stored, ends: 0 };
    void this.#tryToWrite();
    for (const listener of this.#listeners) listener();
  }

  #tryToWrite(): Promise<void> {
    return this.#write().catch((error: unknown) =>
      this.#options.log.warn('how this run goes was not noted', { file: FILE, error }),
    );
  }

  #write(): Promise<void> {
    return this.#writes.run(() => this.#replace(this.#stored));
  }

  async #replace(stored: Stored): Promise<void> {
    const path = this.#at(FILE);
    if (stored.running === null && stored.formulas_off.length === 0) return diskFileSystem.remove(path);
    await replaceFile(diskFileSystem, path, `${JSON.stringify(stored)}\n`);
  }

  #at(name: string): string {
    return join(this.#options.dir, name);
  }
}

/** What cannot be read is forgotten, and moved aside where it is in the way. */
const read = async ({ dir, clock, log }: RunRecordOptions, name: string): Promise<Uint8Array | null> => {
  const path = join(dir, name);
  try {
    return await diskFileSystem.read(path, MOST_BYTES);
  } catch (error) {
    log.warn('how the run before ended is unreadable', { file: name, error });
    const aside = `${path}.damaged-${toInstant(clock.now()).replaceAll(':', '-')}`;
    if (error instanceof UnusableEntry) await diskFileSystem.rename(path, aside).catch(() => undefined);
    return null;
  }
};

/**
 * Opens the record of a data folder and marks that a run begins; the mark is removed when it ends as planned. While all
 * is well nothing else is written. Never rejects: without a record the service runs all the same.
 */
export const openRunRecord = async (options: RunRecordOptions): Promise<RunRecord> => {
  const found = await read(options, FILE);
  const before = (found && parseStoredAs(StoredSchema, found)) ?? v.parse(StoredSchema, {});
  const isUnplanned = before.running !== null;
  const trail = isUnplanned && before.running === options.boot ? await read(options, TRAIL) : null;
  const stored = { ...before, running: options.boot, ends: isUnplanned ? before.ends + 1 : 0 };
  const record = new RunRecord(options, stored, (trail && parseStoredAs(TrailSchema, trail)?.at(-1)) ?? null);
  await record
    .begin()
    .catch((error: unknown) => options.log.warn('what is worked on cannot be noted', { file: TRAIL, error }));
  return record;
};
