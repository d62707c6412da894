import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TABLES, withTable } from './tables.ts';

const test = suite('architecture/tables');

for (const table of TABLES)
  test(`${table.page} has the table "${table.name}" as the code declares it (npm run tables writes it)`, () => {
    const text = readFileSync(table.page, 'utf8');
    assert.fixture(withTable(text, table), text);
  });

test.run();
