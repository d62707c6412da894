import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';

const test = suite('app: access to every address');

const PASSWORD = 'correct horse';
/** Addresses that need no credential (rules, A1), with the files that the viewers load. */
const PUBLIC = [
  'GET /',
  'GET /health',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/{file}',
  'GET /redoc',
  'GET /redoc/{file}',
  'GET /auth/status',
  'POST /auth/preference',
  'POST /auth/setup',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /screens/pairing',
  'POST /screens/pairing/token',
  'POST /inboxes/{id}/receive',
];
const takesBearer = (path: string): boolean => /^\/(?:v1|mcp|metrics)(?:\/|$)/.test(path);
const readsScreen = (path: string): boolean => /^\/screens\/(?:view|events)$|^\/favourites\/[^/]+\/send$/.test(path);
const isMcp = (path: string): boolean => /^\/mcp(?:\/|$)/.test(path);

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isDeclaredPublic: boolean;
}

/** How access was answered: `passed`, or the status of the refusal with what came along. */
type Outcome = 'passed' | '401' | '401 challenge' | '409 first run' | '409 create the account';

let operations: Operation[] = [];
let cookie = '';

const openAppliance = async (
  act: (appliance: Appliance) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> => {
  const appliance = await startAppliance({ env: { SERVICE_AUTH_ENABLED: '', ...env } });
  try {
    await act(appliance);
  } finally {
    await appliance.close();
  }
};

const outcomeOf = (status: number, headers: Headers, body: Record<string, unknown>): Outcome => {
  if (status === 401) return headers.has('www-authenticate') ? '401 challenge' : '401';
  if (status === 409 && body['setup_required'] === true)
    return body['first_run'] === true ? '409 first run' : '409 create the account';
  return 'passed';
};

// A request that would change something says that it comes from a foreign page with a cookie: whoever is let in is
// stopped by that
// check, which comes after the credentials and before anything else, and nothing is changed by the walk.
const knock = async (
  { url }: Appliance,
  { method, path }: Operation,
  headers: Record<string, string>,
): Promise<Outcome> => {
  const isSafe = method === 'GET';
  const foreign: Record<string, string> = isSafe
    ? {}
    : { Origin: 'https://evil.example', Cookie: 'service_session=none' };
  const sent: Record<string, string> = { ...foreign, ...headers };
  const response = await fetch(`${url}/api${path.replaceAll(/\{\w+\}/g, 'x')}`, {
    method,
    headers: sent,
    signal: AbortSignal.timeout(30_000),
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const body = isJson ? ((await response.json()) as Record<string, unknown>) : {};
  if (!isJson) await response.body?.cancel();
  const outcome = outcomeOf(response.status, response.headers, body);
  const label = `${method} ${path}`;
  if (outcome !== 'passed') assert.type(body['detail'], 'string', label);
  else if (!isSafe) assert.is(response.status, 403, label);
  else assert.ok(![403, 405, 421, 500].includes(response.status), `${label} ${response.status}`);
  return outcome;
};

const AT_ONCE = 24;

const walk = async (
  appliance: Appliance,
  headers: Record<string, string>,
  expected: (operation: Operation) => Outcome,
): Promise<void> => {
  const outcomes: Outcome[] = [];
  for (let i = 0; i < operations.length; i += AT_ONCE)
    outcomes.push(
      ...(await Promise.all(operations.slice(i, i + AT_ONCE).map((operation) => knock(appliance, operation, headers)))),
    );
  const told = operations.map((operation, i) => `${operation.method} ${operation.path}: ${outcomes[i]}`);
  assert.equal(
    told,
    operations.map((operation) => {
      // There a bearer is the token of a screen or of a favourite, and one that is none is refused whoever else may
      // pass (rules, A8 and A10).
      const isRefused = readsScreen(operation.path) && headers['Authorization'] !== undefined;
      return `${operation.method} ${operation.path}: ${isRefused ? '401 challenge' : expected(operation)}`;
    }),
  );
};

const isPublic = ({ method, path }: Operation): boolean => PUBLIC.includes(`${method} ${path}`);
const unlessPublic =
  (outcome: Outcome) =>
  (operation: Operation): Outcome =>
    isPublic(operation) ? 'passed' : outcome;
const setUp = async ({ call }: Appliance): Promise<void> => {
  const { status, headers } = await call('POST', '/auth/setup', { username: 'owner', password: PASSWORD });
  assert.is(status, 201);
  cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

test.before(() =>
  openAppliance(
    async ({ call }) => {
      const { body } = await call<{ paths: Record<string, Record<string, { security: unknown[] }>> }>(
        'GET',
        '/internal/openapi.json',
      );
      operations = Object.entries(body.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { security }]) => ({
          method: method.toUpperCase(),
          path,
          isDeclaredPublic: security.length === 0,
        })),
      );
    },
    { SERVICE_AUTH_ENABLED: 'false' },
  ),
);

test('what needs no credential is exactly what the texts name', () => {
  assert.ok(operations.length > 50);
  assert.equal(
    operations
      .filter(({ isDeclaredPublic }) => isDeclaredPublic)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
    [...PUBLIC].sort(),
  );
});

test('undecided: everything asks for the first choice', () =>
  openAppliance((appliance) => walk(appliance, {}, unlessPublic('409 first run'))));

test('login chosen, no account yet: everything asks for one', () =>
  openAppliance(async (appliance) => {
    assert.is((await appliance.call('POST', '/auth/preference', { enabled: true })).status, 200);
    await walk(appliance, {}, unlessPublic('409 create the account'));
  }));

test('login demanded by the environment, no account yet: everything asks for one', () =>
  openAppliance((appliance) => walk(appliance, {}, unlessPublic('409 create the account')), {
    SERVICE_AUTH_ENABLED: 'TRUE',
  }));

test('no login chosen: everything is open', () =>
  openAppliance(async (appliance) => {
    assert.is((await appliance.call('POST', '/auth/preference', { enabled: false })).status, 200);
    await walk(appliance, {}, () => 'passed');
    await walk(appliance, { Authorization: 'Bearer ignored' }, () => 'passed');
  }));

test('no login and a token: open, but a wrong bearer is refused and MCP wants the token', () =>
  openAppliance(
    async (appliance) => {
      await walk(appliance, {}, ({ path }) => (isMcp(path) ? '401 challenge' : 'passed'));
      await walk(appliance, { Authorization: 'Bearer wrong' }, ({ path }) =>
        takesBearer(path) ? '401 challenge' : 'passed',
      );
      await walk(appliance, { Authorization: 'Bearer pinned' }, () => 'passed');
    },
    { SERVICE_AUTH_ENABLED: 'off', SERVICE_MCP_TOKEN: 'pinned' },
  ));

test('an account: who is not signed in gets nothing, who is gets everything', () =>
  openAppliance(async (appliance) => {
    await setUp(appliance);
    await walk(appliance, {}, unlessPublic('401'));
    await walk(appliance, { Cookie: 'service_session=forged' }, unlessPublic('401'));
    await walk(appliance, { Authorization: 'Bearer anything' }, unlessPublic('401'));
    await walk(appliance, { Cookie: cookie }, () => 'passed');
  }));

test('an account and a token: the token opens /v1, /mcp and /metrics and nothing else, the session all but MCP', () =>
  openAppliance(async (appliance) => {
    await setUp(appliance);
    const { body } = await appliance.call<{ token: string }>('POST', '/auth/mcp-token', undefined, { Cookie: cookie });
    const unlessBearer = (operation: Operation): Outcome =>
      takesBearer(operation.path) ? 'passed' : unlessPublic('401')(operation);
    await walk(appliance, { Authorization: `Bearer ${body.token}` }, unlessBearer);
    await walk(appliance, { Authorization: 'Bearer wrong' }, (operation) =>
      takesBearer(operation.path) ? '401 challenge' : unlessPublic('401')(operation),
    );
    await walk(appliance, { Cookie: cookie, Authorization: 'Bearer wrong' }, ({ path }) =>
      takesBearer(path) ? '401 challenge' : 'passed',
    );
    await walk(appliance, { Cookie: cookie }, ({ path }) => (isMcp(path) ? '401 challenge' : 'passed'));
    await walk(appliance, {}, (operation) =>
      isMcp(operation.path) ? '401 challenge' : unlessPublic('401')(operation),
    );
  }));

test('addresses that do not exist tell nothing to who may not come in', () =>
  openAppliance(async (appliance) => {
    const status = async (method: string, path: string, headers = {}) =>
      (await appliance.call(method, path, undefined, headers)).status;
    const unknown = [
      ['GET', '/nothing'],
      ['POST', '/v1/nothing'],
      ['GET', '/v1'],
      ['GET', '/auth/nothing'],
      ['PUT', '/v1/boards'],
      ['DELETE', '/v1/pages'],
      ['GET', '/v1/%zz'],
      ['GET', '/V1/boards'],
      ['GET', '//v1/boards'],
      ['GET', '/v1/boards/'],
    ] as const;
    for (const [method, path] of unknown) assert.is(await status(method, path), 409, path);
    await setUp(appliance);
    for (const [method, path] of unknown) assert.is(await status(method, path), 401, path);
    for (const [method, path] of unknown)
      assert.ok([400, 404, 405].includes(await status(method, path, { Cookie: cookie })), path);
  }));

test('OPTIONS passes everywhere, without a credential', () =>
  openAppliance(async (appliance) => {
    await setUp(appliance);
    for (const path of new Set(operations.map((one) => one.path))) {
      const address = `${appliance.url}/api${path.replaceAll(/\{\w+\}/g, 'x')}`;
      const plain = await fetch(address, { method: 'OPTIONS' });
      const asked = await fetch(address, {
        method: 'OPTIONS',
        headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' },
      });
      assert.equal(
        [plain.status, asked.status, asked.headers.get('access-control-allow-origin')],
        [204, 204, '*'],
        path,
      );
    }
  }));

test('every address refuses a foreign host name, OPTIONS too', () =>
  openAppliance(
    async (appliance) => {
      const { call } = await import('../support/http.ts');
      const wrong: string[] = [];
      for (const { method, path } of operations) {
        for (const one of [method, 'OPTIONS']) {
          const { status } = await call(appliance.app.port, one, `/api${path.replaceAll(/\{\w+\}/g, 'x')}`, {
            headers: { Host: 'rebound.evil.example' },
          });
          if (status !== 421) wrong.push(`${one} ${path} ${status}`);
        }
      }
      assert.equal(wrong, []);
    },
    { SERVICE_AUTH_ENABLED: 'no' },
  ));

test('pages and answers carry the security headers', () =>
  openAppliance(async ({ url }) => {
    for (const path of [
      '/',
      '/login',
      '/settings',
      '/nothing.png',
      '/icon.svg',
      '/api',
      '/api/docs',
      '/api/redoc',
      '/api/docs/start.js',
      '/api/health',
      '/api/v1/boards',
      '/api/nothing',
      '/%zz',
    ]) {
      const { headers, body } = await fetch(`${url}${path}`);
      await body?.cancel();
      assert.equal(
        [headers.get('x-content-type-options'), headers.get('referrer-policy'), headers.get('x-frame-options')],
        ['nosniff', 'no-referrer', 'DENY'],
        path,
      );
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, "frame-ancestors 'none'", path);
      assert.match(policy, /default-src '(?:none|self)'/, path);
      assert.not.match(policy, /unsafe-eval|script-src[^;]*unsafe-inline|default-src[^;]*unsafe-inline/, path);
      assert.is(headers.get('x-powered-by'), null);
    }
  }));

test.run();
