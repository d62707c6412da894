import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { call } from '../support/http.ts';
import { startFuzzed, type Fuzzed } from './api-rig.ts';
import { createDraw, repeat, SEED, type Draw } from './draw.ts';
import { hostileText } from './hostile.ts';

/** Bytes that are hardly HTTP, at the port of the service and at that of a board's own Local API. */
const test = suite('any bytes at a port');

const GRID = JSON.stringify(Array.from({ length: 6 }, () => Array.from({ length: 22 }, () => 5)));

const whole = (draw: Draw, key: string): string => {
  const body = draw.pick([
    GRID,
    `{"characters":${GRID},"strategy":"column"}`,
    '{"text":"A"}',
    '{"characters":[[1,2],[3]]}',
    'null',
    '',
    hostileText(draw).slice(0, 500),
  ]);
  const path = draw.pick([
    '/local-api/message',
    '/local-api/enablement',
    '/api/v1/health',
    '/api/v1/boards/primary/message',
    '/',
    '/api/events',
    `/${encodeURI('ä')}`,
    '/api/../../etc/passwd',
    '//',
    '*',
    'http://other/api',
  ]);
  const lines = [
    `${draw.pick(['GET', 'POST', 'PUT', 'OPTIONS', 'HEAD', 'CONNECT', 'TRACE', 'get', 'PRI', 'X'.repeat(60)])} ${path} HTTP/${draw.pick(['1.1', '1.0', '2.0', '9.9', ''])}`,
    `Host: ${draw.pick(['127.0.0.1', 'localhost', 'evil.example', '', '[::1', '127.0.0.1:99999'])}`,
    `X-Vestaboard-Local-Api-Key: ${draw.pick([key, 'wrong', ''])}`,
    draw.pick([
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Content-Length: 99999999',
      'Content-Length: -1',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: chunked, chunked',
      '',
    ]),
    draw.pick([
      'Content-Type: application/json',
      'Expect: 100-continue',
      'Upgrade: websocket\r\nConnection: Upgrade',
      'Connection: keep-alive',
      `X: ${'y'.repeat(20_000)}`,
      'Cookie: service_session=%00',
      'Range: bytes=0-,5-1,-1',
      'If-None-Match: "',
      '\0: a',
      ' : b',
    ]),
  ].filter((line) => line !== '');
  return `${lines.join('\r\n')}\r\n\r\n${draw.chance(0.3) ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body}`;
};

const spoilt = (text: string, draw: Draw): Buffer => {
  const bytes = Buffer.from(text, 'latin1');
  if (draw.chance(0.4)) return bytes;
  for (let count = draw.integer(1, 5); count > 0 && bytes.length > 0; count--)
    bytes[draw.integer(0, bytes.length - 1)] = draw.integer(0, 255);
  return draw.chance(0.3) ? bytes.subarray(0, draw.integer(0, bytes.length)) : bytes;
};

/** Sends bytes in pieces and hangs up after a moment, politely or not. */
const throwAt = (port: number, bytes: Buffer, draw: Draw): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1');
    socket
      .on('data', (chunk: Buffer) => (heard += chunk.toString('latin1').slice(0, 2000)))
      .on('error', () => undefined)
      .on('close', () => resolve(heard));
    const cut = draw.integer(0, bytes.length);
    socket.write(bytes.subarray(0, cut));
    socket.write(bytes.subarray(cut));
    const rude = draw.chance(0.3);
    setTimeout(() => (rude ? socket.resetAndDestroy() : socket.destroy()), draw.integer(1, 25));
  });

const openLocalApi = async ({ app }: Fuzzed): Promise<{ port: number; key: string }> => {
  const boards = await call(app.port, 'GET', '/api/v1/boards');
  const id = (boards.json as { boards: { id: string }[] }).boards[0]?.id ?? '';
  const port = 20_000 + (process.pid % 20_000);
  const set = await call(app.port, 'PUT', '/api/settings/board', { json: { boards: [{ id, local_api_port: port }] } });
  assert.is(set.status, 200, set.text);
  const { json } = await call(app.port, 'POST', `/api/settings/board/${id}/local-api/rotate`);
  const { enablement_token } = json as { enablement_token: string };
  const enabled = await call(port, 'POST', '/local-api/enablement', {
    headers: { 'X-Vestaboard-Local-Api-Enablement-Token': enablement_token },
  });
  return { port, key: (enabled.json as { apiKey: string }).apiKey };
};

test('are answered or cut off, and the next request is served', async () => {
  const awake = setInterval(() => undefined, 60_000);
  const fuzzed = await startFuzzed();
  const draw = createDraw(SEED);
  try {
    const local = await openLocalApi(fuzzed);
    const rounds = await repeat(400, async () => {
      const heard = await Promise.all(
        Array.from({ length: 8 }, () =>
          throwAt(draw.chance(0.5) ? fuzzed.app.port : local.port, spoilt(whole(draw, local.key), draw), draw),
        ),
      );
      for (const text of heard) {
        assert.not.ok(text.includes(fuzzed.dir) || /\n\s+at \S+ \(|node:internal/.test(text), text);
        if (text.startsWith('HTTP/1.1 5')) assert.match(text, /^HTTP\/1.1 50[15]/, text);
      }
    });
    assert.ok(rounds >= 100);
    assert.is((await call(fuzzed.app.port, 'GET', '/api/v1/health')).status, 200);
    const sent = await call(local.port, 'POST', '/local-api/message', {
      body: GRID,
      headers: { 'X-Vestaboard-Local-Api-Key': local.key, 'Content-Type': 'application/json' },
    });
    assert.ok([200, 201, 409].includes(sent.status), `${sent.status} ${sent.text}`);
    assert.not.match(fuzzed.lines.join('\n'), /failed unexpectedly|unhandled/);
  } finally {
    await fuzzed.close();
    clearInterval(awake);
  }
});

test.run();
