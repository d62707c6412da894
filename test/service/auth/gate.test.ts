import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import { Gate as Doorman, bearerOf, type Credentials, type GateOptions } from '../../../src/service/auth/gate.ts';
import { openAccess, refusal, type Rig } from './rig.ts';

const test = suite('service/auth: gate and tokens');

const HOME = '192.168.1.20';
const ACTOR = { username: 'owner', client: HOME };
const ENVIRONMENT_TOKEN = 'pinned token with blanks';

type Installation = 'undecided' | 'enabled-empty' | 'enabled' | 'disabled' | 'disabled-user';
interface Gate {
  readonly rig: Rig;
  readonly cookie: string | undefined;
  readonly token: string | null;
}

const open = async (installation: Installation, token: 'none' | 'stored' | 'env'): Promise<Gate> => {
  const rig = await openAccess({
    settings: {
      authEnabled: installation === 'disabled-user' ? false : undefined,
      mcpToken: token === 'env' ? ENVIRONMENT_TOKEN : undefined,
    },
  });
  let cookie: string | undefined;
  if (installation === 'enabled' || installation === 'disabled-user')
    cookie = (await rig.auth.account.setUp('owner', 'correct horse', null, HOME)).session.token;
  if (installation === 'enabled-empty') await rig.auth.account.choose(true, null, HOME);
  if (installation === 'disabled') await rig.auth.account.choose(false, null, HOME);
  if (token === 'stored') return { rig, cookie, token: await rig.auth.tokens.rotate(ACTOR) };
  return { rig, cookie, token: token === 'env' ? ENVIRONMENT_TOKEN : null };
};

const ask = (
  { rig }: Gate,
  path: string,
  access: 'public' | 'session' | 'credential',
  bearer: string | null,
  cookie?: string,
): string => {
  const verdict = rig.auth.gate.decide({
    access,
    path,
    authorization: bearer === null ? undefined : `Bearer ${bearer}`,
    cookie,
  });
  if (!(verdict instanceof Fault)) return verdict.kind;
  const { headers, body } = verdict.extras;
  return [
    verdict.status,
    headers?.['WWW-Authenticate'] ? 'challenge' : '',
    body ? `setup ${String(body['first_run'])}` : '',
  ]
    .filter(Boolean)
    .join(' ');
};

const REFUSAL: Record<Installation, string> = {
  undecided: '409 setup true',
  'enabled-empty': '409 setup false',
  enabled: '401',
  disabled: 'open',
  'disabled-user': 'open',
};
const PLACES: [string, 'public' | 'session' | 'credential'][] = [
  ['/v1/boards', 'credential'],
  ['/v1', 'credential'],
  ['/mcp', 'credential'],
  ['/mcp/', 'credential'],
  ['/v1x', 'credential'],
  ['/mcpx', 'credential'],
  ['/metrics', 'credential'],
  ['/metricsx', 'credential'],
  ['/settings/board', 'session'],
  ['/send-message', 'credential'],
  ['/events', 'credential'],
  ['/auth/mcp-token', 'session'],
  ['/health', 'public'],
];

/** What the texts ask for. */
const expectation = (
  installation: Installation,
  path: string,
  access: string,
  configured: boolean,
  bearer: 'none' | 'right' | 'wrong',
  hasSession: boolean,
): string => {
  const isMcp = path === '/mcp' || path === '/mcp/';
  const counts =
    access === 'credential' &&
    configured &&
    (isMcp || path === '/metrics' || path === '/v1' || path.startsWith('/v1/'));
  if (counts && bearer === 'right') return 'token';
  if (counts && (bearer === 'wrong' || isMcp)) return '401 challenge';
  if (hasSession) return 'session';
  if (access === 'public') return REFUSAL[installation] === 'open' ? 'open' : 'anonymous';
  return REFUSAL[installation];
};

for (const installation of ['undecided', 'enabled-empty', 'enabled', 'disabled', 'disabled-user'] as const) {
  for (const token of ['none', 'stored', 'env'] as const) {
    test(`${installation}, token ${token}: every kind of address with every kind of credential`, async () => {
      const rig = await open(installation, token);
      for (const [path, access] of PLACES) {
        for (const bearer of ['none', 'right', 'wrong'] as const) {
          for (const cookie of [undefined, 'nonsense', rig.cookie]) {
            const sent = bearer === 'none' ? null : bearer === 'right' ? (rig.token ?? 'any') : 'wrong';
            const expected = expectation(
              installation,
              path,
              access,
              token !== 'none',
              bearer,
              cookie !== undefined && cookie === rig.cookie,
            );
            assert.is(
              ask(rig, path, access, sent, cookie),
              expected,
              `${path} bearer ${bearer} cookie ${cookie ?? 'none'}`,
            );
          }
        }
      }
    });
  }
}

for (const [header, token] of [
  [undefined, null],
  ['', null],
  ['Basic abc', null],
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER  abc', 'abc'],
  ['Bearer a b', 'a b'],
  ['Bearer', ''],
  ['Bearer ', ''],
  ['Bearerabc', null],
  ['Token Bearer abc', null],
] as const) {
  test(`the header ${header ?? 'that is missing'} has the token ${JSON.stringify(token)}`, () =>
    assert.is(bearerOf(header), token));
}
test('an empty bearer is a wrong one', async () =>
  assert.is(ask(await open('disabled', 'stored'), '/v1/boards', 'credential', ''), '401 challenge'));

test('a token has 32 random bytes in letters for addresses', async () => {
  const { rig } = await open('enabled', 'none');
  const [first, second] = [await rig.auth.tokens.rotate(ACTOR), await rig.auth.tokens.rotate(ACTOR)];
  assert.match(first, /^[\w-]{43}$/);
  assert.is.not(first, second);
  assert.equal([rig.auth.tokens.accepts(first), rig.auth.tokens.accepts(second)], [false, true]);
});
test('the token is stored as a hash, and counts after a restart', async () => {
  const { rig, token } = await open('enabled', 'stored');
  assert.match(rig.stored.token_hash ?? '', /^[0-9a-f]{64}$/);
  for (const [name, bytes] of rig.disk.files) assert.not.ok(Buffer.from(bytes).includes(token ?? ''), name);
  const after = await openAccess({ disk: rig.disk });
  assert.ok(after.auth.tokens.accepts(token ?? ''));
});
test('without a token none is accepted', async () => {
  const { rig } = await open('enabled', 'none');
  for (const token of ['', 'null', 'undefined', 'x']) assert.not.ok(rig.auth.tokens.accepts(token));
});
test('a revoked token counts no more', async () => {
  const { rig, token } = await open('enabled', 'stored');
  await rig.auth.tokens.revoke(ACTOR);
  assert.equal(
    [rig.auth.tokens.accepts(token ?? ''), rig.auth.tokens.status()],
    [false, { configured: false, source: 'none' }],
  );
});
test('the environment goes before the stored token, which comes back with it gone', async () => {
  const { rig, token } = await open('enabled', 'stored');
  const pinned = await openAccess({ disk: rig.disk, settings: { mcpToken: ENVIRONMENT_TOKEN } });
  assert.equal(
    [
      pinned.auth.tokens.accepts(token ?? ''),
      pinned.auth.tokens.accepts(ENVIRONMENT_TOKEN),
      pinned.auth.tokens.status(),
    ],
    [false, true, { configured: true, source: 'env' }],
  );
  for (const change of [() => pinned.auth.tokens.rotate(ACTOR), () => pinned.auth.tokens.revoke(ACTOR)])
    assert.is((await refusal(change)).status, 409);
  assert.ok((await openAccess({ disk: rig.disk })).auth.tokens.accepts(token ?? ''));
});
test('the environment token never reaches the log', async () => {
  const { rig } = await open('enabled', 'env');
  assert.not.ok(rig.lines.some((line) => line.includes(ENVIRONMENT_TOKEN)));
});

/** [access, path, bearer, whether the account is lost, who it is or why not] */
const OWN_TOKENS: readonly (readonly [Credentials['access'], string, string | null, boolean, string])[] = [
  ['screen', '/screen/frame', 'of-screen', false, 'screen s1'],
  ['screen', '/screen/frame', 'wrong', false, '401 This screen is not paired. Pair it again.'],
  ['screen', '/screen/frame', 'of-screen', true, '503'],
  ['screen', '/screen/frame', null, true, '503'],
  ['screen', '/screen/frame', null, false, '401 Log in first.'],
  ['favourite', '/favourites/f1/send', 'of-favourite', false, 'favourite'],
  ['favourite', '/favourites/f2/send', 'of-favourite', false, '401 This token does not open this favourite.'],
  ['favourite', '/favourites/f1', 'of-favourite', false, '401 This token does not open this favourite.'],
  ['favourite', '/favourites/null/send', 'wrong', false, '401 This token does not open this favourite.'],
  ['favourite', '/favourites/f1/send', 'of-screen', false, '401 This token does not open this favourite.'],
  ['favourite', '/favourites/f1/send', 'of-favourite', true, '503'],
  ['favourite', '/favourites/f1/send', null, false, '401 Log in first.'],
  ['public', '/favourites/f1/send', 'wrong', true, 'anonymous'],
];
for (const [access, path, bearer, closed, expected] of OWN_TOKENS)
  test(`${access} ${path} with ${bearer ?? 'nothing'}${closed ? ', its account lost' : ''}: ${expected}`, () => {
    const gate = new Doorman({
      mode: () => 'enabled',
      hasUser: () => true,
      isClosed: () => closed,
      session: () => null,
      screenOf: (token) => (token === 'of-screen' ? 's1' : null),
      favouriteOf: (token) => (token === 'of-favourite' ? 'f1' : null),
    } as Partial<GateOptions> as GateOptions);
    const authorization = bearer === null ? undefined : `Bearer ${bearer}`;
    const verdict = gate.decide({ access, path, authorization, cookie: undefined });
    if (!(verdict instanceof Fault))
      assert.is([verdict.kind, ...(verdict.screen ? [verdict.screen] : [])].join(' '), expected);
    else assert.is(`${verdict.status} ${verdict.detail}`.slice(0, closed ? 3 : undefined), expected);
  });

test.run();
