import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { GONE, catalogueTable, schemaText } from './publish.ts';
import { idOf, stockFiles } from './stock.ts';

const test = suite('what is generated from the files of the stock');

test('docs/catalogue.md is that of the files: npm run catalogue -- --table', () =>
  assert.is(readFileSync('docs/catalogue.md', 'utf8'), catalogueTable()));

test('docs/source.schema.json is that of the form: npm run catalogue -- --table', () =>
  assert.equal(JSON.parse(readFileSync('docs/source.schema.json', 'utf8')), JSON.parse(schemaText())));

test('a source that left is no file any more, and each of its successors is one', () => {
  const ids = stockFiles().map(idOf);
  for (const [id, , successors] of GONE) {
    assert.not(ids.includes(id), id);
    for (const successor of successors) assert.ok(ids.includes(successor), successor);
  }
});

test.run();
