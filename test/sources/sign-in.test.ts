import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { planAuthorize, planForm } from '../../src/sources/sign-in/plans.ts';
import { defaultSettings } from '../../src/sources/form/settings.ts';
import { hostsOf } from '../../src/sources/hosts.ts';
import type { CompiledSource } from '../../src/sources/compiling/compile-source.ts';
import { fileFor } from '../plugins/source-file.ts';

/** What a file says of a sign-in, and the requests that come of it. */
const test = suite('sources/sign-in');

const OAUTH = {
  service: 'Stand-in',
  authorize: 'https://login.example.com/authorize',
  token: 'https://login.example.com/token',
  steps: ['Make an app.'],
};
const fileWith = (oauth: object, more: object = {}): string =>
  JSON.stringify(
    fileFor('https://api.example.com', { account: { url: 'https://example.com', text: 'an app', oauth }, ...more }),
  );
const read = (oauth: object, more: object = {}): CompiledSource => {
  const result = readSource(fileWith(oauth, more));
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.compiled;
};
const problemsOf = (oauth: object, more: object = {}): string[] => {
  const result = readSource(fileWith(oauth, more));
  return 'problems' in result ? result.problems.map(({ path, message }) => `${path}: ${message}`) : [];
};
const momentFor = (compiled: CompiledSource, settings: Record<string, string> = {}) => ({
  settings: { ...defaultSettings(compiled.source), client_id: 'me', client_secret: 'hush', ...settings },
  place: {},
  region: 'metric' as const,
  now: 0,
  zone: 'UTC',
});

const WRONG: readonly (readonly [what: string, oauth: object, more: object, problem: RegExp])[] = [
  ['no way to agree', { ...OAUTH, authorize: undefined }, {}, /oauth: expected authorize, device or both/],
  ['an address that is none', { ...OAUTH, token: 'example.com/token' }, {}, /oauth\.token: expected an address/],
  ['an address without base_url', { ...OAUTH, revoke: '/revoke' }, {}, /oauth\.revoke: expected base_url/],
  ['no step', { ...OAUTH, steps: [] }, {}, /oauth\.steps/],
  ['an unknown member', { ...OAUTH, password: 'x' }, {}, /unknown member/],
  [
    'a member that comes by itself',
    { ...OAUTH, token_fields: { code: 'x' } },
    {},
    /token_fields\.code: this member comes/,
  ],
  [
    'a state of its own',
    { ...OAUTH, authorize_fields: { state: 'x' } },
    {},
    /authorize_fields\.state: this member comes/,
  ],
  [
    'a setting that comes by itself',
    OAUTH,
    { settings: { client_id: { type: 'string' } } },
    /settings\.client_id: this setting comes by itself/,
  ],
  ['a place to return to that is no web address', { ...OAUTH, return_to: 'javascript:alert(1)' }, {}, /return_to/],
];
for (const [what, oauth, more, problem] of WRONG)
  test(`${what} is refused`, () => {
    assert.match(problemsOf(oauth, more).join('\n'), problem);
  });

test('client ID and secret are settings, and the servers of the sign-in are among the hosts', () => {
  const { source } = read(OAUTH);
  assert.equal(hostsOf(source), ['api.example.com', 'login.example.com']);
  assert.equal(hostsOf(read({ ...OAUTH, device: 'https://device.example.com/code' }).source).length, 3);
});

test('the address to agree at has what the file and the sign-in say, in escapes', () => {
  const compiled = read({ ...OAUTH, authorize_fields: { prompt: 'consent', to: '{{settings.client_id}} & co' } });
  const url = planAuthorize(compiled, { scope: 'a b', state: '&=#', empty: '' }, momentFor(compiled));
  assert.ok(url instanceof URL);
  assert.equal(Object.fromEntries((url as URL).searchParams), {
    prompt: 'consent',
    to: 'me & co',
    scope: 'a b',
    state: '&=#',
  });
});

test('a form has client and secret in its body, or in its head, and nothing in its address', () => {
  const inBody = read({ ...OAUTH, token_fields: { action: 'requesttoken' } });
  const planned = planForm(inBody, 'token', { code: 'a+b/c=' }, momentFor(inBody));
  assert.not('error' in planned);
  if ('error' in planned) return;
  assert.is(planned.url, 'https://login.example.com/token');
  assert.equal(Object.fromEntries(new URLSearchParams(planned.body ?? '')), {
    action: 'requesttoken',
    client_id: 'me',
    client_secret: 'hush',
    code: 'a+b/c=',
  });
  const inHead = read({ ...OAUTH, client: 'basic' });
  const basic = planForm(inHead, 'token', {}, momentFor(inHead, { client_id: 'a:b', client_secret: 'c d' }));
  assert.not('error' in basic);
  if ('error' in basic) return;
  assert.is(basic.body, '');
  const [, pair = ''] = /^Basic (.*)$/.exec(basic.headers['authorization'] ?? '') ?? [];
  assert.is(Buffer.from(pair, 'base64').toString(), 'a%3Ab:c%20d');
});

test('a sign-in that the file does not have, and an address that is none, are a sentence', () => {
  const errorOf = (planned: object): unknown => ('error' in planned ? planned.error : planned);
  const { authorize: _authorize, ...rest } = OAUTH;
  const device = read({ ...rest, device: 'https://login.example.com/device' });
  assert.is(errorOf(planAuthorize(device, {}, momentFor(device))), 'the service knows no sign-in in a browser');
  assert.is(errorOf(planForm(device, 'revoke', {}, momentFor(device))), 'the service knows no such sign-in');
  const formula = '{{settings.client_id}}';
  const open = read({ ...OAUTH, authorize: formula, token: formula });
  const moment = momentFor(open, { client_id: 'nowhere' });
  for (const planned of [planAuthorize(open, {}, moment), planForm(open, 'token', {}, moment)])
    assert.is(errorOf(planned), 'the address of the sign-in is no URL');
});

test('addresses may lie under the server that its owner set', () => {
  const compiled = read(
    { ...OAUTH, authorize: '/authorize', token: '/token' },
    { base_url: 'https://home.example.com' },
  );
  const moment = momentFor(compiled, { base_url: 'https://other.example.com/cloud/' });
  assert.is(String(planAuthorize(compiled, {}, moment)), 'https://other.example.com/cloud/authorize');
});

test.run();
