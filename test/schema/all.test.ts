import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SCHEMA_MODULES } from '../../src/schema/all.ts';

const test = suite('schema/all');

const FOLDER = join(process.cwd(), 'src/schema');
const known = new Set(SCHEMA_MODULES.flatMap((module) => Object.keys(module)));

test('every schema that a file below the folder exports is registered', () => {
  const exported = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      [...readFileSync(join(FOLDER, name), 'utf8').matchAll(/^export const (\w+Schema)\b/gm)].map(
        ([, schema]) => schema,
      ),
    );
  assert.ok(exported.length > 150);
  assert.equal(
    exported.filter((name) => !known.has(name ?? '')),
    [],
  );
});

test('no two files export one name', () => {
  const names = SCHEMA_MODULES.flatMap((module) => Object.keys(module));
  assert.equal(
    names.filter((name, index) => names.indexOf(name) < index),
    [],
  );
});

test.run();
