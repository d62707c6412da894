import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'node:http';
import { memoryOf, pause, start, type Row } from './service.ts';

/** So many times as fast as it is the time goes by, once everything is off again. */
const FASTER = 20;
const REST_MS = 6000;
const LATER_MS = 30_000;

interface Told {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
type Say = (method: string, path: string, body?: object) => Promise<Told>;
/** What uses something that most installs do not, and switches it off again. */
type Feature = (say: Say, board: string) => Promise<unknown>;

const idOf = ({ body }: Told): string => String(body['id'] ?? (body['page'] as { id: string } | undefined)?.id);

const page = async (say: Say): Promise<string> =>
  idOf(await say('POST', '/v1/pages', { name: 'A', type: 'template', template: ['{{date_time.time}}', '{{=1+2}}'] }));

/** Makes something, and removes it. */
const keep = async (say: Say, path: string, body: object): Promise<void> => {
  await say('DELETE', `${path}/${idOf(await say('POST', path, body))}`);
};

const switchPlugin = async (say: Say, id: string): Promise<void> => {
  for (const enabled of [true, false]) await say('PATCH', `/v1/plugins/${id}`, { enabled });
};

const rpc = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const BEGIN = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };

const FEATURES: readonly Feature[] = [
  (say) => say('POST', '/v1/render', { template: ['{{date_time.time}}'] }),
  async (say, board_id) => {
    const page_id = await page(say);
    await keep(say, '/v1/schedules', { board_id, page_id, start_time: '08:00' });
    await keep(say, '/v1/collections', { name: 'C', page_ids: [page_id] });
    await say('DELETE', `/v1/pages/${page_id}`);
  },
  async (say, board) => {
    await say('POST', `/v1/boards/${board}/message`, { text: 'HELLO' });
    await say('DELETE', `/v1/boards/${board}/message`);
    await say('POST', `/boards/${board}/vbml`, { components: [{ template: 'HI' }] });
  },
  async (say) => {
    for (const path of ['catalogue', 'variables/all', 'sources', 'hosts']) await say('GET', `/plugins/${path}`);
    for (const id of ['weather', 'stocks', 'iss_now']) await switchPlugin(say, id);
  },
  async (say) => {
    await say('PUT', '/settings/mqtt', { enabled: true, broker_host: '127.0.0.1', broker_port: 1 });
    await say('PUT', '/settings/mqtt', { enabled: false });
  },
  async (say) => {
    await say('POST', '/mcp', rpc(1, 'initialize', BEGIN));
    await say('POST', '/mcp', rpc(2, 'tools/list'));
    await say('POST', '/mcp', rpc(3, 'tools/call', { name: 'list_boards', arguments: {} }));
  },
  async (say, board) => {
    for (const form of ['png', 'apng']) await say('GET', `/boards/${board}/picture.${form}`);
  },
  (say) => say('GET', '/backup/export'),
  (say, board) => keep(say, '/favourites', { name: 'F', text: 'HI', boards: [board] }),
  (say, board) => keep(say, '/shares', { board_id: board }),
  async (say) => {
    for (const path of ['/settings/board/discover', '/discover', '/settings/location/places?q=Vienna', '/openapi.json'])
      await say('GET', path);
  },
];

/** What is left of the memory that a dozen features took, ten minutes after each was used once and is off again. */
export const run = async (): Promise<Row[]> => {
  const agent = new Agent();
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-features-'));
  const program = [
    '--require',
    join(process.cwd(), 'test/bench/fast-clock.cjs'),
    join(process.cwd(), 'dist/flapbox.cjs'),
  ];
  const service = await start(agent, program, dir, { FAST_CLOCK: String(FASTER), SERVICE_LOG_LEVEL: 'error' });
  let refused = 0;
  const say: Say = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status >= 400) refused++;
    return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Told['body']) : {} };
  };
  await pause(REST_MS);
  const before = memoryOf(service.child, 'RssAnon');
  const boards = (await say('GET', '/v1/boards')).body['boards'] as { id: string }[];
  for (const use of FEATURES) await use(say, boards[0]?.id ?? '');
  const used = memoryOf(service.child, 'RssAnon');
  await pause(LATER_MS);
  const after = memoryOf(service.child, 'RssAnon');
  await service.stop();
  agent.destroy();
  rmSync(dir, { recursive: true, force: true });
  return [
    { name: 'memory of its own, before any feature is used', value: before, unit: 'MiB' },
    { name: 'a dozen features used once: memory', value: used - before, unit: 'MiB' },
    { name: 'all off again, ten minutes later: memory', value: after - before, unit: 'MiB', target: 2 },
    { name: 'requests of features that were refused', value: refused, unit: 'requests', target: 0 },
  ];
};
