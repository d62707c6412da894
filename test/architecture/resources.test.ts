import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from './project.ts';

const test = suite('resources');

const namesIn = (folder: string): string[] => readdirSync(join(ROOT, folder)).map((name) => basename(name, '.ts'));

/** Routes that have no resource of their own. */
const WITHOUT = ['deprecated'];
/** Resources whose use cases belong to another room. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  displays: 'src/plugins',
  'sign-in': 'src/plugins',
  sources: 'src/plugins',
  network: 'src/setup',
  triggers: 'src/plugins',
};

const resources = [...new Set([...namesIn('src/http/flat'), ...namesIn('src/http/v1')])].filter(
  (name) => !WITHOUT.includes(name),
);

test('every resource has one name: in the routes, in the schemas, and as a file or folder of the service', () => {
  assert.ok(resources.length > 20);
  const schemas = readdirSync(join(ROOT, 'src/schema'), { recursive: true, encoding: 'utf8' }).map((name) =>
    basename(name, '.ts'),
  );
  const useCases = namesIn('src/service');
  assert.equal(
    resources.filter((name) => !schemas.includes(name)),
    [],
  );
  assert.equal(
    resources.filter((name) => !useCases.includes(name) && !existsSync(join(ROOT, ELSEWHERE[name] ?? '-'))),
    [],
  );
});

test('what both surfaces offer has the same name on both', () => {
  const flat = namesIn('src/http/flat');
  assert.equal(
    namesIn('src/http/v1').filter((name) => !flat.includes(name) && !WITHOUT.includes(name)),
    [],
  );
});

test('a folder of the service holds more than one file', () => {
  const folders = readdirSync(join(ROOT, 'src/service'), { withFileTypes: true }).filter((one) => one.isDirectory());
  assert.equal(
    folders.map(({ name }) => name).filter((name) => readdirSync(join(ROOT, 'src/service', name)).length < 2),
    [],
  );
});

test('a folder that no rule fills has at most 28 files', () => {
  const folders = ['src', 'ui', 'hw'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true }).flatMap((one) =>
      one.isFile() ? [relative(ROOT, one.parentPath)] : [],
    ),
  );
  const counts = new Map<string, number>();
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  assert.equal([...counts].flatMap(([folder, count]) => (count > 28 ? [folder] : [])).sort(), [
    'src/http/flat',
    'src/sources/catalogue',
  ]);
});

test('every file that the page on the architecture names is there', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const named = [...text.matchAll(/`((?:src|test|hw|ui)\/[\w/.-]+)`/g)].map(([, path = '']) => path);
  assert.ok(named.length > 30);
  assert.equal(
    named.filter((path) => !existsSync(join(ROOT, path))),
    [],
  );
});

test.run();
