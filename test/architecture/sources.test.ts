import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sourcesBelow, type SourceFile } from './project.ts';

const test = suite('sources');

const product = ['src', 'hw', 'ui']
  .flatMap((folder) => sourcesBelow(folder, '.ts', '.tsx'))
  .filter(({ path }) => !path.endsWith('.d.ts'));
const tests = sourcesBelow('test', '.ts');
const all = [...product, ...tests];

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const findings = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    (withoutComments(text).match(pattern) ?? []).map((found) => `${path}: ${found.trim()}`),
  );

const TIMELESS = [
  'src/core',
  'src/service',
  'src/loop',
  'src/board',
  'src/store',
  'src/http',
  'src/plugins',
  'src/documents',
  'src/mqtt',
  'src/mcp',
  'src/schema',
];

for (const [name, pattern] of [
  ['Date.now()', /\bDate\.now\(/g],
  ['the present as a date', /\bnew Date\(\)/g],
  ['performance.now()', /\bperformance\.now\(/g],
  ['setInterval', /\bsetInterval\(/g],
] as const) {
  test(`only the clock knows the time: no ${name}`, () => {
    const timeless = product.filter(({ path }) => TIMELESS.some((folder) => path.startsWith(`${folder}/`)));
    assert.equal(findings(timeless, pattern), []);
  });
}

for (const [name, pattern] of [
  ['any', /(?:[:<,|&(]|\bas|=>)\s*any\b(?!\s*[:('])/g],
  ['default exports', /^export default\b/gm],
  ['exports of whole modules', /^export \*/gm],
  ['enums', /^(?:export )?(?:const )?enum\b/gm],
] as const) {
  test(`no ${name}`, () => assert.equal(findings(all, pattern), []));
}

test('no type error is silenced', () => {
  const silencer = new RegExp(`@ts-(ignore|expect-error|nocheck)`);
  assert.equal(
    all.filter(({ text }) => silencer.test(text)).map(({ path }) => path),
    [],
  );
});

test('imports between files name the file with its ending', () => {
  assert.equal(findings(all, /from '\.{1,2}\/[^']*(?<!\.ts|\.tsx|\.json|\.mjs)';/g), []);
});

test('every file name is made of lower-case words', () => {
  assert.equal(
    all.map(({ path }) => path).filter((path) => !/^[a-z0-9/.-]+$/.test(path)),
    [],
  );
});

const EXPORT = /^export (?:declare |abstract |async )?(?:const|function|class|interface|type)\s+(\w+)/;

const undocumented = ({ path, text }: SourceFile): string[] => {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const name = EXPORT.exec(line)?.[1];
    return name && !/\*\/\s*$/.test(lines[index - 1] ?? '') ? [`${path}: ${name}`] : [];
  });
};

test('every export says what it promises', () => {
  assert.equal(product.flatMap(undocumented), []);
});

test('every test file runs its tests', () => {
  const runs = (text: string) =>
    /\brun\(\);[\s}]*$/.test(text) || /\b(?:describe(?:Driver|Endurance|Panel)|liveAround)\b/.test(text);
  const silent = tests.filter(({ path, text }) => path.endsWith('.test.ts') && !runs(text));
  assert.equal(
    silent.map(({ path }) => path),
    [],
  );
});

test('no test is skipped or runs alone', () => {
  const alone = tests.filter(({ path }) => path.endsWith('.test.ts'));
  assert.equal(findings(alone, /^\s*test\.(?:skip|only)\(/gm), []);
});

test.run();
