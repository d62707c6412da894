import type { State } from '../schema/state.ts';
import type { Member } from './aggregates.ts';
import type { Damage, DamageRecord } from './damage.ts';

/** A secret that cannot be decrypted: the member of the state, and the path of the secret in it. */
export interface LostSecret {
  readonly member: Member;
  readonly place: string;
}

/**
 * Called after each update that changed something: the new state, the one before, and the members with other content.
 */
export type ChangeListener = (state: State, previous: State, changed: ReadonlySet<Member>) => void;

/** All durable state: read from memory, written to the disk before it counts. */
export interface Store {
  /** What is on the disk, or will be within a minute (`updateOften`), frozen in depth; each update replaces it. */
  readonly state: State;
  /**
   * Runs `change` at once on the newest state, those still being written included, and stores the members that it
   * returns. Resolves when they are on the disk and listeners were called. What `change` throws rejects this call
   * alone; when the disk fails, a Fault 500 rejects this call and those built on it, and the state stays as it was.
   */
  update(change: (state: State) => Partial<State>): Promise<void>;
  /**
   * As `update`, for what may change each second: it counts at once, and is on the disk then when there was none for a
   * minute, otherwise within a minute, with any other update, or when the store closes.
   */
  updateOften(change: (state: State) => Partial<Omit<State, 'programmes'>>): Promise<void>;
  /** Calls the listener after each change; the returned function removes it. */
  onChange(listener: ChangeListener): () => void;
  /** Whether the file of a member was on the disk once and is there no longer: an owner removed it. */
  wasRemoved(member: Member): Promise<boolean>;
  /** Files that were damaged at this start or an earlier one, until the owner has dismissed that. */
  readonly damaged: readonly Damage[];
  /** The record of damage, for what is found elsewhere in the folder. */
  readonly damage: DamageRecord;
  /** Stored secrets that the present key cannot decrypt, until they are entered again. */
  readonly lostSecrets: readonly LostSecret[];
  /** What is wrong with the disk, in a sentence; null when the last write succeeded. */
  readonly problem: string | null;
  /** Writes what is waiting; later updates are refused with a Fault 503. */
  close(): Promise<void>;
}
