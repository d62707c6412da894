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

/** Everything that schemas are made of. */
const partsOf = (value: unknown, seen: Set<object>): Set<object> => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return seen;
  seen.add(value);
  for (const inner of Object.values(value)) partsOf(inner, seen);
  return seen;
};

test('every form of a text that is asked for is told in words', () => {
  const forms = [...partsOf(SCHEMA_MODULES, new Set())].filter(
    (part): part is { requirement: RegExp; message?: string } =>
      'type' in part && part.type === 'regex' && 'requirement' in part,
  );
  assert.ok(forms.length > 20);
  assert.equal(
    forms.filter(({ message }) => message === undefined).map(({ requirement }) => requirement.source),
    [],
  );
});

test.run();
