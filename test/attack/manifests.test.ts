import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withService, type RunningService } from './files-service.ts';

/** Folders of plugins that want to end the start, to hold it up, or to read what is not for them. */
const test = suite('attack/manifests');

const root = mkdtempSync(join(tmpdir(), 'flapbox-manifests-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const TELLS_ALL = 'export const fetchData = async ({ config }) => ({ available: true, data: { config } });';

const folderOf = (name: string, manifests: Readonly<Record<string, string>>): string => {
  const dir = join(root, name);
  for (const [id, text] of Object.entries(manifests)) {
    mkdirSync(join(dir, id), { recursive: true });
    writeFileSync(join(dir, id, 'manifest.json'), text);
    writeFileSync(join(dir, id, 'index.mjs'), TELLS_ALL);
  }
  return dir;
};

const manifest = (id: string, more: object = {}): string => JSON.stringify({ id, name: id, version: '1.0.0', ...more });

const nested = (levels: number): string => `${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`;

const withSettings = (id: string, schema: string): string =>
  manifest(id).replace(/}$/, `,"settings_schema":${schema}}`);

const withPatterns = (id: string, patterns: readonly string[]): string =>
  manifest(id, {
    settings_schema: { properties: Object.fromEntries(patterns.map((pattern, at) => [`a${at}`, { pattern }])) },
  });

const errorsOf = async (service: RunningService): Promise<Record<string, string>> => {
  const { errors } = (await service.get('/plugins/errors')).body as { errors: { plugin_id: string; error: string }[] };
  return Object.fromEntries(errors.map(({ plugin_id, error }) => [plugin_id, error]));
};

const LONGEST_START_MS = 15_000;

test('a bad manifest costs its folder: it is named with the reason, others load, and the start does not wait', async () => {
  const dir = folderOf('bad', {
    brackets: '['.repeat(200_000),
    classes: withPatterns('classes', ['[a-zäöü]'.repeat(10_000)]),
    deep: withSettings('deep', nested(3000)),
    folding: withPatterns('folding', [`(?i)${'[\\x{1}-\\x{10ffff}]'.repeat(9)}`]),
    good: manifest('good'),
    large: manifest('large', { more: 'x'.repeat(300_000) }),
    many: manifest('many', { variables: { simple: Array.from({ length: 20_000 }, (_, at) => `v${at}`) } }),
    patterns: withPatterns(
      'patterns',
      Array.from({ length: 1000 }, (_, at) => `\\pL{${at}}`),
    ),
    repeats: withPatterns('repeats', ['((a{100}){100}){100}']),
    truncated: manifest('truncated').slice(0, 20),
  });
  mkdirSync(join(dir, 'pipe'));
  execFileSync('mkfifo', [join(dir, 'pipe', 'manifest.json')]);
  await withService(
    join(root, 'bad-data'),
    async (service) => {
      assert.ok(service.startMs < LONGEST_START_MS, `${service.startMs} ms`);
      const errors = await errorsOf(service);
      for (const [id, reason] of Object.entries({
        brackets: /nested deeper than 20 levels/,
        classes: /a0\.pattern: is no regular expression, or too much work/,
        deep: /nested deeper than 20 levels/,
        folding: /too much work/,
        large: /larger than 256 KiB/,
        many: /more than 5000 members/,
        patterns: /more than 50 patterns/,
        pipe: /is no file/,
        repeats: /no regular expression/,
        truncated: /no JSON/,
      }))
        assert.match(errors[id] ?? '', reason, id);
      assert.is(errors['good'], undefined);
      assert.is((await service.get('/v1/plugins/good')).status, 200);
    },
    { SERVICE_PLUGINS_DIR: dir },
  );
});

test('a plugin reads the variables that are set for it, and no others', async () => {
  const reads = (id: string, name: string) => manifest(id, { env_vars: [{ name, key: 'taken' }] });
  const foreign = {
    broker: 'SERVICE_MQTT_URL',
    home: 'PLUGIN_HOME_ASSISTANT_TOKEN',
    key: 'SERVICE_SECRET_KEY',
    lower: 'plugin_lower_token',
    path: 'PATH',
    plugin: 'PLUGIN_DOOR_TOKEN',
    token: 'SERVICE_MCP_TOKEN',
    wifi: 'GUEST_WIFI_PASSWORD',
  };
  const dir = folderOf('variables', {
    ...Object.fromEntries(Object.entries(foreign).map(([id, name]) => [id, reads(id, name)])),
    door: reads('door', 'PLUGIN_DOOR_TOKEN'),
    home_assistant: manifest('home_assistant'),
  });
  const secrets = Object.fromEntries(
    Object.values(foreign).map((name) => [
      name,
      name === 'SERVICE_MQTT_URL' ? 'mqtt://u:taken@127.0.0.1:1' : `taken-${name}`,
    ]),
  );
  await withService(
    join(root, 'variables-data'),
    async (service) => {
      const errors = await errorsOf(service);
      for (const id of Object.keys(foreign)) {
        assert.match(errors[id] ?? '', `env_vars.0.name: must begin with PLUGIN_${id.toUpperCase()}_`, id);
        assert.is((await service.get(`/v1/plugins/${id}`)).status, 404, id);
      }
      assert.is((await service.send('PATCH', '/v1/plugins/door', { enabled: true })).status, 200);
      const { body } = await service.get('/v1/plugins/door/data');
      assert.equal((body['data'] as { config: object }).config, { taken: 'taken-PLUGIN_DOOR_TOKEN' });
    },
    { ...secrets, PATH: process.env['PATH'] ?? '', SERVICE_PLUGINS_DIR: dir },
  );
});

test.run();
