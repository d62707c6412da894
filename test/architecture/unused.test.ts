import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT, sourcesBelow, type SourceFile } from './project.ts';

const test = suite('unused');

/** Folders that are read as a whole, by the file that reads them: what lies there is used by lying there. */
const WHOLE_FOLDERS: Readonly<Record<string, string>> = {
  'src/http/reference/openapi-schemas.ts': 'src/schema/',
  'esbuild.config.mjs': 'src/sources/catalogue/',
  'ui/build/interface.mjs': 'ui/public/',
};

/** Files that no program names, with the reason why they stay. */
const UNNAMED: Readonly<Record<string, string>> = {
  'src/build/glyph-outlines.mjs': 'run by hand when the letters of the flaps get another font',
  'src/core/look/OFL.txt': 'the licence of that font, which has to lie beside its outlines',
  'hw/emulator/steppers/simulated-line.ts': 'a line of simulated motors that tests hand to the thread of steps',
};

/** Exported values that nothing reads by name, with the reason why they are exported. */
const UNREAD: Readonly<Record<string, string>> = {
  'src/build/glyph-outlines.mjs CAPITAL': 'a line of the file that this one writes',
  'src/build/glyph-outlines.mjs OUTLINES': 'a line of the file that this one writes',
  'hw/emulator/steppers/simulated-line.ts open': 'called by the thread of steps, as every line module that it is given',
};

const CODE = /(?<!\.d)\.(?:ts|tsx|mjs)$/;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const toTexts = (files: readonly SourceFile[]): [string, string][] =>
  files.map(({ path, text }) => [path, CODE.test(path) ? withoutComments(text) : text]);

const product = new Map(toTexts(['src', 'hw', 'ui'].flatMap((folder) => sourcesBelow(folder, ''))));

/** What uses the product from outside: the commands of the package, the build, and the card. */
const users = new Map(
  toTexts([
    ...['package.json', 'esbuild.config.mjs'].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
    ...sourcesBelow('image', '.ts', '.mjs', '.sh'),
  ]),
);

const tests = new Map(toTexts(sourcesBelow('test', '.ts', '.mjs')));

const filesIn = (folder: string | undefined): string[] =>
  folder === undefined ? [] : [...product.keys()].filter((path) => path.startsWith(folder));

/** The files of the product that another file names, as seen from its own folder or from the project's. */
const namedIn = (path: string, text: string): string[] => {
  const names = [...text.matchAll(/[\w.@-]*\/[\w.@/-]+/g)].flatMap(([name]) => [name, join(dirname(path), name)]);
  // What a document tells of code is no use of it, but its pictures are used.
  const isUse = (name: string): boolean =>
    product.has(name) && name !== path && !(path.endsWith('.md') && CODE.test(name));
  return [...names, ...filesIn(WHOLE_FOLDERS[path])].filter(isUse);
};

const named = new Map([...users, ...product].map(([path, text]) => [path, namedIn(path, text)]));

/** Every file that is reached from `first` by the names in files. */
const reachedFrom = (first: readonly string[]): ReadonlySet<string> => {
  const reached = new Set(first);
  for (const path of reached) for (const next of named.get(path) ?? []) reached.add(next);
  return reached;
};

const IMPORT = /^(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)';$/gm;

/** The texts in which `files` say what they take from another file, by that file's path. */
const readersAmong = (files: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> => {
  const readers = new Map<string, string[]>();
  const add = (path: string, text: string): unknown => readers.set(path, [...(readers.get(path) ?? []), text]);
  for (const [path, text] of files) {
    for (const [, names = '', from = ''] of text.matchAll(IMPORT)) add(join(dirname(path), from), names);
    for (const name of new Set(namedIn(path, text.replace(IMPORT, '')))) add(name, text);
  }
  return readers;
};

const readers = readersAmong([...users, ...product]);
const testers = readersAmong([...tests]);

const EXPORT = /^export (?:abstract |async )*(?:const|function\*?|class|let) (?:(\w+)|\{([^}]*)\})/gm;

/** The values that a file exports. */
const exportsOf = (text: string): string[] =>
  [...text.matchAll(EXPORT)].flatMap(([, name, names]) => name ?? names?.match(/\w+(?=\s*(?:,|$))/g) ?? []);

const counts = (name: string, text: string): number => text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;

/** Whether a value is used outside its file; for tests alone only what the file itself uses may be exported. */
const isRead = (path: string, name: string): boolean => {
  const isIn = (text: string): boolean => counts(name, text) > 0;
  const isRegistered = path.startsWith('src/schema/') && name.endsWith('Schema');
  if (isRegistered || readers.get(path)?.some(isIn)) return true;
  return counts(name, product.get(path) ?? '') > 1 && testers.get(path)?.some(isIn) === true;
};

test('every file is part of a program, a build script or another file', () => {
  assert.ok(product.size > 1000);
  const documents = [...product.keys()].filter((path) => path.endsWith('.md'));
  const reached = reachedFrom([...users.keys(), ...documents, ...Object.keys(UNNAMED)]);
  assert.equal(
    [...product.keys()].filter((path) => !reached.has(path) && !path.endsWith('.d.ts')),
    [],
  );
});

test('every exported value is read by another file', () => {
  const code = [...product].filter(([path]) => CODE.test(path));
  const exported = code.flatMap(([path, text]) => exportsOf(text).map((name) => [path, name] as const));
  assert.ok(exported.length > 1500);
  assert.equal(
    exported
      .filter(([path, name]) => !isRead(path, name) && !(`${path} ${name}` in UNREAD))
      .map((one) => one.join(' ')),
    [],
  );
});

test('what is excepted is still there, and still needs it', () => {
  const reached = reachedFrom([...users.keys()]);
  assert.equal(
    Object.keys(UNNAMED).filter((path) => !product.has(path) || reached.has(path)),
    [],
  );
  const isGone = (one: string): boolean => {
    const [path = '', name = ''] = one.split(' ');
    return !exportsOf(product.get(path) ?? '').includes(name) || isRead(path, name);
  };
  assert.equal(Object.keys(UNREAD).filter(isGone), []);
});

test.run();
