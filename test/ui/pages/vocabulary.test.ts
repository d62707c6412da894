import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entriesOf, insertInto, searchEntries, type Insertion } from '../../../ui/pages/editor/vocabulary.ts';

/** What can be put into a line, and where it goes. */
const test = suite('vocabulary of templates');

const WORDS = {
  catalog: { colors: { red: 63 }, symbols: ['sun'], filters: ['upper', 'pad:N'] },
  sources: [
    {
      plugin_id: 'date_time',
      variables: ['time', 'list.*.name', 'none', 'deep'],
      values: { time: '12:00', 'list.*.name': null, deep: { a: 1 } },
      variable_metadata: { time: { description: 'hours and minutes.' }, none: 'x' },
    },
  ],
  functions: { sum: { category: 'maths', signature: 'sum(a, b)', summary: 'Adds.' } },
} as never;

test('everything is listed, data first', () => {
  const entries = entriesOf(WORDS);
  assert.equal(
    entries.slice(0, 4).map(({ group, title, note, value }) => [group, title, note, value]),
    [
      ['Date time', 'Hours and minutes', 'date_time.time', '12:00'],
      ['Date time', 'List 1, name', 'date_time.list.0.name', entries[1]?.value ?? ''],
      ['Date time', 'None', 'date_time.none', entries[1]?.value ?? ''],
      ['Date time', 'Deep', 'date_time.deep', '{"a":1}'],
    ],
  );
  assert.equal(
    entries.map(({ insertion }) => insertion),
    [
      { kind: 'variable', name: 'date_time.time' },
      { kind: 'variable', name: 'date_time.list.0.name' },
      { kind: 'variable', name: 'date_time.none' },
      { kind: 'variable', name: 'date_time.deep' },
      { kind: 'text', text: '{red}' },
      { kind: 'text', text: '{sun}' },
      { kind: 'text', text: '{{fill_space}}' },
      { kind: 'text', text: '{{fill_space_repeat:red}}' },
      { kind: 'filter', name: 'upper' },
      { kind: 'filter', name: 'pad:5' },
      { kind: 'function', name: 'sum' },
    ],
  );
  assert.equal(
    entries.filter(({ code }) => code !== null).map(({ code }) => code),
    [63, 63],
  );
  assert.equal([entries.at(-1)?.title, entries.at(-1)?.note], ['sum(a, b)', 'Adds.']);
});

test('an entry is found by all of the words, wherever they occur', () => {
  const titles = (words: string) => searchEntries(entriesOf(WORDS), words).map(({ title }) => title);
  assert.equal(titles('HOURS date'), ['Hours and minutes']);
  assert.equal(titles(' adds '), ['sum(a, b)']);
  assert.equal(titles('hours adds'), []);
  assert.is(titles('').length, entriesOf(WORDS).length);
});

const VARIABLE: Insertion = { kind: 'variable', name: 'a.b' };
const TEXT: Insertion = { kind: 'text', text: '{red}' };
const FUNCTION: Insertion = { kind: 'function', name: 'sum' };
const FILTER: Insertion = { kind: 'filter', name: 'upper' };
/** A line with its caret as `^`, what is put in, and the line with its caret then; null where it cannot be put. */
const CASES: readonly (readonly [string, Insertion, string | null])[] = [
  ['A^B', TEXT, 'A{red}^B'],
  ['A^B', VARIABLE, 'A{{a.b}}^B'],
  ['A^B', FUNCTION, 'A{{=sum(^)}}B'],
  ['{{=1+^}}', VARIABLE, '{{=1+a.b^}}'],
  ['{{=1+^}}', FUNCTION, '{{=1+sum(^)}}'],
  ['{{=1}}^', VARIABLE, '{{=1}}{{a.b}}^'],
  ['{{a.b}}^C', FILTER, '{{a.b|upper}}^C'],
  ['{{a.^b}}C', FILTER, '{{a.b|upper^}}C'],
  ['{{a.b^', FILTER, '{{a.b|upper^'],
  ['A^', FILTER, null],
  ['{{=a.b}}^', FILTER, null],
  ['{{=a^}}', FILTER, null],
];
for (const [line, insertion, expected] of CASES)
  test(`${insertion.kind} into "${line}"`, () => {
    const put = insertInto(line.replace('^', ''), line.indexOf('^'), insertion);
    assert.is(put && `${put.line.slice(0, put.offset)}^${put.line.slice(put.offset)}`, expected);
  });

test.run();
