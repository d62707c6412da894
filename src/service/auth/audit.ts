import { MINUTE_MS } from '../../core/time/durations.ts';
import { toInstant, type Cancel, type Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { AuditEntry, AuditEvent } from '../../schema/appliance/auth.ts';
import type { StoredAuth } from '../../schema/state.ts';
import type { Store } from '../../store/store.ts';

const MOST_ENTRIES = 200;
// Failures must not push out what they may have led to.
const MOST_FAILURES = 100;
const FLUSH_MS = MINUTE_MS;
const FAILURES: readonly AuditEvent[] = ['login_failed', 'locked_out'];

/** Who did something: the account, and the address that the request came from. */
export interface Actor {
  readonly username: string | null;
  readonly client: string | null;
}

const isFailure = ({ event }: AuditEntry): boolean => FAILURES.includes(event);

const canJoin = (last: AuditEntry | undefined, entry: AuditEntry): last is AuditEntry =>
  last !== undefined &&
  isFailure(entry) &&
  last.event === entry.event &&
  last.client === entry.client &&
  last.username === entry.username;

const dropSurplus = (entries: readonly AuditEntry[]): readonly AuditEntry[] => {
  if (entries.filter(isFailure).length > MOST_FAILURES) return entries.toSpliced(entries.findIndex(isFailure), 1);
  return entries.slice(-MOST_ENTRIES);
};

const append = (entries: readonly AuditEntry[], entry: AuditEntry): readonly AuditEntry[] => {
  const last = entries.at(-1);
  if (canJoin(last, entry)) return [...entries.slice(0, -1), { ...entry, count: last.count + 1 }];
  return dropSurplus([...entries, entry]);
};

/**
 * Sign-ins and changes of the account: the last 200 events. Changes are stored together with what they changed, all
 * else within a minute.
 */
export class Audit {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  #entries: readonly AuditEntry[];
  #cancelFlush: Cancel | null = null;

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#entries = store.state.auth.audit;
  }

  /** Every entry, newest first. */
  list(): AuditEntry[] {
    return this.#entries.toReversed();
  }

  /** Notes an event that changed nothing in the account. */
  note(event: AuditEvent, actor: Actor): void {
    const entry = this.#entry(event, actor);
    this.#entries = append(this.#entries, entry);
    this.#tell(entry);
    this.#cancelFlush ??= this.#clock.after(FLUSH_MS, () => void this.flush());
  }

  /** Changes the account and stores the event with it; nothing is noted when that fails, or when `change` throws. */
  async change(event: AuditEvent, actor: Actor, change: (auth: StoredAuth) => Partial<StoredAuth>): Promise<void> {
    const entry = this.#entry(event, actor);
    const update = this.#store.update(({ auth }) => {
      const changed = change(auth);
      this.#entries = append(this.#entries, entry);
      return { auth: { ...auth, ...changed, audit: this.#entries } };
    });
    await update.catch((error: unknown) => {
      this.#entries = this.#entries.filter((one) => one !== entry);
      throw error;
    });
    this.#tell(entry);
  }

  /** Whether the owner removed the file of the account: then nothing but a decision may write it again. */
  wasRemoved(): Promise<boolean> {
    return this.#store.wasRemoved('auth').catch(() => true);
  }

  /**
   * Stores what is only in memory. When the disk fails it stays there for the next time, and the store's log says so.
   */
  async flush(): Promise<void> {
    if (!this.#cancelFlush) return;
    this.#cancelFlush();
    this.#cancelFlush = null;
    // Removing it and starting anew is the way back for who lost the password.
    if (await this.wasRemoved()) return;
    await this.#store.update(({ auth }) => ({ auth: { ...auth, audit: this.#entries } })).catch(() => undefined);
  }

  #tell(entry: AuditEntry): void {
    const level = isFailure(entry) ? 'warn' : 'info';
    this.#log[level](entry.event.replaceAll('_', ' '), { client: entry.client ?? undefined });
  }

  #entry(event: AuditEvent, { username, client }: Actor): AuditEntry {
    return { at: toInstant(this.#clock.now()), event, username, client, count: 1 };
  }
}
