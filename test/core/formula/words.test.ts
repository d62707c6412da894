import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fitsIn } from '../../../src/core/template/formula/words.ts';
import { addRows, print } from './table.ts';

const test = suite('formula words');

/** The text that PLAIN makes of a piece of HTML. */
const plain = (html: string): string => print('PLAIN(d.html)', {}, { d: { html } });
const HTML: [html: string, text: string][] = [
  ['', ''],
  ['a  b\n c ', 'a b c'],
  ['<p>one</p><p>two</p>', 'one two'],
  ['<b>B</b><i>I</i><em>E</em><strong>S</strong><a href="x">A</a>', 'BIESA'],
  ['<span>s</span><u>u</u>x<sup>2</sup>y<sub>3</sub>', 'sux2y3'],
  ['<br>a<blockquote>b', 'a b'],
  ['a<B class="x">c</B>', 'ac'],
  ['1 < 2', '1 < 2'],
  [`a<${'x'.repeat(2000)}>b`, 'a b'],
  [`a<${'x'.repeat(2001)}>b`, `a<${'x'.repeat(2001)}>b`],
  ['a<script>if (1 < 2) x()</script>b<STYLE>p { }</STYLE>c', 'a b c'],
  ['a<script>b</script>c<script>d', 'a c d'],
  ['a<scripts>b</scripts>', 'a b'],
  ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
  ['a&nbsp;b&ndash;c&mdash;d&hellip;', 'a b-c-d...'],
  ['&lsquo;a&rsquo; &ldquo;b&rdquo;', '\'a\' "b"'],
  ['20&deg;&euro;', '20°€'],
  ['&auml;&ouml;&uuml;&Auml;&Ouml;&Uuml;&szlig;', 'äöüÄÖÜß'],
  ['&eacute;&egrave;&agrave;&ccedil;', 'éèàç'],
  ['&unknown; &amp', '&unknown; &amp'],
  ['&valueOf;', '&valueOf;'],
  ['&#65;&#x42;&#X43;', 'ABC'],
  ['&#128512;', '😀'],
  ['a&#31;b&#0;c', 'a b c'],
  ['a&#32;b', 'a b'],
  ['a&#x10ffff;b', 'a\u{10ffff}b'],
  ['a&#x110000;b', 'a b'],
  ['a&#xyz;b', 'a b'],
];
for (const [html, text] of HTML) test(`PLAIN of ${html.slice(0, 60)}`, () => assert.is(plain(html), text));

addRows(test, 'CUT', [
  ['CUT("one two", 7)', 'one two'],
  ['CUT("one two", 6)', 'one'],
  ['CUT("one two three", 8)', 'one two'],
  ['CUT("one two three", 7)', 'one two'],
  ['CUT("ab cdefghij", 8)', 'ab cdefg'],
  ['CUT("abc defghij", 6)', 'abc'],
  ['CUT("abcdefghij", 4)', 'abcd'],
  ['CUT("one, two", 5)', 'one'],
  ['CUT("one; - two:", 6)', 'one'],
  ['CUT("  one \\n two  ", 7)', 'one two'],
  ['CUT("abc", 0)', ''],
  ['CUT("abc", -3)', ''],
  ['CUT("", 3)', ''],
  ['CUT(demo.emoji, 1)', 'a'],
  ['CUT("ßßß", 3)', 'ß'],
  ['CUT("ßßß", 4)', 'ßß'],
  ['LEN(CUT(REPT("a", 1024), 5000))', '1000'],
  ['LEN(CUT(REPT("a", 700), 5000))', '700'],
  ['LEN(CUT(REPT("a", 700), 300))', '300'],
]);
test('a text fits in as many cells as it takes', () => {
  assert.ok(fitsIn('abc', 3));
  assert.not.ok(fitsIn('abc', 2));
  assert.ok(fitsIn('', 0));
  assert.not.ok(fitsIn('ß', 1));
});
test('a cut never leaves half of a character', () => {
  const text = 'a🆐b😀😀😀c🟥\u{1f7e9}\u200d\u{1f7e9}d😀';
  for (let cells = 0; cells < 16; cells++)
    assert.not.match(print(`CUT(d.text, ${cells})`, {}, { d: { text } }), /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
});

addRows(test, 'numbers in words', [
  ['GROUPED(0)', '0'],
  ['GROUPED(999)', '999'],
  ['GROUPED(1000)', '1,000'],
  ['GROUPED(1234567)', '1,234,567'],
  ['GROUPED(-1234.5, 1)', '-1,234.5'],
  ['GROUPED(1234.567, 2)', '1,234.57'],
  ['GROUPED(-0.04, 1)', '0.0'],
  ['GROUPED(-0.06, 1)', '-0.1'],
  ['GROUPED(-999.6)', '-1,000'],
  ['COMPACT(0)', '0'],
  ['COMPACT(7.6)', '8'],
  ['COMPACT(950)', '950'],
  ['COMPACT(999)', '999'],
  ['COMPACT(999.4)', '999'],
  ['COMPACT(999.5)', '1K'],
  ['COMPACT(1000)', '1K'],
  ['COMPACT(1240)', '1.2K'],
  ['COMPACT(9949)', '9.9K'],
  ['COMPACT(9950)', '10K'],
  ['COMPACT(34400)', '34K'],
  ['COMPACT(999499)', '999K'],
  ['COMPACT(999500)', '1M'],
  ['COMPACT(5600000)', '5.6M'],
  ['COMPACT(-1240)', '-1.2K'],
  ['COMPACT(2000000000)', '2B'],
  ['COMPACT(3400000000000)', '3.4T'],
  ['SIGNED(3)', '+3'],
  ['SIGNED(0)', '0'],
  ['SIGNED(-3)', '-3'],
  ['SIGNED(1.25, 1)', '+1.2'],
  ['SIGNED(0.04, 1)', '0.0'],
  ['SIGNED(-0.04, 1)', '0.0'],
  ['SIGNED(0.4)', '0'],
]);

test.run();
