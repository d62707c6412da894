import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readDeviceCode, readTokenAnswer } from '../../../src/plugins/sign-in/token-answer.ts';
import { ended, replaced, secretOf, withSignIn } from '../../../src/plugins/sign-in/stored-sign-in.ts';
import type { StoredPlugins } from '../../../src/plugins/keeping/configuration.ts';

// What services answer about tokens and devices, and which stored sign-in an answer belongs to.
const test = suite('plugins/token-answer');

type Reply = Parameters<typeof readTokenAnswer>[0];

const answer = (body: unknown): Reply =>
  ({ bytes: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)), status: 200 }) as never;
const failure = (status: number | undefined, said?: unknown): Reply => ({ error: 'no answer', status, said }) as never;
const read = (reply: Reply, within?: string) =>
  readTokenAnswer(reply, { service: 'Bank', ...(within === undefined ? {} : { within }) });

const NONE = { refresh: null, expiresIn: null, refreshExpiresIn: null };
const TEN_YEARS = 10 * 366 * 86_400;

for (const [body, more] of [
  [{}, {}],
  [{ refresh_token: 'r' }, { refresh: 'r' }],
  [{ refresh_token: 'a b', expires_in: 'x' }, {}],
  [{ refresh_token: 5 }, {}],
  [
    { expires_in: 3600, refresh_token_expires_in: 7200 },
    { expiresIn: 3600, refreshExpiresIn: 7200 },
  ],
  [
    { expires_in: '60', refresh_expires_in: 7 },
    { expiresIn: 60, refreshExpiresIn: 7 },
  ],
  [{ refresh_token_expires_in: 1, refresh_expires_in: 2 }, { refreshExpiresIn: 1 }],
  [{ expires_in: 0 }, {}],
  [{ expires_in: -1 }, {}],
  [{ expires_in: '' }, {}],
  [{ expires_in: null }, {}],
  [{ expires_in: TEN_YEARS + 1 }, { expiresIn: TEN_YEARS }],
] as const)
  test(`tokens with ${JSON.stringify(body)}`, () =>
    assert.equal(read(answer({ access_token: 'a', ...body })), { tokens: { access: 'a', ...NONE, ...more } }));

test('tokens may lie in a member that the file names', () => {
  assert.equal(read(answer({ body: { access_token: 'a' } }), 'body'), { tokens: { access: 'a', ...NONE } });
  for (const body of [{ access_token: 'a' }, { body: 5 }, { body: null }])
    assert.equal(read(answer(body), 'body'), { error: 'the answer of Bank has no token in it' });
});

const NO_TOKEN = { error: 'the answer of Bank has no token in it' };
const NO_JSON = { error: 'the answer of Bank is no JSON of a sign-in' };
const refused = (why: string) => ({ refused: `Bank refuses it (${why})` });

for (const [reply, told] of [
  [answer('nonsense'), NO_JSON],
  [answer([]), NO_JSON],
  [answer(JSON.stringify({ access_token: 'a' }).padEnd(64 * 1024)), { tokens: { access: 'a', ...NONE } }],
  [answer(JSON.stringify({ access_token: 'a' }).padEnd(64 * 1024 + 1)), NO_JSON],
  [answer({ access_token: 'x'.repeat(16 * 1024) }), { tokens: { access: 'x'.repeat(16 * 1024), ...NONE } }],
  [answer({ access_token: 'x'.repeat(16 * 1024 + 1) }), NO_TOKEN],
  [failure(undefined, { error: 'x' }), { error: 'no answer' }],
  [failure(400), { error: 'no answer' }],
  [failure(400, 'text'), { error: 'no answer' }],
  [failure(400, {}), refused('status 400')],
  [failure(401, {}), refused('status 401')],
  [failure(403, {}), refused('status 403')],
  [failure(404, {}), NO_TOKEN],
  [failure(500, {}), NO_TOKEN],
  [failure(500, { error: 'invalid_grant' }), refused('invalid_grant')],
  [failure(400, { error: 'authorization_pending' }), { waiting: 'authorization_pending' }],
  [failure(400, { error: 'slow_down' }), { waiting: 'slow_down' }],
  [
    failure(401, { error: 'invalid_client' }),
    { error: 'Bank does not know the client ID, or not with this client secret (invalid_client)' },
  ],
  [
    failure(400, { error: 'unauthorized_client' }),
    { error: 'Bank does not know the client ID, or not with this client secret (unauthorized_client)' },
  ],
  [failure(400, { error: 'temporarily_unavailable' }), { error: 'Bank cannot answer now (temporarily_unavailable)' }],
  [failure(400, { error: 'server_error' }), { error: 'Bank cannot answer now (server_error)' }],
  [failure(400, { error: 'A Sentence' }), refused('status 400')],
  [failure(400, { error: 'ab' }), refused('status 400')],
  [failure(400, { error: { code: 'from_code' } }), refused('from_code')],
  [failure(400, { error: { message: 'from_message' } }), refused('from_message')],
  [failure(400, { error: { status: 'from_status' } }), refused('from_status')],
  [failure(400, { error: 5, message: 'beside_it' }), refused('beside_it')],
  [answer({}), NO_TOKEN],
  [failure(200, { status: 401 }), refused('status 401')],
  [failure(200, { status: 0 }), NO_TOKEN],
  [failure(200, { status: 500 }), NO_TOKEN],
  [failure(300, { status: 401 }), NO_TOKEN],
  [failure(403, { status: 7 }), refused('status 7')],
] as const)
  test(`${JSON.stringify(reply).slice(0, 70)} means ${JSON.stringify(told).slice(0, 40)}`, () =>
    assert.equal(read(reply), told));

const DEVICE = { device_code: 'd', user_code: 'AB-CD', verification_uri: 'https://bank.example/go' };
const deviceOf = (more: object = {}) => readDeviceCode(answer({ ...DEVICE, ...more }) as never, { service: 'Bank' });
const GIVEN = {
  device_code: 'd',
  user_code: 'AB-CD',
  verification_url: 'https://bank.example/go',
  expiresIn: 1800,
  interval: 5,
};
const USELESS = { error: 'the answer of Bank has no code for another device in it' };

for (const [more, told] of [
  [{}, GIVEN],
  [
    { verification_uri_complete: 'https://bank.example/full' },
    { ...GIVEN, verification_url: 'https://bank.example/full' },
  ],
  [
    { verification_uri: undefined, verification_url: 'http://b.example/' },
    { ...GIVEN, verification_url: 'http://b.example/' },
  ],
  [
    { expires_in: 60, interval: 7 },
    { ...GIVEN, expiresIn: 60, interval: 7 },
  ],
  [
    { expires_in: 1801, interval: 61 },
    { ...GIVEN, interval: 60 },
  ],
  [{ interval: 0.5 }, { ...GIVEN, interval: 1 }],
  [{ device_code: undefined }, USELESS],
  [{ user_code: 5 }, USELESS],
  [{ user_code: '' }, USELESS],
  [{ user_code: 'x'.repeat(41) }, USELESS],
  [{ user_code: 'x'.repeat(40) }, { ...GIVEN, user_code: 'x'.repeat(40) }],
  [{ verification_uri: 'ftp://b.example/' }, USELESS],
  [{ verification_uri: `https://b.example/${'x'.repeat(500)}` }, USELESS],
  [{ verification_uri: 'https://' }, USELESS],
] as const)
  test(`a device with ${JSON.stringify(more).slice(0, 60)}`, () => assert.equal(deviceOf(more), told));

test('a failure about a device is told as one about tokens', () => {
  const read = (reply: Reply) => readDeviceCode(reply as never, { service: 'Bank' });
  assert.equal(read(failure(undefined)), { error: 'no answer' });
  assert.equal(read(failure(400, {})), { error: 'Bank refuses it (status 400)' });
  assert.equal(read(failure(400, { error: 'slow_down' })), { error: 'no answer' });
  assert.equal(read(answer('nonsense')), USELESS);
});

test('an end is over when its instant has come; none never is', () => {
  const at = Date.parse('2026-11-20T13:30:00Z');
  assert.equal(
    [ended(null, at), ended('2026-11-20T13:30:00Z', at), ended('2026-11-20T13:30:00.001Z', at)],
    [false, true, false],
  );
});

test('new tokens go to whoever has the secret, and to nobody else', () => {
  const signIn = (secrets: object) => ({ since: 's', access_until: null, until: null, refused: null, secrets });
  const plugin = (secrets?: object) => ({
    enabled: true,
    config: {},
    secrets: {},
    ...(secrets ? { sign_in: signIn(secrets) } : {}),
  });
  const plugins = {
    a: plugin(),
    b: plugin({ access: 'x' }),
    c: plugin({ access: 'y', refresh: 'r' }),
  } as StoredPlugins;
  const next = signIn({ access: 'new' });
  const changed = (secret: string): string =>
    Object.entries(replaced(plugins, secret, next as never))
      .flatMap(([key, { sign_in }]) => (secretOf(sign_in, 'access') === 'new' ? [key] : []))
      .join();
  assert.equal(['r', 'x', 'y', '', 'nobody'].map(changed), ['c', 'b', '', '', '']);
  assert.is(replaced(plugins, 'nobody', next as never), plugins);
  assert.equal(withSignIn(plugins, 'c', undefined)['c'], plugin());
  assert.equal([secretOf(undefined, 'access'), secretOf(signIn({ access: 5 }) as never, 'access')], ['', '']);
});

test.run();
