import { Mutex } from '../../core/mutex.ts';
import { createHash } from 'node:crypto';
import { Fault } from '../../fault.ts';
import type { Log } from '../../platform/log.ts';

/** The hash function of passwords; slow on purpose, and off the main thread. */
export interface PasswordHash {
  hash(text: string, cost: number): Promise<string>;
  verify(text: string, hash: string): Promise<boolean>;
}

/** What surrounds the check of a password, within its turn: what either throws is the answer. */
export interface Attempt {
  /** Whether it may be tried at all; attempts that failed while this one waited count. */
  admit(): void;
  /** Notes the outcome before the next attempt has its turn. */
  settle(matches: boolean): void;
}

const COST = 12;
// Each waits a quarter of a second or more: whoever stands further back would give up before it is his turn.
const MOST_WAITING = 16;
const RETRY_AFTER_S = 5;

const loadBcrypt = (): PasswordHash => require('@node-rs/bcrypt') as typeof import('@node-rs/bcrypt');

// bcrypt stops at 72 bytes, and some of its implementations at a zero byte.
const digest = (password: string): string => createHash('sha256').update(password.normalize('NFC')).digest('base64');

/** Hashes and compares passwords, one at a time: more would occupy the threads that the disk needs too. */
export class Passwords {
  readonly #load: () => PasswordHash;
  readonly #log: Log;
  #library: PasswordHash | undefined;
  readonly #turns = new Mutex();
  #waiting = 0;

  constructor(log: Log, load: () => PasswordHash = loadBcrypt) {
    this.#log = log;
    this.#load = load;
  }

  /** The hash to store of a password. */
  hash(password: string): Promise<string> {
    return this.#inTurn((library) => library.hash(digest(password), COST));
  }

  /** Compares a password with a hash and tells the attempt. A Fault 429 when too many wait already. */
  verify(password: string, hash: string, attempt: Attempt): Promise<void> {
    return this.#inTurn(async (library) => {
      attempt.admit();
      attempt.settle(await library.verify(digest(password), hash));
    });
  }

  async #inTurn<T>(run: (library: PasswordHash) => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING)
      throw new Fault(429, 'Too many logins are being checked. Try again in a moment.', { retryAfter: RETRY_AFTER_S });
    this.#waiting++;
    return this.#turns.run(async () => {
      this.#waiting--;
      return run(this.#loaded());
    });
  }

  #loaded(): PasswordHash {
    try {
      return (this.#library ??= this.#load());
    } catch (error) {
      this.#log.error('passwords cannot be checked: the native part of bcrypt cannot be loaded', { error });
      throw new Fault(
        503,
        'Passwords cannot be checked on this machine: a part of the appliance is missing. Its log has the details.',
        { cause: error },
      );
    }
  }
}
