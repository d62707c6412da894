import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Applicant } from '../../../src/service/auth/account.ts';
import { createMemoryDisk, diskError } from '../../support/memory-disk.ts';
import { refusalOf } from '../rig.ts';
import { openAccess, refusal, type Rig } from './rig.ts';

const test = suite('service/auth: account');

const HOME = '192.168.1.20';
const PASSWORD = 'correct horse';

const withUser = async (options: Parameters<typeof openAccess>[0] = {}): Promise<Rig> => {
  const rig = await openAccess(options);
  await rig.auth.account.setUp('owner', PASSWORD, null, HOME);
  return rig;
};
const logIn = (rig: Rig, password = PASSWORD, { username = 'owner', client = HOME, remember = false } = {}) =>
  rig.auth.account.logIn(username, password, remember, client);
const applicant = async (rig: Rig, remember = false): Promise<Applicant & { token: string }> => {
  const { token } = (await logIn(rig, PASSWORD, { remember })).session;
  return { session: rig.auth.session(token), client: HOME, token };
};
const statusOf = (rig: Rig) => {
  const { mode, setup_required, first_run, enabled } = rig.auth.account.status(null);
  return { mode, setup_required, first_run, enabled };
};

const undecided = { mode: 'undecided', setup_required: true, first_run: true, enabled: true };
const enabledEmpty = { mode: 'enabled', setup_required: true, first_run: false, enabled: true };
const enabled = { mode: 'enabled', setup_required: false, first_run: false, enabled: true };
const disabled = { mode: 'disabled', setup_required: false, first_run: false, enabled: false };

const choices: [string, boolean | undefined, (rig: Rig) => Promise<unknown>, object][] = [
  ['nothing was chosen', undefined, async () => undefined, undecided],
  ['login was chosen', undefined, (rig) => rig.auth.account.choose(true, null, HOME), enabledEmpty],
  ['no login was chosen', undefined, (rig) => rig.auth.account.choose(false, null, HOME), disabled],
  ['an account was created', undefined, (rig) => rig.auth.account.setUp('owner', PASSWORD, null, HOME), enabled],
  [
    'no login was chosen and then an account created',
    undefined,
    async (rig) => {
      await rig.auth.account.choose(false, null, HOME);
      await rig.auth.account.setUp('owner', PASSWORD, null, HOME);
    },
    enabled,
  ],
  ['the environment demands a login', true, async () => undefined, enabledEmpty],
  [
    'the environment demands a login, and there is an account',
    true,
    (rig) => rig.auth.account.setUp('owner', PASSWORD, null, HOME),
    enabled,
  ],
  ['the environment forbids a login', false, async () => undefined, disabled],
  [
    'the environment forbids a login, and there is an account',
    false,
    (rig) => rig.auth.account.setUp('owner', PASSWORD, null, HOME),
    disabled,
  ],
];
for (const [name, authEnabled, act, expected] of choices) {
  test(`${name}: ${JSON.stringify(expected)}, over a restart too`, async () => {
    const rig = await openAccess({ settings: { authEnabled } });
    await act(rig);
    assert.equal(statusOf(rig), expected);
    assert.equal(statusOf(await openAccess({ disk: rig.disk, settings: { authEnabled } })), expected);
  });
}
for (const pinned of [true, false]) {
  test(`pinned to ${pinned}: no choice and no switching off`, async () => {
    const rig = await withUser({ settings: { authEnabled: pinned } });
    for (const choice of [true, false])
      assert.is((await refusal(() => rig.auth.account.choose(choice, null, HOME))).status, 409);
    const me = await applicant(rig);
    assert.is((await refusal(() => rig.auth.account.disable(PASSWORD, me))).status, 409);
    assert.ok(rig.stored.user);
  });
}
test('with an account there is nothing to choose, and no second account', async () => {
  const rig = await withUser();
  for (const choice of [true, false])
    assert.is((await refusal(() => rig.auth.account.choose(choice, null, HOME))).status, 409);
  assert.is((await refusal(() => rig.auth.account.setUp('second', PASSWORD, null, HOME))).status, 409);
  assert.is(rig.stored.user?.username, 'owner');
});
test('of two accounts that are created at the same time one comes to be', async () => {
  const rig = await openAccess();
  const names = ['a', 'b', 'c'];
  const all = await Promise.allSettled(names.map((name) => rig.auth.account.setUp(name, PASSWORD, null, HOME)));
  const created = names.filter((_, at) => all[at]?.status === 'fulfilled');
  assert.is(created.length, 1);
  assert.equal([rig.stored.user?.username], created);
  assert.equal(
    rig.trail,
    created.map((name) => `setup ${name} 192.168.1.20 1`),
  );
});
for (const [token, right] of [
  [null, false],
  ['', false],
  ['wrong', false],
  ['right', true],
] as const) {
  test(`while a token is stored, ${token === null ? 'no token' : `the ${token || 'empty'} token`} ${right ? 'turns' : 'does not turn'} the login on`, async () => {
    const rig = await openAccess();
    const stored = await rig.auth.tokens.rotate({ username: null, client: HOME });
    const sent = token === 'right' ? stored : token;
    const [choice, creation] = [
      () => rig.auth.account.choose(true, sent, HOME),
      () => rig.auth.account.setUp('owner', PASSWORD, sent, HOME),
    ];
    if (right) await Promise.resolve(choice()).then(creation);
    else assert.equal([(await refusal(choice)).status, (await refusal(creation)).status], [403, 403]);
    assert.is(rig.stored.user !== null, right);
  });
}
test('turning the login off is never gated by the token', async () => {
  const rig = await openAccess();
  await rig.auth.tokens.rotate({ username: null, client: HOME });
  await rig.auth.account.choose(false, null, HOME);
  assert.is(statusOf(rig).mode, 'disabled');
});

for (const name of ['owner', 'a', 'x'.repeat(64), 'Ünal', '名前', 'a.b_c-d@e', '007']) {
  test(`the name ${name.slice(0, 12)} is fine`, async () => {
    const rig = await openAccess();
    await rig.auth.account.setUp(name, PASSWORD, null, HOME);
    assert.is((await logIn(rig, PASSWORD, { username: name })).username, name);
  });
}
for (const name of [
  ' ',
  ' owner',
  'owner ',
  'my name',
  'a/b',
  'a:b',
  'a"b',
  "a'b",
  'a<b',
  'a\u0000',
  'a\nb',
  '🔑',
  'a,b',
  'a;b',
  '\u202eowner',
]) {
  test(`the name ${JSON.stringify(name)} is a 400`, async () => {
    const rig = await openAccess();
    assert.is((await refusal(() => rig.auth.account.setUp(name, PASSWORD, null, HOME))).status, 400);
    assert.equal([rig.stored.user, rig.hash.calls], [null, []]);
  });
}
test('a name of decomposed letters is the same name', async () => {
  const rig = await openAccess();
  await rig.auth.account.setUp('u\u0308nal', PASSWORD, null, HOME);
  assert.is((await logIn(rig, PASSWORD, { username: '\u00fcnal' })).username, '\u00fcnal');
});

test('creating the account signs in for long', async () => {
  const rig = await openAccess();
  const { username, session } = await rig.auth.account.setUp('owner', PASSWORD, null, HOME);
  assert.equal([username, session.maxAgeSeconds], ['owner', 2_592_000]);
  const { id: _id, ...entered } = rig.auth.session(session.token) ?? {};
  assert.equal(entered, { username: 'owner', remembered: true });
});
for (const [remember, age] of [
  [false, null],
  [true, 2_592_000],
] as const) {
  test(`a login with remember ${remember} has the age ${age}`, async () =>
    assert.is((await logIn(await withUser(), PASSWORD, { remember })).session.maxAgeSeconds, age));
}
const wrong: [string, string, string][] = [
  ['wrong password', 'owner', 'correct horsf'],
  ['wrong name', 'somebody', PASSWORD],
  ['wrong name and password', 'somebody', 'no'],
  ['name of other case', 'Owner', PASSWORD],
];
for (const [name, username, password] of wrong) {
  test(`${name}: 401, one sentence, one hash computed`, async () => {
    const rig = await withUser();
    rig.hash.calls.length = 0;
    const { status, detail } = await refusal(() => logIn(rig, password, { username }));
    assert.equal([status, detail, rig.hash.calls], [401, 'The user name or the password is wrong.', ['verify']]);
  });
}
test('without an account a login is a 409 that costs no hash', async () => {
  const rig = await openAccess();
  assert.is((await refusal(() => logIn(rig))).status, 409);
  assert.equal(rig.hash.calls, []);
});
test('ten wrong passwords shut the address out before the password is looked at, the right one too', async () => {
  const rig = await withUser();
  for (let i = 0; i < 10; i++) assert.is((await refusal(() => logIn(rig, 'wrong'))).status, 401);
  rig.hash.calls.length = 0;
  const { status, extras } = await refusal(() => logIn(rig));
  assert.equal([status, extras.retryAfter, rig.hash.calls], [429, 60, []]);
  assert.is((await logIn(rig, PASSWORD, { client: '192.168.1.21' })).username, 'owner');
  await rig.clock.advance(60_000);
  assert.is((await logIn(rig)).username, 'owner');
});
test('attempts at the same time cannot pass the limit together', async () => {
  const rig = await withUser();
  rig.hash.calls.length = 0;
  const all = await Promise.allSettled(Array.from({ length: 15 }, () => logIn(rig, 'wrong')));
  const statuses = all.map((one) => (one.status === 'rejected' ? Object(one.reason).status : 200));
  assert.equal(statuses, [...Array.from({ length: 10 }, () => 401), ...Array.from({ length: 5 }, () => 429)]);
  assert.is(rig.hash.calls.length, 10);
});
test('who is shut out waits for nobody and takes no place in the queue', async () => {
  const rig = await withUser();
  for (let i = 0; i < 10; i++) await refusal(() => logIn(rig, 'wrong'));
  rig.hash.held = true;
  const waiting = Array.from({ length: 16 }, (_, i) => logIn(rig, PASSWORD, { client: `10.0.0.${i}` }));
  for (let i = 0; i < 50; i++)
    assert.is((await refusal(() => logIn(rig))).detail, 'Too many failed attempts. Wait a minute and try again.');
  rig.hash.release();
  assert.is((await Promise.all(waiting)).length, 16);
});
test('the right password forgets the failures', async () => {
  const rig = await withUser();
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 9; i++) await refusal(() => logIn(rig, 'wrong'));
    await logIn(rig);
  }
  assert.is((await refusal(() => logIn(rig, 'wrong'))).status, 401);
});
test('wrong passwords of somebody who is signed in are counted apart, and shut out too', async () => {
  const rig = await withUser();
  const me = await applicant(rig);
  for (let i = 0; i < 10; i++)
    assert.is((await refusal(() => rig.auth.account.setPassword('wrong', 'another one', me))).status, 401);
  assert.is((await refusal(() => rig.auth.account.rename(PASSWORD, 'other', me))).status, 429);
  assert.is((await logIn(rig)).username, 'owner');
});

const changes: [
  string,
  (rig: Rig, me: Applicant) => Promise<{ session: { token: string; maxAgeSeconds: number | null } }>,
][] = [
  ['another password', (rig, me) => rig.auth.account.setPassword(PASSWORD, 'another one', me)],
  ['the same password', (rig, me) => rig.auth.account.setPassword(PASSWORD, PASSWORD, me)],
  ['another name', (rig, me) => rig.auth.account.rename(PASSWORD, 'other', me)],
];
for (const [name, change] of changes) {
  for (const [remember, age] of [
    [false, null],
    [true, 2_592_000],
  ] as const) {
    test(`${name}, remembered ${remember}: every earlier session ends, the new one is of the same kind`, async () => {
      const rig = await withUser();
      const [me, phone] = [await applicant(rig, remember), await applicant(rig, true)];
      const before = rig.changes;
      const { session } = await change(rig, me);
      assert.equal([rig.auth.session(me.token), rig.auth.session(phone.token)], [null, null]);
      assert.equal([rig.auth.session(session.token)?.remembered, session.maxAgeSeconds], [remember, age]);
      assert.is(rig.changes, before + 1);
      const restarted = await openAccess({ disk: rig.disk, clock: rig.clock });
      assert.equal(
        [restarted.auth.session(me.token), restarted.auth.session(session.token)?.remembered],
        [null, remember],
      );
    });
  }
  test(`${name}: 401 with a wrong password, and without a session`, async () => {
    const rig = await withUser();
    const me = await applicant(rig);
    await rig.auth.account.setPassword(PASSWORD, 'first change', me);
    assert.is((await refusal(() => change(rig, { session: rig.auth.session(me.token), client: HOME }))).status, 401);
    assert.is(
      (
        await refusal(() =>
          change(rig, { ...me, session: { username: 'owner', remembered: false, id: { nonce: 'n', expires_ms: 0 } } }),
        )
      ).status,
      401,
    );
  });
  test(`${name}: nothing is changed when the disk is full, and the sessions stay`, async () => {
    const rig = await withUser();
    const me = await applicant(rig);
    rig.disk.before = (step) => {
      if (step.startsWith('write')) throw diskError('ENOSPC');
    };
    assert.is((await refusal(() => change(rig, me))).status, 500);
    rig.disk.before = () => undefined;
    assert.ok(rig.auth.session(me.token));
    assert.is((await logIn(rig)).username, 'owner');
    assert.not.ok(rig.trail.some((line) => line.includes('changed')));
  });
}
test('the name that the account has already ends nothing', async () => {
  const rig = await withUser();
  const me = await applicant(rig, true);
  const { username, session } = await rig.auth.account.rename(PASSWORD, 'owner', me);
  assert.equal([username, session.maxAgeSeconds], ['owner', 2_592_000]);
  assert.ok(rig.auth.session(me.token));
});
test('an unusable new name is a 400, after the password', async () => {
  const rig = await withUser();
  const me = await applicant(rig);
  assert.is((await refusal(() => rig.auth.account.rename('wrong', 'my name', me))).status, 401);
  assert.is((await refusal(() => rig.auth.account.rename(PASSWORD, 'my name', me))).status, 400);
});
test('of two changes at the same time one counts, the other has to sign in again', async () => {
  const rig = await withUser();
  const me = await applicant(rig);
  const all = await Promise.allSettled([
    rig.auth.account.setPassword(PASSWORD, 'first one', me),
    rig.auth.account.setPassword(PASSWORD, 'second one', me),
  ]);
  assert.equal(
    all.map((one) => (one.status === 'rejected' ? Object(one.reason).status : 200)),
    [200, 401],
  );
  assert.is((await logIn(rig, 'first one')).username, 'owner');
});
test('a password check that an earlier change overtook signs nobody in', async () => {
  const rig = await withUser();
  const me = await applicant(rig);
  const [changed, late] = await Promise.all([
    rig.auth.account.setPassword(PASSWORD, 'another one', me),
    logIn(rig).then(
      ({ session }) => session.token,
      () => null,
    ),
  ]);
  assert.ok(rig.auth.session(changed.session.token));
  assert.is(late && rig.auth.session(late), null);
});
test('without a login any more, nobody is signed in and the account is gone', async () => {
  const rig = await withUser();
  const me = await applicant(rig);
  assert.is((await refusal(() => rig.auth.account.disable('wrong', me))).status, 401);
  await rig.auth.account.disable(PASSWORD, me);
  assert.equal([statusOf(rig), rig.stored.user, rig.auth.session(me.token)], [disabled, null, null]);
});
test('an account of the same name and password does not revive the sessions of the one before', async () => {
  const rig = await withUser();
  const me = await applicant(rig);
  await rig.auth.account.disable(PASSWORD, me);
  rig.clock.jump(-86_400_000);
  await rig.auth.account.setUp('owner', PASSWORD, null, HOME);
  assert.is(rig.auth.session(me.token), null);
});

const restart = async (rig: Rig, between: (rig: Rig) => void): Promise<Rig> => {
  await rig.auth.stop();
  await rig.store.close();
  between(rig);
  return openAccess({ disk: createMemoryDisk(rig.disk.files), clock: rig.clock });
};
for (const when of ['before the stop', 'after the stop'] as const) {
  test(`auth.json removed ${when}: undecided, though logins had still to be noted`, async () => {
    const rig = await withUser();
    await logIn(rig);
    await refusal(() => logIn(rig, 'wrong'));
    const remove = () => rig.disk.files.delete('auth.json');
    if (when === 'before the stop') remove();
    const after = await restart(rig, when === 'after the stop' ? remove : () => undefined);
    assert.equal([statusOf(after), after.stored.user, after.stored.token_hash], [undecided, null, null]);
  });
}
test('auth.json removed while it runs: the minute that stores the log does not write it again', async () => {
  const rig = await withUser();
  rig.disk.files.delete('auth.json');
  await logIn(rig);
  await rig.clock.advance(60_000);
  assert.not.ok(rig.disk.files.has('auth.json'));
  assert.equal([statusOf(rig), statusOf(await restart(rig, () => undefined))], [enabled, undecided]);
});
test('auth.json damaged: the version before is used', async () => {
  const rig = await withUser();
  await logIn(rig);
  const after = await restart(rig, () => rig.disk.files.set('auth.json', Buffer.from('{"schema')));
  assert.is(after.stored.user?.username ?? 'nobody', 'owner');
});

test('an account that is lost lets nobody decide anew, nor in, and says what to do (rules, A6)', async () => {
  const rig = await withUser();
  const spoil = () => {
    for (const name of ['auth.json', 'auth.json.bak']) rig.disk.files.set(name, Buffer.from('{'));
  };
  const lost = await restart(rig, spoil);
  const { account } = lost.auth;
  assert.match(account.status(null).problem ?? '', /^The file of the account \(auth\.json\) is damaged/);
  assert.equal(statusOf(lost), enabled);
  for (const attempt of [
    () => account.choose(false, null, HOME),
    () => account.choose(true, null, HOME),
    () => account.setUp('other', PASSWORD, null, HOME),
    () => logIn(lost),
  ])
    assert.match(await refusalOf(attempt), /^503 The file of the account/);
  assert.equal([lost.stored.user, lost.stored.preference], [null, null]);
});

test.run();
