import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogueTable, schemaText } from './publish.ts';

const test = suite('what is generated from the files of the stock');

test('docs/catalogue.md is that of the files: npm run catalogue -- --table', () =>
  assert.is(readFileSync('docs/catalogue.md', 'utf8'), catalogueTable()));

test('docs/source.schema.json is that of the form: npm run catalogue -- --table', () =>
  assert.equal(JSON.parse(readFileSync('docs/source.schema.json', 'utf8')), JSON.parse(schemaText())));

test.run();
