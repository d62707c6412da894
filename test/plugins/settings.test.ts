import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settingsFromEnvironment } from '../../src/plugins/keeping/environment.ts';
import { parseManifest } from '../../src/plugins/contract/manifest.ts';
import { joinSecrets, maskSecrets, splitSecrets } from '../../src/plugins/keeping/secrets.ts';
import { restoreSecrets } from '../../src/plugins/keeping/replaced-settings.ts';
import { checkSettings } from '../../src/plugins/contract/settings-check.ts';
import {
  missingSettings,
  readSettingSchema,
  withDefaults,
  type SettingSchema,
} from '../../src/plugins/contract/settings-schema.ts';

const test = suite('plugins/settings');

const one = (schema: SettingSchema): SettingSchema => ({ type: 'object', properties: { x: schema } });

for (const [schema, good, bad, message] of [
  [{ type: 'string' }, ['', 'a'], [1, true, [], {}], 'must be of type string'],
  [{ type: 'integer' }, [0, -3, 2 ** 53 - 1], [1.5, '1', true, NaN, Infinity], 'must be of type integer'],
  [{ type: 'number' }, [0, 1.5], ['1', false, NaN], 'must be of type number'],
  [{ type: 'boolean' }, [true, false], [0, 'true'], 'must be of type boolean'],
  [{ type: 'array' }, [[], [1]], ['a', {}], 'must be of type array'],
  [{ type: 'object' }, [{}, { a: 1 }], [[], 'a'], 'must be of type object'],
  [{ enum: ['a', 2] }, ['a', 2], ['b', '2'], 'must be one of "a", 2'],
  [{ type: 'integer', minimum: 2, maximum: 4 }, [2, 4], [1, 5], 'must be between 2 and 4'],
  [{ type: 'number', minimum: 0.5 }, [0.5], [0.4], 'must be at least 0.5'],
  [{ type: 'number', maximum: 2 }, [2], [2.1], 'must be at most 2'],
  [{ type: 'string', minLength: 2, maxLength: 3 }, ['ab', 'abc'], ['a', 'abcd'], 'must be between 2 and 3 characters'],
  [{ type: 'string', pattern: '^[a-z]+$' }, ['abc', ''], ['A', 'a1'], 'must match ^[a-z]+$'],
  [
    { type: 'string', format: 'uri' },
    ['http://a', 'https://a/b?c', 'webcal://a/b', 'mqtt://a:1', ''],
    ['a', 'ftp://a', 'javascript:alert(1)', '//a'],
    'must be an address like https://example.org/',
  ],
  [{ type: 'array', minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]], 'must be between 1 and 2 entries'],
] as const satisfies readonly (readonly [SettingSchema, readonly unknown[], readonly unknown[], string])[]) {
  for (const value of good)
    test(`${JSON.stringify(schema)} allows ${JSON.stringify(value)}`, () =>
      assert.equal(checkSettings(one(schema), { x: value }), []));
  for (const value of bad)
    test(`${JSON.stringify(schema)} refuses ${String(JSON.stringify(value))}`, () =>
      assert.equal(checkSettings(one(schema), { x: value }), [`x: ${message}`]));
}

const NESTED: SettingSchema = {
  properties: {
    list: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
      },
    },
    map: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

for (const [settings, problems] of [
  [{ list: [{ name: 'a', count: 1 }], map: { a: 'b' } }, []],
  [{ list: [{ name: 'a' }, { count: 0 }] }, ['list[1].name: is required', 'list[1].count: must be at least 1']],
  [{ list: [{ name: '' }] }, ['list[0].name: is required']],
  [{ map: { a: 1 } }, ['map.a: must be of type string']],
  [{ unknown: { anything: [1] } }, []],
  [{ list: null }, []],
] as const) {
  test(`nested settings ${JSON.stringify(settings)}`, () => assert.equal(checkSettings(NESTED, settings), problems));
}

test('of thousands of problems twenty are told, and no more are looked for', () => {
  const list = Array.from({ length: 50_000 }, () => 'x');
  const choices = Array.from({ length: 5000 }, (_, at) => `v${at}`);
  for (const items of [
    { type: 'string', enum: choices },
    { type: 'object', required: choices },
  ])
    assert.is(
      checkSettings(one({ type: 'array', items }), { x: list.map((one) => (items.enum ? one : {})) }).length,
      20,
    );
});

test('what patterns may cost is bounded for all settings together', () => {
  const items = { type: 'string', pattern: '(?:[a-z]|(b|c)*)+?'.repeat(9) };
  const list = (count: number) => ({ x: Array.from({ length: count }, () => 'abc') });
  assert.equal(checkSettings(one({ type: 'array', items }), list(20)), []);
  assert.is(checkSettings(one({ type: 'array', items }), list(1_000_000)).length, 20);
});

test('a pattern that makes backtracking explode is answered at once', () =>
  assert.is(checkSettings(one({ type: 'string', pattern: '^(a+)+$' }), { x: `${'a'.repeat(5000)}!` }).length, 1));

for (const [schema, error] of [
  [null, /must be an object/],
  [{ properties: { a: 1 } }, /properties\.a: must be an object/],
  [{ properties: { a: { minimum: '1' } } }, /a\.minimum/],
  [{ properties: { a: { pattern: '(' } } }, /a\.pattern/],
  [{ properties: { a: { enum: 1 } } }, /a\.enum/],
  [{ required: 'a' }, /required/],
  [{ properties: { a: { items: { type: 5 } } } }, /items\.type/],
  [{ properties: { a: { secret: 'yes' } } }, /secret/],
] as const) {
  test(`a settings schema out of the vocabulary: ${JSON.stringify(schema)}`, () => {
    const read = readSettingSchema(schema);
    assert.match('error' in read ? read.error : '', error);
  });
}

test('unknown members of a settings schema pass', () =>
  assert.ok(
    'schema' in
      readSettingSchema({
        properties: { a: { type: 'string', 'ui:placeholder': 'x', 'ui:visible_when': {} } },
        'ui:sections': [],
      }),
  ));

test('required settings without a value are missing; "enabled" is none', () => {
  const schema: SettingSchema = { required: ['enabled', 'a', 'b', 'c', 'd', 'e'] };
  assert.equal(missingSettings(schema, { a: '', b: [], c: null, d: 0, e: false }), ['a', 'b', 'c']);
});

test('defaults fill what is absent or null, at every level, without sharing', () => {
  const list = ['x'];
  const schema: SettingSchema = {
    properties: {
      a: { default: 1 },
      b: { default: list },
      c: { properties: { d: { default: 2 } } },
      e: { properties: { f: { default: 3 } } },
    },
  };
  const filled = withDefaults(schema, { a: null, c: {}, other: true });
  assert.equal(filled, { a: 1, b: ['x'], c: { d: 2 }, other: true });
  assert.is.not(filled['b'], list);
});

const SECRETS: SettingSchema = {
  properties: {
    token: { type: 'string', 'ui:widget': 'password' },
    key: { type: 'string', secret: true },
    connection: { type: 'object', properties: { url: { type: 'string' }, password: { type: 'string', secret: true } } },
    headers: { type: 'object', additionalProperties: { type: 'string', secret: true } },
    accounts: {
      type: 'array',
      items: { type: 'object', properties: { user: { type: 'string' }, pass: { type: 'string', secret: true } } },
    },
  },
};
const WHOLE = {
  token: 't',
  key: '',
  plain: 1,
  connection: { url: 'u', password: 'p' },
  headers: { Authorization: 'h' },
  accounts: [
    { user: 'a', pass: '1' },
    { user: 'b', pass: '2' },
  ],
};

test('secrets are parted from the rest, at any depth', () =>
  assert.equal(splitSecrets(SECRETS, WHOLE), {
    config: { plain: 1, connection: { url: 'u' }, headers: {} },
    secrets: {
      token: 't',
      key: '',
      connection: { password: 'p' },
      headers: { Authorization: 'h' },
      accounts: WHOLE.accounts,
    },
  }));

test('parted settings join to what they were', () => {
  const { config, secrets } = splitSecrets(SECRETS, WHOLE);
  assert.equal(joinSecrets(config, secrets), WHOLE);
});

test('secrets that have a value are shown as ***', () =>
  assert.equal(maskSecrets(SECRETS, WHOLE), {
    token: '***',
    key: '',
    plain: 1,
    connection: { url: 'u', password: '***' },
    headers: { Authorization: '***' },
    accounts: [
      { user: 'a', pass: '***' },
      { user: 'b', pass: '***' },
    ],
  }));

test('what is shown, sent back, is what was stored', () =>
  assert.equal(restoreSecrets(SECRETS, maskSecrets(SECRETS, WHOLE), WHOLE), WHOLE));
test('new secrets replace stored ones', () =>
  assert.equal(restoreSecrets(SECRETS, { token: 'new', headers: { Authorization: '***', Other: 'x' } }, WHOLE), {
    token: 'new',
    headers: { Authorization: 'h', Other: 'x' },
  }));
test('*** for a secret that was never stored is no value', () =>
  assert.equal(restoreSecrets(SECRETS, { token: '***' }, {}), {}));
test('*** of a setting that is no secret is a value', () =>
  assert.equal(restoreSecrets(SECRETS, { plain: '***' }, WHOLE), { plain: '***' }));

const manifest = (env_vars: object[]) => {
  const parsed = parseManifest({ id: 'demo', name: 'Demo', version: '1.0.0', env_vars });
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.manifest;
};
const ENV_SCHEMA: SettingSchema = {
  properties: {
    url: { type: 'string' },
    demo_key: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    on: { type: 'boolean' },
    list: { type: 'array', items: { type: 'string' } },
    map: { type: 'object' },
  },
};

for (const [name, variable, text, expected] of [
  ['a declared setting', { name: 'X_URL', key: 'url' }, 'http://a', { url: 'http://a' }],
  ['the setting of its name', { name: 'DEMO_KEY' }, 'k', { demo_key: 'k' }],
  ["the setting of its name without the plugin's", { name: 'DEMO_URL' }, 'u', { url: 'u' }],
  ['no setting at all', { name: 'OTHER' }, 'x', {}],
  ['an integer', { name: 'X', key: 'count' }, '5', { count: 5 }],
  ['an integer out of range', { name: 'X', key: 'count' }, '0', {}],
  ['no integer', { name: 'X', key: 'count' }, 'five', {}],
  ['a word for yes', { name: 'X', key: 'on' }, 'YES', { on: true }],
  ['a word for no', { name: 'X', key: 'on' }, 'off', { on: false }],
  ['no such word', { name: 'X', key: 'on' }, 'maybe', {}],
  ['a JSON list', { name: 'X', key: 'list' }, '["a","b"]', { list: ['a', 'b'] }],
  ['a list with commas', { name: 'X', key: 'list' }, 'a, b', { list: ['a', 'b'] }],
  ['a JSON object', { name: 'X', key: 'map' }, '{"a":1}', { map: { a: 1 } }],
  ['an empty text', { name: 'X', key: 'url' }, '', {}],
] as const) {
  test(`the environment controls ${name}`, () =>
    assert.equal(settingsFromEnvironment(manifest([variable]), ENV_SCHEMA, { [variable.name]: text }), expected));
}

for (const [change, error] of [
  [{ id: 'Bad' }, /id/],
  [{ id: '1bad' }, /id/],
  [{ id: 'red' }, /reserved/],
  [{ id: 'constructor' }, /reserved/],
  [{ name: '' }, /name/],
  [{ name: 'x'.repeat(51) }, /name/],
  [{ version: '1.0' }, /version/],
  [{ description: 'x'.repeat(201) }, /description/],
  [{ category: 'games' }, /category/],
  [{ plugin_type: 'output' }, /plugin_type/],
  [{ transition_settings: { max_frames: 0 } }, /max_frames/],
  [{ transition_settings: { max_runtime_seconds: 0 } }, /max_runtime_seconds/],
  [{ transition_settings: { min_interval_ms: -1 } }, /min_interval_ms/],
  [{ env_vars: [{ name: 'A B' }] }, /env_vars\.0\.name/],
  [{ variables: { simple: { a: { max_length: 0 } } } }, /variables/],
  [{ timeout_seconds: 31 }, /timeout_seconds/],
] as const) {
  test(`a manifest with ${JSON.stringify(change).slice(0, 60)} is refused`, () => {
    const parsed = parseManifest({ id: 'demo', name: 'Demo', version: '1.0.0', ...change });
    assert.match('error' in parsed ? parsed.error : '', error);
  });
}

for (const value of [null, [], 'x', {}, 5])
  test(`${JSON.stringify(value)} is no manifest`, () => assert.ok('error' in parseManifest(value)));

test('unknown members of a manifest pass through', () => {
  const parsed = parseManifest({ id: 'demo', name: 'Demo', version: '1.0.0', teaser: 'x', screenshots: [] });
  assert.is('manifest' in parsed && parsed.manifest['teaser'], 'x');
});

test('a plugin that may trigger gets the setting for its page', () => {
  const parsed = parseManifest({
    id: 'demo',
    name: 'Demo',
    version: '1.0.0',
    supports_triggers: true,
    settings_schema: { properties: { a: {} } },
  });
  assert.equal('manifest' in parsed && Object.keys(parsed.manifest.settings_schema['properties'] as object), [
    'trigger_page_id',
    'a',
  ]);
});

test.run();
