// Bundles the tests that run into one program, in which each waits until it is chosen, alone or with others: what they
// share is read, built and compiled once.
import { build } from 'esbuild';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { Module, SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { copyNativeParts } from '../../src/build/native.mjs';
import { buildOptions } from '../../esbuild.config.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const START = join(here, 'start.cjs');
const OPTIONS = {
  external: ['playwright-core', 'axe-core', 'esbuild'],
  sourcemap: 'external',
  sourcesContent: false,
  // Less to read for each process.
  minifyWhitespace: true,
  lineLimit: 160,
  metafile: true,
  logLevel: 'error',
};

/** Passwords are hashed as the service does, but with the least work: it would be a sixth of what all tests take. */
export const quickPasswords = {
  name: 'quick-passwords',
  setup(build) {
    build.onResolve({ filter: /^@node-rs\/bcrypt$/ }, ({ importer }) =>
      importer.endsWith('/passwords.ts') ? { path: 'passwords', namespace: 'quick' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'quick' }, () => ({
      contents: `
        const { hash, verify } = require('@node-rs/bcrypt');
        module.exports = { hash: (text) => hash(text, 4), verify };`,
      resolveDir: here,
    }));
  },
};

/**
 * Keys of backups are derived with little work, unless TEST_FULL_COST says otherwise; others, which files of former
 * versions have, as the service does.
 */
const quickKeys = {
  name: 'quick-keys',
  setup(build) {
    build.onResolve({ filter: /^node:crypto$/ }, ({ importer }) =>
      importer.endsWith('/secrets/cipher.ts') ? { path: 'keys', namespace: 'quick-keys' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'quick-keys' }, () => ({
      contents: `
        const { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } = require('node:crypto');
        const isQuick = ({ N }) => N === 32_768 && process.env.TEST_FULL_COST === undefined;
        module.exports = {
          createCipheriv, createDecipheriv, hkdfSync, randomBytes,
          scrypt: (words, salt, length, cost, done) =>
            scrypt(words, salt, length, isQuick(cost) ? { ...cost, N: 1024 } : cost, done),
        };`,
    }));
  },
};

/** The text of a program of all tests, of which TEST_FILE names those that run. */
export const chooserOf = (tests) =>
  [
    'const tests = {',
    ...tests.map(({ file }) => `  ${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)}),`),
    '};',
    "for (const file of process.env.TEST_FILE.split(',')) tests[file]();",
  ].join('\n');

/** Imports by itself only where nothing else does so for it. */
const LOADER = 'test/support/load.ts';

/** A function that finds out whether a file, or what it is made of, imports something while it runs. */
const importFinder = async (root, { inputs }) => {
  const importing = new Set();
  for (const [file, { imports }] of Object.entries(inputs)) {
    const isTest = file.startsWith('test/') && file !== LOADER;
    // What is named from here is a part of the program.
    const isOwn = isTest && /(?<!\.|typeof )\bimport\((?!'\.)/.test(await readFile(join(root, file), 'utf8'));
    // What is required by a pattern may be anything.
    const isOpen = ({ path, kind, external }) => external && (kind === 'dynamic-import' || path.includes('*'));
    if (isOwn || imports.some(isOpen)) importing.add(file);
  }
  return (file) => {
    const seen = new Set([file]);
    for (const path of seen) {
      if (importing.has(path)) return true;
      for (const { path: next } of inputs[path]?.imports ?? []) seen.add(next);
    }
    return false;
  };
};

/**
 * Bundles tests into `outdir`. `argumentsOf` answers the arguments of Node that run one of them where TEST_FILE names
 * it; one that starts itself anew has a program of its own. `canJoin` tells which may run in one process with others,
 * where TEST_FILE names several. `inputs` are the sources of the program, as esbuild describes them.
 */
export const bundleTests = async (root, tests, outdir) => {
  const native = join(outdir, 'native');
  const all = join(outdir, 'all.cjs');
  const built = buildOptions({ nativeFolder: JSON.stringify(native) });
  const options = { ...built, ...OPTIONS, plugins: [quickPasswords, quickKeys, ...built.plugins], absWorkingDir: root };
  await mkdir(outdir, { recursive: true });
  await copyNativeParts(native);
  const alone = tests.filter(({ startsItself }) => startsItself);
  const contents = chooserOf(tests.filter((test) => !alone.includes(test)));
  const entryPoints = alone.map(({ file }) => ({ in: join(root, file), out: file }));
  const [{ metafile }] = await Promise.all([
    build({ ...options, stdin: { contents, resolveDir: root, sourcefile: 'all.js' }, outfile: all }),
    build({ ...options, entryPoints, outdir, outExtension: { '.js': '.cjs' } }),
  ]);
  // What the engine makes of it, for start.cjs.
  const script = new Script(Module.wrap(await readFile(all, 'utf8')), { filename: all });
  await writeFile(`${all}.code`, script.createCachedData());
  const imports = await importFinder(root, metafile);
  return {
    argumentsOf: ({ file, startsItself }) => {
      if (startsItself) return [join(outdir, `${file}.cjs`)];
      // Code that was compiled before cannot import.
      return imports(file) ? [all] : [START, all];
    },
    canJoin: ({ file, startsItself }) => !startsItself && !imports(file),
    inputs: metafile.inputs,
  };
};

/** Names, in what a test has printed, places of the programs in `outdir` by file and line of their source. */
export const namePlaces = async (root, outdir, output) => {
  const place = /(\/[^\s():]+\.cjs):(\d+):(\d+)/g;
  const maps = new Map();
  for (const [, program] of output.matchAll(place))
    if (program.startsWith(outdir) && !maps.has(program))
      maps.set(program, new SourceMap(JSON.parse(await readFile(`${program}.map`, 'utf8'))));
  return output.replace(place, (known, program, line, column) => {
    const found = maps.get(program)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found?.originalSource === undefined) return known;
    const source = relative(root, resolve(dirname(program), found.originalSource));
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
};
