import { Fault } from '../fault.ts';
import type { Log } from '../platform/log.ts';
import type { State } from '../schema/state.ts';
import { type Aggregates, MEMBERS, type Member, fileOf } from './aggregates.ts';
import type { Codec, Remembered } from './codec.ts';
import { type Committer, digestOf } from './commit.ts';
import { describeDiskError } from './disk-error.ts';
import { freeze } from './freeze.ts';
import type { Damage } from './load.ts';
import type { ChangeListener, Store } from './store.ts';

/** What is known of each file on the disk. */
export type Files = Record<Member, { remembered: Remembered; digest: string | null }>;

/** What a store is made of. */
export interface StoreParts {
  state: State;
  files: Files;
  damaged: readonly Damage[];
  aggregates: Aggregates;
  codec: Codec;
  committer: Committer;
  log: Log;
}

interface Batch {
  state: State;
  waiting: { resolve: () => void; reject: (error: unknown) => void }[];
}

interface Prepared {
  readonly contents: Map<string, Uint8Array>;
  readonly files: Partial<Files>;
  readonly changed: Set<Member>;
}

const check = <M extends Member>(aggregates: Aggregates, member: M, value: State[M]): void => {
  const reading = aggregates[member].read(value);
  // What could not be read back must not get to the disk.
  if ('problem' in reading) throw new Error(`${member} cannot be stored: ${reading.problem}`);
};

const apply = (state: State, change: (state: State) => Partial<State>, aggregates: Aggregates): State => {
  const wanted = Object.fromEntries(Object.entries(change(state)).filter(([, value]) => value !== undefined));
  const next: State = { ...state, ...wanted };
  for (const member of MEMBERS) {
    if (next[member] === state[member]) continue;
    freeze(next[member]);
    check(aggregates, member, next[member]);
  }
  return Object.freeze(next);
};

/** The store over a committer: one write at a time, updates that arrive meanwhile share the next one. */
export class FileStore implements Store {
  state: State;
  problem: string | null = null;
  readonly damaged: readonly Damage[];
  readonly #aggregates: Aggregates;
  readonly #codec: Codec;
  readonly #committer: Committer;
  readonly #files: Files;
  readonly #log: Log;
  readonly #listeners = new Set<ChangeListener>();
  #next: Batch | null = null;
  #pending: State;
  #writing: Promise<void> | null = null;
  #closed = false;

  constructor(parts: StoreParts) {
    this.state = parts.state;
    this.#pending = parts.state;
    this.#files = parts.files;
    this.damaged = parts.damaged;
    this.#aggregates = parts.aggregates;
    this.#codec = parts.codec;
    this.#committer = parts.committer;
    this.#log = parts.log;
  }

  async update(change: (state: State) => Partial<State>): Promise<void> {
    if (this.#closed) throw new Fault(503, 'The appliance is stopping: nothing was saved.');
    const state = apply(this.#pending, change, this.#aggregates);
    this.#pending = state;
    const batch = (this.#next ??= { state, waiting: [] });
    batch.state = state;
    const stored = new Promise<void>((resolve, reject) => batch.waiting.push({ resolve, reject }));
    this.#writing ??= this.#writeAll();
    await stored;
  }

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async wasRemoved(member: Member): Promise<boolean> {
    return this.#files[member].digest !== null && !(await this.#committer.has(fileOf(member)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
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
      const prepared = await this.#prepare(batch.state);
      if (prepared.contents.size > 0) await this.#committer.save(prepared.contents);
      this.#adopt(batch.state, prepared);
      for (const { resolve } of batch.waiting) resolve();
    } catch (error) {
      this.#fail(batch, error);
    }
  }

  async #prepare(state: State): Promise<Prepared> {
    const prepared: Prepared = { contents: new Map(), files: {}, changed: new Set() };
    for (const member of MEMBERS) {
      const uncertain = this.#committer.uncertain.has(fileOf(member));
      if (state[member] !== this.state[member] || uncertain) await this.#prepareMember(member, state, uncertain, prepared);
    }
    return prepared;
  }

  async #prepareMember(member: Member, state: State, uncertain: boolean, prepared: Prepared): Promise<void> {
    const { bytes, remembered } = await this.#encode(member, state);
    const digest = digestOf(bytes);
    const changed = digest !== this.#files[member].digest;
    if (changed || uncertain) prepared.contents.set(fileOf(member), bytes);
    if (changed) prepared.changed.add(member);
    prepared.files[member] = { remembered, digest };
  }

  #encode<M extends Member>(member: M, state: State) {
    return this.#codec.encode<State[M]>(fileOf(member), this.#aggregates[member], state[member], this.#files[member].remembered);
  }

  #adopt(state: State, { files, changed, contents }: Prepared): void {
    const previous = this.state;
    Object.assign(this.#files, files);
    this.state = state;
    if (contents.size > 0) this.problem = this.#committer.trouble === null ? null : describeDiskError(this.#committer.trouble);
    if (changed.size === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(state, previous, changed);
      } catch (error) {
        this.#log.error('a listener of the store failed', { error });
      }
    }
  }

  #fail(batch: Batch, error: unknown): void {
    this.problem = describeDiskError(error);
    this.#log.error('nothing was saved', { error });
    const fault = new Fault(500, `${this.problem} Nothing was saved.`, { cause: error });
    // Updates that came meanwhile were built on one that never came to be.
    const built = this.#takeBatch();
    this.#pending = this.state;
    for (const { reject } of [...batch.waiting, ...(built?.waiting ?? [])]) reject(fault);
  }
}
