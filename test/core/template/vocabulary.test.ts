import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../../src/core/flaps/cells.ts';
import { parseFilter } from '../../../src/core/template/filters.ts';
import { compilePage } from '../../../src/core/template/page.ts';
import { COLORS, FILTERS, FORMATTING, SYMBOLS, SYNTAX_EXAMPLES } from '../../../src/core/template/vocabulary.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('vocabulary');

test('the colours of the catalogue', () => {
  assert.equal(COLORS, { red: 63, orange: 64, yellow: 65, green: 66, blue: 67, violet: 68, white: 69, black: 70 });
});

test('the symbols of the catalogue, in order, each one cell', () => {
  assert.equal(SYMBOLS, ['sun', 'star', 'cloud', 'rain', 'snow', 'storm', 'fog', 'partly', 'heart', 'check', 'x']);
  for (const name of SYMBOLS) assert.is(countCells(`{${name}}`), 1, name);
});

test('the filters of the catalogue exist', () => {
  assert.equal(FILTERS, ['upper', 'lower', 'pad:N', 'truncate:N', 'zeropad:N', 'wrap']);
  for (const filter of FILTERS) if (filter !== 'wrap') assert.ok(parseFilter(filter.replace('N', '3')), filter);
});

test('places for free room are described', () => {
  assert.equal(Object.keys(FORMATTING), ['fill_space', 'fill_space_repeat']);
  assert.is(FORMATTING['fill_space']?.syntax, '{{fill_space}}');
  assert.is(FORMATTING['fill_space_repeat']?.syntax, '{{fill_space_repeat:pattern}}');
  for (const { description } of Object.values(FORMATTING)) assert.ok(description.length > 20);
});

const SIZE = { rows: 2, cols: 10 };
const DATA = { weather: { temperature: 7, high: 12 }, quotes: { text: 'ONE TWO THREE FOUR' } };

test('there is a sample of everything, which draws what it is a sample of', () => {
  const drawn = Object.entries(SYNTAX_EXAMPLES).map(([name, line]) => {
    const [first, second] = compilePage({ template: [line] }, SIZE).renderLines(contextOf(DATA));
    return [name, first?.trimEnd(), second?.trimEnd()];
  });
  assert.equal(drawn, [
    ['variable', '7', ''],
    ['variable_with_filter', '7', ''],
    ['color_inline', '{red} ALERT {red}', ''],
    ['color_code', '{63}', ''],
    ['symbol', '{65}', ''],
    ['wrap', 'ONE TWO', 'THREE FOUR'],
    ['fill_space', 'HIGH    12', ''],
    ['fill_space_three_columns', 'A    B   C', ''],
  ]);
  assert.match(SYNTAX_EXAMPLES['variable_with_filter'] ?? '', /\|pad:3\}\}$/);
});

test.run();
