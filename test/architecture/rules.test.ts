import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT, sourcesBelow } from './project.ts';

const test = suite('docs');

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const rules = [...read('docs/rules.md').matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(([, number]) => number);
const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);
const files = ['src', 'hw', 'ui', 'test'].flatMap((folder) => sourcesBelow(folder, '.ts', '.tsx'));

test('every rule has a number of its own', () => {
  assert.ok(rules.length > 40);
  assert.equal(
    rules.filter((number, at) => rules.indexOf(number) !== at),
    [],
  );
});

test('every rule that is cited exists', () => {
  const cited = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\brules, ([A-Z]\d+)\b/g)].map(([, number]) => ({ path, number })),
  );
  assert.ok(cited.length > 30);
  assert.equal(
    cited.filter(({ number }) => !rules.includes(number)),
    [],
  );
});

test('comments cite nothing that is not in the repository', () => {
  const foreign = /\((?:spec|decisions|facts|design)[,/ ][^)]*\)|\b(?:spec|decisions|design)\.md\b/g;
  const found = files
    .filter(({ path }) => path !== 'test/architecture/rules.test.ts')
    .flatMap(({ path, text }) => (text.match(foreign) ?? []).map((one) => `${path}: ${one}`));
  assert.equal(found, []);
});

for (const page of pages) {
  test(`docs/${page} can be read in one sitting, and its links lead somewhere`, () => {
    const text = read(join('docs', page));
    // The table of the catalogue is made by a program, to be searched rather than read.
    assert.ok(page === 'catalogue.md' || text.split('\n').length <= 150);
    for (const [, link] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) read(join('docs', page, '..', link ?? ''));
  });
}

test.run();
