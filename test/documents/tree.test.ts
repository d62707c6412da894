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

test('an open quotation mark ends with the text', () => assert.equal(csv('a,b\n"x'), { value: [{ a: 'x', b: '' }] }));

test.run();
