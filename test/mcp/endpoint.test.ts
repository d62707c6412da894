import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UNEXPECTED } from '../../src/fault.ts';
import type { Answer } from '../../src/mcp/answer.ts';
import { McpEndpoint } from '../../src/mcp/endpoint.ts';
import type { McpServices } from '../../src/mcp/services.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createTestLog } from '../support/http.ts';
import { initialize } from './rig.ts';

const test = suite('mcp/endpoint');

/** An endpoint whose catalogue cannot be read. */
const rig = () => {
  const log = createTestLog();
  const render = {
    catalog: () => {
      throw new Error('no catalogue');
    },
  };
  const services = { render } as unknown as McpServices;
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const endpoint = new McpEndpoint({ services, log, version: '1', clock });
  const post = (message: object, headers: Record<string, string> = {}): Promise<Answer> =>
    endpoint.respond({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: Buffer.from(JSON.stringify(message)),
      signal: new AbortController().signal,
    });
  return { log, endpoint, post };
};

const errorIn = async (answer: Answer): Promise<{ code: number; message: string }> =>
  (JSON.parse(await answer.text()) as { error: { code: number; message: string } }).error;

test('what fails unexpectedly is told to the log alone', async () => {
  const { log, post } = rig();
  const session = (await post(initialize())).headers.get('mcp-session-id') ?? '';
  const read = { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'flapbox://catalogue' } };
  const answer = await post(read, { 'mcp-session-id': session });
  assert.equal([answer.status, await errorIn(answer)], [200, { code: -32603, message: UNEXPECTED }]);
  assert.equal(
    log.errors.map(({ message, fields }) => [message, fields?.['method']]),
    [['a request failed unexpectedly', 'resources/read']],
  );
});

test('who begins without an id has no session', async () => {
  const { id: _id, ...notification } = initialize();
  const answer = await rig().post(notification);
  assert.is(answer.headers.get('mcp-session-id'), null);
});

test('once it is stopped every request is 503', async () => {
  const { endpoint, post } = rig();
  await post(initialize());
  await endpoint.stop();
  assert.is((await post(initialize())).status, 503);
});

test.run();
