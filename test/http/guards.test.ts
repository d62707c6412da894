import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { route } from '../../src/http/route.ts';
import { createHostGuard } from '../../src/http/guards.ts';
import { startServer, type TestServer } from '../support/http.ts';

const test = suite('http/guards');

const common = {
  surface: 'internal',
  access: 'credential',
  summary: 's',
  tag: 't',
  success: { status: 200, description: 'd' },
  errors: [],
} as const;
const routes = [
  route({ ...common, method: 'GET', path: '/thing', handle: () => ({ read: true }) }),
  route({ ...common, method: 'POST', path: '/thing', handle: () => ({ written: true }) }),
];

let server: TestServer;
test.before(async () => {
  server = await startServer(routes, {
    trustedHosts: () => ['Kitchen', 'boards.example.org'],
    corsOrigins: ['https://wall.example', 'http://wall.example:8080', '*', 'null'],
  });
});
test.after(() => server.stop());

const own = [
  'localhost',
  'localhost:4420',
  'app.localhost',
  '127.0.0.1',
  '127.0.0.1:4420',
  '192.168.1.5',
  '[::1]',
  '[fe80::1]:4420',
  'kitchen',
  'KITCHEN:80',
  'kitchen.local',
  'kitchen.local.',
  'kitchen-2.local',
  'kitchen.lan',
  'kitchen.fritz.box',
  'kitchen.home.arpa',
  'boards.example.org',
  'boards.example.org:443',
];
const foreign = [
  'evil.example',
  'evil.example:4420',
  'kitchen.evil.example',
  'evil-kitchen',
  'kitchen-2.evil.example',
  'kitchen.local.evil.example',
  'kitchen2.local',
  'kitchen-x.local',
  'www.boards.example.org',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'xn--localhost',
  '',
  '0x7f.1',
  '[::1].evil.example',
  '[evil.example]',
];
const guard = createHostGuard(() => ['Kitchen', 'boards.example.org']);
for (const host of own) test(`the host ${host} is ours`, () => guard(host));
for (const host of foreign)
  test(`the host "${host}" is foreign`, () =>
    assert.throws(
      () => guard(host),
      (error: { status?: number }) => error.status === 421,
    ));
test('no host at all passes', () => guard(undefined));
test('a star admits any name', () => createHostGuard(() => ['*'])('evil.example'));
test('names are asked anew each time', () => {
  const names: string[] = [];
  const changing = createHostGuard(() => names);
  assert.throws(() => changing('hall'));
  names.push('hall');
  changing('hall');
});

for (const [path, host, status] of [
  ['/api/thing', 'evil.example', 421],
  ['/api/unknown', 'evil.example', 421],
  ['/', 'evil.example', 421],
  ['/api/thing', 'kitchen.local:4420', 200],
  ['/', 'kitchen', 404],
] as const) {
  test(`GET ${path} at ${host} is ${status}`, async () => {
    const answer = await server.call('GET', path, { headers: { Host: host } });
    assert.is(answer.status, status);
    if (status === 421) assert.type((answer.json as { detail: unknown }).detail, 'string');
  });
}
test('what a proxy says of the host does not make a foreign one ours', async () => {
  assert.is(
    (await server.call('GET', '/api/thing', { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'kitchen' } }))
      .status,
    421,
  );
});

const cors: [string | undefined, string | undefined, string | undefined][] = [
  [undefined, undefined, undefined],
  ['https://anyone.example', '*', undefined],
  ['https://wall.example', 'https://wall.example', 'true'],
  ['http://wall.example:8080', 'http://wall.example:8080', 'true'],
  ['http://wall.example', '*', undefined],
  ['https://wall.example:444', '*', undefined],
  ['https://sub.wall.example', '*', undefined],
  ['https://wall.example.evil', '*', undefined],
  ['HTTPS://WALL.EXAMPLE', '*', undefined],
  ['null', '*', undefined],
  ['*', '*', undefined],
];
for (const [origin, allowed, credentials] of cors) {
  const headers = origin === undefined ? {} : { Origin: origin };
  for (const [path, status] of [
    ['/api/thing', 200],
    ['/api/unknown', 404],
  ] as const) {
    test(`GET ${path} from ${origin ?? 'no origin'}`, async () => {
      const answer = await server.call('GET', path, { headers });
      assert.is(answer.status, status);
      assert.is(answer.headers['access-control-allow-origin'], allowed);
      assert.is(answer.headers['access-control-allow-credentials'], credentials);
      assert.is(answer.headers.vary, 'Origin');
    });
  }
  test(`a preflight from ${origin ?? 'no origin'}`, async () => {
    const asked = {
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'content-type,authorization',
    };
    const answer = await server.call('OPTIONS', '/api/thing', { headers: { ...headers, ...asked } });
    assert.is(answer.status, 204);
    assert.is(answer.headers['access-control-allow-origin'], allowed);
    assert.is(answer.headers['access-control-allow-credentials'], credentials);
    if (origin === undefined) return;
    assert.match(answer.headers['access-control-allow-methods'] ?? '', /PUT.*PATCH.*DELETE/);
    assert.is(answer.headers['access-control-allow-headers'], 'content-type,authorization');
    assert.is(answer.headers['access-control-max-age'], '600');
  });
}
test('a page may not say what a proxy on this machine says', async () => {
  const answer = await server.call('OPTIONS', '/api/thing', {
    headers: {
      Origin: 'https://a.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type, X-Forwarded-Host,x-forwarded-for',
    },
  });
  assert.is(answer.headers['access-control-allow-headers'], 'content-type');
});
test('a preflight of an unknown address passes', async () => {
  const answer = await server.call('OPTIONS', '/api/unknown', {
    headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' },
  });
  assert.is(answer.status, 204);
});
test('with no origin listed nothing varies', async () => {
  const open = await startServer(routes, { corsOrigins: ['*'] });
  const { headers } = await open.call('GET', '/api/thing', { headers: { Origin: 'https://a.example' } });
  assert.is(headers.vary, undefined);
  assert.is(headers['access-control-allow-origin'], '*');
  await open.stop();
});

const cookie = { Cookie: 'service_session=x' };
const origins: [string, Record<string, string>, number][] = [
  ['POST', {}, 200],
  ['POST', cookie, 200],
  ['POST', { Origin: 'https://evil.example' }, 200],
  ['POST', { ...cookie, Origin: 'https://evil.example' }, 403],
  ['POST', { ...cookie, Origin: 'null' }, 403],
  ['POST', { ...cookie, Origin: 'nonsense' }, 403],
  ['POST', { Cookie: 'other=x', Origin: 'https://evil.example' }, 200],
  ['POST', { ...cookie, Origin: 'https://evil.example', Authorization: 'Bearer t' }, 403],
  ['POST', { ...cookie, Host: 'kitchen:4420', Origin: 'http://kitchen:4420' }, 200],
  ['POST', { ...cookie, Host: 'kitchen:4420', Origin: 'http://kitchen:4421' }, 403],
  ['POST', { ...cookie, Host: 'kitchen', Origin: 'http://kitchen' }, 200],
  ['POST', { ...cookie, Host: 'kitchen:80', Origin: 'http://kitchen' }, 200],
  ['POST', { ...cookie, Host: 'Kitchen', Origin: 'https://kitchen' }, 200],
  [
    'POST',
    {
      ...cookie,
      Host: '127.0.0.1:4420',
      'X-Forwarded-Host': 'boards.example.org',
      Origin: 'https://boards.example.org',
    },
    200,
  ],
  ['POST', { ...cookie, Host: '127.0.0.1:4420', Origin: 'https://boards.example.org' }, 403],
  ['POST', { ...cookie, Origin: 'https://wall.example' }, 200],
  ['GET', { ...cookie, Origin: 'https://evil.example' }, 200],
  ['HEAD', { ...cookie, Origin: 'https://evil.example' }, 200],
  ['OPTIONS', { ...cookie, Origin: 'https://evil.example' }, 204],
];
for (const [method, headers, status] of origins) {
  test(`${method} with ${JSON.stringify(headers)} is ${status}`, async () =>
    assert.is((await server.call(method, '/api/thing', { headers })).status, status));
}

test.run();
