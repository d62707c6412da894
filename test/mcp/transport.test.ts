import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';
import { MOST_SESSIONS } from '../../src/mcp/sessions.ts';
import { beginSession, connect, initialize, post } from './rig.ts';

interface Context {
  appliance: Appliance;
}

interface RpcAnswer {
  readonly id: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly supported: readonly string[]; readonly requested: string };
  };
}

const test = suite<Context>('mcp: transport');

test.before(async (context) => {
  context.appliance = await startAppliance();
});
test.after(({ appliance }) => appliance.close());

const PATHS = ['/api/mcp', '/api/mcp/'];
const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };

const answerOf = async (response: Response): Promise<RpcAnswer> => (await response.json()) as RpcAnswer;

const openStream = async (
  url: string,
  session: string,
  headers: Record<string, string> = {},
): Promise<{ reader: ReadableStreamDefaultReader<Uint8Array>; response: Response }> => {
  const response = await fetch(new URL('/api/mcp', url), {
    headers: { Accept: 'text/event-stream', 'Mcp-Session-Id': session, ...headers },
  });
  assert.is(response.status, 200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  return { reader, response };
};

const readUntil = async (reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> => {
  let received = '';
  while (!received.includes(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended after ${JSON.stringify(received)}`);
    received += new TextDecoder().decode(value);
  }
  return received;
};

/** Resolves when the stream has ended in order; rejects when it was cut off. */
const readToEnd = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
  let last = await reader.read();
  while (!last.done) last = await reader.read();
};

for (const path of PATHS) {
  test(`${path} answers at once, without a redirect`, async ({ appliance: { url } }) => {
    const response = await post(url, initialize(), {}, path);
    assert.is(response.status, 200);
    assert.not(response.redirected);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.match(response.headers.get('mcp-session-id') ?? '', /^[\w-]{36}$/);
    const { result } = await answerOf(response);
    assert.is((result?.['serverInfo'] as { name: string } | undefined)?.name, 'flapbox');
    assert.ok(String(result?.['instructions']).length > 200);
  });

  test(`${path}: the official client finds its way`, async ({ appliance: { url } }) => {
    const connected = await connect(url, { path });
    assert.is(connected.client.getServerVersion()?.name, 'flapbox');
    assert.is((await connected.call('list_boards')).refused, false);
    await connected.transport.terminateSession();
    await connected.close();
  });

  test(`${path}: other methods are named`, async ({ appliance: { url } }) => {
    const response = await fetch(new URL(path, url), { method: 'PUT' });
    assert.is(response.status, 405);
    assert.match(response.headers.get('allow') ?? '', /GET.*POST|POST.*GET/);
    await response.text();
  });
}

test('a client in a page of another origin may read its session', async ({ appliance: { url } }) => {
  const response = await post(url, initialize(), { Origin: 'http://assistant.example' });
  const { headers } = response;
  assert.ok(headers.get('mcp-session-id'));
  assert.match(headers.get('access-control-expose-headers') ?? '', /\bMcp-Session-Id\b/);
  await response.text();
});

for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
  test(`a client of version ${version} is answered in it`, async ({ appliance: { url } }) => {
    const { result } = await answerOf(await post(url, initialize(version)));
    assert.is(result?.['protocolVersion'], version);
    const { status, headers } = await post(url, ping, { 'Mcp-Protocol-Version': version });
    assert.equal([status, headers.get('cache-control')], [200, 'no-store']);
  });
}

for (const version of ['2024-10-07', '2099-01-01']) {
  test(`a client of version ${version} is offered a supported one`, async ({ appliance: { url } }) => {
    const { result } = await answerOf(await post(url, initialize(version)));
    assert.is(result?.['protocolVersion'], '2025-11-25');
  });
}

test('a version that was not negotiated is refused', async ({ appliance: { url } }) => {
  const response = await post(url, ping, { 'Mcp-Protocol-Version': '1999-01-01' });
  assert.is(response.status, 400);
  const { error } = await answerOf(response);
  assert.match(error?.message ?? '', /1999-01-01.*2025-06-18/);
  // With this code a newer client chooses among those that are supported.
  assert.is(error?.code, -32022);
  assert.equal(error?.data?.supported.slice(0, 2), ['2026-07-28', '2025-11-25']);
  assert.is(error?.data?.requested, '1999-01-01');
});

const MALFORMED: readonly (readonly [string, unknown, number, number])[] = [
  ['no JSON', '{"jsonrpc":', 400, -32700],
  ['nothing', '', 400, -32700],
  ['a text', '"ping"', 400, -32600],
  ['null', 'null', 400, -32600],
  ['a batch of nothing', [], 400, -32600],
  ['a batch that is too long', Array.from({ length: 51 }, () => ping), 400, -32600],
  ['no version of JSON-RPC', { id: 1, method: 'ping' }, 400, -32600],
  ['another version of JSON-RPC', { ...ping, jsonrpc: '1.0' }, 400, -32600],
  ['no method', { jsonrpc: '2.0', id: 1 }, 400, -32600],
  ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 5 }, 400, -32600],
  ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, 400, -32600],
  ['params that are a text', { ...ping, params: 'x' }, 400, -32600],
  ['an unknown method', { ...ping, method: 'nope' }, 200, -32601],
  ['a method of Object', { ...ping, method: 'constructor' }, 200, -32601],
  ['initialize without params', { ...ping, method: 'initialize' }, 200, -32602],
  ['initialize with a version that is none', initialize('soon'), 200, -32602],
  ['a call without params', { ...ping, method: 'tools/call' }, 200, -32602],
  ['a call without a name', { ...ping, method: 'tools/call', params: { arguments: {} } }, 200, -32602],
  ['a read without an address', { ...ping, method: 'resources/read', params: {} }, 200, -32602],
  [
    'a read of a malformed address',
    { ...ping, method: 'resources/read', params: { uri: 'flapbox://boards/%zz/picture' } },
    200,
    -32602,
  ],
  ['a prompt that does not exist', { ...ping, method: 'prompts/get', params: { name: 'nope' } }, 200, -32602],
  [
    'a completion of an unknown prompt',
    {
      ...ping,
      method: 'completion/complete',
      params: { ref: { type: 'ref/prompt', name: 'nope' }, argument: { name: 'a', value: '' } },
    },
    200,
    -32602,
  ],
  [
    'a completion of nothing',
    { ...ping, method: 'completion/complete', params: { ref: { type: 'ref/x' }, argument: { name: 'a', value: '' } } },
    200,
    -32602,
  ],
];

interface Batched {
  readonly id: unknown;
  readonly result?: object;
  readonly error?: { readonly code: number };
}
const noted = { jsonrpc: '2.0', method: 'notifications/initialized' };

test('a batch is answered message by message in the versions that have them', async ({ appliance: { url } }) => {
  const begun = await post(url, initialize('2025-03-26'));
  await begun.text();
  const session = { 'Mcp-Session-Id': begun.headers.get('mcp-session-id') ?? '' };
  const batch = [
    ping,
    noted,
    { ...ping, id: 2, method: 'nope' },
    { ...initialize(), id: 3 },
    5,
    [ping],
    { ...ping, id: 'four', method: 'tools/call', params: { name: 'list_boards' } },
  ];
  for (const headers of [session, { 'Mcp-Protocol-Version': '2025-03-26' }, { 'Mcp-Protocol-Version': '2024-11-05' }]) {
    const response = await post(url, batch, headers);
    assert.is(response.status, 200);
    const answers = (await response.json()) as Batched[];
    assert.equal(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        [ping.id, undefined],
        [2, -32601],
        [3, -32600],
        [null, -32600],
        [null, -32600],
        ['four', undefined],
      ],
    );
    assert.ok('structuredContent' in (answers.at(-1)?.result ?? {}));
  }
  const silent = await post(url, [noted, noted], session);
  assert.equal([silent.status, await silent.text()], [202, '']);
  const streamed = await post(url, [ping], { ...session, Accept: 'text/event-stream' });
  assert.match(streamed.headers.get('content-type') ?? '', 'text/event-stream');
  assert.ok(Number(streamed.headers.get('content-length')) > 0, 'what is whole is counted while it waits');
  assert.equal(JSON.parse(/^data: (.*)$/m.exec(await streamed.text())?.[1] ?? ''), [
    { jsonrpc: '2.0', id: ping.id, result: {} },
  ]);
});

test('a batch whose answers are too large together is done so far, and says of the rest that nothing was done', async ({
  appliance: { url },
}) => {
  const batch = Array.from({ length: 50 }, (_, id) => ({
    ...ping,
    id,
    method: 'tools/call',
    params: { name: 'list_functions' },
  }));
  const response = await post(url, [...batch, noted].slice(-50), { 'Mcp-Protocol-Version': '2025-03-26' });
  const text = await response.text();
  const answers = JSON.parse(text) as Batched[];
  assert.equal([response.status, answers.length], [200, 49]);
  const done = answers.filter(({ result }) => result).length;
  assert.ok(done > 10 && text.length < 600_000, `${done} of ${text.length} letters`);
  assert.equal([...new Set(answers.slice(done).map(({ error }) => error?.code))], [-32000]);
  assert.equal(
    answers.map(({ id }) => id),
    batch.slice(1).map(({ id }) => id),
  );
});

test('a batch is refused in the versions that have none', async ({ appliance: { url } }) => {
  const session = { 'Mcp-Session-Id': await beginSession(url) };
  const named = (version: string) => ({ 'Mcp-Protocol-Version': version });
  for (const headers of [session, named('2025-06-18'), named('2025-11-25'), named('2026-07-28')]) {
    const response = await post(url, [ping], headers);
    assert.equal([response.status, (await answerOf(response)).error?.code], [400, -32600]);
  }
});

test('a resource that is not there has a code of its own in the versions that have it', async ({
  appliance: { url },
}) => {
  const read = (uri: string, more: object = {}) => ({ ...ping, method: 'resources/read', params: { uri, ...more } });
  for (const uri of ['flapbox://nothing', 'flapbox://boards/nowhere/picture']) {
    for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
      assert.is((await answerOf(await post(url, read(uri), { 'Mcp-Protocol-Version': version }))).error?.code, -32002);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'resources/read', 'Mcp-Name': uri };
    assert.is((await answerOf(await post(url, read(uri, { _meta }), headers))).error?.code, -32602, uri);
  }
});

for (const [what, body, status, code] of MALFORMED) {
  test(`malformed: ${what}`, async ({ appliance: { url } }) => {
    const response = await post(url, body);
    const { error } = await answerOf(response);
    assert.equal({ status: response.status, code: error?.code }, { status, code });
    assert.not.match(error?.message ?? '', /node_modules|\bat \w+ \(|TypeError|MCP error/);
    assert.is(response.headers.get('mcp-session-id'), null);
  });
}

test('a body of another type is refused', async ({ appliance: { url } }) => {
  const response = await post(url, ping, { 'Content-Type': 'text/plain' });
  assert.is(response.status, 415);
  await response.text();
});

test('a body over 1 MiB is refused', async ({ appliance: { url } }) => {
  const response = await post(url, { ...ping, params: { much: 'x'.repeat(1024 * 1024) } });
  assert.is(response.status, 413);
  await response.text();
});

test('a notification is taken without an answer', async ({ appliance: { url } }) => {
  const response = await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.is(response.status, 202);
  assert.is(await response.text(), '');
});

for (const [accept, type] of [
  ['application/json, text/event-stream', 'application/json'],
  ['application/json', 'application/json'],
  ['*/*', 'application/json'],
  ['text/event-stream', 'text/event-stream'],
] as const) {
  test(`a client that accepts ${accept} gets ${type}`, async ({ appliance: { url } }) => {
    const response = await post(url, ping, { Accept: accept });
    assert.ok(response.headers.get('content-type')?.startsWith(type));
    assert.match(await response.text(), /"id":7,"result":\{\}/);
  });
}

test('a single request needs no session, and gets none', async ({ appliance: { url } }) => {
  const response = await post(url, { ...ping, method: 'tools/call', params: { name: 'list_boards' } });
  assert.is(response.headers.get('mcp-session-id'), null);
  const { result } = await answerOf(response);
  assert.is((result?.['structuredContent'] as { total: number } | undefined)?.total, 1);
});

test('a session that does not exist is 404, for every method', async ({ appliance: { url } }) => {
  const headers = { 'Mcp-Session-Id': 'no-such-session', Accept: 'text/event-stream' };
  assert.is((await post(url, ping, headers)).status, 404);
  for (const method of ['GET', 'DELETE'])
    assert.is((await fetch(new URL('/api/mcp', url), { method, headers })).status, 404, method);
});

test('a stream and an end need a session', async ({ appliance: { url } }) => {
  for (const method of ['GET', 'DELETE'])
    assert.is(
      (await fetch(new URL('/api/mcp', url), { method, headers: { Accept: 'text/event-stream' } })).status,
      400,
      method,
    );
});

test('a client that does not accept streams gets none', async ({ appliance: { url } }) => {
  const session = await beginSession(url);
  const response = await fetch(new URL('/api/mcp', url), {
    headers: { 'Mcp-Session-Id': session, Accept: 'application/json' },
  });
  assert.is(response.status, 406);
});

test('a session that its client ends is over, with its stream', async ({ appliance: { url } }) => {
  const session = await beginSession(url);
  const { reader } = await openStream(url, session);
  await readUntil(reader, ':');
  assert.is(
    (await fetch(new URL('/api/mcp', url), { method: 'DELETE', headers: { 'Mcp-Session-Id': session } })).status,
    200,
  );
  await readToEnd(reader);
  assert.is((await post(url, ping, { 'Mcp-Session-Id': session })).status, 404);
});

test('a newer stream of a session takes the place of the older one at once', async ({ appliance: { url } }) => {
  const session = await beginSession(url);
  const { reader: older } = await openStream(url, session);
  await readUntil(older, ':');
  const { reader: newer } = await openStream(url, session);
  await readToEnd(older);
  const params = { uri: 'flapbox://boards/primary/picture' };
  await post(url, { ...ping, method: 'resources/subscribe', params }, { 'Mcp-Session-Id': session });
  const call = { name: 'send_message', arguments: { text: 'to the newer stream' } };
  await post(url, { ...ping, method: 'tools/call', params: call });
  await readUntil(newer, 'resources/updated');
  await newer.cancel();
});

test('the session that was idle for longest is replaced by the one too many', async ({ appliance: { url } }) => {
  const sessions: string[] = [];
  for (let i = 0; i < MOST_SESSIONS; i++) sessions.push(await beginSession(url));
  const [first = '', second = ''] = sessions;
  assert.is((await post(url, ping, { 'Mcp-Session-Id': first })).status, 200);
  await beginSession(url);
  assert.is((await post(url, ping, { 'Mcp-Session-Id': second })).status, 404);
  assert.is((await post(url, ping, { 'Mcp-Session-Id': first })).status, 200);
});

test('a session with a stream stays while idle ones end', async ({ appliance: { url } }) => {
  const held = await beginSession(url);
  const { reader } = await openStream(url, held);
  await readUntil(reader, ':');
  for (let i = 0; i < MOST_SESSIONS + 1; i++) await beginSession(url);
  assert.is((await post(url, ping, { 'Mcp-Session-Id': held })).status, 200);
  await reader.cancel();
});

test('two clients work at once', async ({ appliance: { url } }) => {
  const clients = await Promise.all([connect(url), connect(url, { path: '/api/mcp' })]);
  const [one, two] = clients;
  assert.is.not(one.transport.sessionId, two.transport.sessionId);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : two).call('render_preview', { template: `N${i}` })),
  );
  assert.equal(
    answers.map(({ text }) => text),
    Array.from({ length: 20 }, (_, i) => `N${i}`),
  );
  await one.close();
  assert.is((await two.call('get_status')).refused, false);
  await two.close();
});

test("a subscriber of a board's picture is notified of each change, by every address of it", async ({
  appliance: { url, app },
}) => {
  const id = app.store.state.boards[0]?.id ?? '';
  for (const name of [id, 'primary']) {
    const session = await beginSession(url);
    const headers = { 'Mcp-Session-Id': session };
    const { reader } = await openStream(url, session);
    await readUntil(reader, ':');
    const uri = `flapbox://boards/${name}/picture`;
    const subscription = { ...ping, params: { uri } };
    assert.is((await post(url, { ...subscription, method: 'resources/subscribe' }, headers)).status, 200);
    await post(url, {
      ...ping,
      method: 'tools/call',
      params: { name: 'send_message', arguments: { text: `to ${name}` } },
    });
    assert.match(await readUntil(reader, 'resources/updated'), new RegExp(`"uri":"${uri}"`));
    await reader.cancel();
  }
});

test('a client that names its version with each request needs no session', async ({ appliance: { url } }) => {
  const params = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const response = await post(
    url,
    { ...ping, method: 'server/discover', params },
    { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'server/discover' },
  );
  const { result } = await answerOf(response);
  assert.equal(result?.['supportedVersions'], ['2026-07-28']);
  assert.is(response.headers.get('mcp-session-id'), null);
});

test('a notification of such a client is taken, also when no header names its method', async ({
  appliance: { url },
}) => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const params = { requestId: 'listen:0', reason: 'closed', _meta };
  const response = await post(
    url,
    { jsonrpc: '2.0', method: 'notifications/cancelled', params },
    { 'Mcp-Protocol-Version': '2026-07-28' },
  );
  assert.equal([response.status, await response.text()], [202, '']);
});

const WATCHED = 'flapbox://boards/primary/picture';
const listen = (url: string, id: number): Promise<Response> => {
  const params = {
    notifications: { resourceSubscriptions: [WATCHED] },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  return post(
    url,
    { jsonrpc: '2.0', id, method: 'subscriptions/listen', params },
    { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
  );
};

test('a stream of such a client that has nothing to tell is written to, before the client takes it for lost', async () => {
  const clock = createFakeClock('2026-03-01T08:00:10Z');
  const own = await startAppliance({ clock });
  const body = (await listen(own.url, 1)).body as ReadableStream<Uint8Array>;
  let received = '';
  const reading = body.pipeTo(
    new WritableStream({ write: (piece) => void (received += new TextDecoder().decode(piece)) }),
  );
  await until(() => received.includes('acknowledged'));
  for (let beats = 1; beats <= 2; beats++) {
    await clock.advance(25_000);
    await until(() => received.split(': \n\n').length > beats);
  }
  await own.close();
  await reading;
});

test('such a client can open a stream, is notified of changes, and frees its place when it ends', async ({
  appliance: { url },
}) => {
  const open: ReadableStreamDefaultReader<Uint8Array>[] = [];
  for (let id = 0; id < 32; id++) {
    const response = await listen(url, id);
    assert.is(response.status, 200);
    open.push((response.body as ReadableStream<Uint8Array>).getReader());
  }
  for (const reader of open) await readUntil(reader, 'acknowledged');
  const refused = await listen(url, 33);
  assert.is(refused.status, 503);
  await refused.text();
  await post(url, {
    ...ping,
    method: 'tools/call',
    params: { name: 'send_message', arguments: { text: 'to all listeners' } },
  });
  assert.match(
    await readUntil(open[0] as ReadableStreamDefaultReader<Uint8Array>, 'resources/updated'),
    new RegExp(WATCHED),
  );
  await Promise.all(open.map((reader) => reader.cancel()));
  await until(async () => {
    const response = await listen(url, 34);
    await response.body?.cancel();
    return response.status === 200;
  });
});

test('a stop ends open streams instead of cutting them off', async () => {
  const own = await startAppliance();
  const connected = await connect(own.url);
  const session = await beginSession(own.url);
  const { reader } = await openStream(own.url, session);
  await readUntil(reader, ':');
  const end = readToEnd(reader);
  await own.close();
  await end;
  await connected.close();
});

test('a new account ends the streams of earlier clients', async () => {
  const own = await startAppliance({ env: { SERVICE_AUTH_ENABLED: '' } });
  await own.call('POST', '/auth/preference', { enabled: false });
  const session = await beginSession(own.url);
  const { reader } = await openStream(own.url, session);
  await readUntil(reader, ':');
  assert.is((await own.call('POST', '/auth/setup', { username: 'owner', password: 'correct horse' })).status, 201);
  await readToEnd(reader);
  assert.is((await post(own.url, ping, { 'Mcp-Session-Id': session })).status, 401);
  await own.close();
});

for (const [change, status, drop] of [
  ['another token', 201, 'POST'],
  ['no token any more', 200, 'DELETE'],
] as const) {
  test(`${change} ends the streams of clients that used the old one`, async () => {
    const own = await startAppliance({ env: { SERVICE_AUTH_ENABLED: 'false' } });
    const { token } = (await own.call<{ token: string }>('POST', '/auth/mcp-token')).body;
    const bearer = { Authorization: `Bearer ${token}` };
    const session = await beginSession(own.url, bearer);
    const { reader } = await openStream(own.url, session, bearer);
    await readUntil(reader, ':');
    const end = readToEnd(reader);
    assert.is((await own.call(drop, '/auth/mcp-token')).status, status);
    await end;
    await own.close();
  });
}

test('an answer that is a stream makes Node warn of nothing', async ({ appliance: { url } }) => {
  const warnings: Error[] = [];
  const hear = (warning: Error): number => warnings.push(warning);
  process.on('warning', hear);
  await (await post(url, ping, { Accept: 'text/event-stream' })).text();
  // Warnings are told at the end of a turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  assert.equal(warnings, []);
});

test.run();
