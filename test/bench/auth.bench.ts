import { mkdtempSync, rmSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { createAuth, type Auth } from '../../src/service/auth/auth.ts';
import { openSessionKey } from '../../src/store/secrets/session-key.ts';
import { openStore } from '../../src/store/open-store.ts';

const CHECKS = 20_000;
const ATTEMPTS = 1000;
const AT_ONCE = 16;
const PASSWORD = 'correct horse';

const collect = (): void => (globalThis as { gc?: () => void }).gc?.();
// What native code, as bcrypt's threads, keeps counts too.
const memory = (): number => {
  collect();
  return process.memoryUsage().rss / 1024 / 1024;
};

const openAccess = async (dir: string): Promise<Auth> => {
  const log = createLog({ level: 'error', clock: systemClock, write: () => undefined });
  const store = await openStore({ dir, clock: systemClock, log });
  const sessionKey = await openSessionKey({ dir, damage: store.damage });
  const settings = {
    authEnabled: undefined,
    sessionTtlSeconds: 604_800,
    rememberMeTtlSeconds: 2_592_000,
    mcpToken: undefined,
  };
  return createAuth({ store, sessionKey, clock: systemClock, log, settings, onChange: () => undefined });
};

const sessionCheck = ({ gate }: Auth, cookie: string): number => {
  const request = { access: 'credential', path: '/v1/boards', authorization: undefined, cookie } as const;
  for (let i = 0; i < CHECKS; i++) gate.decide(request);
  const begun = performance.now();
  for (let i = 0; i < CHECKS; i++) gate.decide(request);
  return ((performance.now() - begun) * 1000) / CHECKS;
};

interface Storm {
  readonly jitterMs: number;
  readonly growthMib: number;
  readonly hashed: number;
}

/** A thousand wrong passwords, `AT_ONCE` at a time; what the event loop and the memory make of it. */
const storm = async ({ account }: Auth, clientOf: (attempt: number) => string, limitMs: number): Promise<Storm> => {
  const attempt = (n: number) =>
    account.logIn('owner', 'wrong', false, clientOf(n)).then(
      () => 200,
      (error: unknown) => Number(Object(error).status),
    );
  await attempt(ATTEMPTS);
  const before = memory();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  let hashed = 0;
  for (let n = 0; n < ATTEMPTS && performance.now() - begun < limitMs; n += AT_ONCE) {
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => attempt(n + i)));
    hashed += statuses.filter((status) => status === 401).length;
    // The others are refused at once: as a network would, the next ones come in a turn of their own.
    await new Promise((resolve) => setImmediate(resolve));
  }
  delay.disable();
  return { jitterMs: delay.percentile(99.9) / 1e6, growthMib: Math.max(0, memory() - before), hashed };
};

/** What the machine itself does to the loop, with whatever else runs on it. */
const quiet = async (ms: number): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await new Promise((resolve) => setTimeout(resolve, ms));
  delay.disable();
  return delay.percentile(99.9) / 1e6;
};

/**
 * How many of many addresses are remembered costs memory, not what bcrypt does: counted with a hash that takes no time.
 */
const manyAddresses = async (dir: string): Promise<Storm> => {
  const log = createLog({ level: 'error', clock: systemClock, write: () => undefined });
  const store = await openStore({ dir, clock: systemClock, log });
  const settings = {
    authEnabled: undefined,
    sessionTtlSeconds: 604_800,
    rememberMeTtlSeconds: 2_592_000,
    mcpToken: undefined,
  };
  const loadHash = () => ({ hash: async () => 'h', verify: async () => false });
  const auth = createAuth({
    store,
    sessionKey: await openSessionKey({ dir, damage: store.damage }),
    clock: systemClock,
    log,
    settings,
    onChange: () => undefined,
    loadHash,
  });
  await auth.account.setUp('owner', PASSWORD, null, '192.168.1.2');
  const result = await storm(auth, (n) => `10.1.${Math.floor(n / 250)}.${n % 250}`, 60_000);
  await auth.stop();
  await store.close();
  return result;
};

/**
 * Measures access control: what a session costs each request, and what a storm of wrong passwords does to everything
 * else.
 */
export const run = async (): Promise<{ name: string; value: number; unit: string; target?: number }[]> => {
  const [dir, other] = [mkdtempSync(join(tmpdir(), 'flapbox-bench-')), mkdtempSync(join(tmpdir(), 'flapbox-bench-'))];
  try {
    const auth = await openAccess(dir);
    const { session } = await auth.account.setUp('owner', PASSWORD, null, '192.168.1.2');
    const check = sessionCheck(auth, session.token);
    const one = await storm(auth, () => '10.0.0.1', 60_000);
    const idle = await quiet(8000);
    const several = await storm(auth, (n) => `10.2.${Math.floor(n / 250)}.${n % 250}`, 8000);
    const many = await manyAddresses(other);
    await auth.stop();
    return [
      { name: 'check of a session', value: check, unit: 'µs', target: 50 },
      { name: 'nothing at all for 8 s: delay of the loop, p99.9', value: idle, unit: 'ms' },
      {
        name: '1,000 wrong passwords from one address: delay of the loop, p99.9',
        value: one.jitterMs,
        unit: 'ms',
        target: 20,
      },
      { name: '1,000 wrong passwords from one address: memory', value: one.growthMib, unit: 'MiB', target: 5 },
      {
        name: '8 s of wrong passwords from as many addresses: delay of the loop, p99.9',
        value: several.jitterMs,
        unit: 'ms',
        target: 20,
      },
      {
        name: '8 s of wrong passwords from as many addresses: memory',
        value: several.growthMib,
        unit: 'MiB',
        target: 5,
      },
      {
        name: '8 s of wrong passwords from as many addresses: passwords checked',
        value: several.hashed,
        unit: 'passwords',
      },
      {
        name: '1,000 wrong passwords from as many addresses, no time for hashing: delay of the loop, p99.9',
        value: many.jitterMs,
        unit: 'ms',
        target: 20,
      },
      {
        name: '1,000 wrong passwords from as many addresses, no time for hashing: memory',
        value: many.growthMib,
        unit: 'MiB',
        target: 5,
      },
    ];
  } finally {
    for (const folder of [dir, other]) rmSync(folder, { recursive: true, force: true });
  }
};
