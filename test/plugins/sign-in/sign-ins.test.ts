import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import type { StoredPlugins } from '../../../src/plugins/keeping/configuration.ts';
import { AGGREGATES } from '../../../src/store/aggregates.ts';
import { SignInServer, type Mischief } from '../../support/sign-in-server.ts';
import { until } from '../../support/until.ts';
import { createHost, type HostFixture } from '../fixture.ts';
import { fileFor } from '../source-file.ts';
import { during, HOME, hostFor, read, refreshes, signIn, stateOf, tokensOf } from './rig.ts';

/** The owner's sign-in with a service, against a stand-in that follows the standards and errs in its ways. */
const test = suite<{ server: SignInServer }>('plugins/sign-in');

test.before.each(async (context) => {
  context.server = new SignInServer();
  await context.server.listen();
});
test.after.each(({ server }) => server.close());

const ORIGIN = 'http://localhost:8080';
const CALLER = { session: 'mine', origin: ORIGIN };

const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Fault) return `${error.status} ${error.detail}`;
    throw error;
  }
  return 'none';
};

test('before the sign-in the source says what to do, and asks nobody', async ({ server }) => {
  const fixture = hostFor(server);
  assert.is((await read(fixture)).error, 'sign in with Stand-in first, in the settings of this source');
  assert.equal([server.heard, server.forms], [[], []]);
  const { state, ways, return_to, steps } = stateOf(fixture);
  assert.equal([state, ways], ['out', ['paste', 'device']]);
  assert.equal(return_to, { redirect: null, paste: 'http://127.0.0.1/flapbox' });
  assert.equal(steps, ['Make an app.', 'Register {{return_to}} there.']);
  const there = fixture.host.signIns.state('probe', CALLER);
  assert.equal(there.ways, ['redirect', 'paste', 'device']);
  assert.equal(there.return_to, { redirect: `${ORIGIN}/api/sign-in/redirect`, paste: 'http://127.0.0.1/flapbox' });
  assert.is(fixture.host.installation.detail('probe').source?.sign_in, 'Stand-in');
});

test('a pasted address signs in, with a challenge that only the verifier meets, and the token goes with requests', async ({
  server,
}) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  const [form] = server.forms;
  assert.is(form?.fields['redirect_uri'], 'http://127.0.0.1/flapbox');
  assert.match(form?.fields['code_verifier'] ?? '', /^[\w-]{43}$/);
  assert.equal((await read(fixture)).data, { temp: 20 });
  assert.equal(server.heard, [`Bearer ${tokensOf(fixture)['access']}`]);
  const { state, until, problem } = stateOf(fixture);
  assert.equal([state, until, problem], ['in', null, null]);
});

test('the browser comes back by itself: state, browser and session are checked, and it works once', async ({
  server,
}) => {
  const fixture = hostFor(server);
  const { signIns } = fixture.host;
  const { browser } = await signIns.begin('probe', 'redirect', CALLER);
  const { waiting } = signIns.state('probe', CALLER);
  const back = new URL(await server.agree(waiting?.url ?? ''));
  assert.is(back.origin + back.pathname, `${ORIGIN}/api/sign-in/redirect`);
  const query = { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '', error: '' };
  const other = /^400 This sign-in is over, or was begun elsewhere/;
  assert.match(await refusalOf(signIns.takeRedirect({ ...query, state: 'x' }, browser ?? '', 'mine')), other);
  assert.match(await refusalOf(signIns.takeRedirect(query, 'another browser', 'mine')), other);
  assert.match(await refusalOf(signIns.takeRedirect(query, browser ?? '', 'another session')), other);
  assert.equal(server.forms, [], 'nothing was asked for them');
  assert.equal(await during(fixture.clock, signIns.takeRedirect(query, browser ?? '', 'mine')), {
    key: 'probe',
    problem: null,
  });
  assert.match(await refusalOf(signIns.takeRedirect(query, browser ?? '', 'mine')), other);
  assert.is(stateOf(fixture).state, 'in');
});

const WRONG: readonly (readonly [what: string, change: (address: string) => string, sentence: RegExp])[] = [
  ['no state', () => 'http://127.0.0.1/flapbox?code=1', /^400 address: there is no state in it/],
  ['no address', () => 'hello', /^400 address: there is no state in it/],
  ['another state', (text) => text.replace(/state=\w/, 'state=%21'), /^400 address: it belongs to another sign-in/],
  ['another code', (text) => text.replace(/code=\w+/, 'code=1234'), /^400 Stand-in refuses it \(invalid_grant\)\.$/],
  [
    'no code',
    (text) => text.replace(/code=\w+/, 'error=access_denied'),
    /sends no code \(access_denied\): begin again/,
  ],
  [
    'a strange error',
    (text) => text.replace(/code=\w+/, 'error=%3Cb%3E'),
    /^400 Stand-in sends no code: begin again\.$/,
  ],
];
for (const [what, change, sentence] of WRONG)
  test(`a pasted address with ${what} signs nobody in`, async ({ server }) => {
    const fixture = hostFor(server);
    const { signIns } = fixture.host;
    await signIns.begin('probe', 'paste', HOME);
    const address = await server.agree(stateOf(fixture).waiting?.url ?? '');
    assert.match(await refusalOf(during(fixture.clock, signIns.finish('probe', change(address), HOME))), sentence);
    assert.is(tokensOf(fixture), undefined);
  });

test('a sign-in is of one session, for ten minutes, and for one use of its code', async ({ server }) => {
  const fixture = hostFor(server);
  const { signIns } = fixture.host;
  assert.match(await refusalOf(signIns.finish('probe', 'x', HOME)), /^409 No sign-in waits for an address/);
  await signIns.begin('probe', 'paste', HOME);
  const first = await server.agree(stateOf(fixture).waiting?.url ?? '');
  assert.match(await refusalOf(signIns.finish('probe', first, { ...HOME, session: 'yours' })), /another sign-in/);
  await fixture.clock.advance(10 * 60_000);
  assert.is(stateOf(fixture).state, 'out');
  assert.match(await refusalOf(signIns.finish('probe', first, HOME)), /^409/);
  await signIn(fixture, server);
  assert.match(await refusalOf(signIns.finish('probe', first, HOME)), /^409/);
});

test('what is missing, impossible or not confirmed is said before anything is asked', async ({ server }) => {
  const nameless = hostFor(server, { config: { client_id: '' } });
  assert.match(await refusalOf(nameless.host.signIns.begin('probe', undefined, HOME)), /^400 client_id: needed/);
  const strange = hostFor(server, { confirmed: false });
  const refused = await refusalOf(strange.host.signIns.begin('probe', undefined, HOME));
  assert.match(refused, /^409 This source wants to ask http:\/\/127\.0\.0\.1:\d+ in your network/);
  assert.match(refused, /client_secret, sign-in/);
  const { host } = hostFor(server);
  assert.match(await refusalOf(host.signIns.begin('probe', 'redirect', HOME)), /^400 way: .* by redirect/);
  assert.match(await refusalOf(host.signIns.begin('nothing', 'paste', HOME)), /^404/);
  assert.equal(server.forms, []);
});

test('on another device: waits as long as it is told, slower when it is asked to, and then is signed in', async ({
  server,
}) => {
  server.pending.push('authorization_pending', 'slow_down', 'authorization_pending');
  const fixture = hostFor(server);
  const { clock } = fixture;
  await during(clock, fixture.host.signIns.begin('probe', 'device', HOME));
  const { waiting, state } = stateOf(fixture);
  assert.equal([state, waiting?.user_code, waiting?.url], ['waiting', 'WDJB-MJHT', `${server.origin}/enter`]);
  const asked: number[] = [];
  const begun = clock.monotonic();
  let known = server.forms.length;
  while (stateOf(fixture).state === 'waiting') {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await clock.advance(500);
    if (server.forms.length > known) asked.push(Math.round((clock.monotonic() - begun) / 1000));
    known = server.forms.length;
  }
  const pauses = asked.map((at, index) => at - (asked[index - 1] ?? 0));
  assert.is(pauses.length, 4);
  assert.ok((pauses[2] ?? 0) >= (pauses[1] ?? 0) + 4, `slower after slow_down: ${pauses.join(', ')}`);
  assert.is(stateOf(fixture).state, 'in');
  assert.equal((await read(fixture)).data, { temp: 20 });
});

for (const [said, sentence] of [
  ['access_denied', /refuses it \(access_denied\)/],
  ['expired_token', /refuses it \(expired_token\)/],
] as const)
  test(`on another device: ${said} ends it`, async ({ server }) => {
    server.pending.push(said);
    const fixture = hostFor(server);
    await during(fixture.clock, fixture.host.signIns.begin('probe', 'device', HOME));
    while (stateOf(fixture).state === 'waiting') await during(fixture.clock, fixture.clock.advance(1000));
    assert.match(stateOf(fixture).problem ?? '', sentence);
    assert.is(stateOf(fixture).state, 'out');
  });

test('on another device: a code that nobody enters ends after its time, which is told', async ({ server }) => {
  server.pending.push(...Array.from({ length: 200 }, () => 'authorization_pending'));
  const fixture = hostFor(server);
  const { clock } = fixture;
  await during(clock, fixture.host.signIns.begin('probe', 'device', HOME));
  const begun = clock.monotonic();
  // Each look at the state would end it by itself: nobody looks until the service is asked no more.
  while (clock.monotonic() < begun + 310_000) await during(clock, clock.advance(5000));
  const asked = server.forms.length;
  await during(clock, clock.advance(120_000));
  assert.is(server.forms.length, asked);
  const { state, problem } = stateOf(fixture);
  assert.equal([state, problem], ['out', 'the code was not entered in time: begin again']);
});

test('on another device: a source that is removed meanwhile asks no more', async ({ server }) => {
  server.pending.push(...Array.from({ length: 200 }, () => 'authorization_pending'));
  const { host, clock, store } = hostFor(server);
  await during(clock, host.signIns.begin('probe', 'device', HOME));
  store.plugins = {};
  await during(clock, clock.advance(60_000));
  assert.is(server.forms.filter(({ path }) => path === '/token').length, 0);
});

test('a sign-in that the disk does not take says so, and is begun again', async ({ server }) => {
  const fixture = hostFor(server);
  const { host, clock, store } = fixture;
  await during(clock, host.signIns.begin('probe', 'paste', HOME));
  const address = await server.agree(stateOf(fixture).waiting?.url ?? '');
  const { write } = store;
  store.write = () => Promise.reject(new Fault(500, 'The disk is full.'));
  const refused = await refusalOf(during(clock, host.signIns.finish('probe', address, HOME)));
  assert.is(refused, '400 the sign-in cannot be stored: begin it again.');
  assert.is(stateOf(fixture).state, 'out');
  store.write = write;
  await signIn(fixture, server);
  assert.equal([stateOf(fixture).state, stateOf(fixture).problem], ['in', null]);
});

test('a token is renewed before its end, once for all who wait, and the one before is kept', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  const before = tokensOf(fixture);
  await fixture.clock.advance(3_580_000);
  const { signIns } = fixture.host;
  const held = await during(
    fixture.clock,
    Promise.all([signIns.token('probe'), signIns.token('probe'), signIns.token('probe', before['access'] ?? '')]),
  );
  assert.is(refreshes(server).length, 1);
  const after = tokensOf(fixture);
  assert.equal(held, [{ token: after['access'] }, { token: after['access'] }, { token: after['access'] }]);
  assert.is.not(after['access'], before['access']);
  assert.equal([after['refresh'], after['former']], [server.refreshToken, before['refresh']]);
});

test('a token that the service refuses is renewed, and the request made again', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  server.endAccess();
  assert.equal((await read(fixture)).data, { temp: 20 });
  assert.is(refreshes(server).length, 1);
  assert.is(server.heard.length, 2);
});

test('a service that refuses each new token is not asked for more and more of them', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  server.onTokens = () => server.endAccess();
  server.endAccess();
  const first = await read(fixture);
  assert.match(first.error ?? '', /status 401/);
  assert.not.match(first.error ?? '', /access-/);
  await fixture.clock.advance(60_000);
  assert.match((await read(fixture)).error ?? '', /refuses an access token that it has just given/);
  assert.is(refreshes(server).length, 1);
});

test('a dead refresh token: the source says to sign in again, nobody is asked any more, and it heals', async ({
  server,
}) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  server.endAll();
  const again = 'sign in again: Stand-in refused the sign-in. It is done in the settings of this source';
  assert.is((await read(fixture)).error, again);
  assert.equal([stateOf(fixture).state, refreshes(server).length], ['again', 1]);
  await fixture.clock.advance(3_600_000);
  assert.is((await read(fixture)).error, again);
  assert.is(refreshes(server).length, 1);
  await signIn(fixture, server);
  assert.equal((await read(fixture)).data, { temp: 20 });
});

/** Signs in, and puts a renewal on the disk that the service has forgotten; the token before it is the one it knows. */
const loseRenewal = async (server: SignInServer): Promise<HostFixture> => {
  server.grace = true;
  const fixture = hostFor(server);
  await signIn(fixture, server);
  const first = tokensOf(fixture);
  await fixture.clock.advance(3_600_000);
  await during(fixture.clock, fixture.host.signIns.token('probe'));
  const stored = fixture.store.plugins['probe'];
  const lost = { ...tokensOf(fixture), refresh: 'refresh-that-was-lost', former: first['refresh'] ?? '' };
  if (stored?.sign_in) fixture.store.plugins = { probe: { ...stored, sign_in: { ...stored.sign_in, secrets: lost } } };
  await fixture.clock.advance(3_600_000);
  return fixture;
};

test('of a refresh token that was never taken up the one before still works, where the service lets it', async ({
  server,
}) => {
  const fixture = await loseRenewal(server);
  assert.match(JSON.stringify(await during(fixture.clock, fixture.host.signIns.token('probe'))), /access-/);
  assert.is(tokensOf(fixture)['refresh'], server.refreshToken);
});

test('nothing is given up while the service cannot be asked with the one before', async ({ server }) => {
  const fixture = await loseRenewal(server);
  server.isBusyForFormer = true;
  const held = await during(fixture.clock, fixture.host.signIns.token('probe'));
  assert.match('error' in held ? held.error : '', /cannot be renewed now/);
  assert.is(stateOf(fixture).state, 'in');
  server.isBusyForFormer = false;
  await fixture.clock.advance(60_000);
  assert.match(JSON.stringify(await during(fixture.clock, fixture.host.signIns.token('probe'))), /access-/);
});

test('new tokens are stored before they are used; a full disk costs none of them', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  const { write } = fixture.store;
  fixture.store.write = () => Promise.reject(new Fault(500, 'The disk is full.'));
  await fixture.clock.advance(3_600_000);
  assert.is((await read(fixture)).error, 'the renewed sign-in cannot be stored now');
  assert.equal(server.heard, [], 'nobody used the new token');
  fixture.store.write = write;
  await fixture.clock.advance(60_000);
  assert.equal((await read(fixture)).data, { temp: 20 });
  assert.is(refreshes(server).length, 1);
  assert.is(tokensOf(fixture)['refresh'], server.refreshToken);
});

const FAILURES: readonly (readonly [Mischief, RegExp])[] = [
  ['html', /is no JSON of a sign-in/],
  ['huge', /is no JSON of a sign-in/],
  ['silent', /does not answer|no answer/],
  ['unavailable', /cannot answer now \(temporarily_unavailable\)/],
  ['no token', /has no token in it/],
  ['line break in the token', /has no token in it/],
  ['array', /is no JSON of a sign-in/],
  ['broken off', /./],
];
for (const [mischief, sentence] of FAILURES)
  test(`a renewal that fails (${mischief}) is told, rests a while, and is tried again`, async ({ server }) => {
    const fixture = hostFor(server);
    await signIn(fixture, server);
    server.mischief = mischief;
    await fixture.clock.advance(3_600_000);
    const held = await during(fixture.clock, fixture.host.signIns.token('probe'));
    assert.ok('error' in held, mischief);
    const error = 'error' in held ? held.error : '';
    assert.match(error, /^the sign-in with Stand-in cannot be renewed now: /);
    assert.match(error, sentence);
    assert.not.match(error, /refresh-|very-secret/);
    assert.is(stateOf(fixture).state, 'in', 'it may pass');
    const asked = server.forms.length;
    await during(fixture.clock, fixture.host.signIns.token('probe'));
    assert.is(server.forms.length, asked, 'it rests');
    server.mischief = null;
    await fixture.clock.advance(31_000);
    assert.ok('token' in (await during(fixture.clock, fixture.host.signIns.token('probe'))));
  });

test('while an access token still holds, a renewal that fails costs nothing', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  server.mischief = 'unavailable';
  await fixture.clock.advance(3_575_000);
  const { access } = tokensOf(fixture);
  assert.equal(await during(fixture.clock, fixture.host.signIns.token('probe')), { token: access });
});

test('another client or another server means another sign-in', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  await fixture.host.installation.update('probe', { config: { client_id: 'other', client_secret: '***' } });
  assert.is(stateOf(fixture).state, 'out');
  assert.match((await read(fixture)).error ?? '', /^sign in with Stand-in first/);
  assert.is(refreshes(server).length, 0);
});

test('a refresh token goes nowhere any more once its destination is not confirmed', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  const stored = fixture.store.plugins['probe'];
  if (stored) fixture.store.plugins = { probe: { ...stored, confirmed: [] } };
  await fixture.clock.advance(3_600_000);
  const held = await during(fixture.clock, fixture.host.signIns.token('probe'));
  assert.match(JSON.stringify(held), /is not confirmed: confirm it in the settings/);
  assert.is(refreshes(server).length, 0);
});

for (const damaged of [5, null, [], {}, { secrets: 'text' }, { since: 1, secrets: { access: 7, bound: {} } }])
  test(`a stored sign-in that is damaged (${JSON.stringify(damaged)}) is none`, async ({ server }) => {
    const fixture = hostFor(server);
    const stored = fixture.store.plugins['probe'];
    const broken = { probe: { ...stored, sign_in: damaged } } as unknown as StoredPlugins;
    fixture.store.plugins = broken;
    assert.ok('value' in AGGREGATES.plugins.read(broken), 'it is no reason to set the file aside');
    assert.is(stateOf(fixture).state, 'out');
    assert.match((await read(fixture)).error ?? '', /^sign in with Stand-in first/);
    await signIn(fixture, server);
    assert.is(stateOf(fixture).state, 'in');
  });

test('signing out forgets the tokens and ends them at the service', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  const { refresh } = tokensOf(fixture);
  assert.equal(await during(fixture.clock, fixture.host.signIns.signOut('probe')), {
    plugin_id: 'probe',
    revoked: true,
  });
  assert.is(server.forms.at(-1)?.fields['token'], refresh);
  assert.is(tokensOf(fixture), undefined);
  assert.match((await read(fixture)).error ?? '', /^sign in with Stand-in first/);
});

test('a source that is removed takes its sign-in with it, here and at the service', async ({ server }) => {
  const fixture = hostFor(server);
  const { host, clock, store } = fixture;
  await signIn(fixture, server);
  const { refresh } = tokensOf(fixture);
  await host.gallery.own.remove('probe');
  await during(
    clock,
    until(() => server.forms.at(-1)?.fields['token'] === refresh),
  );
  assert.is(store.plugins['probe'], undefined);
});

test('a source that is removed after a restart takes its sign-in with it, before anybody has asked for it', async ({
  server,
}) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  const { refresh } = tokensOf(fixture);
  const { host, clock, store } = createHost({ builtins: [] }, fixture.store.plugins);
  await host.gallery.own.remove('probe');
  await during(
    clock,
    until(() => server.forms.at(-1)?.path === '/revoke'),
  );
  assert.is(server.forms.at(-1)?.fields['token'], refresh);
  assert.is(store.plugins['probe'], undefined);
});

test('a service that does not end the sign-in of a removed source is named in the log', async ({ server }) => {
  const fixture = hostFor(server);
  const { host, clock, logged } = fixture;
  await signIn(fixture, server);
  server.mischief = 'unavailable';
  await host.gallery.own.remove('probe');
  await during(
    clock,
    until(() => logged.some((line) => line.includes('probe: not signed out: Error: Stand-in did not end the sign-in'))),
  );
});

test('signing out where the service does not end it is told, and the tokens are gone', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  server.mischief = 'unavailable';
  const { host, clock } = fixture;
  assert.equal(await during(clock, host.signIns.signOut('probe')), { plugin_id: 'probe', revoked: false });
  assert.equal(await during(clock, host.signIns.signOut('probe')), { plugin_id: 'probe', revoked: null });
  assert.is(tokensOf(fixture), undefined);
});

test('a source whose file has lost its sign-in is removed all the same', async ({ server }) => {
  const { store, host, ...fixture } = hostFor(server);
  await signIn({ store, host, ...fixture }, server);
  const source = { text: JSON.stringify(fileFor(server.origin)), local: false };
  const none = { enabled: true, config: {}, secrets: {} };
  await store.write((plugins) => ({ ...plugins, probe: { ...none, ...plugins['probe'], source } }));
  await host.gallery.own.remove('probe');
  assert.is(store.plugins['probe'], undefined);
});

test('what a service gives to an instance that is removed meanwhile is not kept', async ({ server }) => {
  const { host, clock, store } = hostFor(server);
  await host.installation.addInstance('probe', 'one');
  await host.installation.update('probe:one', {
    enabled: true,
    config: { client_id: 'client', client_secret: 'very-secret-client' },
  });
  await during(clock, host.signIns.begin('probe:one', 'paste', HOME));
  const address = await server.agree(host.signIns.state('probe:one', HOME).waiting?.url ?? '');
  server.onTokens = () => host.installation.removeInstance('probe:one');
  await refusalOf(during(clock, host.signIns.finish('probe:one', address, HOME)));
  assert.is(store.plugins['probe:one'], undefined);
});

test('an instance that gets another name while its token is renewed takes the new one with it', async ({ server }) => {
  const fixture = hostFor(server);
  await fixture.host.installation.addInstance('probe', 'one');
  await fixture.host.installation.update('probe:one', {
    enabled: true,
    config: { client_id: 'client', client_secret: 'very-secret-client' },
  });
  const { signIns } = fixture.host;
  await during(fixture.clock, signIns.begin('probe:one', 'paste', HOME));
  const address = await server.agree(signIns.state('probe:one', HOME).waiting?.url ?? '');
  await during(fixture.clock, signIns.finish('probe:one', address, HOME));
  await fixture.clock.advance(3_600_000);
  server.onTokens = async () => void (await fixture.host.installation.renameInstance('probe:one', 'two'));
  await during(fixture.clock, signIns.token('probe:one'));
  assert.is(fixture.store.plugins['probe:two']?.sign_in?.secrets?.['refresh'], server.refreshToken);
});

test('client ID and secret go in the head where the file says so', async ({ server }) => {
  const fixture = hostFor(server, { account: { client: 'basic' } });
  await signIn(fixture, server);
  const [form] = server.forms;
  assert.is(Buffer.from(form?.basic ?? '', 'base64').toString(), 'client:very-secret-client');
  assert.is(form?.fields['client_secret'], undefined);
});

test('no sentence, state or line of the log has a token in it', async ({ server }) => {
  const fixture = hostFor(server);
  await signIn(fixture, server);
  const secrets = Object.values(tokensOf(fixture)).filter((one) => /^(access|refresh)-/.test(one));
  server.onTokens = () => server.endAccess();
  server.endAccess();
  const said = [
    await read(fixture),
    stateOf(fixture),
    fixture.host.installation.detail('probe'),
    fixture.host.report.problems(),
  ];
  secrets.push(...Object.values(tokensOf(fixture)).filter((one) => /^(access|refresh)-/.test(one)));
  server.endAll();
  await fixture.clock.advance(3_600_000);
  said.push(await read(fixture), stateOf(fixture));
  const text = JSON.stringify([said, fixture.logged]);
  assert.ok(secrets.length >= 4);
  for (const secret of [...secrets, 'very-secret-client']) assert.not.ok(text.includes(secret), secret);
});

test.run();
