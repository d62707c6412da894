import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withService, type RunningService } from './files-service.ts';

const test = suite('attack/kept-service');

const root = mkdtempSync(join(tmpdir(), 'flapbox-kept-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const peakOf = ({ child }: RunningService): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;

/** A folder of plugins: as many as are asked for of one kind, and a small one beside them. */
const folderOf = (name: string, count: number, code: string): { dir: string; plugins: string; ids: string[] } => {
  const [dir, plugins] = [join(root, name), join(root, name, 'plugins')];
  const ids = Array.from({ length: count }, (_, at) => `hungry_${at}`);
  for (const id of [...ids, 'small']) {
    mkdirSync(join(plugins, id), { recursive: true });
    writeFileSync(join(plugins, id, 'manifest.json'), JSON.stringify({ id, name: id, version: '1.0.0' }));
    writeFileSync(join(plugins, id, 'index.mjs'), id === 'small' ? SMALL : code);
  }
  return { dir: join(dir, 'data'), plugins, ids };
};

const SMALL = 'export const fetchData = () => ({ available: true, data: { fine: 1 } });';

/** What plugins do that end a service which keeps all that it is told; and what is said of those who do. */
const HUNGRY: readonly (readonly [name: string, count: number, code: string, said: RegExp])[] = [
  [
    'empty objects',
    12,
    'export const fetchData = () => ({ available: true, data: { list: new Array(80_000).fill({}) } });',
    /^keeps more than its part of the memory: its result needs [\d.]+ MiB, at most 2.0 MiB$/,
  ],
  [
    'as much as each may have',
    24,
    'export const fetchData = () => ({ available: true, data: { at: Math.random(), list: new Array(29_000).fill({}) } });',
    /^finds no room: the 12.0 MiB for the data of all plugins are full, and it would keep most \([\d.]+ MiB\)$/,
  ],
];

const valueOf = async (service: RunningService, id: string): Promise<{ error: unknown; data: unknown }> => {
  const { body } = await service.get(`/displays/${id}/raw`);
  return { error: body['error'], data: body['data'] };
};

for (const [name, count, code, said] of HUNGRY) {
  test(`plugins that report ${name} do not end the service, and the small one goes on`, async () => {
    const { dir, plugins, ids } = folderOf(name, count, code);
    mkdirSync(dir, { recursive: true });
    const env = { SERVICE_PLUGINS_DIR: plugins };
    await withService(
      dir,
      async (service) => {
        const errors: unknown[] = [];
        for (const id of [...ids, 'small']) {
          assert.is((await service.send('POST', `/plugins/${id}/enable`)).status, 200);
          errors.push((await valueOf(service, id)).error);
        }
        assert.is(errors.pop(), null);
        const refused = errors.filter((error) => error !== null);
        assert.ok(refused.length >= count / 2, `${refused.length} of ${count}`);
        for (const error of refused) assert.match(String(error), said);
        assert.ok(peakOf(service) < 160, `${peakOf(service)} MiB`);
      },
      env,
    );
    await withService(
      dir,
      async (service) => {
        assert.equal(await valueOf(service, 'small'), { error: null, data: { fine: 1 } });
        assert.ok(peakOf(service) < 160, `${peakOf(service)} MiB`);
      },
      env,
    );
  });
}

test('values that were stored before, and are too much, do not end the start', async () => {
  const { dir, plugins, ids } = folderOf('stored', 40, SMALL);
  const folder = join(dir, 'cache', 'payloads');
  mkdirSync(folder, { recursive: true });
  const list = `[${new Array(80_000).fill('{}').join(',')}]`;
  for (const key of ids) {
    const value = `{"data":{"list":${list}},"formatted_lines":null,"fetched_at":${Date.now()}}`;
    const entry = `{"value":${value},"expires_at":${Date.now() + 3_600_000},"ttl_ms":86400000}`;
    const file = createHash('sha256').update(key).digest('hex');
    writeFileSync(join(folder, file), `{"key":"${key}","value":${entry}}`);
  }
  const env = { SERVICE_PLUGINS_DIR: plugins };
  await withService(
    dir,
    async (service) => {
      for (const id of ids.slice(0, 3)) await service.send('POST', `/plugins/${id}/enable`);
      assert.equal(await valueOf(service, ids[0] ?? ''), { error: null, data: { fine: 1 } });
      assert.ok(peakOf(service) < 160, `${peakOf(service)} MiB`);
    },
    env,
  );
});

test.run();
