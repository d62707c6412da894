import { suite } from 'uvu';
import { addRows } from './table.ts';

const test = suite('formula patterns');

addRows(test, 'REGEXMATCH', [
  ['REGEXMATCH("abc 123", "[0-9]+")', 'Yes'],
  ['REGEXMATCH("abc", "[0-9]+")', 'No'],
  ['REGEXMATCH("abc", "B")', 'No'],
  ['REGEXMATCH("abc", "(?i)B")', 'Yes'],
  ['REGEXMATCH("abc", "^b")', 'No'],
  ['REGEXMATCH("a1", "\\\\d")', 'Yes'],
  ['REGEXMATCH("a1", "\\d")', 'No'],
  ['REGEXMATCH("", "")', 'Yes'],
  ['REGEXMATCH(72, "7")', 'Yes'],
  ['REGEXMATCH("é", "\\\\pL")', 'Yes'],
  ['REGEXMATCH("abc", "(")', '#VALUE'],
  ['REGEXMATCH("abc", "[")', '#VALUE'],
  ['REGEXMATCH("abc", "*")', '#VALUE'],
  ['REGEXMATCH("abc", "a(?=b)")', '#VALUE'],
  ['REGEXMATCH("abc", "(?<!b)a")', '#VALUE'],
  ['REGEXMATCH("aa", "(a)\\\\1")', '#VALUE'],
  ['REGEXMATCH("abc", demo.list)', '#VALUE'],
  ['REGEXMATCH(demo.missing, "a")', '#REF'],
  ['REGEXMATCH("abc")', '#VALUE'],
  ['REGEXMATCH("à", "(?i)[À-Ö]")', '#VALUE'],
  ['REGEXMATCH("à", "[à-ö]")', 'Yes'],
  [`REGEXMATCH("aaa", "${'a?'.repeat(60)}")`, 'Yes'],
  [`REGEXMATCH("aaa", "${'a?'.repeat(60)}a")`, '#VALUE'],
  ['REGEXMATCH(REPT("x", 1024), "(x+x+)+y")', 'No'],
  ['REGEXMATCH(REPT(REPT("x", 1024), 60), "(x+x+)+y")', '#VALUE'],
]);

addRows(test, 'REGEXEXTRACT', [
  ['REGEXEXTRACT("T 72F", "[0-9]+")', '72'],
  ['REGEXEXTRACT("T 72F", "([0-9]+)(F)")', '72F'],
  ['REGEXEXTRACT("T 72F", "([0-9]+)(F)", 0)', '72F'],
  ['REGEXEXTRACT("T 72F", "([0-9]+)(F)", 1)', '72'],
  ['REGEXEXTRACT("T 72F", "([0-9]+)(F)", 2)', 'F'],
  ['REGEXEXTRACT("T 72F", "([0-9]+)(F)", 3)', '#VALUE'],
  ['REGEXEXTRACT("T 72F", "([0-9]+)(F)", -1)', '#VALUE'],
  ['REGEXEXTRACT("T", "([0-9]+)")', ''],
  ['REGEXEXTRACT("T", "([0-9]+)", 1)', ''],
  ['REGEXEXTRACT("T", "([0-9]+)", 2)', '#VALUE'],
  ['REGEXEXTRACT("b", "(a)?b", 1)', ''],
  ['REGEXEXTRACT("a1 b2", "[a-z][0-9]")', 'a1'],
  ['REGEXEXTRACT("x😀y", "😀.")', '😀y'],
  ['REGEXEXTRACT("a", "(")', '#VALUE'],
]);

addRows(test, 'REGEXREPLACE', [
  ['REGEXREPLACE("a1b22c", "[0-9]+", "#")', 'a#b#c'],
  ['REGEXREPLACE("a1b22c", "[0-9]", "")', 'abc'],
  ['REGEXREPLACE("abc", "x", "y")', 'abc'],
  ['REGEXREPLACE("abc", "(", "y")', '#VALUE'],
  ['REGEXREPLACE("a1", "([0-9])", "$1\\\\1$$")', 'a$1\\1$$'],
  ['REGEXREPLACE("abc", "", "-")', '-a-b-c-'],
  ['REGEXREPLACE("aaa", "a*", "x")', 'xx'],
  ['REGEXREPLACE("a  b", "\\\\s+", " ")', 'a b'],
  ['REGEXREPLACE("😀a😀", "😀", "x")', 'xax'],
  ['REGEXREPLACE("a", "[", "x")', '#VALUE'],
  ['REGEXREPLACE("a", "b")', '#VALUE'],
]);

test.run();
