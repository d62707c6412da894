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

test.run();
