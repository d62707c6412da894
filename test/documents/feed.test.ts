import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFeedDate } from '../../src/documents/feed/feed-date.ts';
import { parseFeed } from '../../src/documents/feed/parse-feed.ts';
import { walkXml } from '../../src/documents/feed/xml-walk.ts';
import type { FeedDocument, FeedOptions } from '../../src/documents/feed-document.ts';

const test = suite('documents/feed');

const read = (text: string | Uint8Array, options: FeedOptions = {}): FeedDocument => {
  const parsed = parseFeed(typeof text === 'string' ? Buffer.from(text) : text, options);
  assert.ok('value' in parsed, JSON.stringify(parsed));
  return parsed.value;
};

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:media="m" xmlns:atom="a"><channel><title>The Daily &amp; Flap</title><atom:link href="x"/><image><title>Image</title><link>http://image</link></image>
<item><media:title>other</media:title><title>Older &lt;b&gt;news&lt;/b&gt;</title><link>http://x/1</link><pubDate>Fri, 20 Nov 2026 11:30:00 GMT</pubDate></item>
<item><title><![CDATA[Newest <i>news</i> &eacute;]]></title><link>http://x/2</link><pubDate>Fri, 20 Nov 2026 13:25:00 GMT</pubDate></item></channel></rss>`;
const RSS_ITEMS = [
  { title: 'Newest news é', link: 'http://x/2', published: '2026-11-20T13:25:00.000Z' },
  { title: 'Older news', link: 'http://x/1', published: '2026-11-20T11:30:00.000Z' },
];
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">Atom</title><author><name>N</name></author><entry><title type="html">One &amp;amp; only</title><link rel="self" href="http://x/self"/><link rel="alternate" href="http://x/1"/><updated>2026-11-18T13:30:00Z</updated></entry></feed>`;
const ATOM_ITEMS = [{ title: 'One & only', link: 'http://x/1', published: '2026-11-18T13:30:00.000Z' }];
const RDF = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://x/"><title>Old</title></channel><item rdf:about="http://x/1"><title>Entry</title><dc:date>2026-11-20T12:30:00Z</dc:date></item></rdf:RDF>`;
const RDF_ITEMS = [{ title: 'Entry', link: 'http://x/1', published: '2026-11-20T12:30:00.000Z' }];

/** The same document under a prefix for its own vocabulary. */
const prefixed = (xml: string, prefix: string): string =>
  xml
    .replace(/<(\/?)(feed|title|entry|link|updated|author|name)\b/g, `<$1${prefix}:$2`)
    .replace('xmlns=', `xmlns:${prefix}=`);

for (const [name, text, title, items] of [
  ['RSS 2.0, newest first', RSS, 'The Daily & Flap', RSS_ITEMS],
  [
    'RSS 0.91 with its doctype',
    RSS.replace(
      '<?xml version="1.0"?>',
      '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://x/rss-0.91.dtd">',
    ).replace('2.0', '0.91'),
    'The Daily & Flap',
    RSS_ITEMS,
  ],
  ['RSS 0.9', RDF.replace('http://purl.org/rss/1.0/', 'http://my.netscape.com/rdf/simple/0.9/'), 'Old', RDF_ITEMS],
  ['RSS 1.0', RDF, 'Old', RDF_ITEMS],
  ['RSS 1.0 with namespaces that nobody knows', RDF.replace(/xmlns(:\w+)?="[^"]*"/g, 'xmlns$1="x"'), 'Old', RDF_ITEMS],
  ['Atom', ATOM, 'Atom', ATOM_ITEMS],
  ['Atom with a prefix', prefixed(ATOM, 'a'), 'Atom', ATOM_ITEMS],
  ['Atom with a prefix that means something else elsewhere', prefixed(ATOM, 'rss'), 'Atom', ATOM_ITEMS],
  [
    'Atom 0.3',
    ATOM.replace('2005/Atom', '2005/Atom')
      .replace('http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#')
      .replace('updated', 'issued')
      .replace('/updated', '/issued'),
    'Atom',
    ATOM_ITEMS,
  ],
  ['Atom without a namespace', ATOM.replace(/ xmlns="[^"]*"/, ''), 'Atom', ATOM_ITEMS],
  [
    'JSON Feed',
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      items: [
        { id: 'http://x/9', title: 'A & B', date_published: '2026-11-20T13:00:00+01:00' },
        { id: '2', url: 'http://x/2', content_html: '<p>Only <b>text</b></p>', date_published: '2026-11-20T11:00:00Z' },
      ],
    }),
    'J',
    [
      { title: 'A & B', link: 'http://x/9', published: '2026-11-20T12:00:00.000Z' },
      { title: 'Only text', link: 'http://x/2', published: '2026-11-20T11:00:00.000Z' },
    ],
  ],
  ['a feed without entries', '<rss><channel><title>Empty</title></channel></rss>', 'Empty', []],
  [
    'numbers stay text',
    '<rss><channel><title>007</title><item><title>1.50</title></item></channel></rss>',
    '007',
    [{ title: '1.50', link: '', published: null }],
  ],
  [
    'an entry without a title shows its text',
    '<rss><channel><title>T</title><item><description>&lt;p&gt;Hello&lt;br/&gt;world&lt;/p&gt;</description></item></channel></rss>',
    'T',
    [{ title: 'Hello world', link: '', published: null }],
  ],
  [
    'ends that are missing',
    '<rss><channel><title>T</title><item><title>A</title><link>http://x/1</link></item><item><title>B',
    'T',
    [
      { title: 'A', link: 'http://x/1', published: null },
      { title: 'B', link: '', published: null },
    ],
  ],
] as const) {
  test(`a feed: ${name}`, () => assert.equal(read(text), { title, items }));
}

const titleOf = (xml: string, options: FeedOptions = {}): string | undefined => read(xml, options).items[0]?.title;
const rssTitle = (inner: string): string | undefined =>
  titleOf(`<rss><channel><item><title>${inner}</title></item></channel></rss>`);
const atomTitle = (attributes: string, inner: string): string | undefined =>
  titleOf(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><title${attributes}>${inner}</title></entry></feed>`);

for (const [attributes, inner, title] of [
  ['', 'AT&amp;T &lt;b&gt;', 'AT&T <b>'],
  [' type="text"', '1 &lt; 2', '1 < 2'],
  [' type="text"', 'caf&eacute;', 'café'],
  [' type="html"', '&lt;b&gt;1 &amp;lt; 2&lt;/b&gt; &amp;eacute;', '1 < 2 é'],
  [' type="html"', '<![CDATA[<i>A</i> &amp; B]]>', 'A & B'],
  [' type="text/html"', '&lt;em&gt;A&lt;/em&gt;', 'A'],
  [' type="xhtml"', '<div xmlns="http://www.w3.org/1999/xhtml">Less: <em> &lt; </em> &eacute;</div>', 'Less: < é'],
  [' type="xhtml"', '<x:div xmlns:x="http://www.w3.org/1999/xhtml">One<x:br/>two</x:div>', 'One two'],
] as const) {
  test(`an Atom title${attributes}: ${inner}`, () => assert.is(atomTitle(attributes, inner), title));
}

const PARTING = 'br p div li ul ol td tr h1 h2 h3 h4 h5 h6 blockquote hr'.split(' ');
for (const tag of [...PARTING, 'b', 'em', 'span', 'h7', 'pre'])
  test(`<${tag}> ${PARTING.includes(tag) ? 'parts words' : 'stands within a word'}, escaped or not`, () => {
    const title = PARTING.includes(tag) ? 'One two three' : 'Onetwothree';
    assert.is(atomTitle(' type="xhtml"', `<div>One<${tag}>two</${tag}>three</div>`), title);
    assert.is(atomTitle(' type="html"', `One&lt;${tag}&gt;two&lt;/${tag}&gt;three`), title);
  });

for (const [inner, title] of [
  ['Tom &amp; Jerry', 'Tom & Jerry'],
  ['Tom &amp;amp; Jerry', 'Tom & Jerry'],
  ['Tom &amp;amp;amp; Jerry', 'Tom & Jerry'],
  ['<![CDATA[Tom &amp;amp; Jerry]]>', 'Tom & Jerry'],
  ['Caf&amp;#233; &amp;euro;5 &hearts;', 'Café €5 ♥'],
  ['&#8220;Quoted&#8221; &#146;s', '“Quoted” ’s'],
  ['5 &lt; 6 &amp; 7 &gt; 3', '5 < 6 & 7 > 3'],
  ['I &lt;3 you', 'I <3 you'],
  ['A bare & and a &strange; one', 'A bare & and a &strange; one'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;Safe', 'Safe'],
  ['One&lt;br&gt;two', 'One two'],
  ['H&lt;sub&gt;2&lt;/sub&gt;O', 'H2O'],
  ['A\u00adB\u200bC', 'ABC'],
] as const) {
  test(`an RSS title: ${inner}`, () => assert.is(rssTitle(inner), title));
}

const encodings: readonly (readonly [string, Uint8Array, FeedOptions])[] = [
  ['UTF-8', Buffer.from('<rss><channel><item><title>“ü”</title></item></channel></rss>'), {}],
  ['UTF-8 with a mark', Buffer.from('\ufeff<rss><channel><item><title>“ü”</title></item></channel></rss>'), {}],
  [
    'UTF-16 with a mark',
    Buffer.from(
      '\ufeff<?xml version="1.0" encoding="utf-16"?><rss><channel><item><title>“ü”</title></item></channel></rss>',
      'utf16le',
    ),
    {},
  ],
  [
    'UTF-16, big end first',
    Buffer.from('\ufeff<rss><channel><item><title>“ü”</title></item></channel></rss>', 'utf16le').swap16(),
    {},
  ],
  [
    'UTF-16 without a mark',
    Buffer.from('<?xml version="1.0"?><rss><channel><item><title>“ü”</title></item></channel></rss>', 'utf16le'),
    {},
  ],
  [
    'windows-1252 by its declaration',
    Buffer.from(
      '<?xml version="1.0" encoding="windows-1252"?><rss><channel><item><title>\x93\xfc\x94</title></item></channel></rss>',
      'latin1',
    ),
    {},
  ],
  [
    'windows-1252 that says ISO-8859-1',
    Buffer.from(
      '<?xml version="1.0" encoding=\'ISO-8859-1\'?><rss><channel><item><title>\x93\xfc\x94</title></item></channel></rss>',
      'latin1',
    ),
    {},
  ],
  [
    'windows-1252 by its content type',
    Buffer.from('<rss><channel><item><title>\x93\xfc\x94</title></item></channel></rss>', 'latin1'),
    { contentType: 'text/xml; charset=windows-1252' },
  ],
  [
    'windows-1252 that nobody declares',
    Buffer.from('<rss><channel><item><title>\x93\xfc\x94</title></item></channel></rss>', 'latin1'),
    {},
  ],
  [
    'UTF-8 that says ISO-8859-1',
    Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><title>“ü”</title></item></channel></rss>',
    ),
    {},
  ],
  [
    'an encoding that nobody knows',
    Buffer.from(
      '<?xml version="1.0" encoding="klingon"?><rss><channel><item><title>“ü”</title></item></channel></rss>',
    ),
    {},
  ],
];
for (const [name, bytes, options] of encodings)
  test(`the encoding: ${name}`, () => assert.is(read(bytes, options).items[0]?.title, '“ü”'));

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const atom = (inner: string, version = 'xmlns="http://www.w3.org/2005/Atom"'): string =>
  `<feed ${version} xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"><entry>${inner}</entry></feed>`;
const rss = (inner: string): string =>
  `<rss xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item>${inner}</item></channel></rss>`;
const CODE = 'alert(1)';
for (const [name, text, title] of [
  ['script in HTML', rss(`<title>A &lt;script&gt;${CODE}&lt;/script&gt;B</title>`), 'A B'],
  ['script in capitals', rss(`<title><![CDATA[A <SCRIPT type="x">${CODE}</SCRIPT >B]]></title>`), 'A B'],
  ['style without an end', rss('<title><![CDATA[A <style>p { color: red }]]></title>'), 'A'],
  [
    'script that was escaped twice',
    rss(`<title>A &amp;lt;script&amp;gt;${CODE}&amp;lt;/script&amp;gt;B</title>`),
    'A B',
  ],
  ['script as an element', rss(`<title>A <script>${CODE}</script>B</title>`), 'A B'],
  [
    'script in XHTML',
    atom(`<title type="xhtml"><div>A <style>p{}</style><b>B</b><script>${CODE}</script></div></title>`),
    'A B',
  ],
  ['script in plain text', atom(`<title>A &lt;script&gt;${CODE}&lt;/script&gt;B</title>`), 'A B'],
  ['a word that begins like it', rss('<title>&lt;styled&gt; A</title>'), 'A'],
  [
    'only script, and a text',
    rss(`<title>&lt;script&gt;${CODE}&lt;/script&gt;</title><description>D</description>`),
    'D',
  ],
  ['an end of a script that is not closed', rss('<title>A &lt;script&gt;x&lt;/script &lt;b&gt;B</title>'), 'A B'],
  ['a script without an end', rss('<title>A &lt;script&gt;x &lt;/script</title>'), 'A'],
  ['an open tag before another', rss('<title><![CDATA[A <b <i>B</i>]]></title>'), 'A <b B'],
  ['a comment without an end', rss('<title><![CDATA[A <!-- B > C]]></title>'), 'A'],
  ['dc:title', rss('<dc:title>D</dc:title><description>no</description>'), 'D'],
  ['media:title', rss('<media:title>M</media:title><description>no</description>'), 'M'],
  ['media:title in a group', atom('<media:group><media:title>M</media:title></media:group><summary>no</summary>'), 'M'],
  ['the title before both', rss('<media:title>M</media:title><dc:title>D</dc:title><title>T</title>'), 'T'],
  ['an empty title', rss('<title> </title><dc:title>D</dc:title>'), 'D'],
  [
    'a title in base64',
    atom(`<title mode="base64">${base64('Grüße')}</title>`, 'version="0.3" xmlns="http://purl.org/atom/ns#"'),
    'Grüße',
  ],
  [
    'content in base64',
    atom(
      `<content type="text/html" mode="base64">${base64('<b>Bold</b>')}</content>`,
      'xmlns="http://purl.org/atom/ns#"',
    ),
    'Bold',
  ],
  ['a picture is no title', atom(`<content type="image/png">${base64('PNG')}</content><summary>S</summary>`), 'S'],
  ['base64 that is none', atom('<content mode="base64">***</content><summary>S</summary>'), 'S'],
] as const)
  test(`a title: ${name}`, () => assert.is(read(text).items[0]?.title, title));

test('another encoding by its declaration', () => {
  const bytes = Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="koi8-r"?><rss><channel><item><title>'),
    Buffer.from([0xf0, 0xd2, 0xc9]),
    Buffer.from('</title></item></channel></rss>'),
  ]);
  assert.is(read(bytes).items[0]?.title, 'При');
});

const linkOf = (inner: string, options: FeedOptions = {}): string | undefined =>
  read(
    `<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><item><title>T</title>${inner}</item></channel></rss>`,
    options,
  ).items[0]?.link;

for (const [name, inner, link] of [
  ['the guid', '<guid>http://x/g</guid>', 'http://x/g'],
  ['the guid that says so', '<guid isPermaLink="true">http://x/g</guid>', 'http://x/g'],
  ['a guid that is none', '<guid isPermaLink="false">http://x/g</guid>', ''],
  ['a guid that is no address', '<guid>tag:x,1</guid>', ''],
  ['the link before the guid', '<guid>http://x/g</guid><link>http://x/l</link>', 'http://x/l'],
  ['an empty link', '<link/><guid>http://x/g</guid>', 'http://x/g'],
  ['an Atom link', '<atom:link href="http://x/a"/>', 'http://x/a'],
  ['a link in CDATA', '<link><![CDATA[ http://x/?a=1&b=2 ]]></link>', 'http://x/?a=1&b=2'],
  ['a relative link', '<link>/news/1</link>', 'http://host/news/1'],
] as const) {
  test(`the address of an entry: ${name}`, () => assert.is(linkOf(inner, { baseUrl: 'http://host/feed.xml' }), link));
}

for (const [text, instant] of [
  ['Fri, 20 Nov 2026 13:25:00 GMT', '13:25'],
  ['Fri, 20 Nov 2026 13:25:00 +0100', '12:25'],
  ['Fri, 20 Nov 2026 13:25:00 EST', '18:25'],
  ['Fri, 20 Nov 2026 13:25 PDT', '20:25'],
  ['20 Nov 26 13:25:00 CEST', '11:25'],
  ['Fri, 20 November 2026 13:25:00 UT', '13:25'],
  ['Fr., 20 Nov 2026 13:25:00 +01:00', '12:25'],
  ['Friday, 20-Nov-26 13:25:00 GMT', '13:25'],
  ['Fri, 20 Nov 2026 13:25:00 GMT+2', '11:25'],
  ['Fri, 20 Nov 2026 13:25:00 +0000 (UTC)', '13:25'],
  ['Fri,  20  Nov  2026  13:25:00  Z', '13:25'],
  ['Fri Nov 20 13:25:00 2026', '13:25'],
  ['Fri Nov 20 13:25:00 CET 2026', '12:25'],
  ['November 20, 2026 1:25 PM EST', '18:25'],
  ['2026-11-20T13:25:00Z', '13:25'],
  ['2026-11-20T13:25:00.123+01:00', '12:25'],
  ['2026-11-20T13:25:00', '13:25'],
  ['2026-11-20 13:25:00 +0100', '12:25'],
  ['2026-11-20t13:25z', '13:25'],
  ['2026-11-20', '00:00'],
  ['yesterday', null],
  ['', null],
  ['32 Nov 2026', null],
  ['9'.repeat(10_000), null],
] as const) {
  test(`the date "${text.slice(0, 40)}"`, () =>
    assert.is(readFeedDate(text), instant === null ? null : `2026-11-20T${instant}:00.000Z`));
}

for (const text of [
  '',
  'hello',
  '<html><body/></html>',
  '{"a":1}',
  '{"items":[]}',
  '<a'.repeat(1000),
  '[]',
  '<?xml version="1.0"?>',
]) {
  test(`no feed: ${text.slice(0, 20)}`, () => assert.ok('error' in parseFeed(Buffer.from(text), {})));
}

test('a hundred entries where nobody asks for another number', () => {
  const many = `<rss><channel>${'<item><title>x</title></item>'.repeat(101)}</channel></rss>`;
  assert.is(read(many).items.length, 100);
  assert.is(read(many, { most: 101 }).items.length, 101);
});

test('the newest first, at most as many as asked for; an order that is not known is kept', () => {
  assert.equal(
    read(RSS, { most: 1 }).items.map(({ link }) => link),
    ['http://x/2'],
  );
  assert.equal(
    read(RSS.replace(/<pubDate>.*?<\/pubDate>/, '')).items.map(({ link }) => link),
    ['http://x/1', 'http://x/2'],
  );
});

test('titles and addresses are cut: a feed without titles gives whole articles for them', () => {
  const feed = parseFeed(
    Buffer.from(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 't'.repeat(5000),
        items: [{ url: `http://a/${'x'.repeat(5000)}`, content_text: 'y'.repeat(50_000) }],
      }),
    ),
    {},
  );
  assert.ok('value' in feed);
  const [item] = feed.value.items;
  assert.equal([feed.value.title.length, item?.title.length, item?.link.length], [500, 500, 2000]);
});

const USUAL_LINK = '<link>http://x/l</link>';
for (const [name, inner, link] of [
  ['one that says in capitals and with blanks that it is none', '<guid isPermaLink=" FALSE ">http://x/g</guid>', ''],
  ['a guid between blanks', '<guid> HTTPS://x/g </guid>', 'HTTPS://x/g'],
  [
    'the alternate one of several links',
    '<atom:link rel="self" href="http://x/s"/><link>http://x/l</link>',
    'http://x/l',
  ],
  [
    'any link, where nothing else is an address',
    '<atom:link rel="self" href=" http://x/s "/><guid>1</guid>',
    'http://x/s',
  ],
  [
    'a guid before a link to something else',
    '<atom:link rel="self" href="http://x/s"/><guid>http://x/g</guid>',
    'http://x/g',
  ],
  [
    'the id that is an address',
    '<id>1</id><id> http://x/i </id><atom:link rel="self" href="http://x/s"/>',
    'http://x/i',
  ],
  ['an element of another vocabulary', `<a:link xmlns:a="urn:a">http://x/a</a:link>${USUAL_LINK}`, 'http://x/l'],
  ['a link within another element', `<source><link>http://x/a</link></source>${USUAL_LINK}`, 'http://x/l'],
  ['a link without an address', `<link> </link>${USUAL_LINK}`, 'http://x/l'],
] as const)
  test(`which address an entry has: ${name}`, () => assert.is(linkOf(inner), link));

const publishedOf = (inner: string): string | null | undefined => read(rss(inner)).items[0]?.published?.slice(0, 10);
const RANKED = 'pubDate published issued dc:date dc:issued dc:created created updated modified dc:modified'.split(' ');
for (const [at, name] of RANKED.entries())
  test(`when an entry came out: ${name}, before all that say it less well`, () => {
    const dated = (one: string, day: number) => `<${one}>2026-11-${day}</${one}>`;
    const others = RANKED.slice(at + 1).map((one) => dated(one, 20));
    assert.is(publishedOf([...others, dated(name, 10)].join('')), '2026-11-10');
    assert.is(publishedOf(`<${name}>soon</${name}>${dated(name, 11)}`), '2026-11-11');
  });

for (const address of ['http://purl.org/dc/elements/1.1/', 'https://PURL.org/dc/terms/'])
  test(`the vocabulary ${address} under whatever prefix`, () =>
    assert.is(publishedOf(`<q:date xmlns:q="${address}">2026-11-10</q:date>`), '2026-11-10'));
for (const address of ['http://search.yahoo.com/mrss/', 'https://www.rssboard.org/media-rss'])
  test(`the vocabulary ${address} under whatever prefix`, () =>
    assert.is(rssTitle(`</title><q:title xmlns:q="${address}">M</q:title><title>`), 'M'));
for (const address of [
  'http://purl.org/rss/1.0/',
  'http://purl.org/net/rss1.1#',
  'http://channel.netscape.com/rdf/simple/0.9/',
  'http://my.netscape.com/publish/formats/rss-0.91.dtd',
  'http://backend.userland.com/rss2',
  'http://blogs.law.harvard.edu/tech/rss',
  'https://cyber.law.harvard.edu/rss/rss.html',
])
  test(`the vocabulary ${address} under whatever prefix`, () =>
    assert.is(
      titleOf(`<q:rss xmlns:q="${address}"><q:channel><q:item><q:title>T</q:title></q:item></q:channel></q:rss>`),
      'T',
    ));
for (const prefix of ['dc', 'DC', 'dcterms'])
  test(`the prefix ${prefix} that nobody declares`, () =>
    assert.equal(
      read(`<rss><channel><item><${prefix}:date>2026-11-10</${prefix}:date></item></channel></rss>`).items[0]
        ?.published,
      '2026-11-10T00:00:00.000Z',
    ));

for (const [name, text, title] of [
  ['the title of a picture', '<rss><channel><image><title>Logo</title></image><title>T</title></channel></rss>', 'T'],
  ['the title of an entry', '<rss><channel><item><title>E</title></item><title>T</title></channel></rss>', 'T'],
  ['a title around the channel', '<rss><title>R</title><channel><title>T</title></channel></rss>', 'T'],
  ['a title of another vocabulary', '<rss><channel><a:title xmlns:a="urn:a">A</a:title></channel></rss>', ''],
] as const)
  test(`what a feed is called: ${name}`, () => assert.is(read(text).title, title));

for (const [name, inner, title] of [
  ['a title within another element', '<source><title>S</title></source><description>D</description>', 'D'],
  ['a media title within another element', '<a><media:title>M</media:title></a><description>D</description>', 'D'],
  ['an entry within an entry', '<item><title>I</title></item><title>T</title>', 'T'],
  ['a summary before the content', '<content>C</content><summary>S</summary>', 'S'],
  ['what is too long to be read', `<title><![CDATA[${'<b></b>'.repeat(571)}abcd]]></title>`, 'abc'],
] as const)
  test(`what an entry is called: ${name}`, () => assert.is(read(rss(inner)).items[0]?.title, title));

test('two thousand entries are read', () =>
  assert.is(read(`<rss><channel>${'<item/>'.repeat(2001)}</channel></rss>`, { most: 5000 }).items.length, 2000));

const jsonFeed = (...items: unknown[]) => read(JSON.stringify({ version: 'jsonfeed.org', items })).items;
for (const [name, item, expected] of [
  ['a text', { content_text: 'A <b>', summary: 'S' }, { title: 'A <b>' }],
  ['a summary', { summary: 'S', content_html: 'H' }, { title: 'S' }],
  ['HTML', { content_html: '<p>A</p>B &lt;' }, { title: 'A B <' }],
  ['a title that is a number', { title: 7, content_text: 'x' }, { title: '7' }],
  ['an address', { url: 'http://x/u', external_url: 'http://x/e', id: 'http://x/i' }, { link: 'http://x/u' }],
  ['an address elsewhere', { external_url: 'http://x/e', id: 'http://x/i' }, { link: 'http://x/e' }],
  ['an id that is no address', { id: 'tag:1' }, {}],
  ['a change', { date_published: '', date_modified: '2026-11-10' }, { published: '2026-11-10T00:00:00.000Z' }],
  ['something else instead of texts', { title: {}, url: [], date_published: null }, {}],
] as const)
  test(`an entry of a JSON feed: ${name}`, () =>
    assert.equal(jsonFeed(item), [{ title: '', link: '', published: null, ...expected }]));

test('a JSON feed is known by its version or its title, and has a list of objects', () => {
  assert.equal(jsonFeed(1, null, [], {}).length, 1);
  assert.is(read(' \n{"title": "T", "items": []}').title, 'T');
  for (const text of ['{"title": 7, "items": []}', '{"version": "x", "items": []}', '{"title": "T", "items": {}}'])
    assert.ok('error' in parseFeed(Buffer.from(text), {}), text);
});

for (const [link, baseUrl, whole] of [
  ['/news', undefined, '/news'],
  ['news?a=1', 'http://host/feeds/all.xml', 'http://host/feeds/news?a=1'],
  ['https://other/x', 'http://host/', 'https://other/x'],
  ['/news', 'nowhere', '/news'],
  ['http://[', 'http://host/', 'http://['],
] as const)
  test(`the link ${link} at ${baseUrl}`, () =>
    assert.is(linkOf(`<link>${link}</link>`, baseUrl === undefined ? {} : { baseUrl }), whole));

test('a document of a hundred thousand elements is read, what comes after them is not', () => {
  const opened = (count: number): number => {
    let sum = 0;
    walkXml('<a/>'.repeat(count), { onOpen: () => void sum++, onText: () => undefined, onClose: () => undefined });
    return sum;
  };
  assert.equal([opened(100_000), opened(100_001)], [100_000, 100_000]);
});

test('of very many prefixes the first count, and those that are declared anew', () => {
  const first = (count: number): string | undefined => {
    const others = Array.from({ length: count }, (_, at) => ` xmlns:p${at}="u"`);
    const around = `<rss${others.slice(0, 30).join('')}><channel${others.slice(30).join('')}>`;
    const known = ['p0', 'q'].map((name) => ` xmlns:${name}="http://search.yahoo.com/mrss/"`).join('');
    const feed = `${around}<item${known}><q:title>Q</q:title><p0:title>P</p0:title></item></channel></rss>`;
    const parsed = parseFeed(new TextEncoder().encode(feed), {});
    return 'value' in parsed ? parsed.value.items[0]?.title : undefined;
  };
  assert.equal([first(63), first(64)], ['Q', 'P']);
});

test.run();
