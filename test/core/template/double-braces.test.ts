import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { closesOver, nextDouble, replaceColors, splitDoubles } from '../../../src/core/template/double-braces.ts';

const test = suite('double braces');

const bodies: [string, (string | { body: string })[]][] = [
  ['', []],
  ['abc', ['abc']],
  ['{{a}}', [{ body: 'a' }]],
  ['x{{a}}y{{b}}', ['x', { body: 'a' }, 'y', { body: 'b' }]],
  ['{{}}', ['{{}}']],
  ['{{ }}', [{ body: ' ' }]],
  ['{{a}', ['{{a}']],
  ['{{a', ['{{a']],
  ['a}}', ['a}}']],
  ['{{{a}}}', ['{', { body: 'a' }, '}']],
  ['{{{{a}}}}', ['{{', { body: 'a' }, '}}']],
  ['{{a{b}}', ['{{a{b}}']],
  ['{{a{{b}}', ['{{a', { body: 'b' }]],
  ['{{a}b}}', ['{{a}b}}']],
  ['{{a} {{b}}', ['{{a} ', { body: 'b' }]],
  ['{{a}}}}', [{ body: 'a' }, '}}']],
  ['{{}}{{a}}', ['{{}}', { body: 'a' }]],
  ['{{}{{a}}', ['{{}', { body: 'a' }]],
  ['{{a\nb}}', [{ body: 'a\nb' }]],
  ['{ {a} }', ['{ {a} }']],
];
for (const [text, pieces] of bodies)
  test(`${JSON.stringify(text)} is cut`, () =>
    assert.equal(
      splitDoubles(text, (body) => ({ body })),
      pieces,
    ));

test('a body that nothing is made of stays literal', () => {
  assert.equal(
    splitDoubles('a{{b}}c{{d}}', (body) => (body === 'd' ? 1 : undefined)),
    ['a{{b}}c', 1],
  );
  assert.equal(
    splitDoubles('{{b}}', () => undefined),
    ['{{b}}'],
  );
});

test('the search begins at the given index', () => {
  assert.equal(nextDouble('{{a}}{{b}}', 1), { start: 5, end: 10 });
  assert.is(nextDouble('{{a}}', 1), undefined);
});

const colors: [string, string][] = [
  ['{{red}}', '{63}'],
  ['{{RED}}', '{63}'],
  ['{{filled}}', '{71}'],
  ['{{purple}}', '{68}'],
  ['{{63}}', '{63}'],
  ['{{71}}', '{71}'],
  ['{{62}}', '{{62}}'],
  ['{{72}}', '{{72}}'],
  ['{{0}}', '{{0}}'],
  ['{{ red }}', '{{ red }}'],
  ['{{/red}}', '{{/red}}'],
  ['{{red|pad:3}}', '{{red|pad:3}}'],
  ['{{filled:x}}', '{{filled:x}}'],
  ['{{{red}}}', '{{63}}'],
  ['a{{red}}b{{blue}}c', 'a{63}b{67}c'],
  ['{red}', '{red}'],
  ['{{red}', '{{red}'],
];
for (const [text, result] of colors) test(`colours of ${text}`, () => assert.is(replaceColors(text), result));

const closing: [(string | null)[], boolean][] = [
  [['a', null, 'b'], false],
  [['{', null, '}'], true],
  [['{', null, 'b'], false],
  [['a', null, '}'], false],
  [['{}', null, '}'], false],
  [['{', null, '{}'], false],
  [['{a', null, 'b', null, '}'], true],
  [['}', null, '{'], false],
  [['{', '}'], true],
  [[null, null], false],
  [['{63}{', null, '}{63}'], true],
];
for (const [parts, closes] of closing)
  test(`${JSON.stringify(parts)} ${closes ? 'closes' : 'does not close'} over what is between`, () =>
    assert.is(
      closesOver(parts, (part) => part ?? ''),
      closes,
    ));

for (const piece of ['{', '{{', '}', '}}', '{{a', '{{a}', '{{}', 'a}}', '{a', '{{}}', '{{a}}', 'a']) {
  test(`200 kB of ${piece} are cut without losing a character`, () => {
    const text = piece.repeat(200_000 / piece.length);
    assert.is(splitDoubles(text, (body) => `{{${body}}}`).join(''), text);
    assert.is(replaceColors(text), text);
  });
}

test.run();
