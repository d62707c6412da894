import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCsv } from '../../src/documents/csv/parse-csv.ts';
import { parseXml } from '../../src/documents/xml/parse-xml.ts';

/** XML and CSV of others as plain values. */
const test = suite('documents/tree');

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const xml = (text: string) => parseXml(bytes(text), { contentType: 'text/xml' });
const csv = (text: string, options: object = {}) => parseCsv(bytes(text), { contentType: 'text/csv', ...options });

test('elements are texts, objects of attributes and children, or lists of equals', () => {
  assert.equal(
    xml(
      '<?xml version="1.0"?><a:Root xmlns:a="urn:x"><Item id="1">one</Item><item id="2"/><Only>x &amp; y</Only><raw><![CDATA[<b>]]></raw></a:Root>',
    ),
    { value: { root: { item: [{ id: '1', text: 'one' }, { id: '2' }], only: 'x & y', raw: '<b>' } } },
  );
});

test('what is no XML is a sentence, and names that reach prototypes are left out', () => {
  assert.equal(xml('nothing'), { error: 'the answer is no XML' });
  const { value } = xml('<a><__proto__>x</__proto__><b>y</b></a>') as { value: { a: object } };
  assert.equal(Object.keys(value.a), ['b']);
});

for (const [what, text, value] of [
  [
    'attributes without their prefix, and without what declares one',
    '<a xmlns="u" xmlns:x="v" x:b="1"/>',
    { a: { b: '1' } },
  ],
  ['an element without anything', '<a><b/><c></c><d> </d></a>', { a: { b: '', c: '', d: '' } }],
  ['an attribute and a child of one name', '<a b="1"><b>2</b><b>3</b></a>', { a: { b: ['1', '2', '3'] } }],
  ['a text beside a child that is called text', '<a>x<text>y</text></a>', { a: { text: 'y' } }],
  ['a text in several parts', '<a b="1"> x <c/> y </a>', { a: { b: '1', c: '', text: 'x  y' } }],
  ['a blank text beside attributes', '<a b="1"> </a>', { a: { b: '1' } }],
  ['an attribute that reaches prototypes', '<a constructor="1" x:prototype="2" b="3"/>', { a: { b: '3' } }],
  ['an element that nobody closes', '<a><b>1</a>', { a: { b: '1' } }],
  ['the first of two roots of one name', '<a>1</a><a>2</a>', { a: '1' }],
  ['a root that closes itself, and blanks behind it', '<a b="1" />\n', { a: { b: '1' } }],
  ['a comment at the end', '<a>1</a><!-- made today -->', { a: '1' }],
  ['a prefix and capitals in the last tag', '<x:A.b>1</X:A.B >', { 'a.b': '1' }],
] as const)
  test(`XML: ${what}`, () => assert.equal(xml(text), { value }));

for (const text of ['<a>1</a><b>2</b>', '<a><b>1</b>', '<a><b>1</b></', '<a>1</b>', '<a>1', '<a'])
  test(`XML that breaks off: ${text}`, () =>
    assert.match((xml(text) as { error: string }).error, /^the answer (?:breaks off in the middle|is no XML)$/));

test('XML in the character set that its type or its declaration names', () => {
  const koi = Uint8Array.from([...bytes('<a>'), 0xe4, ...bytes('</a>')]);
  assert.equal(parseXml(koi, { contentType: 'text/xml; charset=koi8-r' }), { value: { a: 'Д' } });
  const declared = Uint8Array.from([...bytes('<?xml version="1.0" encoding="koi8-r"?>'), ...koi]);
  assert.equal(parseXml(declared, {}), { value: { a: 'Д' } });
});

test('of a long text, of long and of very many attributes the beginning is read', () => {
  const long = 'x'.repeat(25_000);
  const text = (xml(`<a>${long}</a>`) as { value: { a: string } }).value.a;
  assert.is(text.length, 20_000);
  const [more] =
    (xml(`<a>y<b/>${long}<b/>z</a>`) as { value: { a: { text: string } } }).value.a.text.match(/x+z?$/) ?? [];
  assert.is(more, 'x'.repeat(20_000));
  const attributes = Array.from({ length: 70 }, (_, at) => `a${at}="${'y'.repeat(4001)}"`).join(' ');
  const { a } = (xml(`<a ${attributes}/>`) as { value: { a: Record<string, string> } }).value;
  assert.equal([Object.keys(a).length, a['a63']?.length], [64, 4000]);
});

test('what is nested a hundred deep is read, what is deeper is not', () => {
  const nested = (levels: number) => xml(`${'<a>'.repeat(levels)}1${'</a>'.repeat(levels)}`);
  assert.ok('value' in nested(100));
  assert.ok('error' in nested(101));
});

test('an entity that refers to itself costs nothing', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY x "aaaa"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>`;
  assert.ok(JSON.stringify(xml(bomb)).length < 200);
});

test('the first row names the columns; quotation marks hold separators, line ends and themselves', () => {
  assert.equal(csv('name,note\r\nA,"x, ""y""\nz"\n\nB,\n'), {
    value: [
      { name: 'A', note: 'x, "y"\nz' },
      { name: 'B', note: '' },
    ],
  });
});

test('columns can be named, lines left out, and another sign separate', () => {
  assert.equal(csv('# made today\n1;2\n3;4', { separator: ';', columns: ['a', 'b'], skip: 1 }), {
    value: [
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ],
  });
});

for (const [what, text, options, value] of [
  ['line ends of every kind', 'a\r1\n2\r\n3', {}, [{ a: '1' }, { a: '2' }, { a: '3' }]],
  ['blanks around values', ' a , b \n 1 ,"2" ', {}, [{ a: '1', b: '2' }]],
  ['rows of nothing but blanks', 'a,b\n , \n\n1,2', {}, [{ a: '1', b: '2' }]],
  [
    'rows that are too short or too long',
    'a,b\n1\n2,3,4',
    {},
    [
      { a: '1', b: '' },
      { a: '2', b: '3' },
    ],
  ],
  ['text behind a quotation', 'a\n"x,"y', {}, [{ a: 'x,y' }]],
  [
    'quotation marks inside a value',
    'a\nx"y,z"',
    { columns: ['b', 'c'] },
    [
      { b: 'a', c: '' },
      { b: 'x"y', c: 'z"' },
    ],
  ],
  ['a quotation of nothing', 'a,b\n"",1', {}, [{ a: '', b: '1' }]],
  ['several signs that separate', 'a||b|c\n"1||"||2', { separator: '||' }, [{ a: '1||', 'b|c': '2' }]],
  ['no sign that separates', 'a,b\n1,2', { separator: '' }, [{ a: '1', b: '2' }]],
  ['nothing but names', 'a,b\n', {}, []],
  ['nothing', '', {}, []],
  ['lines above', 'x\n\na\n1', { skip: 2 }, [{ a: '1' }]],
  ['more lines above than there are', 'a\n1', { skip: 9 }, []],
] as const)
  test(`CSV: ${what}`, () => assert.equal(csv(text, options), { value }));

test('of very many columns and rows the first are read', () => {
  const wide = Array.from({ length: 205 }, (_, at) => `c${at}`).join(',');
  const { value } = csv(`${wide}\n${wide}\n1,2`) as { value: Record<string, string>[] };
  assert.equal([value.length, Object.keys(value[0] ?? {}).length, value[1]?.['c1']], [2, 200, '2']);
  assert.is((csv(`a\n${'1\n'.repeat(20_001)}`) as { value: unknown[] }).value.length, 20_000);
});

test('CSV of more values than a result may have is none, blank ones counted and columns of one name once', () => {
  const rows = (count: number, names = 'a,b,c,d,e') => csv(`${names}\n${'1\n'.repeat(count)}`);
  assert.is((rows(10_000) as { value: unknown[] }).value.length, 10_000);
  assert.equal(rows(10_001), { error: 'the answer has more than 50000 values' });
  assert.equal(rows(1, 'a,a,b,a'), { value: [{ a: '', b: '' }] });
  assert.is((rows(15_000, 'a,b,a,b,a') as { value: unknown[] }).value.length, 15_000);
});

test('CSV in the character set that its type names', () =>
  assert.equal(parseCsv(Uint8Array.from([0x61, 0x0a, 0xe4]), { contentType: 'text/csv; charset=koi8-r' }), {
    value: [{ a: 'Д' }],
  }));

test('an open quotation mark ends with the text', () => assert.equal(csv('a,b\n"x'), { value: [{ a: 'x', b: '' }] }));

test.run();
