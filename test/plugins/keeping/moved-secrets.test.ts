import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movedSecrets } from '../../../src/plugins/keeping/replaced-settings.ts';
import { findForeignVariable } from '../../../src/plugins/keeping/environment.ts';
import { secretValues, withoutMaskedAddresses } from '../../../src/plugins/keeping/secrets.ts';
import type { Manifest } from '../../../src/plugins/contract/manifest.ts';
import type { SettingSchema } from '../../../src/plugins/contract/settings-schema.ts';

// A stored secret goes where it went: `***` keeps it only while nothing leads elsewhere.
const test = suite('plugins/keeping/moved-secrets');

const text: SettingSchema = { type: 'string' };
const secret: SettingSchema = { type: 'string', secret: true };
const account: SettingSchema = { type: 'object', properties: { url: text, token: secret, label: text } };
const SCHEMA: SettingSchema = {
  type: 'object',
  properties: {
    url: { type: 'string', default: 'https://usual.example' },
    host: text,
    label: text,
    token: secret,
    inner: account,
    all: { type: 'array', items: account },
    free: { type: 'object', additionalProperties: secret },
    bare: { type: 'array' },
  },
};

const STAYS = '***';
const moved: [what: string, stored: object, sent: object, paths: string[]][] = [
  ['the same address', { url: 'https://a.example', token: 't' }, { url: 'https://a.example', token: STAYS }, []],
  ['another path there', { url: 'https://a.example/x', token: 't' }, { url: 'https://a.example/y', token: STAYS }, []],
  ['another host', { url: 'https://a.example', token: 't' }, { url: 'https://b.example', token: STAYS }, ['token']],
  ['another scheme', { url: 'https://a.example', token: 't' }, { url: 'http://a.example', token: STAYS }, ['token']],
  [
    'another port',
    { url: 'https://a.example', token: 't' },
    { url: 'https://a.example:8443', token: STAYS },
    ['token'],
  ],
  ['another name of a host', { host: 'a', token: 't' }, { host: 'b', token: STAYS }, ['token']],
  ['another label', { label: 'a', token: 't' }, { label: 'b', token: STAYS }, []],
  ['the usual address in words', { token: 't' }, { url: 'https://usual.example', token: STAYS }, []],
  ['another than the usual address', { token: 't' }, { url: 'https://b.example', token: STAYS }, ['token']],
  ['no address any more, but the usual one', { url: 'https://a.example', token: 't' }, { token: STAYS }, ['token']],
  ['a new secret', { url: 'https://a.example', token: 't' }, { url: 'https://b.example', token: 'u' }, []],
  ['a secret that was never stored', { url: 'https://a.example' }, { url: 'https://b.example', token: STAYS }, []],
  ['a secret that is empty', { url: 'https://a.example', token: '' }, { url: 'https://b.example', token: STAYS }, []],
  [
    'an address above moves all below it',
    { url: 'https://a.example', inner: { token: 't' } },
    { url: 'https://b.example', inner: { token: STAYS } },
    ['inner.token'],
  ],
  [
    'an address below moves what stands above it',
    { token: 't', inner: { url: 'https://a.example' } },
    { token: STAYS, inner: { url: 'https://b.example' } },
    ['token'],
  ],
  [
    'an address in one object moves nothing beside it',
    { inner: { url: 'https://a.example', token: 't' }, all: [{ url: 'https://c.example', token: 'u' }] },
    { inner: { url: 'https://b.example', token: STAYS }, all: [{ url: 'https://c.example', token: STAYS }] },
    ['inner.token'],
  ],
  [
    'each element of a list has its own',
    {
      all: [
        { url: 'https://a.example', token: 't' },
        { url: 'https://b.example', token: 'u' },
      ],
    },
    {
      all: [
        { url: 'https://a.example', token: STAYS },
        { url: 'https://c.example', token: STAYS },
      ],
    },
    ['all[1].token'],
  ],
  [
    'elements that change places',
    {
      all: [
        { url: 'https://a.example', token: 't' },
        { url: 'https://b.example', token: 'u' },
      ],
    },
    {
      all: [
        { url: 'https://b.example', token: STAYS },
        { url: 'https://a.example', token: STAYS },
      ],
    },
    ['all[0].token', 'all[1].token'],
  ],
  [
    'members that no manifest names',
    { url: 'https://a.example', free: { one: 't' } },
    { url: 'https://b.example', free: { one: STAYS } },
    ['free.one'],
  ],
  ['what no manifest knows', { url: 'https://a.example', other: 't' }, { url: 'https://b.example', other: STAYS }, []],
  ['a list of anything', { url: 'https://a.example', bare: ['t'] }, { url: 'https://b.example', bare: [STAYS] }, []],
];
for (const [what, stored, sent, paths] of moved)
  test(`${what}: ${paths.length === 0 ? 'secrets stay' : paths.join(', ')}`, () => {
    const told = movedSecrets(SCHEMA, sent as never, stored as never, sent as never);
    assert.equal(
      told.map((sentence) => sentence.split(': ')[0]),
      paths,
    );
    for (const sentence of told) assert.match(sentence, /\*\*\* keeps the stored value only while .* send it again/);
  });

const variables: [what: string, names: string[], others: string[], foreign: number | null][] = [
  ['none', [], [], null],
  ['its own', ['PLUGIN_HOME_URL', 'PLUGIN_HOME_KEY_2'], [], null],
  ['one of the process', ['PATH'], [], 0],
  ['one of its own and one of nobody', ['PLUGIN_HOME_URL', 'HOME_URL'], [], 1],
  ['one of another plugin', ['PLUGIN_SUN_URL'], ['sun'], 0],
  ['one in small letters', ['PLUGIN_HOME_url'], [], 0],
  ['one of a plugin with a longer id', ['PLUGIN_HOME_ASSISTANT_URL'], ['home_assistant'], 0],
  ['the same without that plugin', ['PLUGIN_HOME_ASSISTANT_URL'], ['homely'], null],
  ['itself among all', ['PLUGIN_HOME_URL'], ['home'], null],
];
for (const [what, names, others, foreign] of variables)
  test(`variables of the environment that a manifest names: ${what}`, () => {
    const manifest = { id: 'home', env_vars: names.map((name) => ({ name })) } as unknown as Manifest;
    const told = findForeignVariable(manifest, others);
    assert.is(told?.split(': ')[1] ?? null, foreign === null ? null : `env_vars.${foreign}.name`);
    if (told !== null) assert.match(told, /must begin with PLUGIN_HOME_/);
  });

test('every secret is hidden in texts, those of addresses among them', () => {
  const settings = {
    label: 'open',
    token: 't1',
    inner: { token: 't2', url: 'https://user:word@a.example/?key=k3' },
    all: [{ token: 't4' }],
  };
  const found = secretValues(SCHEMA, settings);
  for (const one of ['t1', 't2', 'https://user:word@a.example/?key=k3', 'word', 'k3', 't4'])
    assert.ok(found.includes(one), `${one} of ${JSON.stringify(found)}`);
  for (const one of ['open', 'https://usual.example']) assert.not.ok(found.includes(one), one);
});

test('settings with an address that lacks its secrets are left out', () => {
  const whole = { url: 'https://a.example/?key=k', label: '***', count: 3, none: null };
  const masked = {
    one: 'https://a.example/?key=***',
    two: ['https://b.example', 'https://user:***@b.example'],
    three: { deep: { url: 'https://c.example/?token=***' } },
  };
  assert.equal(withoutMaskedAddresses({ ...whole, ...masked }), whole);
});

test.run();
