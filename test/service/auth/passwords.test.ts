import * as bcrypt from '@node-rs/bcrypt';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Passwords } from '../../../src/service/auth/passwords.ts';
import { settle } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { createFakeHash, refusal } from './rig.ts';

const test = suite('service/auth: passwords');

const create = () => {
  const hash = createFakeHash();
  return { hash, passwords: new Passwords(createQuietLog(), () => hash) };
};

/** Whether the password is the one of the hash. */
const matches = async (passwords: Passwords, password: string, hash: string): Promise<boolean> => {
  let outcome: boolean | null = null;
  await passwords.verify(password, hash, { admit: () => undefined, settle: (result) => (outcome = result) });
  return outcome === true;
};

test('bcrypt with cost 12 is what is stored', async () => {
  // The library itself: by itself a test takes one with the least cost (test/running/bundle.mjs).
  const passwords = new Passwords(createQuietLog(), () => bcrypt);
  const stored = await passwords.hash('correct horse');
  assert.match(stored, /^\$2b\$12\$[./A-Za-z0-9]{53}$/);
  assert.equal(
    [await matches(passwords, 'correct horse', stored), await matches(passwords, 'correct horsf', stored)],
    [true, false],
  );
});

const different: [string, string, string][] = [
  ['that differ after 72 bytes', `${'x'.repeat(72)}a`, `${'x'.repeat(72)}b`],
  ['that differ at the last of 1024 characters', `${'x'.repeat(1023)}a`, `${'x'.repeat(1023)}b`],
  ['that differ after a zero byte', 'password\u0000a', 'password\u0000b'],
  ['of other case', 'Password', 'password'],
  ['with and without a blank', 'password ', 'password'],
];
for (const [name, a, b] of different) {
  test(`passwords ${name} are not the same`, async () => {
    const { passwords } = create();
    const stored = await passwords.hash(a);
    assert.equal([await matches(passwords, a, stored), await matches(passwords, b, stored)], [true, false]);
  });
}
test('composed and decomposed letters are the same password', async () => {
  const { passwords } = create();
  assert.ok(await matches(passwords, 'gru\u0308ezi!', await passwords.hash('gr\u00fcezi!')));
});
test('what bcrypt sees is short and plain, whatever was typed', async () => {
  const seen: string[] = [];
  const hash = createFakeHash();
  const passwords = new Passwords(createQuietLog(), () => ({ ...hash, hash: async (text) => (seen.push(text), 'h') }));
  for (const password of ['12345678', 'x'.repeat(1024), '🔑'.repeat(200), '\u0000'.repeat(8)])
    await passwords.hash(password);
  for (const text of seen) assert.match(text, /^[A-Za-z0-9+/]{43}=$/);
});
test('one at a time, in the order of arrival', async () => {
  const { hash, passwords } = create();
  const order: number[] = [];
  await Promise.all(
    [0, 1, 2, 3, 4].map(async (i) => {
      await (i % 2 ? passwords.hash('x') : matches(passwords, 'x', 'y'));
      order.push(i);
    }),
  );
  assert.equal([hash.peak, order, hash.calls], [1, [0, 1, 2, 3, 4], ['verify', 'hash', 'verify', 'hash', 'verify']]);
});
test('seventeen fit, one running and sixteen waiting; the next is told to come again', async () => {
  const { hash, passwords } = create();
  hash.held = true;
  const all = [matches(passwords, 'x', 'y')];
  await settle();
  for (let i = 0; i < 16; i++) all.push(matches(passwords, 'x', 'y'));
  const { status, extras } = await refusal(() => matches(passwords, 'x', 'y'));
  assert.equal([status, extras.retryAfter], [429, 5]);
  assert.is((await refusal(() => passwords.hash('x'))).status, 429);
  hash.release();
  await Promise.all(all);
  assert.is(hash.calls.length, 17);
  assert.is(await matches(passwords, 'x', 'y'), false);
});
test('what is asked when the turn has come can still refuse, and is not hashed', async () => {
  const { hash, passwords } = create();
  const refuse = () => {
    throw new Error('not you');
  };
  const results = await Promise.allSettled([
    matches(passwords, 'x', 'y'),
    passwords.verify('x', 'y', { admit: refuse, settle: () => undefined }),
    matches(passwords, 'x', 'y'),
  ]);
  assert.equal(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.is(hash.calls.length, 2);
});
test('the outcome is noted before the next attempt has its turn', async () => {
  const { passwords } = create();
  const order: string[] = [];
  const attempt = (name: string) => ({
    admit: () => void order.push(`${name} admitted`),
    settle: () => void order.push(`${name} settled`),
  });
  await Promise.all(['a', 'b', 'c'].map((name) => passwords.verify('x', 'y', attempt(name))));
  assert.equal(order, ['a admitted', 'a settled', 'b admitted', 'b settled', 'c admitted', 'c settled']);
});
test('a hash that fails costs only its own attempt', async () => {
  const hash = createFakeHash();
  let calls = 0;
  const passwords = new Passwords(createQuietLog(), () => ({
    ...hash,
    verify: async () => {
      if (++calls === 1) throw new Error('broken');
      return true;
    },
  }));
  const results = await Promise.allSettled([matches(passwords, 'x', 'y'), matches(passwords, 'x', 'y')]);
  assert.equal(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
});
test('the library is loaded at the first use, and once', async () => {
  let loads = 0;
  const hash = createFakeHash();
  const passwords = new Passwords(createQuietLog(), () => (loads++, hash));
  assert.is(loads, 0);
  await passwords.hash('x');
  await passwords.hash('x');
  assert.is(loads, 1);
});
test('a library that cannot be loaded is a 503 that names no path, and is tried again', async () => {
  let broken = true;
  const log = createQuietLog();
  const passwords = new Passwords(log, () => {
    if (broken) throw Object.assign(new Error('/usr/lib/x.node: cannot open'), { code: 'ERR_DLOPEN_FAILED' });
    return createFakeHash();
  });
  const { status, detail } = await refusal(() => passwords.hash('x'));
  assert.is(status, 503);
  assert.not.match(detail + log.lines.join(), /\/usr/);
  assert.match(log.lines.join(), /ERR_DLOPEN_FAILED/);
  broken = false;
  assert.type(await passwords.hash('x'), 'string');
});

test.run();
