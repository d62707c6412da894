import { MINUTE_MS } from '../../core/time/durations.ts';
import { Fault } from '../../fault.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { State } from '../../schema/state.ts';
import { MEMBERS, fileOf, type Aggregates, type Member } from '../aggregates.ts';
import { epochIn, noteOf, withNewEpoch, type BlockLog } from './block-log.ts';
import { checkCapacity } from '../capacity.ts';
import type { Codec, Remembered } from '../codec.ts';
import { digestOf, type Committer } from './committer.ts';
import { describeDiskError } from './disk-error.ts';
import { freeze } from '../freeze.ts';
import type { Damage, DamageRecord } from '../damage.ts';
import { MOST_BYTES } from './file-system.ts';
import type { ChangeListener, LostSecret, Store } from '../store.ts';

/** The present version of each file on the disk. */
export type Files = Record<Member, { remembered: Remembered; digest: string | null }>;

/** What a store is made of. */
export interface StoreParts {
  state: State;
  files: Files;
  damage: DamageRecord;
  aggregates: Aggregates;
  codec: Codec;
  committer: Committer;
  /** The log of the programmes: each message changes one of them. */
  recent: BlockLog;
  clock: Clock;
  log: Log;
}

interface Batch {
  state: State;
  /** Whether all of it may be written later. */
  canWait: boolean;
  waiting: { resolve: () => void; reject: (error: unknown) => void }[];
}

interface Saving {
  readonly contents: Map<string, Uint8Array>;
  readonly files: Partial<Files>;
  readonly changed: Set<Member>;
}

interface Saved {
  readonly files: Partial<Files>;
  readonly changed: ReadonlySet<Member>;
  readonly wrote: boolean;
}

/** Stands for the digest of a file whose content is that of its last version with notes. */
const NOTED = 'noted';

/** The records by id that are not those of before. */
const changedRecords = (before: object, after: object): object => {
  const [known, all] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const changed: [string, unknown][] = [];
  for (const id in all) if (Object.hasOwn(all, id) && all[id] !== known[id]) changed.push([id, all[id]]);
  return Object.fromEntries(changed);
};

const check = <M extends Member>(aggregates: Aggregates, member: M, before: State[M], value: State[M]): void => {
  // What stood there before was checked then; with many boards, looking at all of them would be most of the work.
  const reading = aggregates[member].read(aggregates[member].isById ? changedRecords(before, value) : value);
  // What could not be read back must not be stored.
  if ('problem' in reading) throw new Error(`${member} cannot be stored: ${reading.problem}`);
};

const apply = (state: State, change: (state: State) => Partial<State>, aggregates: Aggregates): State => {
  const wanted = Object.fromEntries(Object.entries(change(state)).filter(([, value]) => value !== undefined));
  const next: State = { ...state, ...wanted };
  for (const member of MEMBERS) {
    if (next[member] === state[member]) continue;
    freeze(next[member]);
    check(aggregates, member, state[member], next[member]);
  }
  checkCapacity(state, next);
  return Object.freeze(next);
};

/** A file that is too large would count as damaged at the next start. */
const requireReadable = (member: Member, { length }: Uint8Array): void => {
  if (length > MOST_BYTES)
    throw new Fault(
      409,
      `There is no room for more ${member}: all of them together may have ${MOST_BYTES / 1024 ** 2} MiB. ` +
        'Nothing was saved.',
    );
};

/** The store over a committer: one write at a time, updates that arrive meanwhile share the next write. */
export class FileStore implements Store {
  state: State;
  problem: string | null = null;
  readonly #parts: StoreParts;
  readonly #listeners = new Set<ChangeListener>();
  #next: Batch | null = null;
  #pending: State;
  #writing: Promise<void> | null = null;
  #closed = false;
  /** Members whose file is older than the state, and what will write them. */
  readonly #unwritten = new Set<Member>();
  #later: Cancel | null = null;
  /** When the last update that may wait did not have to, by the monotonic clock. */
  #oftenAt = -MINUTE_MS;

  constructor(parts: StoreParts) {
    this.state = parts.state;
    this.#pending = parts.state;
    this.#parts = parts;
  }

  get damage(): DamageRecord {
    return this.#parts.damage;
  }

  get damaged(): readonly Damage[] {
    return this.damage.list;
  }

  get lostSecrets(): readonly LostSecret[] {
    return MEMBERS.flatMap((member) =>
      [...this.#parts.files[member].remembered.lost.keys()].map((place) => ({ member, place })),
    );
  }

  update(change: (state: State) => Partial<State>): Promise<void> {
    return this.#update(change, false);
  }

  updateOften(change: (state: State) => Partial<Omit<State, 'programmes'>>): Promise<void> {
    return this.#update(change, true);
  }

  async #update(change: (state: State) => Partial<State>, canWait: boolean): Promise<void> {
    if (this.#closed) throw new Fault(503, 'The appliance is stopping: nothing was saved.');
    const state = apply(this.#pending, change, this.#parts.aggregates);
    this.#pending = state;
    const batch = (this.#next ??= { state, canWait, waiting: [] });
    batch.state = state;
    batch.canWait &&= canWait;
    const stored = new Promise<void>((resolve, reject) => batch.waiting.push({ resolve, reject }));
    this.#writing ??= this.#writeAll();
    await stored;
  }

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async wasRemoved(member: Member): Promise<boolean> {
    return this.#parts.files[member].digest !== null && !(await this.#parts.committer.has(fileOf(member)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#later?.();
    await this.#writing;
    // An earlier version of the service does not read the log.
    const { isUsed } = this.#parts.recent;
    if (isUsed || this.#unwritten.size > 0)
      await this.#save(this.state, isUsed ? 'last' : 'now').catch((error: unknown) =>
        this.#parts.log.warn('the newest state was not written at the end', { error }),
      );
    await this.#parts.recent.close().catch(() => undefined);
  }

  async #writeAll(): Promise<void> {
    // Updates of the same turn of the event loop share the first write.
    await Promise.resolve();
    for (let batch = this.#takeBatch(); batch; batch = this.#takeBatch()) await this.#write(batch);
    this.#writing = null;
  }

  #takeBatch(): Batch | null {
    const batch = this.#next;
    this.#next = null;
    return batch;
  }

  async #write(batch: Batch): Promise<void> {
    try {
      const noted = batch.canWait ? null : await this.#note(batch.state);
      this.#adopt(batch.state, noted ?? (await this.#save(batch.state, batch.canWait ? this.#turn() : 'now')));
      for (const { resolve } of batch.waiting) resolve();
    } catch (error) {
      this.#fail(batch, error);
    }
  }

  /** Notes what changed in the programmes; null when that is not all, or the log cannot take it. */
  async #note(state: State): Promise<Saved | null> {
    if (
      MEMBERS.some(
        (member) => this.#isUncertain(member) || (member !== 'programmes' && state[member] !== this.state[member]),
      )
    )
      return null;
    const note = noteOf(this.state.programmes, state.programmes);
    if (Object.keys(note).length === 0) return { files: {}, changed: new Set(), wrote: false };
    if (!(await this.#parts.recent.append(note))) return null;
    return {
      files: { programmes: { ...this.#parts.files.programmes, digest: NOTED } },
      changed: new Set(['programmes']),
      wrote: true,
    };
  }

  /** Whether the disk may have another content than the state. */
  #isUncertain(member: Member): boolean {
    return (
      this.#parts.committer.uncertain.has(fileOf(member)) || (member === 'programmes' && this.#parts.recent.isUncertain)
    );
  }

  /**
   * Writes the files that differ from this state, or will do so `later`; the `last` time also that of the programmes.
   */
  async #save(state: State, when: 'now' | 'later' | 'last'): Promise<Saved> {
    const saving: Saving = { contents: new Map(), files: {}, changed: new Set() };
    for (const member of MEMBERS) {
      const isAsked =
        when !== 'later' &&
        (this.#isUncertain(member) || this.#unwritten.has(member) || (when === 'last' && member === 'programmes'));
      if (state[member] !== this.state[member] || isAsked) await this.#encodeMember(member, state, isAsked, saving);
    }
    if (when === 'later') {
      for (const member of saving.changed) this.#unwritten.add(member);
      this.#writeLater();
      return { files: saving.files, changed: saving.changed, wrote: false };
    }
    if (saving.contents.size > 0) await this.#parts.committer.save(saving.contents);
    this.#unwritten.clear();
    const epoch = saving.files.programmes ? epochIn(saving.files.programmes.remembered.extras) : null;
    if (epoch !== null && saving.contents.has(fileOf('programmes'))) await this.#parts.recent.begin(epoch);
    return { files: saving.files, changed: saving.changed, wrote: saving.contents.size > 0 };
  }

  #dueIn(): number {
    return this.#oftenAt + MINUTE_MS - this.#parts.clock.monotonic();
  }

  /** Whether an update that may wait has to. */
  #turn(): 'now' | 'later' {
    if (this.#dueIn() > 0) return 'later';
    this.#oftenAt = this.#parts.clock.monotonic();
    return 'now';
  }

  /** What waits is written a minute after the last time; when the disk fails, a minute after that. */
  #writeLater(): void {
    if (this.#later || this.#unwritten.size === 0 || this.#closed) return;
    this.#later = this.#parts.clock.after(this.#dueIn(), () => {
      this.#later = null;
      if (this.#unwritten.size > 0) this.updateOften(() => ({})).catch(() => this.#writeLater());
    });
  }

  async #encodeMember(member: Member, state: State, isAsked: boolean, saving: Saving): Promise<void> {
    const { bytes, remembered } = await this.#encode(member, state);
    requireReadable(member, bytes);
    const digest = digestOf(bytes);
    const changed = digest !== this.#parts.files[member].digest;
    if (changed || isAsked) saving.contents.set(fileOf(member), bytes);
    if (changed) saving.changed.add(member);
    saving.files[member] = { remembered, digest };
  }

  #rememberedOf(member: Member): Remembered {
    const { remembered } = this.#parts.files[member];
    const isNewEpoch = member === 'programmes' && (this.#parts.recent.isUsed || epochIn(remembered.extras) === null);
    return isNewEpoch ? { ...remembered, extras: withNewEpoch(remembered.extras) } : remembered;
  }

  #encode<M extends Member>(member: M, state: State) {
    return this.#parts.codec.encode<State[M]>(
      fileOf(member),
      this.#parts.aggregates[member],
      state[member],
      this.#rememberedOf(member),
    );
  }

  #adopt(state: State, { files, changed, wrote }: Saved): void {
    const previous = this.state;
    Object.assign(this.#parts.files, files);
    for (const member of MEMBERS) if (files[member]) this.#parts.codec.adopt(fileOf(member), files[member].remembered);
    this.state = state;
    const { pendingError } = this.#parts.committer;
    if (wrote) this.problem = pendingError === null ? null : describeDiskError(pendingError);
    if (changed.size === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(state, previous, changed);
      } catch (error) {
        this.#parts.log.error('a listener of the store failed', { error });
      }
    }
  }

  #fail(batch: Batch, error: unknown): void {
    const fault = error instanceof Fault ? error : this.#failDisk(error);
    // Updates that came meanwhile were built on the one that failed.
    const built = this.#takeBatch();
    this.#pending = this.state;
    for (const { reject } of [...batch.waiting, ...(built?.waiting ?? [])]) reject(fault);
  }

  #failDisk(error: unknown): Fault {
    this.problem = describeDiskError(error);
    this.#parts.log.error('nothing was saved', { error });
    return new Fault(500, `${this.problem} Nothing was saved.`, { cause: error });
  }
}
