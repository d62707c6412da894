// Breaks the code at random places, one at a time, and tells which breaks the tests of the same folder do not notice.
// Usage: npm run mutate -- FOLDER [FOLDER ...] [--seed N] [--count N] [--seconds N] [--whole]
//   A folder is one of src, hw or ui, such as src/core. --count breaks (20) are drawn by --seed (the day's).
//   --seconds ends the run (900). --whole asks every test that needs only Node, not those of the same folder alone.
// Operators are exchanged for others of the same type, so the types notice almost none of it: the tests have to.
import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { buildIfStale, buildOptions } from '../../esbuild.config.mjs';
import { copyNativeParts } from '../../src/build/native.mjs';
import { mutationsOf } from './mutators.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outdir = join(root, '.cache', `mutate-${process.pid}`);
const FILE_MS = 60_000;
const SOURCE = /(?<!\.d)\.tsx?$/;
/** Tables of words and of schemas, which no test repeats. */
const LEFT_OUT = /^(ui\/strings|src\/http\/reference|src\/schema\/all\.ts|src\/build|src\/sources\/catalogue)/;
/** Tests of whole rooms of the house, and what starts the built program: neither sees a change of one source. */
const NOT_ASKED = /^test\/(architecture|bench|attack|system|image|year|fuzz|faults)\//;

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

const filesBelow = async (folder) =>
  (await readdir(join(root, folder), { recursive: true }))
    .map((name) => join(folder, name))
    .filter((file) => SOURCE.test(file));

const isSystem = async (file) => /^\/\/ needs: /m.test((await readFile(join(root, file), 'utf8')).slice(0, 400));

/** The files of tests, and of each the sources that it is made of. */
const readTests = async () => {
  const files = (await filesBelow('test')).filter((file) => file.endsWith('.test.ts') && !NOT_ASKED.test(file));
  const asked = [];
  for (const file of files) if (!(await isSystem(file))) asked.push(file);
  const { metafile } = await build({ ...options(asked), write: false, metafile: true });
  return Object.values(metafile.outputs).flatMap(({ entryPoint, inputs }) =>
    entryPoint ? [{ file: entryPoint, inputs: new Set(Object.keys(inputs)) }] : [],
  );
};

const options = (files, plugins = []) => {
  const base = buildOptions({ nativeFolder: JSON.stringify(join(outdir, 'native')) });
  return {
    ...base,
    plugins: [...plugins, ...base.plugins],
    external: ['playwright-core', 'axe-core', 'esbuild'],
    entryPoints: files,
    outdir,
    outbase: 'test',
    outExtension: { '.js': '.cjs' },
    logLevel: 'silent',
  };
};

/** A plugin of the build that gives one source another text. */
const replacing = (file, contents) => ({
  name: 'mutation',
  setup({ onLoad }) {
    const path = join(root, file);
    onLoad({ filter: /\.tsx?$/ }, (source) => (source.path === path ? { contents, loader: 'js' } : undefined));
  },
});

const isNamesake = (test, source) => {
  const folder = /^src\/|^hw\//.test(source) ? source.replace(/^src\//, '').split('/') : source.split('/');
  const parts = test.replace(/^test\//, '').split('/');
  return parts[0] === folder[0].replace(/\.ts$/, '');
};

/** The tests that can notice a change of a source, those with the fewest other sources first. */
const testsOf = (source, tests) =>
  tests
    .filter(({ file, inputs }) => inputs.has(source) && (values.whole || isNamesake(file, source)))
    .sort((one, other) => one.inputs.size - other.inputs.size)
    .map(({ file }) => file);

/** Whether a test fails, or hangs. */
const fails = (file) =>
  new Promise((resolve) => {
    const program = join(outdir, relative('test', file).replace(/\.ts$/, '.cjs'));
    const child = spawn(process.execPath, [program], { cwd: root, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), FILE_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });

const unsound = new Map();

/** Whether a test fails although nothing is broken: its word does not count. */
const isUnsound = async (file) => {
  if (!unsound.has(file)) {
    await build(options([file]));
    unsound.set(file, await fails(file));
    if (unsound.get(file)) console.log(`${file} fails by itself here, and is not asked`);
  }
  return unsound.get(file);
};

/** The test that notices a change; null when none does. */
const noticedBy = async ({ file, mutation }, tests) => {
  const asked = testsOf(file, tests).filter((test) => !unsound.get(test));
  if (asked.length === 0) return null;
  try {
    await build({ ...options(asked, [replacing(file, mutation.code)]), logLevel: 'silent' });
  } catch {
    return 'it does not build';
  }
  for (let at = 0; at < asked.length; at += availableParallelism()) {
    const some = asked.slice(at, at + availableParallelism());
    const verdicts = await Promise.all(some.map(fails));
    for (const [index, failed] of verdicts.entries()) if (failed && !(await isUnsound(some[index]))) return some[index];
  }
  return null;
};

const drawn = async (files, count, random) => {
  const all = [];
  for (const file of files)
    for (const mutation of await mutationsOf(await readFile(join(root, file), 'utf8'), file.endsWith('x')))
      all.push({ file, mutation });
  const chosen = [];
  while (chosen.length < count && all.length > 0) chosen.push(...all.splice(Math.floor(random() * all.length), 1));
  return { total: all.length + chosen.length, chosen };
};

const clip = (text) => text.replace(/\s+/g, ' ').slice(0, 60);

const mutate = async () => {
  const files = (await Promise.all(folders.map(filesBelow))).flat().filter((file) => !LEFT_OUT.test(file));
  const { total, chosen } = await drawn(files.sort(), Number(values.count), createRandom(Number(values.seed)));
  console.log(`${files.length} files, ${total} places; ${chosen.length} are broken, seed ${values.seed}`);
  await buildIfStale();
  await mkdir(outdir, { recursive: true });
  await copyNativeParts(join(outdir, 'native'));
  const tests = await readTests();
  const end = performance.now() + Number(values.seconds) * 1000;
  let [tried, noticed] = [0, 0];
  for (const one of chosen) {
    if (performance.now() > end) break;
    tried++;
    const by = await noticedBy(one, tests);
    if (by) noticed++;
    const { line, was, is } = one.mutation;
    const change = `${one.file}:${line}  ${clip(was)}  ->  ${clip(is)}`;
    console.log(by ? `noticed   ${change}  (${by})` : `SURVIVES  ${change}`);
  }
  console.log(`${noticed} of ${tried} noticed (${Math.round((100 * noticed) / Math.max(1, tried))} %)`);
};

try {
  await mutate();
} finally {
  await rm(outdir, { recursive: true, force: true });
}
