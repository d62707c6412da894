import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RevokedSession, StoredUser } from '../../../src/schema/state.ts';
import { nextWatermark, revoke, Sessions } from '../../../src/service/auth/sessions.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';

const test = suite('service/auth: sessions');

const START = '2026-05-01T12:00:00Z';
const TTL = 604_800;
const LONG_TTL = 2_592_000;

const keyOf = (letter: string): KeyObject => createSecretKey(Buffer.from(letter.repeat(32)));

const createUser = (username = 'owner', watermark = Date.parse(START)): StoredUser => ({
  username,
  password_hash: 'h',
  created_at: START,
  updated_at: START,
  sessions_valid_after_ms: watermark,
});

const create = ({
  user = createUser() as StoredUser | null,
  key = keyOf('k') as KeyObject | null,
  clock = createFakeClock(START) as FakeClock,
  ttl = TTL,
  longTtl = LONG_TTL,
} = {}) => {
  const state = { user, key, revoked: [] as readonly RevokedSession[] };
  const sessions = new Sessions({
    key: {
      get current() {
        return state.key;
      },
      ensure: async () => (state.key ??= keyOf('k')),
    },
    clock,
    user: () => state.user,
    revoked: () => state.revoked,
    sessionTtlSeconds: ttl,
    rememberMeTtlSeconds: longTtl,
  });
  return { sessions, state, clock };
};

const issue = async (rig = create(), remember = false) =>
  (await rig.sessions.issue(rig.state.user ?? createUser(), remember)).token;

test('a token has a user, two instants, a nonce and a signature', async () => {
  const [user = '', issued, expires, nonce = '', signature = '', ...rest] = (await issue()).split('.');
  assert.is(Buffer.from(user, 'base64url').toString(), 'owner');
  assert.equal([Number(issued), Number(expires)], [Date.parse(START), Date.parse(START) + TTL * 1000]);
  assert.equal([nonce.length, signature.length, rest.length], [17, 43, 0]);
});
for (const [hours, valid] of [
  [-1, true],
  [-47, true],
  [-49, false],
  [-9 * 365 * 24, false],
] as const) {
  test(`a clock that is set back by ${-hours} h ${valid ? 'keeps' : 'ends'} a session: it must not live for years`, async () => {
    const rig = create();
    const token = await issue(rig);
    rig.clock.jump(hours * 3_600_000);
    assert.is(rig.sessions.verify(token) !== null, valid);
    rig.clock.jump(-hours * 3_600_000);
    assert.ok(rig.sessions.verify(token));
  });
}
test('equal lifetimes do not turn one kind of session into the other', async () => {
  const rig = create({ ttl: 60, longTtl: 60 });
  assert.equal(
    [rig.sessions.verify(await issue(rig, false))?.remembered, rig.sessions.verify(await issue(rig, true))?.remembered],
    [false, true],
  );
});
test('no two tokens are the same', async () => {
  const rig = create();
  assert.is.not(await issue(rig), await issue(rig));
});
for (const [remember, seconds, age] of [
  [false, TTL, null],
  [true, LONG_TTL, LONG_TTL],
] as const) {
  test(`remember ${remember}: a cookie with the age ${age}`, async () =>
    assert.is((await create().sessions.issue(createUser(), remember)).maxAgeSeconds, age));
  test(`remember ${remember}: the session says so`, async () => {
    const rig = create();
    const { username, remembered, id } = rig.sessions.verify(await issue(rig, remember)) ?? {};
    assert.equal([username, remembered, id?.expires_ms], ['owner', remember, Date.parse(START) + seconds * 1000]);
  });
  for (const [ms, valid] of [
    [0, true],
    [seconds * 1000 - 1, true],
    [seconds * 1000, false],
    [seconds * 1000 + 1, false],
    [seconds * 2000, false],
  ] as const) {
    test(`remember ${remember}: after ${ms} ms it is ${valid ? 'valid' : 'over'}`, async () => {
      const rig = create();
      const token = await issue(rig, remember);
      rig.clock.jump(ms);
      assert.is(rig.sessions.verify(token) !== null, valid);
    });
  }
}
for (const [ttl, ms, valid] of [
  [1, 999, true],
  [1, 1000, false],
  [1_000_000_000, 999_999_999_999, true],
] as const) {
  test(`a lifetime of ${ttl} s after ${ms} ms`, async () => {
    const rig = create({ ttl });
    const token = await issue(rig);
    rig.clock.jump(ms);
    assert.is(rig.sessions.verify(token) !== null, valid);
  });
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
const sample = `${Buffer.from('owner').toString('base64url')}.${Date.parse(START)}.${Date.parse(START) + TTL * 1000}.${'s'.repeat(17)}.${'s'.repeat(43)}`;
for (const [at] of [...sample].entries()) {
  test(`a token with another character at ${at} is refused`, async () => {
    const rig = create();
    const token = await issue(rig);
    assert.ok(rig.sessions.verify(token));
    const others = LETTERS.filter((letter) => letter !== token[at]);
    for (const letter of others)
      assert.is(rig.sessions.verify(token.slice(0, at) + letter + token.slice(at + 1)), null);
    assert.is(rig.sessions.verify(token.slice(0, at) + token.slice(at + 1)), null);
  });
}
for (const token of [
  '',
  '.',
  '....',
  'a.b.c.d.e',
  'x'.repeat(10_000),
  '.'.repeat(10_000),
  `b3duZXI.${'9'.repeat(400)}.9.n.s`,
  'null',
  '\u0000',
  'ÄÖÜ.1.2.3.4',
  `${sample}.x`,
  ` ${sample}`,
  `${sample}\n`,
]) {
  test(`the token ${JSON.stringify(token.slice(0, 30))} is refused`, () =>
    assert.is(create().sessions.verify(token), null));
}
test('a signature of nothing but the claim is refused', async () => {
  const claim = sample.split('.').slice(0, 4).join('.');
  const signature = createHmac('sha256', keyOf('k')).update(claim).digest('base64url');
  assert.is(create().sessions.verify(`${claim}.${signature}`), null);
});
test('another key signs otherwise', async () => {
  const rig = create();
  const token = await issue(rig);
  rig.state.key = keyOf('x');
  assert.is(rig.sessions.verify(token), null);
});
test('without a key nothing is valid, and the first session makes one', async () => {
  const rig = create({ key: null });
  assert.is(rig.sessions.verify(sample), null);
  const token = await issue(rig);
  assert.ok(rig.state.key);
  assert.ok(rig.sessions.verify(token));
});
test('without an account nothing is valid', async () => {
  const rig = create();
  const token = await issue(rig);
  rig.state.user = null;
  assert.is(rig.sessions.verify(token), null);
});
test('another name makes it invalid', async () => {
  const rig = create();
  const token = await issue(rig);
  rig.state.user = createUser('owner2');
  assert.is(rig.sessions.verify(token), null);
});
for (const watermark of [Date.parse(START) + 1, Date.parse(START) - 1, 0]) {
  test(`a watermark of ${watermark} ends what was issued before`, async () => {
    const rig = create();
    const token = await issue(rig);
    rig.state.user = createUser('owner', watermark);
    assert.is(rig.sessions.verify(token), null);
    assert.ok(rig.sessions.verify(await issue(rig)));
  });
}
for (const [name, jump] of [
  ['in the same millisecond', 0],
  ['after the clock was set back a day', -86_400_000],
  ['a day later', 86_400_000],
] as const) {
  test(`a session of a change ${name} is valid, and those before are not`, async () => {
    const rig = create();
    const before = await issue(rig);
    rig.clock.jump(jump);
    rig.state.user = createUser('owner', nextWatermark(rig.clock.now(), rig.state.user?.sessions_valid_after_ms ?? 0));
    assert.is(rig.sessions.verify(before), null);
    assert.ok(rig.sessions.verify(await issue(rig)));
  });
}

test('a session that was ended is refused, and no other', async () => {
  const rig = create();
  const [ended, other] = [await issue(rig), await issue(rig)];
  const id = rig.sessions.verify(ended)?.id;
  assert.ok(id);
  rig.state.revoked = [id];
  assert.equal([rig.sessions.verify(ended), rig.sessions.verify(other)?.username], [null, 'owner']);
  rig.clock.jump(-86_400_000);
  assert.is(rig.sessions.verify(ended), null, 'a clock that is set back does not bring it back');
});
const ended = (count: number, expires_ms: number): RevokedSession[] =>
  Array.from({ length: count }, (_, index) => ({ nonce: `${index}`, expires_ms }));
const authOf = (revoked: readonly RevokedSession[]) => ({
  preference: null,
  token_hash: null,
  shares: [],
  closed: false,
  audit: [],
  user: createUser(),
  revoked,
});
for (const [name, before, count, isMoved] of [
  ['the first', [], 1, false],
  ['one more, while there is room', ended(499, 5), 500, false],
  ['one too many, of which some have expired', [...ended(400, 5), ...ended(100, 50)], 101, false],
  ['one too many, of which all could still be used', ended(500, 50), 0, true],
] as const) {
  test(`the list of ended sessions: ${name}`, () => {
    const { revoked, user } = revoke(authOf(before), { nonce: 'x', expires_ms: 50 }, 10);
    assert.is(revoked.length, count);
    assert.is((user?.sessions_valid_after_ms ?? 0) > createUser().sessions_valid_after_ms, isMoved);
  });
}
for (const [now, previous, next] of [
  [10, 5, 10],
  [10, 9, 10],
  [10, 10, 11],
  [10, 11, 12],
  [0, 500, 501],
] as const) {
  test(`the watermark after ${previous} at ${now} is ${next}`, () => assert.is(nextWatermark(now, previous), next));
}
for (const name of ['ünal', '名前', 'a', 'x'.repeat(64), '名'.repeat(64), 'a.b_c-d@e']) {
  test(`the name ${name.slice(0, 12)} comes back`, async () => {
    const rig = create({ user: createUser(name) });
    assert.is(rig.sessions.verify(await issue(rig))?.username, name);
  });
}

test.run();
