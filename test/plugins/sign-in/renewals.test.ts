import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SignInServer } from '../../support/sign-in-server.ts';
import { createHost } from '../fixture.ts';
import { hostFor, refreshes, signIn, stateOf, tokensOf } from './rig.ts';

/** When the token of a sign-in is renewed, and how long a renewal that failed rests (rules, X17). */
const test = suite<{ server: SignInServer }>('plugins/sign-in/renewals');

test.before.each(async (context) => {
  context.server = new SignInServer();
  await context.server.listen();
});
test.after.each(({ server }) => server.close());

const SECOND = 1000;
const HOUR = 3_600_000;

/** A source that is signed in, whose clock stands still while the service answers. */
const signedIn = async (server: SignInServer) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  const { clock, host } = fixture;
  // A host is asked once in a second.
  await clock.advance(2 * SECOND);
  const token = (refused?: string) => host.signIns.token('probe', refused);
  const asked = () => refreshes(server).length;
  /** Nothing is asked for so long, and then once. */
  const restsFor = async (ms: number): Promise<void> => {
    const before = asked();
    await clock.advance(ms - 1);
    await token();
    assert.is(asked(), before, `it rests for ${ms} ms`);
    await clock.advance(1);
    await token();
    assert.is(asked(), before + 1, `it is tried again after ${ms} ms`);
  };
  return { fixture, clock, token, asked, restsFor };
};

test('a renewal that fails again and again rests twice as long each time, an hour at most, until one succeeds', async ({
  server,
}) => {
  const { fixture, clock, token, restsFor } = await signedIn(server);
  server.mischief = 'unavailable';
  await clock.advance(HOUR);
  assert.ok('error' in (await token()));
  for (const seconds of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) await restsFor(seconds * SECOND);
  assert.match(stateOf(fixture).problem ?? '', /cannot be renewed now/);
  server.mischief = null;
  await clock.advance(HOUR);
  assert.ok('token' in (await token()));
  assert.is(stateOf(fixture).problem, null);
  server.mischief = 'unavailable';
  await clock.advance(HOUR);
  assert.ok('error' in (await token()));
  await restsFor(30 * SECOND);
});

test('while a renewal rests, an access token is used as long as it holds', async ({ server }) => {
  const { fixture, clock, token, asked } = await signedIn(server);
  const { access = '' } = tokensOf(fixture);
  server.mischief = 'unavailable';
  await clock.advance(HOUR - 20 * SECOND);
  assert.equal([await token(), asked()], [{ token: access }, 1]);
  assert.equal([await token(), asked()], [{ token: access }, 1]);
  await clock.advance(20 * SECOND);
  const held = await token();
  assert.match('error' in held ? held.error : '', /cannot be renewed now/);
  assert.is(asked(), 1);
});

test('a new token that is refused is not renewed for ten minutes, and one that was not refused is', async ({
  server,
}) => {
  const { fixture, clock, token, asked } = await signedIn(server);
  const first = tokensOf(fixture)['access'];
  assert.ok('token' in (await token(first)));
  const second = tokensOf(fixture)['access'];
  assert.equal([await token(), await token(first), asked()], [{ token: second }, { token: second }, 1]);
  await clock.advance(600 * SECOND - 1);
  const held = await token(second);
  assert.match('error' in held ? held.error : '', /refuses an access token that it has just given/);
  assert.is(asked(), 1);
  await clock.advance(1);
  assert.ok('token' in (await token(second)));
  assert.equal([asked(), tokensOf(fixture)['access'] === second], [2, false]);
});

test('without a refresh token an access token is used until its end, and then the owner has to sign in again', async ({
  server,
}) => {
  const { fixture, clock, token, asked } = await signedIn(server);
  const { access = '' } = tokensOf(fixture);
  const stored = fixture.store.plugins['probe'];
  const secrets = { ...tokensOf(fixture), refresh: '' };
  if (stored?.sign_in) fixture.store.plugins = { probe: { ...stored, sign_in: { ...stored.sign_in, secrets } } };
  await clock.advance(HOUR - 10 * SECOND);
  assert.equal(await token(), { token: access });
  assert.is(stateOf(fixture).state, 'in');
  await clock.advance(10 * SECOND);
  const again = { error: 'sign in again: Stand-in refused the sign-in. It is done in the settings of this source' };
  assert.equal([await token(), await token()], [again, again]);
  assert.equal([stateOf(fixture).state, asked()], ['again', 0]);
  assert.is(fixture.logged.filter((line) => line === 'probe: Stand-in refused the sign-in').length, 1);
});

test('a key that is not there, or needs no sign-in, has a sentence in place of a token', async ({ server }) => {
  const { host } = hostFor(server);
  assert.equal(await host.signIns.token('nothing'), { error: 'There is no plugin "nothing".' });
  const other = createHost();
  assert.equal(await other.host.signIns.token('date_time'), { error: '"date_time" needs no sign-in.' });
});

test.run();
