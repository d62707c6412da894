import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkFormula } from '../../../src/core/template/formula/formula.ts';
import { addRows, print } from './table.ts';

const test = suite('formula syntax');

addRows(test, 'literal', [
  ['', ''],
  ['   \n ', ''],
  ['42', '42'],
  ['3.14', '3.1'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007', '7'],
  ['""', ''],
  ['"a b"', 'a b'],
  ['"a\\nb"', 'a\nb'],
  ['"a\\tb"', 'a\tb'],
  ['"a\\rb"', 'a\rb'],
  ['"say \\"hi\\""', 'say "hi"'],
  ['"back\\\\slash"', 'back\\slash'],
  ['"\\d\\q"', 'dq'],
  ['TRUE', 'Yes'],
  ['false', 'No'],
  ['Null', ''],
  ['(((1)))', '1'],
]);

addRows(test, 'name', [
  ['demo.temp', '68'],
  ['DEMO.temp', '68'],
  ['demo.TEMP', '68'],
  ['demo.Mixed', 'Case'],
  ['demo.mixed.0', 'b'],
  ['demo.a-1', '7'],
  ['demo.a - 1', '#REF'],
  ['demo.temp -1', '67'],
  ['demo.temp- 1', '67'],
  ['demo:north.temp', '-5'],
  ['demo:south.temp', '#REF'],
  ['demo.object.Deep.er', 'x'],
  ['demo.object.deep.er', '#REF'],
  ['demo.list.1', '1'],
  ['demo.list.3', '#REF'],
  ['demo.list.x', '#REF'],
  ['demo.temp_color', 'own field'],
  ['demo.rain_color', '#REF'],
  ['demo.none', '#REF'],
  ['demo.missing', '#REF'],
  ['nope.temp', '#REF'],
  ['temp', '#REF'],
  ['_x', '#REF'],
  ['demo..temp', '#REF'],
  ['demo.__proto__', '#REF'],
  ['demo.constructor', '#REF'],
  ['demo.object.constructor.name', '#REF'],
  ['demo.toString', '#REF'],
  ['demo.list.length', '#REF'],
  ['demo.text.length', '#REF'],
]);

addRows(test, 'precedence', [
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['10 - 4 - 3', '3'],
  ['16 / 4 / 2', '2'],
  ['2 * 7 % 4', '2'],
  ['1 & 2 + 3', '15'],
  ['1 + 2 & 3', '33'],
  ['1 & 2 = 12', 'Yes'],
  ['-2 * -3', '6'],
  ['--2', '2'],
  ['-+-2', '2'],
  ['+"3"', '3'],
  ['1 - -1', '2'],
  ['1 = 1 AND 2 = 2', 'Yes'],
  ['FALSE AND FALSE OR TRUE', 'Yes'],
  ['TRUE OR FALSE AND FALSE', 'Yes'],
  ['(TRUE OR FALSE) AND FALSE', 'No'],
  ['NOT FALSE AND FALSE', 'No'],
  ['NOT (FALSE AND FALSE)', 'Yes'],
  ['NOT 1 = 2', 'Yes'],
  ['NOT(1) = 2', 'Yes'],
  ['NOT(TRUE) = FALSE', 'Yes'],
  ['NOT(1 = 1)', 'No'],
  ['NOT NOT TRUE', 'Yes'],
  ['!TRUE', 'No'],
  ['!!TRUE', 'Yes'],
  ['!TRUE || TRUE', 'Yes'],
  ['TRUE && FALSE', 'No'],
  ['true and true', 'Yes'],
  ['1 or 0', 'Yes'],
  ['"a" & NOT(TRUE)', 'aNo'],
  ['1 + NOT(FALSE)', '2'],
  ['IF(NOT(FALSE), 1, 2)', '1'],
  ['AND(TRUE, TRUE) AND OR(FALSE, TRUE)', 'Yes'],
  ['abs (-1)', '1'],
  ['Abs(-1)', '1'],
]);

addRows(test, 'short circuit', [
  ['TRUE OR (1 / 0)', 'Yes'],
  ['FALSE AND (1 / 0)', 'No'],
  ['FALSE OR (1 / 0)', '#DIV/0'],
  ['TRUE AND (1 / 0)', '#DIV/0'],
  ['(1 / 0) OR TRUE', '#DIV/0'],
  ['(1 / 0) AND FALSE', '#DIV/0'],
  ['FALSE OR 0 OR "x" OR (1 / 0)', 'Yes'],
  ['TRUE AND 1 AND "" AND (1 / 0)', 'No'],
]);

addRows(test, 'error', [
  ['1 + @', '#SYNTAX:4'],
  ['   1 + @', '#SYNTAX:4'],
  ['1 < 2 < 3', '#SYNTAX:6'],
  ['1 +', '#SYNTAX:3'],
  ['1 +   ', '#SYNTAX:3'],
  ['+', '#SYNTAX:1'],
  ['* 2', '#SYNTAX:0'],
  ['1 2', '#SYNTAX:2'],
  ['1..2', '#SYNTAX:2'],
  ['1e3', '#SYNTAX:1'],
  ['(1', '#SYNTAX:2'],
  ['1)', '#SYNTAX:1'],
  ['()', '#SYNTAX:1'],
  ['ABS(1', '#SYNTAX:5'],
  ['ABS(1,)', '#SYNTAX:6'],
  ['ABS(,1)', '#SYNTAX:4'],
  ['ABS(1 2)', '#SYNTAX:6'],
  ['"open', '#SYNTAX:0'],
  ['1 & "open\\"', '#SYNTAX:4'],
  ["'single'", '#SYNTAX:0'],
  ['demo.', '#SYNTAX:4'],
  ['1 + demo. + 1', '#SYNTAX:8'],
  ['a ^ b', '#SYNTAX:2'],
  ['a | b', '#SYNTAX:2'],
  ['1 => 2', '#SYNTAX:3'],
  ['AND', '#SYNTAX:0'],
  ['1 AND', '#SYNTAX:5'],
  ['1 AND OR', '#SYNTAX:6'],
  ['NOT', '#SYNTAX:3'],
  ['NOT()', '#SYNTAX:4'],
  ['"é😀" @', '#SYNTAX:5'],
  ['demo[0]', '#SYNTAX:4'],
  ['{1}', '#SYNTAX:0'],
  ['FOO(1)', '#NAME?'],
  ['FOO()', '#NAME?'],
  ['TRUE(1)', '#NAME?'],
  ['demo.temp(1)', '#NAME?'],
  ['__proto__(1)', '#NAME?'],
  ['constructor()', '#NAME?'],
]);

const nest = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);

test('nesting up to the limit', () => {
  assert.is(print(nest('(', '1', ')', 99)), '1');
  assert.is(print(nest('-', '1', '', 98)), '1');
  assert.is(print(nest('IF(1,', '1', ')', 99)), '1');
});

test('nesting beyond the limit is a syntax error where it becomes too deep', () => {
  assert.is(print(nest('(', '1', ')', 100)), '#SYNTAX:100');
  assert.is(print(nest('(', '1', ')', 2000)), '#SYNTAX:100');
  assert.is(print(nest('!', '1', '', 3000)), '#SYNTAX:100');
  assert.is(print(nest('NOT ', '1', '', 1000)), '#SYNTAX:400');
  assert.is(print(nest('-', '1', '', 3000)), '#SYNTAX:100');
  assert.is(print(nest('ABS(', '1', ')', 700)), '#SYNTAX:400');
});

test('a chain is no nesting', () => {
  assert.is(print(`1${'+1'.repeat(2000)}`), '2001');
  assert.is(print(`TRUE${' AND 1'.repeat(600)}`), 'Yes');
  assert.is(print(`CONCAT(1${',1'.repeat(1999)})`), '1'.repeat(2000));
});

test('a body of 4096 characters is the longest', () => {
  assert.is(print(`"${'x'.repeat(4094)}"`), 'x'.repeat(4094));
  assert.is(print(`"${'x'.repeat(4095)}"`), '#SYNTAX:4096');
  assert.is(print(` "${'x'.repeat(4094)}" `), 'x'.repeat(4094));
});

test('a problem has a sentence and a position', () => {
  assert.equal(checkFormula('1 + @'), [{ code: 'syntax', message: 'a character that means nothing here', offset: 4 }]);
  assert.is(checkFormula('1 +')[0]?.message, 'the formula ends too early');
  assert.is(checkFormula('1 2')[0]?.message, '"2" does not belong here');
  assert.is(checkFormula('"a')[0]?.message, 'a text is not closed');
  assert.equal(checkFormula('1'), []);
});

test.run();
