import { ReadableStream } from 'node:stream/web';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import type { Authenticator } from '../../src/http/access.ts';
import { mcpRoutes } from '../../src/http/mcp.ts';
import type { McpRequest } from '../../src/mcp/endpoint.ts';
import { Answer } from '../../src/mcp/answer.ts';
import { startServer, type TestServer } from '../support/http.ts';

// What of an answer of the protocol reaches its client, and what of a request reaches the protocol.
const test = suite('http/mcp-replies');

/** Decides again whether the client of a stream may stay. */
let isLetIn = true;
const authenticator: Authenticator = {
  check: () => (isLetIn ? { kind: 'session', username: 'owner' } : new Fault(401, 'Log in first.')),
};

const serve = async (respond: (call: McpRequest) => Answer, run: (call: TestServer['call']) => Promise<void>) => {
  const server = await startServer(mcpRoutes({ respond: async (call) => respond(call) }, authenticator));
  try {
    await run(server.call);
  } finally {
    await server.stop();
  }
};

test('it gets method, headers and bytes, at both addresses', async () => {
  const calls: string[] = [];
  const respond = ({ method, headers, body, signal }: McpRequest): Answer => {
    calls.push(`${method} ${headers['x-one']} ${body.toString()} ${signal.aborted}`);
    return new Answer('{}', { headers: { 'content-type': 'application/json' } });
  };
  await serve(respond, async (call) => {
    const headers = { 'X-One': '1' };
    await call('POST', '/api/mcp', { json: { a: 1 }, headers });
    await call('GET', '/api/mcp/', { headers });
    await call('DELETE', '/api/mcp', { headers });
  });
  assert.equal(calls, ['POST 1 {"a":1} false', 'GET 1  false', 'DELETE 1  false']);
});

const replies: [
  what: string,
  response: () => Answer,
  status: number,
  text: string,
  headers: Record<string, string | undefined>,
][] = [
  [
    'JSON with a session',
    () =>
      new Answer('{"a":1}', {
        headers: { 'content-type': 'application/json', 'mcp-session-id': 's', 'x-other': 'o' },
      }),
    200,
    '{"a":1}',
    { 'content-type': 'application/json', 'mcp-session-id': 's', 'x-other': undefined },
  ],
  ['text without a type', () => new Answer('{}'), 200, '{}', { 'content-type': 'application/json; charset=utf-8' }],
  [
    'nothing',
    () => new Answer(null, { status: 202, headers: { allow: 'POST' } }),
    202,
    '',
    { 'content-type': undefined, allow: 'POST' },
  ],
  [
    'a stream',
    () =>
      new Answer(ReadableStream.from([Buffer.from('data: 1\n\n')]), {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' },
      }),
    200,
    'data: 1\n\n',
    {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'content-length': undefined,
    },
  ],
  [
    'an event that is whole',
    () => new Answer('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }),
    200,
    'data: 1\n\n',
    { 'content-type': 'text/event-stream', 'content-length': '9' },
  ],
  ['a refusal', () => new Answer('{}', { status: 406 }), 406, '{}', {}],
];
for (const [what, response, status, text, headers] of replies)
  test(`an answer that is ${what}`, () =>
    serve(response, async (call) => {
      const answer = await call('POST', '/api/mcp', { json: {} });
      assert.equal([answer.status, answer.text], [status, text]);
      for (const [name, value] of Object.entries(headers)) assert.is(answer.headers[name], value, name);
    }));

test('a stream does not outlive its session: what comes after that is not told, and it ends', async () => {
  const pieces = ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n'];
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (pieces.length === 2) isLetIn = false;
        controller.enqueue(Buffer.from(pieces.shift() ?? ''));
      },
      cancel: () => {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  await serve(
    () => new Answer(body, { headers: { 'content-type': 'text/event-stream' } }),
    async (call) => {
      const { status, text } = await call('GET', '/api/mcp');
      assert.equal([status, text], [200, 'data: 1\n\n']);
    },
  );
  isLetIn = true;
  assert.is(cancelled, true);
});

test.run();
