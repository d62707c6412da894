import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Sieve } from '../../src/documents/sieve-document.ts';
import { MOST_READ_BYTES } from '../../src/documents/sieve/kept-bytes.ts';
import { createSifter, siftPieces } from '../../src/documents/sieve/sift.ts';

const test = suite('documents/sieve');

/** What one answer may hold in memory while it is read, by the bound that is written for the worker. */
const MOST_HELD = 2 * 1024 * 1024;

const sieveOf = (changes: Partial<Sieve> = {}): Sieve => ({
  kind: 'json',
  contentType: '',
  list: ['data', 'stations'],
  where: [],
  near: null,
  fields: null,
  witnesses: 0,
  most: 500,
  csv: { separator: ',', columns: null, skip: 0 },
  ...changes,
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A text in pieces of so many bytes. */
const piecesOf = (text: string, size: number): Uint8Array[] => {
  const bytes = bytesOf(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));
};

const sift = (sieve: Sieve, text: string, size = 7): string => {
  const read = siftPieces(sieve, piecesOf(text, size));
  return 'error' in read ? `! ${read.error}` : new TextDecoder().decode(read.value);
};

const words = (path: string, ...given: string[]) => ({ paths: [path], words: given });

const STATIONS = `\ufeff{ "ttl": 5, "stations": [1, 2], "a\\"]": {"data": {"stations": [3]}},
 "d\\u0061ta": {"x": [[{"stations": [4]}]], "stations": [
 {"id": "1", "name": "Café ] \\" Zürich", "lat": 47.4, "lon": 8.5, "more": {"a": [1, 2], "b": "}"}},
 {"id": "2", "name": "Bern", "lat": 46.9, "lon": 7.4},{"id": "3", "name": "Gare de Zurich", "lat": 47.3, "lon": 8.6}
 ], "last": [5]}, "end": null }`;

test('of a JSON list the wanted members are left, and everything around it', () => {
  for (const size of [1, 2, 3, 64, 100_000]) {
    const left = JSON.parse(sift(sieveOf({ where: [words('name', 'zurich')] }), STATIONS, size)) as object;
    assert.equal(left, {
      ttl: 5,
      stations: [1, 2],
      'a"]': { data: { stations: [3] } },
      data: {
        x: [[{ stations: [4] }]],
        stations: [
          { id: '1', name: 'Café ] " Zürich', lat: 47.4, lon: 8.5, more: { a: [1, 2], b: '}' } },
          { id: '3', name: 'Gare de Zurich', lat: 47.3, lon: 8.6 },
        ],
        last: [5],
      },
      end: null,
    });
  }
});

for (const [what, changes, expected] of [
  ['every word has to be there', { where: [words('name', 'gare', 'zu')] }, ['3']],
  ['one of the texts has to be the value', { where: [{ paths: ['id', 'name'], is: ['2', 'x'] }] }, ['2']],
  ['all conditions have to hold', { where: [words('name', 'zurich'), { paths: ['id'], is: ['2'] }] }, []],
  ['the first are left', { most: 2 }, ['1', '2']],
  ['the nearest are left, nearest first', { near: { paths: ['lat', 'lon'], place: [47, 7.5] }, most: 2 }, ['2', '1']],
] as const)
  test(what, () => {
    const left = sift(sieveOf({ ...(changes as Partial<Sieve>), fields: ['id'] }), STATIONS);
    const { data } = JSON.parse(left) as { data: { stations: unknown } };
    assert.equal(
      data.stations,
      expected.map((id) => ({ id })),
    );
  });

test('the answer itself may be the list, and fields stay where they lay', () => {
  const sieve = sieveOf({ list: [], fields: ['p.a', 'none'] });
  assert.is(sift(sieve, ' [ {"p": {"a": 1, "b": 2}} , {"q": 3} ] '), ' [{"p":{"a":1}},{}] ');
  assert.is(sift(sieve, '[]'), '[]');
  assert.is(sift(sieve, '{"a": 1}'), '{"a": 1}');
});

test('beside the wanted members some of the first stay where the sieve asks for witnesses', () => {
  const sieve = sieveOf({ list: [], where: [{ paths: ['a'], is: ['3', '1'] }], witnesses: 2 });
  assert.is(sift(sieve, '[{"a":1},{"a":2},{"a":3},{"a":4}]'), '[{"a":1},{"a":3},{"a":2}]');
  assert.is(sift(sieve, '[{"b":1},{"b":2},{"b":3}]'), '[{"b":1},{"b":2}]');
});

test('the nearest over the date line', () => {
  const sieve = sieveOf({ list: [], near: { paths: ['y', 'x'], place: [-17, 179] }, most: 1 });
  assert.is(sift(sieve, '[{"y": -17, "x": 170}, {"y": -17, "x": -179}, {"z": 1}]'), '[{"y": -17, "x": -179}]');
});

for (const [what, place, members, nearest] of [
  ['to the east', [0, 10], { a: [0, 10.4], b: [0, 9.5] }, 'a'],
  ['to the west', [0, 10], { a: [0, 10.5], b: [0, 9.6] }, 'b'],
  ['to the north', [10, 0], { a: [10.4, 0], b: [9.5, 0] }, 'a'],
  ['beyond the date line to the east', [0, 179.9], { a: [0, -179.9], b: [0, 179.6] }, 'a'],
  ['beyond the date line to the west', [0, -179.9], { a: [0, 179.8], b: [0, -179.5] }, 'a'],
  ['where degrees to the east are shorter', [60, 0], { a: [60, 1.5], b: [61, 0] }, 'a'],
  ['where a degree to the east is half of one', [60, 0], { a: [60, 2], b: [61.005, 0] }, 'a'],
  ['where they are not that much shorter', [45, 0], { a: [45, 1.3], b: [45.85, 0] }, 'b'],
  ['of members that tell a place', [0, 0], { a: [null, 0], b: [80, 170] }, 'b'],
] as const)
  test(`the nearest ${what}`, () => {
    const sieve = sieveOf({ list: [], near: { paths: ['y', 'x'], place: [...place] }, most: 1, fields: ['id'] });
    const list = Object.entries(members).map(([id, [y, x]]) => ({ id, y, x }));
    assert.is(sift(sieve, JSON.stringify(list)), JSON.stringify([{ id: nearest }]));
  });

const DIGITS = '0123456789';
const LONG = DIGITS.repeat(200);
for (const [what, text, said] of [
  ['breaks off', STATIONS.slice(0, -9), 'the answer breaks off in the middle'],
  ['breaks off in the list', STATIONS.slice(0, 300), 'the answer breaks off in the middle'],
  ['breaks off in a text', '{"data": {"stations": ["abc', 'the answer breaks off in the middle'],
  ['a broken member', '{"data": {"stations": [{"a" 1}]}}', 'the answer is no JSON'],
  ['brackets that do not match', '{"data": {"stations": [{]}]}}', 'the answer is no JSON'],
  ['a web page', '<html></html>', 'the answer is no JSON'],
  ['nothing', '', 'the answer is no JSON'],
  ['depth', `{"data": {"stations": [${'['.repeat(80)}`, 'the answer is nested deeper than 64 levels'],
  ['depth around the list', '[{"a":'.repeat(40), 'the answer is nested deeper than 64 levels'],
  [
    'a huge member',
    `{"data": {"stations": [{"a": "${DIGITS.repeat(14_000)}"}]}}`,
    'one entry of the answer is larger than 128 KiB',
  ],
  [
    'a member of very many values',
    `{"data": {"stations": [[${'0,'.repeat(9000)}0]]}}`,
    'one entry of the answer has more than 8192 values',
  ],
  ['a huge key', `{"data": {"${DIGITS.repeat(14_000)}": 1}}`, 'one entry of the answer is larger than 128 KiB'],
  [
    'much around the list',
    `{"other": "${DIGITS.repeat(30_000)}", "data": {"stations": []}}`,
    'what is wanted of the answer is larger than 256 KiB',
  ],
  [
    'too much that is wanted',
    `{"data": {"stations": [${`{"a": "${DIGITS.repeat(100)}"},`.repeat(300)}1]}}`,
    'what is wanted of the answer is larger than 256 KiB',
  ],
] as const)
  test(`refused with a sentence: ${what}`, () => assert.is(sift(sieveOf(), text, 1000), `! ${said}`));

const KIB = 1024;
const [ENTRY, VALUES, WANTED] = [
  'one entry of the answer is larger than 128 KiB',
  'one entry of the answer has more than 8192 values',
  'what is wanted of the answer is larger than 256 KiB',
];
/** [what, the sieve, an answer of which something is so long, how long it may be, and what is said of one more] */
for (const [what, changes, textOf, most, said] of [
  ['a member', { list: [] }, (size: number) => `["${'a'.repeat(size - 2)}"]`, 128 * KIB, ENTRY],
  ['a key', { list: ['a'] }, (size: number) => `{"${'a'.repeat(size)}":1}`, 128 * KIB, ENTRY],
  ['a list in a member', { list: [] }, (size: number) => `[[${'0,'.repeat(size - 1)}0],[0]]`, 8192, VALUES],
  [
    'lists in a member',
    { list: [] },
    (size: number) => `[[${'[],'.repeat(4000)}${'0,'.repeat(size - 8001)}0]]`,
    8192,
    VALUES,
  ],
  ['what stands before', { list: ['a'] }, (size: number) => `{${' '.repeat(size - 6)}"a":[]}`, 256 * KIB, WANTED],
  ['what stands behind', { list: [] }, (size: number) => `[]${' '.repeat(size - 1)}`, 256 * KIB, WANTED],
  // Each member that is kept counts a hundred bytes more.
  [
    'members',
    { list: [] },
    (size: number) =>
      `[${Array(2)
        .fill(`"${'a'.repeat(size - 2)}"`)
        .join()}]`,
    130_972,
    WANTED,
  ],
  [
    'members that took the place of others',
    { list: [], near: { paths: ['y', 'y'], place: [0, 0] }, most: 1, fields: ['a', 'y'] },
    (size: number) => `[${[3, 2, 1].map((y) => `{"a":"${'a'.repeat(size - 14)}","y":${y}}`).join()}]`,
    128 * KIB,
    ENTRY,
  ],
  ['a row', { kind: 'csv', list: [] }, (size: number) => `a\n${'a'.repeat(size)}`, 128 * KIB, ENTRY],
  [
    'an element',
    { kind: 'xml', list: ['r', 'e'] },
    (size: number) => `<r><e>${'a'.repeat(size - 7)}</e></r>`,
    128 * KIB,
    ENTRY,
  ],
] as const)
  test(`${what}: as much as there may be, and no more`, () => {
    const sieve = sieveOf(changes as unknown as Partial<Sieve>);
    assert.not(sift(sieve, textOf(most), 5000).startsWith('!'));
    assert.is(sift(sieve, textOf(most + 1), 5000).slice(0, 100), `! ${said}`);
  });

test('an answer of 32 MiB is read to its end, and no byte more', () => {
  const sifter = createSifter(sieveOf({ kind: 'csv', list: [], most: 0 }));
  const rows = bytesOf(`${'a'.repeat(32 * KIB - 1)}\n`);
  for (let read = 0; read < 32 * KIB * KIB; read += rows.length) sifter.write(rows);
  assert.throws(() => sifter.write(rows.subarray(0, 1)), 'the answer is larger than 32 MiB');
});

/** Writes the same piece until it is refused; the most that was held, and the sentence. */
const feedForEver = (sieve: Sieve, start: string, piece: string): { held: number; error: string } => {
  const sifter = createSifter(sieve);
  const again = bytesOf(piece.repeat(Math.ceil(65_536 / piece.length)));
  let held = 0;
  try {
    sifter.write(bytesOf(start));
    for (let read = 0; read <= 2 * MOST_READ_BYTES; read += again.length) {
      sifter.write(again);
      held = Math.max(held, sifter.held);
    }
  } catch (error) {
    return { held, error: (error as Error).message };
  }
  return { held, error: 'none' };
};

for (const [what, changes, start, piece] of [
  [
    'a JSON list',
    { where: [words('name', 'zurich')] },
    '{"data": {"stations": [',
    `{"name": "Bern", "a": [1, 2], "b": "${LONG}"},`,
  ],
  ['a JSON list of which the first are wanted', { most: 3 }, '{"data": {"stations": [', '{"name": "Bern"},'],
  [
    'a JSON list of which the nearest are wanted',
    { near: { paths: ['a', 'b'], place: [1, 2] }, most: 2000, fields: ['a'] },
    '{"data": {"stations": [',
    `{"a": 3, "b": 4, "c": "${LONG}"},`,
  ],
  ['rows', { kind: 'csv', where: [words('name', 'zurich')] }, 'id,name\n', `1,Bern,${LONG}\n`],
  ['elements', { kind: 'xml', list: ['r', 'e'], where: [words('n', 'zurich')] }, '<r>', `<e><n>Bern</n>${LONG}</e>\n`],
] as const)
  test(`what never ends is refused, and little is held of it: ${what}`, () => {
    const { held, error } = feedForEver(sieveOf(changes as Partial<Sieve>), start, piece);
    assert.is(error, 'the answer is larger than 32 MiB');
    assert.ok(held < MOST_HELD, `${held} bytes`);
  });

for (const [what, changes, start, piece] of [
  ['a text', {}, '{"data": {"stations": ["', 'a'],
  ['space', {}, '{', ' '],
  ['a row', { kind: 'csv' }, 'id\n', 'a'],
  ['quotes', { kind: 'csv' }, 'id\n"', 'a\n'],
  ['a tag', { kind: 'xml', list: ['r', 'e'] }, '<r', ' a'],
  ['a comment', { kind: 'xml', list: ['r', 'e'] }, '<r><!--', ' -'],
  ['an element', { kind: 'xml', list: ['r', 'e'] }, '<r><e>', 'a'],
  ['open elements', { kind: 'xml', list: ['r', 'e'] }, '<r><e>', '<a>'],
] as const)
  test(`one thing that never ends is refused early: ${what}`, () => {
    const { held, error } = feedForEver(sieveOf(changes as Partial<Sieve>), start, piece);
    assert.match(error, /larger than (?:128|256) KiB|deeper/);
    assert.ok(held < MOST_HELD, `${held} bytes`);
  });

test('of rows the names of the columns and the wanted ones are left', () => {
  const rows = 'made today\r\nid;name;town\r\n1;"Karls;\r\n""platz""";Wien\r\n\r\n2;Graben;Wien\r\n3;Karlstor;München';
  const sieve = sieveOf({
    kind: 'csv',
    list: [],
    where: [{ paths: ['name', 'town'], words: ['karl', 'wien'] }],
    csv: { separator: ';', columns: null, skip: 1 },
  });
  for (const size of [1, 5, 1000])
    assert.is(sift(sieve, rows, size), 'made today\nid;name;town\n1;"Karls;\r\n""platz""";Wien\n');
  const named = { ...sieve, where: [words('b', 'munchen')], csv: { separator: ';', columns: ['', '', 'b'], skip: 0 } };
  assert.is(sift(named, '1;2;3\r4;5;München'), '4;5;München\n');
});

test('rows and names of one character are rows, with and without an end of the last one', () => {
  const sieve = sieveOf({ kind: 'csv', list: [], where: [{ paths: ['n'], is: ['5', '7'] }] });
  for (const size of [1, 1000]) {
    assert.is(sift(sieve, 'n\n5\n6\n7\n', size), 'n\n5\n7\n');
    assert.is(sift(sieve, 'n\r\n6\r\n\r\n7', size), 'n\n7\n');
  }
});

test('of elements the wanted ones are left, and everything around them', () => {
  const xml = `<?xml version="1.0" encoding="utf-8"?><!-- <entry> --><feed xmlns:c="urn:c"><title>A > "b"</title>
 <entry><c:area>Wien</c:area><![CDATA[</entry>]]></entry>
 <ENTRY k='>'><c:area>Graz &amp; Wien</c:area></ENTRY> <entry/> <entry><c:area>Linz</c:area></entry></feed>`;
  const sieve = sieveOf({ kind: 'xml', list: ['feed', 'entry'], where: [words('area', 'wien')] });
  for (const size of [1, 9, 1000])
    assert.is(
      sift(sieve, xml, size),
      `<?xml version="1.0" encoding="utf-8"?><!-- <entry> --><feed xmlns:c="urn:c"><title>A > "b"</title><entry>` +
        `<c:area>Wien</c:area><![CDATA[</entry>]]></entry><ENTRY k='>'><c:area>Graz &amp; Wien</c:area></ENTRY></feed>`,
    );
  assert.is(
    sift({ ...sieve, fields: ['area', 'none'] }, xml),
    `<?xml version="1.0" encoding="utf-8"?><!-- <entry> --><feed xmlns:c="urn:c"><title>A > "b"</title>` +
      '<entry><area>Wien</area></entry><entry><area>Graz &amp; Wien</area></entry></feed>',
  );
  for (const missing of [8, '</feed>'.length, '</entry></feed>'.length])
    assert.is(sift(sieve, xml.slice(0, -missing)), '! the answer breaks off in the middle');
  assert.is(sift(sieve, '<feed></entry>'), '! the answer is no XML');
  assert.is(sift(sieve, '{}'), '! the answer is no XML');
});

test('a field with the name of what all objects share stays a field', () => {
  const json = '{"data":{"stations":[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}}}]}}';
  const fields = ['__proto__.polluted', 'constructor.prototype.polluted'];
  sift(sieveOf({ fields }), json);
  assert.is(({} as Record<string, unknown>)['polluted'], undefined);
});

for (const [what, changes, text, left] of [
  [
    'a list of that name for the first time alone',
    { list: ['a'], most: 1 },
    '{"a":[1,2],"a":[3,4]}',
    '{"a":[1],"a":[3,4]}',
  ],
  [
    'no list where the path leads through another one',
    { list: ['a', 'b'], most: 0 },
    '{"a":[{"b":[1]}]}',
    '{"a":[{"b":[1]}]}',
  ],
  [
    'no list where something else lies at the path',
    { list: ['a'], most: 0 },
    '{"a":{"a":[1]},"b":"a"}',
    '{"a":{"a":[1]},"b":"a"}',
  ],
  [
    'a list behind an object of that name',
    { list: ['a', 'b'], most: 1 },
    '{"a":{"c":{"b":[1]},"b":[2,3]}}',
    '{"a":{"c":{"b":[1]},"b":[2]}}',
  ],
  [
    'a list behind values of every kind',
    { list: ['z'], most: 1 },
    '{"a":null,"b":-1.5e3,"c":true,"z":[1,2]}',
    '{"a":null,"b":-1.5e3,"c":true,"z":[1]}',
  ],
  ['lists and objects in members', { list: [], most: 2 }, '[[1,[2]],{"a":[3]},4]', '[[1,[2]],{"a":[3]}]'],
  ['a text that ends with a backslash', { list: [], most: 1 }, '["\\\\",1]', '["\\\\"]'],
  [
    'the same text however it is written',
    { list: [], where: [words('a', 'strasse')] },
    '[{"a":"STRASSE"},{"a":"Straße"},{"a":"Strase"}]',
    '[{"a":"STRASSE"},{"a":"Straße"}]',
  ],
  [
    'words in several places',
    { list: [], where: [{ paths: ['a', 'b'], words: ['x', 'y'] }] },
    '[{"a":"x","b":"y"},{"a":"x"}]',
    '[{"a":"x","b":"y"}]',
  ],
  [
    'what is a number, true or an object',
    { list: [], where: [{ paths: ['a'], is: ['1', 'true', '{"b":2}'] }] },
    '[{"a":1},{"a":true},{"a":{"b":2}},{"a":"2"}]',
    '[{"a":1},{"a":true},{"a":{"b":2}}]',
  ],
  [
    'nothing and what is not there are blank',
    { list: [], where: [{ paths: ['a'], is: [''] }] },
    '[{"a":null},{},{"a":0}]',
    '[{"a":null},{}]',
  ],
  [
    'of equally near ones the first',
    { list: [], near: { paths: ['y', 'x'], place: [0, 0] }, most: 2 },
    '[{"y":1,"x":0,"n":1},{"y":1,"x":0,"n":2},{"y":1,"x":0,"n":3}]',
    '[{"y":1,"x":0,"n":1},{"y":1,"x":0,"n":2}]',
  ],
  [
    'names of fields that lead into each other',
    { list: [], fields: ['a.b', 'a.c', 'd.0'] },
    '[{"a":{"b":1,"c":null,"e":2},"d":[7]}]',
    '[{"a":{"b":1,"c":null},"d":{"0":7}}]',
  ],
] as const)
  test(`JSON: ${what}`, () => {
    for (const size of [1, 100]) assert.is(sift(sieveOf(changes as unknown as Partial<Sieve>), text, size), left);
  });

const rowsOf = (changes: Partial<Sieve>, csv: Partial<Sieve['csv']> = {}): Sieve =>
  sieveOf({ kind: 'csv', list: [], csv: { separator: ',', columns: null, skip: 0, ...csv }, ...changes });
for (const [what, sieve, text, left] of [
  [
    'a quotation mark in the lines above',
    rowsOf({ most: 1 }, { skip: 1 }),
    'made "today\nid\n1\n2',
    'made "today\nid\n1\n',
  ],
  ['a quotation mark within a value', rowsOf({ most: 2 }), 'id\n1 5" x\n2\n3', 'id\n1 5" x\n2\n'],
  ['a quotation that is open at the end of a row', rowsOf({ most: 1 }), 'id,b\n1,"x\ny"\n2,z', 'id,b\n1,"x\ny"\n'],
  ['a quotation behind a value that is none', rowsOf({ most: 1 }), 'id\n"1"\n"2\n3"', 'id\n"1"\n'],
  ['rows of blanks before the names', rowsOf({ most: 1 }), ' , \nid\n1\n2', 'id\n1\n'],
  ['rows of blanks between others', rowsOf({ most: 2 }), 'id,b\n , \n1,\n2,', 'id,b\n1,\n2,\n'],
  [
    'several signs that separate',
    rowsOf({ where: [{ paths: ['b'], is: ['2'] }] }, { separator: '||' }),
    'a||b\n1||"2"\n2||1',
    'a||b\n1||"2"\n',
  ],
  [
    'no sign that separates',
    rowsOf({ where: [{ paths: ['b'], is: ['2'] }] }, { separator: '' }),
    'a,b\n1,2\n2,1',
    'a,b\n1,2\n',
  ],
  ['a value that is not there', rowsOf({ where: [{ paths: ['b'], is: [''] }] }), 'a,b\n1\n2,3', 'a,b\n1\n'],
  ['witnesses', rowsOf({ where: [{ paths: ['a'], is: ['3'] }], witnesses: 1 }), 'a\n1\n2\n3', 'a\n3\n1\n'],
  ['names without rows', rowsOf({}), 'a,b', 'a,b\n'],
] as const)
  test(`CSV: ${what}`, () => {
    for (const size of [1, 100]) assert.is(sift(sieve, text, size), left);
  });

const elementsOf = (changes: Partial<Sieve> = {}): Sieve => sieveOf({ kind: 'xml', list: ['r', 'e'], ...changes });
for (const [what, sieve, text, left] of [
  [
    'texts and elements between those of the list',
    elementsOf({ most: 1 }),
    '<r>a <e>1</e> b <x/> <e>2</e></r>',
    '<r>a <e>1</e>b <x/></r>',
  ],
  [
    'an element of that name elsewhere',
    elementsOf({ most: 0 }),
    '<r><x><e>1</e></x><e>2</e></r>',
    '<r><x><e>1</e></x></r>',
  ],
  [
    'an element of that name in itself',
    elementsOf({ most: 1 }),
    '<r><e><e>1</e></e><e>2</e></r>',
    '<r><e><e>1</e></e></r>',
  ],
  ['another root', elementsOf({ most: 0 }), '<s><e>1</e></s>', '<s><e>1</e></s>'],
  [
    'an end within an attribute, a comment, a text and an instruction',
    elementsOf({ most: 1 }),
    `<r><e a="</e>" b='">'/><!-- <e> --><?x <e> ?><![CDATA[<e>]]><e/></r>`,
    `<r><e a="</e>" b='">'/><!-- <e> --><?x <e> ?><![CDATA[<e>]]></r>`,
  ],
  [
    'what begins like a comment',
    elementsOf({ most: 1 }),
    '<!DOCTYPE r [<!ENTITY x "a>b">]><r><e/><e/></r>',
    '<!DOCTYPE r [<!ENTITY x "a>b">]><r><e/></r>',
  ],
  [
    'an attribute',
    elementsOf({ where: [{ paths: ['a'], is: ['2'] }] }),
    '<r><e a="1"/><e a="2">x</e></r>',
    '<r><e a="2">x</e></r>',
  ],
  [
    'fields that are there several times',
    elementsOf({ fields: ['a', 'b'] }),
    '<r><e><a>1</a><b>x&lt;y&gt;</b><a>2</a></e></r>',
    '<r><e><a>1</a><a>2</a><b>x&lt;y&gt;</b></e></r>',
  ],
  [
    'witnesses',
    elementsOf({ where: [{ paths: ['a'], is: ['2'] }], witnesses: 1 }),
    '<r><e><a>1</a></e><e><a>2</a></e></r>',
    '<r><e><a>2</a></e><e><a>1</a></e></r>',
  ],
] as const)
  test(`XML: ${what}`, () => {
    for (const size of [1, 100]) assert.is(sift(sieve, text, size), left);
  });

for (const [what, sieve, text] of [
  ['a tag that ends what is not open', elementsOf(), '<r></e></r>'],
  ['an end before the begin', elementsOf(), '</r><r/>'],
  ['names in another order', elementsOf(), '<r><e></r></e>'],
] as const)
  test(`XML that is none: ${what}`, () => assert.is(sift(sieve, text), '! the answer is no XML'));

test('XML that is nested a hundred deep is read, what is deeper is not', () => {
  const nested = (levels: number): string => sift(elementsOf(), `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`, 100);
  assert.ok(nested(100).startsWith('<a>'));
  assert.is(nested(101), '! the answer is nested deeper than 100 levels');
});

test('JSON that is nested 64 deep is read', () => {
  const text = `${'['.repeat(64)}${']'.repeat(64)}`;
  assert.is(sift(sieveOf(), text, 100), text);
});

const koi = (before: string, after: string): Uint8Array =>
  Uint8Array.from([...bytesOf(before), 0xe4, ...bytesOf(after)]);
for (const [what, sieve, bytes] of [
  ['rows by their type', rowsOf({ contentType: 'text/csv; charset=koi8-r' }), koi('n\n', '\nx')],
  [
    'elements by their type',
    elementsOf({ contentType: 'text/xml; charset=koi8-r' }),
    koi('<r><e><n>', '</n></e><e/></r>'),
  ],
  [
    'elements by their declaration',
    elementsOf(),
    koi('<?xml version="1.0" encoding="koi8-r"?><r><e><n>', '</n></e><e/></r>'),
  ],
] as const)
  test(`words are looked for in the character set: ${what}`, () => {
    const found = siftPieces({ ...sieve, where: [words('n', 'д')] }, [bytes]);
    assert.ok('value' in found);
    assert.ok(found.value.includes(0xe4));
    const other = siftPieces({ ...sieve, where: [words('n', 'ä')] }, [bytes]);
    assert.ok('value' in other && !other.value.includes(0xe4));
  });

test.run();
