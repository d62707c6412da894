import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CompiledSource } from '../../src/sources/compiling/compile-source.ts';
import { readSource } from '../../src/sources/compiling/read-source.ts';
import { STOCK } from './stock.ts';

const test = suite('compiled formulas of sources');
const TEXT = readFileSync(`${STOCK}/volcanoes.source.json`, 'utf8');

const compiledOf = (): CompiledSource => {
  const read = readSource(TEXT);
  if ('problems' in read) throw new Error(read.problems[0].message);
  return read.compiled;
};

const namesIn = ({ parts: { requests, vars, lists, values, triggers } }: CompiledSource): unknown => [
  requests.map(({ spec }) => spec.id),
  [vars, lists, values].map((each) => each.map(({ name }) => name)),
  triggers.map(({ id }) => id),
];

test('those of the source that is used are kept', () => {
  const source = compiledOf();
  assert.is(source.parts, source.parts);
  const { parts } = source;
  void compiledOf().parts;
  assert.is(source.parts, parts);
});

test('those of a source that rests while others are used are let go, and compiled again when it is used', () => {
  const source = compiledOf();
  const { parts, usesTime } = source;
  const names = namesIn(source);
  for (let at = 0; at < 20; at++) void compiledOf().parts;
  assert.is.not(source.parts, parts);
  assert.equal(namesIn(source), names);
  assert.is(source.usesTime, usesTime);
});

test.run();
