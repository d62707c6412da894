import { readFileSync, readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostsOf, namerOf } from '../../src/sources/hosts.ts';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import type { Source } from '../../src/sources/form/source.ts';
import { defaultSettings } from '../../src/sources/form/settings.ts';
import { fileFor } from '../plugins/source-file.ts';
import { STOCK } from './stock.ts';

/** Whom a source may ask. */
const test = suite('sources/hosts');

const sourceOf = (text: string): Source => {
  const read = readSource(text);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.compiled.source;
};

const withUrl = (url: string, more: object = {}): Source =>
  sourceOf(JSON.stringify(fileFor('', { requests: [{ id: 'one', url }], ...more })));

test('every request of the stock goes where its file or its settings say', () => {
  for (const name of readdirSync(STOCK)) {
    const source = sourceOf(readFileSync(`${STOCK}/${name}`, 'utf8'));
    for (const { requests = [], settings } of Object.values(source.samples))
      for (const line of requests) {
        const url = line.split(' ')[1] ?? '';
        assert.ok(namerOf(source, url, { ...defaultSettings(source), ...settings }), `${name}: ${url}`);
      }
    assert.ok(hostsOf(source).length > 0, `${name}: nobody is told whom it asks`);
  }
});

const text = (value?: string) => ({ type: 'string', ...(value === undefined ? {} : { default: value }) });
const URL_SETTING = { settings: { url: text() } };
const CHOICE = { settings: { url: { type: 'string', enum: ['http://10.0.0.7'] } } };
const USUAL = { settings: { url: text('http://10.0.0.7') } };
const HOST = { settings: { host: text() } };
const TABLE = {
  settings: { net: text('a') },
  tables: { servers: { a: 'https://a.example/x', b: 'https://b.example' } },
};

/** Address in the file, its other members, what the owner wrote, the address that is asked, and who named it. */
const CASES: readonly (readonly [string, object, object, string, 'file' | 'settings' | null])[] = [
  ['https://api.example.com/a', {}, {}, 'https://api.example.com/b', 'file'],
  ['https://api.example.com/a', {}, {}, 'http://api.example.com/a', null],
  ['https://{{settings.host}}.example.com/a', HOST, { host: 'x' }, 'https://x.example.com/a', 'file'],
  ['https://{{settings.host}}.example.com/a', HOST, { host: 'x' }, 'https://evil.com/.example.com/a', null],
  ['https://a.{{settings.host}}.b.{{settings.host}}.example.com', HOST, {}, 'https://a.x.b.y.example.com', 'file'],
  ['https://a.{{settings.host}}.b.{{settings.host}}.example.com', HOST, {}, 'https://a.x.c.y.example.com', null],
  ['https://a.{{settings.host}}.example.com', HOST, {}, 'https://b.x.example.com', null],
  ['https://a.{{settings.host}}.example.com', HOST, {}, 'https://a.example.com', null],
  ['https://api.example.com', {}, {}, 'nowhere', null],
  ['{{settings.url}}/a', URL_SETTING, { url: 7 }, 'http://7/a', null],
  ['{{settings.url}}/a', URL_SETTING, { url: ' ' }, 'http://10.0.0.7/a', null],
  ['{{settings.url}}/a', URL_SETTING, { url: 'http://10.0.0.7' }, 'http://10.0.0.7/a', 'settings'],
  ['{{settings.url}}/a', URL_SETTING, { url: 'http://10.0.0.7' }, 'http://10.0.0.8/a', null],
  ['{{settings.url}}/a', CHOICE, { url: 'http://10.0.0.7' }, 'http://10.0.0.7/a', 'file'],
  ['{{settings.url}}/a', USUAL, { url: 'http://10.0.0.7/' }, 'http://10.0.0.7/a', 'file'],
  ['https://{{settings.host}}example.com/a', HOST, { host: 'evil-' }, 'https://evil-example.com/a', 'settings'],
  [
    '{{settings.url}}/a',
    { settings: { url: text('http://10.0.0.7') } },
    { url: 'http://10.0.0.7' },
    'http://10.0.0.7/a',
    'file',
  ],
  ['http://{{settings.host}}:80/a', HOST, { host: '10.0.0.7' }, 'http://10.0.0.7:80/a', 'settings'],
  ['http://{{settings.host}}/a', HOST, { host: '10.0.0.7:8080' }, 'http://10.0.0.7:8080/a', 'settings'],
  [
    'http://{{settings.host}}/a',
    { settings: { host: text('10.0.0.7') } },
    { host: '10.0.0.7' },
    'http://10.0.0.7/a',
    'file',
  ],
  ['http://{{"10.0.0." & 7}}/a', {}, {}, 'http://10.0.0.7/a', null],
  ['http://{{PICK(answer, "host")}}/a', {}, {}, 'http://10.0.0.7/a', null],
  ['{{PICK(tables.servers, settings.net)}}/a', TABLE, { net: 'b' }, 'https://b.example/a', 'file'],
  ['{{PICK(tables.servers, settings.net)}}/a', TABLE, { net: 'b' }, 'https://c.example/a', null],
  [
    '/a',
    { base_url: 'https://api.example.com' },
    { base_url: 'https://api.example.com' },
    'https://api.example.com/a',
    'file',
  ],
  ['/a', { base_url: 'https://api.example.com' }, { base_url: 'http://10.0.0.7' }, 'http://10.0.0.7/a', 'settings'],
];

for (const [url, more, settings, asked, lead] of CASES)
  test(`${asked} is named by ${lead ?? 'nobody'} for ${url} with ${JSON.stringify(settings)}`, () =>
    assert.is(namerOf(withUrl(url, more), asked, settings as Record<string, unknown>), lead));

test('a host with many formulas in it is compared in one pass', () => {
  const source = withUrl(`https://${'{{settings.a}}a'.repeat(60)}b.example/`, { settings: { a: text() } });
  assert.is(namerOf(source, `https://${'a'.repeat(120)}.example/`, {}), null);
  assert.is(namerOf(source, `https://${'a'.repeat(120)}b.example/`, {}), 'settings');
  assert.is(namerOf(source, `https://${'a'.repeat(59)}b.example/`, {}), null);
  assert.is(namerOf(source, `https://${'a'.repeat(60)}_ab.example/`, {}), null);
});

test('a table of servers and an address that nobody changed are told', () => {
  assert.equal(hostsOf(withUrl('{{PICK(tables.servers, settings.net)}}/a', TABLE)), ['a.example', 'b.example']);
  assert.equal(hostsOf(withUrl('{{settings.url}}/a', { settings: { url: text('https://c.example') } })), [
    '*',
    'c.example',
  ]);
});

test.run();
