import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Cells } from '../../../src/core/flaps/cells.ts';
import { literalOf, writeLiteral } from '../../../src/core/template/literal.ts';

const test = suite('template/literal');

const TEXTS = {
  short: 'a  longer  text',
  long: 'a  longer  text.',
  'of letters without a flap': 'a longer t§xt {red} 20°',
  'of a degree sign alone': 'twenty degrees 20°',
  'of two lines': 'a longer text,\nand another line',
  'as long as is kept': 'a 20° '.repeat(683).slice(0, 4096),
  'longer than is kept': 'a 20° '.repeat(683).slice(0, 4097),
};
const WAYS: Record<string, (cells: Cells) => void> = {
  'as a row': (cells) => cells.beginRows(3, 22),
  'as a wide row': (cells) => cells.beginRows(3, 20_000),
  'as a row with a spelled degree': (cells) => cells.beginRows(3, 40, true),
  flowing: (cells) => cells.beginFlow(3, 22),
};

for (const [what, text] of Object.entries(TEXTS))
  for (const [how, begin] of Object.entries(WAYS))
    for (const keepsText of [false, true])
      test(`a text ${what} is written ${how}${keepsText ? ', with its texts,' : ''} as every text is`, () => {
        const literal = literalOf(text);
        const [made, expected] = [new Cells(keepsText), new Cells(keepsText)];
        // What was read once is written again and again.
        for (let time = 0; time < 2; time++) {
          for (const cells of [made, expected]) {
            begin(cells);
            cells.write('ab ');
          }
          writeLiteral(made, literal);
          expected.write(text);
          for (const cells of [made, expected]) cells.write(' z');
          const [one, other] = [made, expected].map(({ codes, length, width, newlines, isPlain, texts }) => [
            codes.slice(0, length),
            [width, newlines, isPlain, texts],
          ]);
          assert.equal(one, other);
        }
      });

test('what a literal is read as is kept where it is longer than a glance, and made of flaps', () => {
  const kept = Object.values(TEXTS).map((text) => {
    const literal = literalOf(text);
    writeLiteral(new Cells(), literal);
    return literal.codes?.length ?? null;
  });
  assert.equal(kept, [null, 16, null, 18, null, 4096, null]);
});

test.run();
