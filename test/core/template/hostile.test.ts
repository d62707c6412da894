import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../../src/core/flaps/cells.ts';
import { compilePage } from '../../../src/core/template/page.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('hostile templates');

const big = (piece: string, length = 200_000): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const family = '👨‍👩‍👧‍👦';
const data = {
  d: {
    a: 'x',
    e: '',
    words: big('word '),
    spaces: big(' '),
    letters: big('a'),
    faces: big(family),
    marks: `e${big('\u0301')}`,
    braces: big('{'),
    closing: big('}'),
    newlines: big('\n'),
    variables: big('{{d.words}}'),
    umlauts: big('äöü'),
    tiles: big('{63}'),
    tags: big('{/}'),
  },
};
const sizes = [
  { rows: 6, cols: 22 },
  { rows: 96, cols: 128 },
];

const templates: Record<string, string> = {
  'open braces': big('{'),
  'double open braces': big('{{'),
  'closing braces': big('}'),
  'half markers': big('{orang '),
  'half variables': big('{{d.a|'),
  'half formulas': big('{{= '),
  markers: big('{red}'),
  'end tags': big('{/}'),
  symbols: big('{sun}'),
  spaces: big(' '),
  'one word': big('a'),
  'line ends': big('\n'),
  faces: big(family),
  marks: big('\u0301'),
  umlauts: big('äöü'),
  '10,000 variables': '{{d.a}}'.repeat(10_000),
  '10,000 empty variables': '{{d.e}}'.repeat(10_000),
  '10,000 missing variables': '{{x.y}}'.repeat(10_000),
  'nested variables': big('{{d.{{d.a}}}}'),
  'padded variables': '{{d.words|upper|pad:65536}}'.repeat(3000),
  '5,000 fills': '{{fill_space}}'.repeat(5000),
  '5,000 fills and words': '{{filled:ab}} x '.repeat(5000),
  '6,000 formulas': '{{= 1+1 }}'.repeat(6000),
  'variables made of formulas': `{{d.${'{{= "a" }}}}'.repeat(5000)}`,
  'flowing variables': '{{d.words|wrap}}'.repeat(3000),
  '30,000 filters': `{{d.a${big('|upper')}}}`,
  'a long path': `{{d.${big('a.')}}}`,
  'a path of positions': `{{d.a${big('[1]')}}}`,
  'a long formula': `{{= ${big('1+')}1 }}`,
};
for (const name of Object.keys(data.d)) {
  templates[`the value ${name}`] = `{{d.${name}}}`;
  templates[`the flowing value ${name}`] = `Q {{d.${name}|wrap}} A`;
  templates[`the printed value ${name}`] = `{{= d.${name} }}`;
  templates[`the value ${name} in braces`] = `{ {{d.${name}}} }`;
}

for (const [name, template] of Object.entries(templates)) {
  for (const size of sizes) {
    test(`${name} on ${size.rows}x${size.cols}`, () => {
      const all = compilePage({ template: Array.from({ length: size.rows }, () => template) }, size);
      assert.is(all.render(contextOf(data)).codes.length, size.rows * size.cols);
      const flowing = compilePage({ template: [template], line_metadata: [{ alignment: 'center', wrap: true }] }, size);
      const lines = flowing.renderLines(contextOf(data));
      assert.equal(
        lines.map(countCells),
        Array.from({ length: size.rows }, () => size.cols),
      );
    });
  }
}

test.run();
