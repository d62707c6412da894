import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { groupVariables } from '../../../ui/plugins/variable-groups.ts';
import { memberPath, nameFor, writeOwnFile } from '../../../ui/plugins/own/own-file.ts';

const test = suite('variables of plugins, and sources of one’s own');

for (const [path, taken, name] of [
  ['weather.temperature', [], 'temperature'],
  ['list[0].Max Temp', [], 'max_temp'],
  ['list[12]', [], 'list'],
  ['["a b"].c', [], 'c'],
  ['', [], 'value'],
  ['[0]', [], 'value'],
  ['x["123"]', [], 'x'],
  ['x.1st', [], 'st'],
  ['x._Ä_', [], 'value'],
  ['x.a', ['a'], 'a_2'],
  ['x.a', ['a', 'a_2', 'a_4'], 'a_3'],
  [`x.${'long'.repeat(20)}`, [], 'long'.repeat(20).slice(0, 30)],
] as const)
  test(`the value at "${path}" is called ${name}`, () => assert.is(nameFor(path, taken), name));

for (const [path, member, expected] of [
  ['', 'a', 'a'],
  ['a', 'b_1', 'a.b_1'],
  ['a', 0, 'a[0]'],
  ['', 3, '[3]'],
  ['a', 'b c', 'a["b c"]'],
  ['a', '1a', 'a["1a"]'],
  ['a', 'b"c', `a['b"c']`],
] as const)
  test(`the member ${JSON.stringify(member)} of "${path}" is ${expected}`, () =>
    assert.is(memberPath(path, member), expected));

const FOUND = { url: 'https://api.example.org/now?x=1', kind: 'json', settings: { type: 'object' } } as never;
const chosen = (name: string, path: string, formula = '') => ({ name, path, formula, cells: 7 });
const read = (...values: ReturnType<typeof chosen>[]) =>
  JSON.parse(writeOwnFile('My Tide!', FOUND, values)) as Record<string, never> & {
    pages: { flagship: string[]; note: string[] };
    evidence: { url: string; compared: string[]; date: string }[];
  };

test('a source of one’s own says where its values are, and shows each in a row', () => {
  const file = read(chosen('high', 'tide.high'), chosen('all', '', 'value * 2'));
  assert.equal([file['form'], file['id'], file['name']], [1, 'my_tide', 'My Tide!'] as never);
  assert.equal(file['requests'], [{ id: 'one', url: 'https://api.example.org/now?x=1', answer: 'json' }] as never);
  assert.equal(file['values'], {
    high: { path: 'tide.high', max_length: 7 },
    all: { formula: 'value * 2', max_length: 7 },
  } as never);
  assert.equal(file.pages, { flagship: ['{{high}}', '{{all}}'], note: ['{{high}}', '{{all}}'] });
  assert.equal([file.evidence[0]?.url, file.evidence[0]?.compared], ['https://api.example.org', ['tide.high', '$']]);
  assert.match(file.evidence[0]?.date ?? '', /^\d{4}-\d\d-\d\d$/);
  assert.match(String(file['description']), /^Made from https:\/\/api\.example\.org$/);
  assert.equal(file['refresh'], { usual: 600, least: 60 } as never);
});

test('pages have no more rows than a board, and a name without letters is none', () => {
  const many = Array.from({ length: 40 }, (_, at) => chosen(`v${at}`, `p${at}`));
  const file = read(...many);
  assert.equal([file.pages.flagship.length, file.pages.note.length, file.evidence[0]?.compared.length], [6, 3, 30]);
  const odd = JSON.parse(writeOwnFile('123', { url: 'no address' } as never, [])) as Record<string, unknown>;
  assert.equal(
    [odd['id'], odd['attribution']],
    ['my_source', { text: 'https://example.org', url: 'https://example.org', terms: 'those of the service' }],
  );
});

const SOURCE = {
  plugin_id: 'tide',
  variables: ['days', 'plain', 'days.*.high', 'now', 'lines.*.stops.*.name', 'gone.*.x'],
  values: { now: 0, plain: '', 'days.*.high': 'x' },
  variable_groups: { main: { label: 'Main' }, empty: { label: 'Empty' } },
  variable_metadata: { now: { description: 'Now', group: 'main', example: 5 } },
} as never;
const MANIFEST = {
  arrays: {
    days: { item_fields: { high: { description: 'High water', example: null } } },
    lines: { item_fields: ['stops'], sub_arrays: { stops: { item_fields: { name: { description: 'Stop' } } } } },
    gone: { item_fields: ['x'] },
  },
} as never;

test('variables are listed by group, lists last; a list itself has no value', () => {
  const groups = groupVariables(SOURCE, MANIFEST);
  assert.equal(
    groups.map(({ name, label, hint, lines }) => [name, label, hint !== null, lines.map((line) => line.name)]),
    [
      ['main', 'Main', false, ['now']],
      ['', 'More', false, ['plain']],
      ['*', 'Lists', true, ['days.*.high', 'lines.*.stops.*.name', 'gone.*.x']],
    ],
  );
  assert.equal(groups[0]?.lines, [{ name: 'now', code: '{{tide.now}}', description: 'Now', value: '0', example: '5' }]);
  assert.equal(groups[1]?.lines[0]?.value, null);
  assert.equal(
    groups[2]?.lines.map(({ code, description, value, example }) => [code, description, value, example]),
    [
      ['{{tide.days.0.high}}', 'High water', 'x', ''],
      ['{{tide.lines.0.stops.0.name}}', 'Stop', null, ''],
      ['{{tide.gone.0.x}}', '', null, ''],
    ],
  );
});

test('a plugin that declares nothing of its lists and groups has them listed all the same', () => {
  const source = { ...(SOURCE as object), variable_groups: {}, variable_metadata: {}, values: {} } as never;
  const groups = groupVariables(source, {});
  assert.equal(
    groups.map(({ name, lines }) => [name, lines.map(({ description, value }) => [description, value])]),
    [
      [
        '',
        [
          ['', null],
          ['', null],
        ],
      ],
      [
        '*',
        [
          ['', null],
          ['', null],
          ['', null],
        ],
      ],
    ],
  );
});

test.run();
