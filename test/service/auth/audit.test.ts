import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AuditEvent } from '../../../src/schema/appliance/auth.ts';
import { diskError } from '../../support/memory-disk.ts';
import { openAccess, refusal } from './rig.ts';

const test = suite('service/auth: audit log');

const HOME = '192.168.1.20';
const actor = (n = 0) => ({ username: 'owner', client: `10.0.${Math.floor(n / 250)}.${n % 250}` });

test('it tells the whole story, newest first, with the address and without any password', async () => {
  const { auth, trail, stored, clock } = await openAccess();
  const { account, tokens } = auth;
  await account.choose(true, null, HOME);
  await account.setUp('owner', 'correct horse', null, HOME);
  await refusal(() => account.logIn('owner', 'wrong-secret', false, HOME));
  await refusal(() => account.logIn('typed-secret', 'wrong-secret', false, HOME));
  const { session } = await account.logIn('owner', 'correct horse', true, HOME);
  const me = { session: auth.session(session.token), client: HOME };
  const owner = { username: 'owner', client: HOME };
  await tokens.rotate(owner);
  await tokens.rotate(owner);
  await tokens.revoke(owner);
  await tokens.revoke(owner);
  await account.rename('correct horse', 'boss', me);
  const again = {
    session: auth.session((await account.logIn('boss', 'correct horse', true, HOME)).session.token),
    client: HOME,
  };
  await account.setPassword('correct horse', 'another-secret', again);
  auth.audit.note('restored', owner);
  await account.logOut({ session: null, client: HOME });
  const last = {
    session: auth.session((await account.logIn('boss', 'another-secret', true, HOME)).session.token),
    client: HOME,
  };
  await account.logOut(last);
  await account.disable('another-secret', last);
  await clock.advance(60_000);
  const events = auth.audit
    .list()
    .map(({ event, username, count }) => `${event} ${username ?? '-'} ${count}`)
    .reverse();
  assert.equal(events, [
    'login_enabled - 1',
    'setup owner 1',
    'login_failed owner 1',
    'login_failed - 1',
    'login owner 1',
    'token_created owner 1',
    'token_rotated owner 1',
    'token_revoked owner 1',
    'username_changed boss 1',
    'login boss 1',
    'password_changed boss 1',
    'restored owner 1',
    'login boss 1',
    'logout boss 1',
    'login_disabled boss 1',
  ]);
  assert.not.match(JSON.stringify([trail, stored.audit]), /secret/);
});
for (const [count, kept] of [
  [0, 0],
  [199, 199],
  [200, 200],
  [201, 200],
  [1000, 200],
] as const) {
  test(`of ${count} events ${kept} are kept, the newest`, async () => {
    const { auth } = await openAccess();
    for (let i = 0; i < count; i++) auth.audit.note('login', actor(i));
    const list = auth.audit.list();
    assert.is(list.length, kept);
    if (kept > 0)
      assert.equal([list[0]?.client, list.at(-1)?.client], [actor(count - 1).client, actor(count - kept).client]);
  });
}
test('failures of one address in a row share a line, which has the instant of the last', async () => {
  const { auth, clock, trail } = await openAccess();
  for (let i = 0; i < 5; i++) {
    auth.audit.note('login_failed', actor());
    await clock.advance(1000);
  }
  assert.equal(auth.audit.list(), [
    { at: '2026-05-01T12:00:04.000Z', event: 'login_failed', username: 'owner', client: '10.0.0.0', count: 5 },
  ]);
  assert.equal(trail, []);
});
const apart: [string, [AuditEvent, ReturnType<typeof actor>], [AuditEvent, ReturnType<typeof actor>]][] = [
  ['failures of two addresses', ['login_failed', actor(1)], ['login_failed', actor(2)]],
  ['failures for two names', ['login_failed', actor()], ['login_failed', { ...actor(), username: 'x' }]],
  ['a failure and a lock-out', ['login_failed', actor()], ['locked_out', actor()]],
  ['two logins', ['login', actor()], ['login', actor()]],
];
for (const [name, first, second] of apart) {
  test(`${name} stand apart`, async () => {
    const { auth } = await openAccess();
    auth.audit.note(...first);
    auth.audit.note(...second);
    assert.equal(
      auth.audit.list().map(({ count }) => count),
      [1, 1],
    );
  });
}
test('a storm of failures from many addresses leaves what else happened', async () => {
  const { auth } = await openAccess();
  for (let i = 0; i < 100; i++) auth.audit.note('login', actor(i));
  for (let i = 0; i < 5000; i++) auth.audit.note('login_failed', actor(i));
  const events = auth.audit.list().map(({ event }) => event);
  assert.equal([events.length, events.filter((one) => one === 'login').length], [200, 100]);
});
test('what changed nothing is stored within a minute and at the stop, in one write each', async () => {
  const rig = await openAccess();
  for (let i = 0; i < 50; i++) rig.auth.audit.note('login', actor(i));
  assert.equal(rig.stored.audit, []);
  await rig.clock.advance(59_999);
  assert.equal(rig.stored.audit, []);
  await rig.clock.advance(1);
  assert.is(rig.stored.audit.length, 50);
  rig.auth.audit.note('logout', actor());
  await rig.auth.stop();
  assert.is(rig.stored.audit.length, 51);
  const steps = rig.disk.steps.length;
  await rig.auth.stop();
  assert.is(rig.disk.steps.length, steps);
});
test('it is there after a restart', async () => {
  const rig = await openAccess();
  rig.auth.audit.note('login', actor());
  await rig.auth.stop();
  await rig.store.close();
  assert.equal((await openAccess({ disk: rig.disk })).trail, ['login owner 10.0.0.0 1']);
});
test('a disk that fails costs neither the log in memory nor what happens next', async () => {
  const rig = await openAccess();
  rig.disk.before = (step) => {
    if (step.startsWith('write')) throw diskError('EIO');
  };
  rig.auth.audit.note('login', actor(1));
  await rig.clock.advance(60_000);
  assert.is((await refusal(() => rig.auth.account.choose(false, null, HOME))).status, 500);
  assert.equal(rig.trail, ['login owner 10.0.0.1 1']);
  rig.disk.before = () => undefined;
  rig.auth.audit.note('login', actor(2));
  await rig.auth.stop();
  assert.equal(
    rig.stored.audit.map(({ client }) => client),
    ['10.0.0.1', '10.0.0.2'],
  );
});
test('every event is a line of the log, failures as warnings', async () => {
  const { auth, lines } = await openAccess();
  auth.audit.note('login', actor(1));
  auth.audit.note('login_failed', actor(2));
  auth.audit.note('locked_out', actor(2));
  await auth.account.choose(false, null, HOME);
  assert.equal(lines, [
    'INFO flapbox: login client=10.0.0.1',
    'WARNING flapbox: login failed client=10.0.0.2',
    'WARNING flapbox: locked out client=10.0.0.2',
    'INFO flapbox: login disabled client=192.168.1.20',
  ]);
});

test.run();
