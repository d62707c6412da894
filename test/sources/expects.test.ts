import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  compileBlanks,
  compileExpects,
  expectAnyOf,
  isExpectedPath,
  type Expects,
} from '../../src/sources/compiling/expects.ts';

/** What a file says of true answers. */
const test = suite('sources/expects');

const lackOf = (expects: Expects, answer: unknown) => compileExpects(expects)(answer);

const CASES: readonly (readonly [what: string, expects: Expects, good: readonly unknown[], bad: readonly unknown[]])[] =
  [
    ['a number', { a: 'number' }, [{ a: 0 }, { a: '-1.5' }], [{ a: null }, {}, { a: 'x' }, { a: '' }, null, 'x', []]],
    ['a number that may be missing', { a: 'number?' }, [{ a: 1 }, { a: null }, {}], [{ a: 'x' }, { a: {} }]],
    ['a text', { a: 'text' }, [{ a: 'x' }], [{ a: ' ' }, { a: 1 }, { a: null }]],
    ['a yes or no', { a: 'boolean' }, [{ a: false }], [{ a: 'no' }, { a: 0 }]],
    ['anything', { a: 'any' }, [{ a: 0 }, { a: [] }, { a: false }], [{ a: null }, { a: '' }]],
    ['a list that may be empty', { a: 'list' }, [{ a: [] }, { a: [1] }], [{ a: {} }, { a: null }, {}]],
    ['a list that may be null', { a: 'list or null' }, [{ a: null }, { a: [] }], [{}, { a: {} }]],
    ['two entries', { a: 2 }, [{ a: [1, 2] }], [{ a: [1] }, { a: { b: 1, c: 2 } }, { a: 'xx' }, {}]],
    ['the whole answer', { $: 1 }, [[0]], [[], {}, { error: 'none' }, { length: 1 }, 'x', null]],
    ['members of an object', { a: 'members' }, [{ a: { b: 1 } }], [{ a: {} }, { a: [1] }, { a: null }, {}]],
    [
      'a member of items',
      { 'a[].b': 'number' },
      [{ a: [] }, { a: [{ b: null }, { b: 1 }] }, { a: { x: { b: 1 } } }],
      [{ a: [{ b: null }] }, { a: [{}] }, {}, { a: 3 }],
    ],
    [
      'items of a list that may be missing',
      { a: 'list?', 'a[].b': 'number' },
      [{}, { a: null }, { a: [{ b: 1 }] }],
      [{ a: [{ b: 'x' }] }, { a: 'x' }],
    ],
    ['a single item', { a: 'items', 'a[].b': 'number' }, [{ a: { b: 1 } }, { a: [{ b: 1 }] }], [{ a: { c: 1 } }]],
    [
      'one of several',
      { 'a | b[].c': 'number' },
      [{ a: 1 }, { b: [{ c: 1 }] }, { b: [] }],
      [{}, { a: null, b: [] }, { b: [{ c: null }] }],
    ],
    ['null as a whole', { $: 'object or null', a: 'number' }, [null, { a: 1 }], [{ a: null }, {}, [], undefined]],
  ];

for (const [what, expects, good, bad] of CASES)
  test(`${what}: ${JSON.stringify(expects)}`, () => {
    for (const answer of good) assert.is(lackOf(expects, answer), undefined, JSON.stringify(answer));
    for (const answer of bad) assert.type(lackOf(expects, answer), 'string', JSON.stringify(answer));
  });

test('what is lacking is named as the service names it', () => {
  assert.is(lackOf({ 'a.b': 'number' }, {}), 'the answer holds no number "a.b"');
  assert.is(lackOf({ a: 1 }, { a: [] }), 'the answer holds nothing in "a"');
  assert.is(lackOf({ $: 'list' }, {}), 'the answer is no list');
  assert.is(lackOf({ $: 1 }, { error: 'none' }), 'the answer is no list');
  assert.is(lackOf({ $: 'members' }, {}), 'the answer is no object with members');
  assert.is(
    compileExpects({ first: 'text' }, { first: 'rows[0].name' })({}),
    'the answer holds no text "rows[0].name"',
  );
});

test('without a word of the file, something of what it reads has to be there', () => {
  const lack = expectAnyOf(['a.b', 'rows']);
  for (const answer of [{ a: { b: 0 } }, { rows: [] }, { rows: [{ x: 1 }] }]) assert.is(lack(answer), undefined);
  for (const answer of [{}, { a: { b: null } }, { rows: [{ x: null }] }, { error: 'x' }, null, []])
    assert.is(lack(answer), 'the answer holds nothing that the source reads');
});

test('an empty text where a number belongs is no zero, but missing', () => {
  const answer = { a: '', b: [{ n: '', t: '' }, { n: 1, t: '' }, null], c: { n: '' }, d: { n: '' } };
  compileBlanks({ 'a | e': 'number', 'b[].n': 'number?', 'b[].t': 'text?', 'c[].n': 'number', b: 1 })(answer);
  assert.equal(answer, { a: null, b: [{ n: null, t: '' }, { n: 1, t: '' }, null], c: { n: null }, d: { n: '' } });
  for (const other of [null, 'x', [], {}]) compileBlanks({ 'a.b[].n': 'number' })(other);
});

test('blanks are found in one walk, however many ways lead to them', () => {
  const nested = (levels: number): unknown => (levels === 0 ? { n: '' } : { a: nested(levels - 1) });
  const answer = nested(60);
  // Each step may take the member or what is in it: there are a million million ways.
  const expects = { [`${'a[].'.repeat(60)}n`]: 'number', [`${'a[].'.repeat(30)}n`]: 'number' } as const;
  assert.ok(Object.keys(expects).every((path) => isExpectedPath(path) && path.length <= 500));
  compileBlanks(expects)(answer);
  assert.match(JSON.stringify(answer), '"n":null');
});

test('a path goes through lists', () => {
  for (const path of ['$', 'a.b', 'a[].b', '$[][].c', 'a["x y"][] | b']) assert.ok(isExpectedPath(path), path);
  for (const path of ['', 'a..b', 'a[', ' | a']) assert.not(isExpectedPath(path), path);
});

test.run();
