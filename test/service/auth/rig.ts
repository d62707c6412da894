import type { AuditEntry } from '../../../src/schema/appliance/auth.ts';
import type { StoredAuth } from '../../../src/schema/state.ts';
import { createAuth, type Auth, type AuthOptions } from '../../../src/service/auth/auth.ts';
import type { PasswordHash } from '../../../src/service/auth/passwords.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { openSessionKey } from '../../../src/store/secrets/session-key.ts';
import type { Store } from '../../../src/store/store.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createMemoryDisk, type MemoryDisk } from '../../support/memory-disk.ts';
import { createQuietLog } from '../../support/quiet-log.ts';

/** A quick hash of passwords that counts, and can be held up. */
export interface FakeHash extends PasswordHash {
  /** Every call in order, `hash` or `verify`. */
  readonly calls: string[];
  /** How many ran at the same time at most. */
  readonly peak: number;
  /** While true, calls wait for `release`. */
  held: boolean;
  release(): void;
}

/** A hash that can be read, for tests. */
export const createFakeHash = (): FakeHash => {
  const calls: string[] = [];
  let [running, peak] = [0, 0];
  let waiting: (() => void)[] = [];
  const run = async <T>(name: string, answer: T): Promise<T> => {
    calls.push(name);
    peak = Math.max(peak, ++running);
    if (hash.held) await new Promise<void>((resolve) => waiting.push(resolve));
    running--;
    return answer;
  };
  const hash: FakeHash = {
    calls,
    get peak() {
      return peak;
    },
    held: false,
    release: () => {
      hash.held = false;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    hash: (text, cost) => run('hash', `hash-${cost}-${text}`),
    verify: (text, stored) => run('verify', stored === `hash-12-${text}`),
  };
  return hash;
};

/** Access control over a disk in memory. */
export interface Rig {
  readonly auth: Auth;
  readonly store: Store;
  readonly disk: MemoryDisk;
  readonly clock: FakeClock;
  readonly hash: FakeHash;
  readonly lines: string[];
  /** How often others were told that somebody may have to leave. */
  readonly changes: number;
  /** The stored part of the state. */
  readonly stored: StoredAuth;
  /** The audit log without instants, oldest first. */
  readonly trail: readonly string[];
}

/** What a test may choose. */
export interface RigOptions {
  readonly settings?: Partial<AuthOptions['settings']>;
  readonly disk?: MemoryDisk;
  readonly clock?: FakeClock;
  readonly loadHash?: () => PasswordHash;
  readonly onChange?: () => void;
}

const SETTINGS: AuthOptions['settings'] = {
  authEnabled: undefined,
  sessionTtlSeconds: 604_800,
  rememberMeTtlSeconds: 2_592_000,
  mcpToken: undefined,
};

const describe = ({ event, username, client, count }: AuditEntry): string =>
  `${event} ${username ?? '-'} ${client ?? '-'} ${count}`;

/** Creates access control; `disk` of an earlier rig is a restart. */
export const openAccess = async ({
  settings = {},
  disk = createMemoryDisk(),
  clock = createFakeClock('2026-05-01T12:00:00Z'),
  loadHash,
  onChange = () => undefined,
}: RigOptions = {}): Promise<Rig> => {
  const log = createQuietLog();
  const store = await openStore({ dir: '/data', fs: disk, clock, log });
  const sessionKey = await openSessionKey({ dir: '/data', fs: disk, damage: store.damage });
  const hash = createFakeHash();
  let changes = 0;
  const noteChange = (): void => {
    changes++;
    onChange();
  };
  const auth = createAuth({
    store,
    sessionKey,
    clock,
    log,
    settings: { ...SETTINGS, ...settings },
    onChange: noteChange,
    loadHash: loadHash ?? (() => hash),
  });
  return {
    auth,
    store,
    disk,
    clock,
    hash,
    lines: log.lines,
    get changes() {
      return changes;
    },
    get stored() {
      return store.state.auth;
    },
    get trail() {
      return auth.audit.list().reverse().map(describe);
    },
  };
};

/** The status and the details of what a promise or a call was refused with. */
export const refusal = async (
  run: () => unknown,
): Promise<{ status: number; detail: string; extras: { retryAfter?: number } }> => {
  try {
    await run();
  } catch (error) {
    return error as { status: number; detail: string; extras: { retryAfter?: number } };
  }
  throw new Error('nothing was refused');
};
