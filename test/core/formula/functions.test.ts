import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkFormula } from '../../../src/core/template/formula/formula.ts';
import { DEFINITIONS } from '../../../src/core/template/formula/functions.ts';
import { FUNCTIONS } from '../../../src/core/template/formula/reference.ts';

const test = suite('function catalog');

const NAMES: Record<string, string> = {
  date: 'NOW TODAY DATE YEAR MONTH DAY HOUR MINUTE WEEKDAY DATEDIFF DATEADD FORMATDATE TIME EPOCH UTC MINUTESTO WAIT AGO SPAN',
  array:
    'COUNT AT FOREACH FILTER SORT SLICE JOIN SUMOF AVGOF MINOF MAXOF PICK LIST ENTRIES COLUMNS ROWS FLATTEN MAP APPEND PAIRS UNIQUE GROUP LOOKUP SLOT',
  logic: 'LET IF IFS SWITCH AND OR NOT IFERROR ISERROR ISBLANK DEFAULT COALESCE FRESH',
  math: 'ABS FLOOR CEIL INT ROUND ROUNDUP ROUNDDOWN POWER SQRT MIN MAX SUM AVG MOD SIGN',
  text: 'UPPER LOWER TRIM PROPER LEN LEFT RIGHT MID FIND SEARCH CONCAT REPLACE REPT CONTAINS STARTSWITH ENDSWITH PAD PADLEFT ZEROPAD CENTER SPLIT REGEXMATCH REGEXEXTRACT REGEXREPLACE PLAIN CUT GROUPED COMPACT SIGNED',
  convert: 'TEXT NUM FIXED',
  color: 'COLOR',
};

test('has exactly the functions of the language, by category', () => {
  for (const [category, names] of Object.entries(NAMES)) {
    const found = Object.entries(FUNCTIONS)
      .filter(([, entry]) => entry.category === category)
      .map(([name]) => name);
    assert.equal(found, names.split(' '));
  }
  assert.is(Object.keys(FUNCTIONS).length, 104);
  assert.equal([...DEFINITIONS.keys()].sort(), Object.keys(FUNCTIONS).sort());
});

for (const [name, entry] of Object.entries(FUNCTIONS)) {
  test(`${name} has a signature and a summary of its own`, () => {
    assert.ok(entry.signature.startsWith(`${name}(`) && entry.signature.endsWith(')'));
    assert.match(entry.summary, /^\S.{10,}\.$/);
    assert.equal(Object.keys(entry), ['category', 'signature', 'summary']);
    assert.is(Object.values(FUNCTIONS).filter((other) => other.summary === entry.summary).length, 1);
  });
}

/** Arguments that may be left out although the signature does not tell: a separator that is empty. */
const OPTIONAL: Readonly<Record<string, number>> = { JOIN: 1 };

/** Whether a function takes so many arguments; `NOT()` is no formula at all. */
const takes = (name: string, count: number): boolean =>
  checkFormula(`${name}(${new Array(count).fill('1').join(', ')})`).every(
    ({ code }) => code !== 'arguments' && code !== 'syntax',
  );

for (const [name, { signature }] of Object.entries(FUNCTIONS).filter(([, entry]) => !entry.signature.includes('...')))
  test(`${name} takes as many arguments as its signature tells`, () => {
    const [needed = '', ...optional] = signature.slice(name.length + 1, -1).split('[');
    const named = needed === '' ? 0 : needed.split(', ').length;
    const [least, most] = [named - (OPTIONAL[name] ?? 0), named + optional.length];
    for (let count = 0; count <= most + 1; count++)
      assert.is(takes(name, count), count >= least && count <= most, `${count} arguments`);
  });

test('optional arguments show in the signatures', () => {
  assert.is(FUNCTIONS['DATEDIFF']?.signature, 'DATEDIFF(start, end[, unit])');
  assert.is(FUNCTIONS['SORT']?.signature, 'SORT(array[, field][, "desc"])');
  assert.is(FUNCTIONS['FORMATDATE']?.signature, 'FORMATDATE(d, "MMM DD")');
  assert.is(FUNCTIONS['IFS']?.signature, 'IFS(c1, v1, c2, v2, ...[, def])');
  assert.is(FUNCTIONS['COLOR']?.signature, 'COLOR(name_or_code)');
});

test.run();
