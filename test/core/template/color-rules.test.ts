import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ColorRule } from '../../../src/core/template/context.ts';
import { renderString } from '../../../src/core/template/text.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('colour rules');

const rule = (condition: ColorRule['condition'], value: unknown, color = 'green'): ColorRule => ({
  condition,
  value,
  color,
});
const print = (template: string, value: unknown, rules: ColorRule[], field = 'f'): string =>
  renderString(template, contextOf({ demo: { [field]: value } }, { rules: { demo: { [field]: rules } } }));

const conditions: [unknown, ColorRule['condition'], unknown, boolean][] = [
  [5, '>', 4, true],
  [5, '>', 5, false],
  [5, '>=', 5, true],
  [5, '<', 6, true],
  [5, '<', 5, false],
  [5, '<=', 5, true],
  [5, '<=', 4, false],
  ['5', '>', 4, true],
  ['5.5', '>', '5', true],
  [' 5 ', '>', 4, true],
  ['-1', '<', 0, true],
  ['1e2', '>', 99, true],
  ['abc', '>', 0, false],
  ['', '>', -1, false],
  ['5%', '>', 4, false],
  [5, '>', 'x', false],
  [true, '>', 0, true],
  [false, '<', 1, true],
  [5, '>', null, false],
  ['0x10', '>', 1, false],
  ['Infinity', '>', 1, false],
  ['on', '==', 'on', true],
  ['On', '==', 'oN', true],
  ['on', '==', 'off', false],
  [5, '==', 5, true],
  [5, '==', '5', true],
  [5.5, '==', '5.5', true],
  [true, '==', true, true],
  [true, '==', 'true', true],
  [true, '==', 'Yes', true],
  [false, '==', 'no', true],
  [true, '==', 'no', false],
  ['', '==', '', true],
  ['on', '!=', 'off', true],
  ['on', '!=', 'ON', false],
  [5, '!=', 6, true],
  [5, '!=', '5', false],
];
for (const [value, condition, other, holds] of conditions) {
  test(`${JSON.stringify(value)} ${condition} ${JSON.stringify(other)} is ${holds}`, () => {
    const tile = holds ? '{66}' : '';
    assert.is(print('{{demo.f_color}}', value, [rule(condition, other)]), tile);
    assert.is(print('[{{demo.f}}]', value, [rule(condition, other)]).startsWith('[{66} '), holds);
  });
}

test('the first rule that holds wins', () => {
  const rules = [rule('>', 10, 'red'), rule('>', 5, 'blue'), rule('>', 0, 'green')];
  assert.is(print('{{demo.f}}', 20, rules), '{63} 20');
  assert.is(print('{{demo.f}}', 7, rules), '{67} 7');
  assert.is(print('{{demo.f}}', 1, rules), '{66} 1');
  assert.is(print('{{demo.f}}', -1, rules), '-1');
});

for (const [color, tile] of [
  ['red', '{63}'],
  ['PURPLE', '{68}'],
  ['filled', '{71}'],
  ['65', '{65}'],
  ['pink', ''],
  ['', ''],
  ['62', ''],
] as const) {
  test(`the colour ${JSON.stringify(color)} gives ${tile || 'nothing'}`, () =>
    assert.is(print('{{demo.f_color}}', 1, [rule('==', 1, color)]), tile));
}

test('the prefix is in front of the filtered value and is not filtered', () => {
  assert.is(print('{{demo.f|pad:3}}|', 5, [rule('>', 0)]), '{66} 5  |');
  assert.is(print('{{demo.f|truncate:1|upper}}', 'abc', [rule('==', 'abc')]), '{66} A');
});

test('temperature and uv_index have no prefix, but a tile', () => {
  for (const field of ['temperature', 'uv_index']) {
    assert.is(print(`{{demo.${field}}}`, 5, [rule('>', 0)], field), '5');
    assert.is(print(`{{demo.${field}_color}}`, 5, [rule('>', 0)], field), '{66}');
  }
  assert.is(print('{{demo.temperature_high}}', 5, [rule('>', 0)], 'temperature_high'), '{66} 5');
});

test('a value that begins with a marker keeps it alone', () => {
  assert.is(print('{{demo.f}}', '{63} up', [rule('!=', 'x')]), '{63} up');
  assert.is(print('{{demo.f}}', 'up {63}', [rule('!=', 'x')]), '{66} up {63}');
});

test('the tile of a field never reads data of that name', () => {
  const data = { demo: { f: 1, f_color: 'pink', g_color: 'x' } };
  assert.is(renderString('[{{demo.f_color}}]', contextOf(data)), '[]');
  assert.is(renderString('[{{demo.g_color}}]', contextOf(data)), '[]');
  assert.is(renderString('{{nope.f_color}}', contextOf(data)), '???');
});

test('rules of a list item may be written with a star or with its position', () => {
  const data = { demo: { list: [{ pts: 1 }, { pts: 9 }] } };
  const starred = contextOf(data, { rules: { demo: { 'list.*.pts': [rule('>', 5, 'red')] } } });
  assert.is(renderString('{{demo.list.0.pts}} {{demo.list.1.pts}}', starred), '1 {63} 9');
  assert.is(renderString('{{demo.list.1.pts_color}}', starred), '{63}');
  assert.is(
    renderString('{{demo.list.1.pts}}', contextOf(data, { rules: { demo: { 'list.1.pts': [rule('>', 5, 'blue')] } } })),
    '{67} 9',
  );
});

test('an instance has the rules of its source', () => {
  const context = contextOf({ 'demo:north': { f: 1 } }, { rules: { demo: { f: [rule('==', 1)] } } });
  assert.is(renderString('{{demo:north.f}} {{DEMO:North.F}}', context), '{66} 1 {66} 1');
});

test('what has no value has no colour', () => {
  assert.is(print('{{demo.f}}', null, [rule('!=', 'x')]), '???');
  assert.is(print('{{demo.f}}', [1], [rule('!=', 'x')]), '???');
  assert.is(print('[{{demo.f_color}}]', { a: 1 }, [rule('!=', 'x')]), '[]');
});

test('names that objects inherit are no rules', () => {
  assert.is(renderString('{{demo.constructor}} {{demo.toString_color}}', contextOf({ demo: {} })), '??? ');
});

test('rules are paid for, by their count and the length of the value', () => {
  const rules = Array.from({ length: 900 }, (_, at) => rule('==', `z${at}`));
  const shown = (times: number) => print('{{demo.f}}'.repeat(times), 'x'.repeat(480), rules).includes('???');
  assert.equal([shown(5), shown(500)], [false, true]);
});

test.run();
