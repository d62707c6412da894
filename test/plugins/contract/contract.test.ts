import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import {
  confirmAlso,
  covers,
  NO_CONSENT,
  requireConsent,
  unconfirmed,
  type WantedDestination,
} from '../../../src/plugins/contract/consent.ts';
import { addressUnder, cutText } from '../../../src/plugins/contract/declare.ts';
import { formatKey, normaliseLabel, parseKey } from '../../../src/plugins/contract/key.ts';
import {
  centerBlock,
  centerLine,
  centerRows,
  cutCells,
  defaultLines,
  spreadLine,
  wrapLines,
} from '../../../src/plugins/contract/lines.ts';
import { parseManifest, type Manifest } from '../../../src/plugins/contract/manifest.ts';
import {
  boundLines,
  boundResult,
  costOf,
  parseBounded,
  PayloadError,
  payingFor,
  weighPayload,
} from '../../../src/plugins/contract/payload.ts';
import { placeOf } from '../../../src/plugins/contract/place.ts';
import { isTransition, momentOf, OutOfTime, Refusal } from '../../../src/plugins/contract/plugin.ts';
import { isGiven, isSecret, memberOf } from '../../../src/plugins/contract/settings-schema.ts';
import { checkSettings } from '../../../src/plugins/contract/settings-check.ts';
import {
  discovers,
  markupFields,
  maxLengths,
  variableMetadata,
  variableNames,
} from '../../../src/plugins/contract/variables.ts';
import { zoneOf, zoneProblems } from '../../../src/plugins/contract/zone-setting.ts';
import type { Destination } from '../../../src/schema/plugins/plugins.ts';

// What plugins may answer and say, and how that is read.
const test = suite('plugins/contract');

for (const [text, cols, lines] of [
  ['one two three', 7, ['one two', 'three']],
  ['one two', 7, ['one two']],
  ['abcdefgh ij', 4, ['abcd', 'efgh', 'ij']],
  ['a\n\nb', 4, ['a', '', 'b']],
  ['', 4, ['']],
  ['  a   b ', 9, ['a b']],
  ['{63}{64} x', 2, ['{63}{64}', 'x']],
] as const)
  test(`"${text}" in lines of ${cols}`, () => assert.equal(wrapLines(text, cols), lines));

for (const [text, cols, line] of [
  ['ab', 6, '  ab'],
  ['ab', 5, ' ab'],
  [' ab ', 2, 'ab'],
  ['abc', 2, 'ab'],
  ['', 4, ''],
  [' ', 4, ''],
  ['{63}', 3, ' {63}'],
] as const)
  test(`"${text}" in the middle of ${cols}`, () => assert.is(centerLine(text, cols), line));

for (const [left, right, cols, line] of [
  ['ab', 'c', 6, 'ab   c'],
  ['abcdef', 'gh', 6, 'abc gh'],
  ['ab', 'cdefgh', 4, 'cdef'],
  ['', 'c', 3, '  c'],
  ['ab', '', 4, 'ab  '],
] as const)
  test(`"${left}" and "${right}" at the edges of ${cols}`, () => assert.is(spreadLine(left, right, cols), line));

test('texts are cut by cells, and rows lie in the middle', () => {
  assert.is(cutCells('{63}abc', 2), '{63}a');
  assert.is(cutCells('abc', 0), '');
  assert.is(cutCells('ab\ncd', 9), 'ab', 'a line is one line');
  assert.equal(centerRows(['a', 'b'], 5), ['', 'a', 'b']);
  assert.equal(centerRows(['a', 'b', 'c'], 2), ['a', 'b']);
  assert.equal(centerRows(['a'], 1), ['a']);
});

for (const [texts, rows, cols, lines] of [
  [['ab cd', 'e'], 3, 2, ['ab', 'cd', 'e']],
  [['ab cd', 'e'], 2, 2, ['ab', 'e']],
  [['ab cd', ''], 3, 4, [' ab', ' cd']],
  [['ab cd ef'], 2, 2, ['ab', 'cd']],
  [['a', 'b', 'c'], 2, 3, [' a', ' b']],
] as const)
  test(`${JSON.stringify(texts)} in a block of ${rows}x${cols}`, () =>
    assert.equal(centerBlock(texts, { device_type: 'panel', rows, cols }), lines));

for (const [data, lines] of [
  [{ formatted: 'a\nb', c: 1 }, ['a', 'b']],
  [{ formatted: 5, a: 'x', b: true, c: null, d: [1] }, ['5', 'x', 'true']],
  [{}, []],
] as const)
  test(`lines of ${JSON.stringify(data)}`, () => assert.equal(defaultLines(data), lines));

for (const [key, id, label] of [
  ['Weather', 'weather', null],
  ['weather:Home', 'weather', 'home'],
  ['weather:', 'weather', ''],
  [':home', '', 'home'],
  ['a:b:c', 'a', 'b:c'],
] as const)
  test(`the parts of ${key}`, () => {
    assert.equal(parseKey(key), { id, label });
    assert.is(formatKey({ id, label }), key.toLowerCase());
  });

for (const [label, stored] of [
  [' Home-1_a ', 'home-1_a'],
  ['', null],
  ['a b', null],
  ['ä', null],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), null],
] as const)
  test(`the label "${label.slice(0, 12)}"`, () => assert.is(normaliseLabel(label), stored));

test('texts and addresses are put together', () => {
  assert.is(cutText(' a \n b  c ', 4), 'a b');
  assert.is(cutText('abcdef', 4), 'abcd');
  assert.is(cutText(undefined, 4), '');
  assert.is(cutText(0, 4), '0');
  assert.is(addressUnder('http://a//', '/b'), 'http://a/b');
  assert.is(addressUnder('http://a', '/b'), 'http://a/b');
});

const there = { latitude: 1, longitude: 2 };
const nowhere = { latitude: null, longitude: null };
for (const [config, location, place] of [
  [{ latitude: 3, longitude: 4 }, there, { latitude: 3, longitude: 4 }],
  [{ latitude: 3 }, there, there],
  [{ longitude: 4 }, there, there],
  [{ latitude: '3', longitude: 4 }, there, there],
  [{}, nowhere, null],
  [{}, { latitude: 1, longitude: null }, null],
  [{}, { latitude: null, longitude: 2 }, null],
  [{ latitude: 0, longitude: 0 }, nowhere, { latitude: 0, longitude: 0 }],
] as const)
  test(`the place of ${JSON.stringify(config)} at ${JSON.stringify(location)}`, () =>
    assert.equal(placeOf(config, location as never), place));

for (const [timezone, zone, problems] of [
  ['Europe/Berlin', 'Europe/Berlin', 0],
  ['', 'UTC', 0],
  [undefined, 'UTC', 0],
  ['Nowhere', 'Nowhere', 1],
  [5, 'UTC', 1],
] as const)
  test(`the zone of ${String(timezone)}`, () => {
    assert.is(zoneOf({ config: { timezone }, zone: 'UTC' }), zone);
    assert.is(zoneProblems({ timezone }).length, problems);
  });

const refusalOf = (work: () => unknown): string => {
  try {
    work();
    return 'taken';
  } catch (error) {
    return error instanceof PayloadError ? `${error.name}: ${error.message}` : 'another failure';
  }
};
const nest = (levels: number): object => JSON.parse('{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1));
const cyclic: Record<string, unknown> = {};
cyclic['big'] = 1n;

for (const [what, value, said] of [
  ['an object', { a: [1, null] }, 'taken'],
  ['sixteen levels', nest(16), 'taken'],
  ['one level more', nest(17), 'PayloadError: the data is nested deeper than 16 levels'],
  ['a list', [], 'PayloadError: the data is no JSON object'],
  ['nothing', null, 'PayloadError: the data is no JSON object'],
  ['what is no JSON', cyclic, 'PayloadError: the data is no JSON'],
  ['256 KiB', { a: 'x'.repeat(256 * 1024 - 8) }, 'taken'],
  ['a letter more', { a: 'x'.repeat(256 * 1024 - 7) }, 'PayloadError: the data is larger than 256 KiB'],
  ['more bytes than letters', { a: 'ä'.repeat(128 * 1024) }, 'PayloadError: the data is larger than 256 KiB'],
] as const)
  test(`a payload of ${what}`, () =>
    assert.is(
      refusalOf(() => weighPayload(value)),
      said,
    ));

test('a payload of many small members costs too much', () => {
  const many = { a: Array.from({ length: 60_000 }, () => ({})) };
  assert.match(
    refusalOf(() => weighPayload(many)),
    /keeps more than its part of the memory: its result needs/,
  );
});

test('a payload is a copy without unsafe names, at every level', () => {
  const value = JSON.parse('{"a":{"__proto__":{"x":1},"b":[{"constructor":1,"c":2}]},"prototype":3,"d":4}') as object;
  const { data } = weighPayload(value);
  assert.equal(data, { a: { b: [{ c: 2 }] }, d: 4 });
  assert.is.not(weighPayload({ a: 1 }).data, weighPayload({ a: 1 }).data);
});

test('equal data have the same mark, and what is known is not built again', () => {
  const known = weighPayload({ a: 1 });
  assert.is(weighPayload({ a: 1 }, [weighPayload({ b: 1 }), known]), known);
  assert.is.not(weighPayload({ a: 2 }, [known]).mark, known.mark);
  assert.is(known.cost, costOf({ a: 1 }));
  assert.ok(known.cost > 0);
});

for (const [text, said] of [
  ['{"a":1}', 'taken'],
  ['{', 'PayloadError: the plugin answered no JSON'],
  [`${'['.repeat(64)}${']'.repeat(64)}`, 'taken'],
  [`${'['.repeat(65)}${']'.repeat(65)}`, 'PayloadError: the data is nested deeper than 16 levels'],
] as const)
  test(`the text ${text.slice(0, 10)} of others`, () =>
    assert.is(
      refusalOf(() => parseBounded(text)),
      said,
    ));

test('what is kept beside payloads has a cost, nothing has none that counts', () => {
  assert.ok(costOf({ a: 'x' }) > costOf({}));
  assert.type(costOf(undefined), 'number');
});

test('answers of one fetch are paid for together', () => {
  const taken: number[] = [];
  const pay = payingFor((bytes) => {
    taken.push(bytes);
    return taken.length === 3 ? 'full' : null;
  });
  const failure = { error: 'no', status: 404 };
  assert.is(pay(failure), failure);
  const first = { value: { a: 1 } };
  assert.is(pay(first), first);
  pay(first);
  assert.equal(pay(first), { error: 'full' });
  const one = costOf(first.value);
  assert.equal(taken, [one, 2 * one, 3 * one]);
  const free = payingFor();
  const large = { value: Array.from({ length: 20_000 }, () => ({})) };
  let answer: object = large;
  let count = 0;
  while (!('error' in answer) && count < 100) {
    count++;
    answer = free(large);
  }
  assert.is(count, Math.floor((3 * 1024 * 1024) / costOf(large.value)) + 1);
  assert.match((answer as { error: string }).error, /all its answers need/);
});

test('lines are 96 at most, of 1024 letters', () => {
  assert.equal(boundLines(['a', 5, true, null, {}]), ['a', '5', 'true', '', '']);
  assert.is(boundLines(Array(97).fill('a'))?.length, 96);
  assert.is(boundLines(['x'.repeat(1025)])?.[0]?.length, 1024);
  for (const none of [null, undefined, 'a', {}]) assert.is(boundLines(none), null);
});

for (const [result, expected] of [
  [null, 'the plugin answered nothing usable'],
  ['text', 'the plugin answered nothing usable'],
  [{}, 'the plugin has no data'],
  [{ available: 1, error: 'no' }, 'no'],
  [{ available: false, error: '' }, 'the plugin has no data'],
  [{ available: false, error: 5 }, 'the plugin has no data'],
  [{ available: false, error: 'x'.repeat(501) }, 'x'.repeat(500)],
  [{ available: true, data: [] }, 'the data is no JSON object'],
] as const)
  test(`the answer ${JSON.stringify(result).slice(0, 40)} has no data`, () =>
    assert.equal(boundResult(result), { available: false, error: expected }));

test('an answer is told as it came', () => {
  const told = (result: object) => {
    const bound = boundResult(result);
    return bound.available && [bound.payload.data, bound.formatted_lines, bound.kept];
  };
  assert.equal(told({ available: true }), [{}, null, undefined]);
  assert.equal(told({ available: true, data: { a: 1 }, formatted_lines: ['x'], kept: true }), [{ a: 1 }, ['x'], true]);
  assert.equal(told({ available: true, data: null, kept: 1 }), [{}, null, undefined]);
});

const MANIFEST = { id: 'mine', name: 'Mine', version: '1.0.0' };
const manifestOf = (more: object = {}): Manifest => {
  const parsed = parseManifest({ ...MANIFEST, ...more });
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.manifest;
};

test('a manifest has every default filled in', () =>
  assert.equal(manifestOf(), {
    ...MANIFEST,
    description: '',
    author: '',
    icon: 'puzzle',
    plugin_type: 'data',
    timeout_seconds: 10,
    live_data: false,
    supports_triggers: false,
    settings_schema: {},
    env_vars: [],
    variables: { groups: {}, simple: [], arrays: {} },
    max_lengths: {},
    color_rules_schema: {},
    transition_settings: { interruptible: true, min_interval_ms: 50, max_frames: 500, max_runtime_seconds: 120 },
  }));

for (const more of [
  { id: 'a' },
  { id: `a${'b'.repeat(63)}` },
  { name: 'x'.repeat(50) },
  { description: 'x'.repeat(200) },
  { category: 'art' },
  { category: 'transition', plugin_type: 'transition' },
  { min_refresh_seconds: 1 },
  { min_refresh_seconds: 86_400 },
  { max_age_seconds: null },
  { max_age_seconds: 366 * 86_400 },
  { timeout_seconds: 30 },
  { env_vars: [{ name: 'A_1' }] },
  { sample: { flagship: Array(6).fill('x'.repeat(200)), note: ['', '', ''] } },
  { color_rules_schema: { a: { default_rules: [{ condition: '>=', value: 1, color: 'red' }] } } },
  { variables: { simple: { a: { max_length: 1, format: 'markup', type: 'number' } } } },
  { extra: 'anything' },
])
  test(`a manifest with ${JSON.stringify(more).slice(0, 60)} is taken`, () => void manifestOf(more));

for (const [more, place] of [
  [{ id: 'A' }, 'id'],
  [{ id: '1a' }, 'id'],
  [{ id: `a${'b'.repeat(64)}` }, 'id'],
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(51) }, 'name'],
  [{ version: '1.0' }, 'version'],
  [{ description: 'x'.repeat(201) }, 'description'],
  [{ category: 'other' }, 'category'],
  [{ plugin_type: 'other' }, 'plugin_type'],
  [{ min_refresh_seconds: 0 }, 'min_refresh_seconds'],
  [{ min_refresh_seconds: 86_401 }, 'min_refresh_seconds'],
  [{ max_age_seconds: 0 }, 'max_age_seconds'],
  [{ max_age_seconds: 366 * 86_400 + 1 }, 'max_age_seconds'],
  [{ timeout_seconds: 0 }, 'timeout_seconds'],
  [{ timeout_seconds: 31 }, 'timeout_seconds'],
  [{ env_vars: [{ name: '1A' }] }, 'env_vars.0.name'],
  [{ max_lengths: { a: 0 } }, 'max_lengths.a'],
  [{ sample: { flagship: Array(7).fill(''), note: [] } }, 'sample.flagship'],
  [{ sample: { flagship: [], note: Array(4).fill('') } }, 'sample.note'],
  [{ sample: { flagship: ['x'.repeat(201)], note: [] } }, 'sample.flagship.0'],
  [
    { color_rules_schema: { a: { default_rules: [{ condition: '=', value: 1, color: 'red' }] } } },
    'color_rules_schema.a.default_rules.0.condition',
  ],
  [{ variables: { groups: { a: {} } } }, 'variables.groups.a.label'],
  [{ transition_settings: { max_frames: 0 } }, 'transition_settings.max_frames'],
  [{ transition_settings: { min_interval_ms: 60_001 } }, 'transition_settings.min_interval_ms'],
  [{ transition_settings: { min_interval_ms: -1 } }, 'transition_settings.min_interval_ms'],
] as const)
  test(`a manifest with ${JSON.stringify(more).slice(0, 60)} is refused at ${place}`, () => {
    const parsed = parseManifest({ ...MANIFEST, ...more });
    assert.ok('error' in parsed && parsed.error.startsWith(`manifest: ${place}: `), JSON.stringify(parsed));
  });

test('what is no manifest at all is told as a whole', () =>
  assert.match((parseManifest(5) as { error: string }).error, /^manifest: document: /));

for (const id of [
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'violet',
  'purple',
  'white',
  'black',
  'filled',
  'icon',
  'constructor',
  'prototype',
  'catalogue',
  'errors',
  'hosts',
  'own',
  'sources',
])
  test(`the id ${id} is reserved`, () =>
    assert.equal(parseManifest({ ...MANIFEST, id }), { error: `manifest: id: "${id}" is reserved` }));

test('caps of an animation are drawn in, never widened', () => {
  const capsOf = (transition_settings: object) => manifestOf({ transition_settings }).transition_settings;
  assert.equal(capsOf({ max_frames: 501, max_runtime_seconds: 121, min_interval_ms: 49, interruptible: false }), {
    interruptible: false,
    min_interval_ms: 50,
    max_frames: 500,
    max_runtime_seconds: 120,
  });
  assert.equal(capsOf({ max_frames: 7, max_runtime_seconds: 8, min_interval_ms: 60_000 }), {
    interruptible: true,
    min_interval_ms: 60_000,
    max_frames: 7,
    max_runtime_seconds: 8,
  });
});

test('a plugin that may trigger has a setting for the page, which it can describe itself', () => {
  const pageOf = (properties: object) => {
    const { settings_schema } = manifestOf({
      supports_triggers: true,
      settings_schema: { type: 'object', properties },
    });
    return settings_schema['properties'] as Record<string, Record<string, unknown>>;
  };
  const { description: _description, ...usual } = pageOf({ a: {} })['trigger_page_id'] ?? {};
  assert.equal(usual, { type: 'string', title: 'Page to show', 'ui:widget': 'page-picker' });
  assert.equal(Object.keys(pageOf({ a: {} })), ['trigger_page_id', 'a']);
  assert.equal(pageOf({ trigger_page_id: { title: 'Mine' } })['trigger_page_id'], { title: 'Mine' });
  assert.equal(Object.keys(manifestOf({ supports_triggers: true }).settings_schema), ['properties']);
  assert.equal(
    manifestOf({ supports_triggers: true, settings_schema: { properties: null } }).settings_schema['properties'] ===
      null,
    false,
  );
});

const RICH = manifestOf({
  variables: {
    groups: { g: { label: 'Group' } },
    simple: {
      a: { description: 'A', type: 'number', max_length: 3, group: 'g', example: 5 },
      b: { format: 'markup' },
    },
    arrays: {
      l: {
        item_fields: { f: { max_length: 4 } },
        sub_arrays: { s: { item_fields: ['x'] } },
      },
      m: { item_fields: ['y'] },
    },
  },
  max_lengths: { b: 9, a: 8 },
});
const BARE = manifestOf();
const DATA = { n: 1, t: 'x', y: true, o: {}, l: [] };

test('variables are those of the manifest, of the settings, and without any those of the data', () => {
  assert.equal(variableNames(RICH, ['own', 'a'], DATA), [
    'a',
    'b',
    'l',
    'l.*.s',
    'm',
    'l.*.f',
    'l.*.s.*.x',
    'm.*.y',
    'own',
  ]);
  assert.equal(variableNames(BARE, [], DATA), ['n', 't', 'y']);
  assert.equal(variableNames(BARE, ['own'], null), ['own']);
  const both = manifestOf({ variables: { simple: ['a'], auto_discover: true } });
  assert.equal(variableNames(both, [], DATA), ['a', 'n', 't', 'y']);
  const closed = manifestOf({ variables: { auto_discover: false } });
  assert.equal(variableNames(closed, [], DATA), []);
  assert.equal([RICH, BARE, both, closed].map(discovers), [false, true, true, false]);
  assert.is(discovers(manifestOf({ variables: { arrays: { l: {} } } })), false);
  assert.is(discovers(manifestOf({ variables: { simple: ['a'] } })), false);
});

test('lengths, groups, markup and what an editor shows', () => {
  assert.equal(maxLengths(RICH), { a: 8, b: 9, 'l.*.f': 4 });
  assert.equal([...markupFields(RICH)], ['b']);
  assert.equal(variableMetadata(RICH, ['a', 'b', 'l', 'l.*.f', 'own'], { a: 7, own: [1] }), {
    a: { description: 'A', type: 'number', max_length: 3, group: 'g', example: 5, preview: '7' },
    b: { description: '', type: 'string', max_length: 9, group: null, example: '', preview: '' },
    own: { description: '', type: 'string', max_length: null, group: null, example: '', preview: '' },
  });
});

test('a moment is now, here, with these settings', () => {
  const ports = { clock: { now: () => 5 } as never, zone: () => 'UTC', location: () => there };
  assert.equal(momentOf(ports, { a: 1 }), { config: { a: 1 }, now: 5, zone: 'UTC', location: there });
  assert.is(isTransition({ manifest: BARE }), false);
  assert.is(new Refusal('invalid', 'no').reason, 'invalid');
  assert.equal([new Refusal('invalid', 'no').name, new OutOfTime().name], ['Refusal', 'OutOfTime']);
});

for (const [value, given] of [
  [undefined, false],
  [null, false],
  ['', false],
  [[], false],
  [[1], true],
  [0, true],
  [false, true],
  [{}, true],
] as const)
  test(`${JSON.stringify(value)} is ${given ? 'given' : 'not given'}`, () => assert.is(isGiven(value), given));

test('secrets, members and patterns of settings', () => {
  assert.equal(
    [{ secret: true }, { 'ui:widget': 'password' }, { secret: false }, { 'ui:widget': 'url' }].map(isSecret),
    [true, true, false, false],
  );
  const others = { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } };
  assert.equal(
    [memberOf(others, 'a'), memberOf(others, 'b'), memberOf({}, 'a'), memberOf({}, 'toString')],
    [{ type: 'string' }, { type: 'number' }, undefined, undefined],
  );
  assert.is(memberOf({ additionalProperties: true } as never, 'a'), undefined);
});

test('slashes before the end of an address are looked at once', () => {
  const base = `http://a${'/'.repeat(1_000_000)}b`;
  assert.ok(addressUnder(`${base}//`, '/c') === `${base}/c`);
});

test('a type that is not known is no fault, and lists of no form take anything', () => {
  const schema = {
    properties: {
      a: { type: 'other' },
      b: { type: 'array' },
      c: { type: 'string', maxLength: 2 },
      d: { type: 'array', maxItems: 1 },
    },
  };
  assert.equal(checkSettings(schema, { a: 5, b: [1, 'x'], c: '', d: [] }), []);
  assert.equal(checkSettings(schema, { c: 'abc', d: [1, 2] }), [
    'c: must be at most 2 characters',
    'd: must be at most 1 entries',
  ]);
  const least = { properties: { c: { type: 'string', minLength: 2 }, d: { type: 'array', minItems: 1 } } };
  assert.equal(checkSettings(least, { c: 'a', d: [] }), [
    'c: must be at least 2 characters',
    'd: must be at least 1 entries',
  ]);
});

const to = (destination: string, more: Partial<Destination> = {}): Destination => ({
  destination,
  home: false,
  secrets: [],
  ...more,
});

for (const [what, confirmed, wanted, isCovered] of [
  ['nothing', [], to('a'), false],
  ['the same', [to('a')], to('a'), true],
  ['another', [to('b')], to('a'), false],
  ['one at home where it is not', [to('a', { home: true })], to('a'), true],
  ['one elsewhere where it is at home', [to('a')], to('a', { home: true }), false],
  ['one with more secrets', [to('a', { secrets: ['k', 'l'] })], to('a', { secrets: ['k'] }), true],
  ['one with fewer secrets', [to('a', { secrets: ['k'] })], to('a', { secrets: ['k', 'l'] }), false],
  ['one with the certificate', [to('a', { certificate: 'C' })], to('a', { certificate: 'C' }), true],
  ['one with another certificate', [to('a', { certificate: 'D' })], to('a', { certificate: 'C' }), false],
  ['one without a certificate', [to('a')], to('a', { certificate: 'C' }), false],
  ['one with a certificate that is not asked for', [to('a', { certificate: 'C' })], to('a'), true],
  ['the second of two', [to('b'), to('a')], to('a'), true],
] as const)
  test(`${what} ${isCovered ? 'covers' : 'does not cover'} a destination`, () =>
    assert.is(covers(confirmed, wanted), isCovered));

test('what is confirmed grows, the latest last, forty at most', () => {
  assert.equal(
    confirmAlso(
      [to('a', { home: true, secrets: ['k'], certificate: 'C' }), to('b')],
      [to('c'), to('a', { secrets: ['l', 'k'] }), to('b', { certificate: 'D', home: true })],
    ),
    [
      to('c'),
      to('a', { home: true, secrets: ['k', 'l'], certificate: 'C' }),
      to('b', { home: true, certificate: 'D' }),
    ],
  );
  const many = Array.from({ length: 41 }, (_, at) => to(`h${at}`));
  const kept = confirmAlso([], many);
  assert.equal([kept.length, kept[0]?.destination], [40, 'h1']);
});

test('what nobody has confirmed is told once each, with what programs need', () => {
  const wanted: WantedDestination[] = [
    { ...to('a', { secrets: ['k'] }), typedIn: ['url'], ofAuthor: false },
    { ...to('b', { home: true, certificate: 'C' }), typedIn: [], ofAuthor: true },
    { ...to('a', { secrets: ['l'] }), typedIn: [], ofAuthor: true },
    { ...to('c'), typedIn: [], ofAuthor: true },
  ];
  const open = [to('a', { secrets: ['l'] }), to('b', { home: true, certificate: 'C' })];
  assert.equal(unconfirmed(wanted, [to('c')]), open);
  requireConsent(wanted.slice(3), [to('c')]);
  try {
    requireConsent(wanted, [to('c')]);
    assert.unreachable();
  } catch (error) {
    const fault = error as Fault;
    assert.instance(fault, Fault);
    assert.is(fault.status, 409);
    assert.match(fault.detail, /a, and may send it what is set as l; b in your network with its own certificate C\. /);
    assert.equal(fault.extras.body, { destinations: open });
  }
  assert.equal([NO_CONSENT.confirmed, NO_CONSENT.want(to('a'))], [[], undefined]);
});

test.run();
