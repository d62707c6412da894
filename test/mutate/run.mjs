// Breaks the code at random places, one at a time, and tells which breaks the tests of the same folder do not notice.
// Usage: npm run mutate -- FOLDER [FOLDER ...] [--seed N] [--count N] [--seconds N] [--whole]
//   A folder is one of src, hw or ui, such as src/core. --count breaks (20) are drawn by --seed (the day's).
//   --seconds ends the run (900). --whole asks every test that needs only Node, not those of the same folder alone, and
//   those of like names of a room through which it is tested (TESTED_THROUGH).
// Operators are exchanged for others of the same type, so the types notice almost none of it: the tests have to.
import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';
import { buildIfStale } from '../../esbuild.config.mjs';
import { copyNativeParts } from '../../src/build/native.mjs';
import { chooserOf, quickPasswords } from '../running/bundle.mjs';
import { mutationsOf } from './mutators.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = join(root, '.cache', `mutate-${process.pid}`);
/** A copy of what can be broken, in which one file is broken at a time: what is edited meanwhile does not matter. */
const tree = join(base, 'tree');
const outdir = join(base, 'programs');
const PROGRAM = join(outdir, 'all.cjs');
const COPIED = ['src', 'hw', 'ui', 'test', 'esbuild.config.mjs', 'package.json', 'tsconfig.json'];
/** A test that hangs works for so long, or waits: on a busy machine one that does neither takes long too. */
const FILE_PROCESSOR_SECONDS = 90;
const FILE_MS = 600_000;
const SOURCE = /(?<!\.d)\.tsx?$/;
/** Tables of words and of schemas, which no test repeats. */
const LEFT_OUT = /^(ui\/strings|src\/http\/reference|src\/schema\/all\.ts|src\/build|src\/sources\/catalogue)/;
/** Tests of whole rooms of the house, and what starts the built program: neither sees a change of one source. */
const NOT_ASKED = /^test\/(architecture|bench|attack|system|image|year|fuzz|faults)\//;

/**
 * Rooms whose use cases are tested through another room for the most part, and drivers, which all pass one suite: the
 * tests there are asked too.
 */
const TESTED_THROUGH = { service: ['http'], app: ['http'], hw: ['conformance'] };

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    count: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '900' },
    whole: { type: 'boolean', default: false },
  },
});
if (folders.length === 0) throw new Error('Say which folder: npm run mutate -- src/core');

/** Numbers from 0 to 1 that a seed decides. */
const createRandom = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
  return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
};

const copyTree = async () => {
  await mkdir(join(tree, '.cache'), { recursive: true });
  for (const name of await readdir(root)) {
    if (COPIED.includes(name)) await cp(join(root, name), join(tree, name), { recursive: true });
    else if (!name.startsWith('.')) await symlink(join(root, name), join(tree, name));
  }
};

const read = (file) => readFile(join(tree, file), 'utf8');

const filesBelow = async (folder) =>
  (await readdir(join(tree, folder), { recursive: true }))
    .map((name) => join(folder, name))
    .filter((file) => SOURCE.test(file));

const isSystem = async (file) => /^\/\/ needs: /m.test((await read(file)).slice(0, 400));

const namedIn = async (file) =>
  [...(await read(file)).matchAll(/'((?:src|hw)\/[\w/-]+\.(?:ts|mjs))'/g)].map(([, name]) => name);

/** The sources of the programs that a file of the tests builds while it runs, as a worker: those that it names. */
const builtBy = async (file) => {
  const names = await namedIn(file);
  const builders = names.filter((name) => name.endsWith('.mjs'));
  const entryPoints = [...names, ...(await Promise.all(builders.map(namedIn))).flat()].filter((name) =>
    name.endsWith('.ts'),
  );
  if (entryPoints.length === 0) return [];
  const how = { ...(await common()), entryPoints, outdir, outbase: '.', write: false, metafile: true };
  const { metafile } = await build(how);
  return Object.keys(metafile.inputs);
};

/** Tests that are a program of their own, which is not made here. */
const startsItself = async (file) => /\bWorker\(__filename\b|\bprocess\.argv\b/.test(await read(file));

const isWanted = async (file) =>
  file.endsWith('.test.ts') &&
  !NOT_ASKED.test(file) &&
  (values.whole || folders.some((folder) => folder === 'src' || isTestOf(file, folder))) &&
  !(await isSystem(file)) &&
  !(await startsItself(file));

/** Everything that a file imports, and it itself. */
const madeOf = (file, { inputs }) => {
  const made = new Set([file]);
  for (const one of made)
    for (const { path, external } of inputs[one]?.imports ?? []) if (!external && inputs[path]) made.add(path);
  return made;
};

/** One program of all tests, in which TEST_FILE chooses, and of each test the sources that it is made of. */
const createProgram = async () => {
  const files = [];
  for (const file of await filesBelow('test')) if (await isWanted(file)) files.push({ file });
  const program = await context({
    ...(await common()),
    stdin: { contents: chooserOf(files), resolveDir: tree, sourcefile: 'all.js' },
    outfile: PROGRAM,
    metafile: true,
  });
  const { metafile } = await program.rebuild();
  const built = new Map();
  for (const file of Object.keys(metafile.inputs).filter((name) => name.startsWith('test/support/')))
    built.set(file, await builtBy(file));
  const tests = files.map(({ file }) => {
    const own = [...madeOf(file, metafile)];
    return { file, inputs: new Set([...own, ...own.flatMap((one) => built.get(one) ?? [])]) };
  });
  return { tests, rebuild: () => program.rebuild(), dispose: () => program.dispose() };
};

const common = async () => {
  const { buildOptions } = await import(pathToFileURL(join(tree, 'esbuild.config.mjs')).href);
  const options = buildOptions({ nativeFolder: JSON.stringify(join(outdir, 'native')) });
  return {
    ...options,
    plugins: [quickPasswords, ...options.plugins],
    absWorkingDir: tree,
    external: ['playwright-core', 'axe-core', 'esbuild'],
    logLevel: 'silent',
  };
};

/** `src/core/rule-check.ts` → core; `hw/panel/driver.ts` → hw. */
const roomOf = (source) =>
  source
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .split('/')[0];

const isTestOf = (test, source) => {
  const room = roomOf(source);
  return [room, ...(TESTED_THROUGH[room] ?? [])].includes(test.split('/')[1]);
};

/** `test/core/rule-check.test.ts` → test, core, rule, check. */
const wordsOf = (path) => path.replace(/(?:\.test)?\.tsx?$/, '').split(/[/-]/);

/**
 * The tests that can notice a change of a source: those of the likest names first, then those of fewest sources. Of a
 * room that it is tested through those of like names are asked, as each of them starts an appliance; all where none is.
 */
const testsOf = (source, tests) => {
  // The room is what all of its tests have in common, and those of a room that it is tested through have not.
  const words = new Set(wordsOf(source).filter((word) => word !== roomOf(source)));
  const likeness = ({ file }) => wordsOf(file).filter((word) => words.has(word)).length;
  const isOwn = ({ file }) => values.whole || file.split('/')[1] === roomOf(source);
  const able = tests.filter(({ file, inputs }) => inputs.has(source) && (values.whole || isTestOf(file, source)));
  const others = able.filter((test) => !isOwn(test));
  const alike = others.filter((test) => likeness(test) > 0);
  return [...able.filter(isOwn), ...(alike.length > 0 ? alike : others)]
    .sort((one, other) => likeness(other) - likeness(one) || one.inputs.size - other.inputs.size)
    .map(({ file }) => file);
};

/** Whether a test fails, or hangs. */
const fails = (file) =>
  new Promise((resolve) => {
    const env = { ...process.env, TEST_FILE: file };
    const bounded = ['-c', `ulimit -t ${FILE_PROCESSOR_SECONDS}; exec "$0" "$1"`, process.execPath, PROGRAM];
    const child = spawn('sh', bounded, { cwd: tree, stdio: 'ignore', env });
    const timer = setTimeout(() => child.kill('SIGKILL'), FILE_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });

const unsound = new Map();

/** Whether a test fails although nothing is broken: its word does not count. */
const isUnsound = async (file, program) => {
  if (!unsound.has(file)) {
    await program.rebuild();
    unsound.set(file, await fails(file));
    if (unsound.get(file)) console.log(`${file} fails by itself here, and is not asked`);
  }
  return unsound.get(file);
};

/** The tests that fail while a source has another text, as many as run at once; those after them are not asked. */
const failingWith = async (file, text, asked, program) => {
  const former = await read(file);
  await writeFile(join(tree, file), text);
  try {
    await program.rebuild();
    for (let at = 0; at < asked.length; at += availableParallelism()) {
      const some = asked.slice(at, at + availableParallelism());
      const verdicts = await Promise.all(some.map(fails));
      if (verdicts.includes(true)) return some.filter((_, index) => verdicts[index]);
    }
    return [];
  } finally {
    await writeFile(join(tree, file), former);
  }
};

/** The test that notices a change; null when none does. */
const noticedBy = async ({ file, mutation }, program) => {
  const asked = testsOf(file, program.tests).filter((test) => !unsound.get(test));
  if (asked.length === 0) return null;
  let failing;
  try {
    failing = await failingWith(file, mutation.code, asked, program);
  } catch {
    return 'it does not build';
  }
  for (const test of failing) if (!(await isUnsound(test, program))) return test;
  return failing.length === 0 ? null : noticedBy({ file, mutation }, program);
};

const drawn = async (files, count, random) => {
  const all = [];
  for (const file of files)
    for (const mutation of await mutationsOf(await read(file), file.endsWith('x'))) all.push({ file, mutation });
  const chosen = [];
  while (chosen.length < count && all.length > 0) chosen.push(...all.splice(Math.floor(random() * all.length), 1));
  return { total: all.length + chosen.length, chosen };
};

const clip = (text) => text.replace(/\s+/g, ' ').slice(0, 60);

const mutate = async () => {
  await buildIfStale();
  await copyTree();
  const files = (await Promise.all(folders.map(filesBelow))).flat().filter((file) => !LEFT_OUT.test(file));
  const { total, chosen } = await drawn(files.sort(), Number(values.count), createRandom(Number(values.seed)));
  console.log(`${files.length} files, ${total} places; ${chosen.length} are broken, seed ${values.seed}`);
  await mkdir(outdir, { recursive: true });
  await copyNativeParts(join(outdir, 'native'));
  const program = await createProgram();
  const end = performance.now() + Number(values.seconds) * 1000;
  let [tried, noticed] = [0, 0];
  for (const one of chosen) {
    if (performance.now() > end) break;
    tried++;
    const by = await noticedBy(one, program);
    if (by) noticed++;
    const { line, was, is } = one.mutation;
    const change = `${one.file}:${line}  ${clip(was)}  ->  ${clip(is)}`;
    console.log(by ? `noticed   ${change}  (${by})` : `SURVIVES  ${change}`);
  }
  await program.dispose();
  console.log(`${noticed} of ${tried} noticed (${Math.round((100 * noticed) / Math.max(1, tried))} %)`);
};

try {
  await mutate();
} finally {
  await rm(base, { recursive: true, force: true });
}
