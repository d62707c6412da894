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
import { build } from 'esbuild';
import { buildIfStale } from '../../esbuild.config.mjs';
import { mutationsOf, withChange, withSwitches } from './mutators.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = join(root, '.cache', `mutate-${process.pid}`);
/** A copy of what can be broken, and of what is built of it: what is edited meanwhile does not matter. */
const tree = join(base, 'tree');
/** The number of the break that is on; 0 while it is found out which tests run the places of the breaks. */
const ON = join(base, 'on');
/** Which places were run, in files named by their processes and those that started them. */
const MET = join(base, 'met');
const SWITCH = join(base, 'switch.mjs');
/** What the interpreter of plugins runs, where nothing tells which break is on: it is broken by its text. */
const INTERPRETED = /^src\/sandbox\/inside\//;
const COPIED = ['src', 'hw', 'ui', 'test', 'dist', 'emulators', 'esbuild.config.mjs', 'package.json', 'tsconfig.json'];
/** A test that hangs works for so long, or waits: longer than while nothing was broken, and the machine may be busy. */
const FILE_PROCESSOR_SECONDS = 90;
const FILE_MS = 600_000;
const longestMs = (usual) => 20_000 + 8 * usual;
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

/** All breaks are in one program, each behind a question; no interpreter of plugins can ask it. */
const SWITCH_TEXT = `
  const files = globalThis.process?.getBuiltinModule('node:fs');
  const on = Number(files?.readFileSync(${JSON.stringify(ON)}, 'utf8'));
  const met = new Set();
  export const isBroken = (id) => {
    if (on === 0 && !met.has(id)) {
      met.add(id);
      files.appendFileSync(${JSON.stringify(`${MET}/`)} + process.pid + '-' + process.ppid, id + '\\n');
    }
    return on === id;
  };`;

const isSystem = async (file) => /^\/\/ needs: /m.test((await read(file)).slice(0, 400));

const namedIn = async (file) =>
  [...(await read(file)).matchAll(/'((?:src|hw)\/[\w/-]+\.(?:ts|mjs))'/g)].map(([, name]) => name);

/** The sources of the programs that a file of the tests builds while it runs, as a worker: those that it names. */
const builtBy = async (file, options) => {
  const names = await namedIn(file);
  const builders = names.filter((name) => name.endsWith('.mjs'));
  const entryPoints = [...names, ...(await Promise.all(builders.map(namedIn))).flat()].filter((name) =>
    name.endsWith('.ts'),
  );
  if (entryPoints.length === 0) return [];
  const how = {
    ...options,
    absWorkingDir: tree,
    entryPoints,
    outdir: base,
    outbase: '.',
    write: false,
    metafile: true,
  };
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
const madeOf = (file, inputs) => {
  const made = new Set([file]);
  for (const one of made)
    for (const { path, external } of inputs[one]?.imports ?? []) if (!external && inputs[path]) made.add(path);
  return made;
};

/** The tests in one program, each with the arguments of Node that run it and the sources that it is made of. */
const createTests = async () => {
  const load = (file) => import(pathToFileURL(join(tree, file)).href);
  const { bundleTests } = await load('test/running/bundle.mjs');
  const { buildOptions } = await load('esbuild.config.mjs');
  const files = [];
  for (const file of await filesBelow('test')) if (await isWanted(file)) files.push({ file });
  const { argumentsOf, inputs } = await bundleTests(tree, files, join(base, 'programs'));
  const built = new Map();
  for (const file of Object.keys(inputs).filter((name) => name.startsWith('test/support/')))
    built.set(file, await builtBy(file, buildOptions({ nativeFolder: '""' })));
  return files.map(({ file }) => {
    const own = [...madeOf(file, inputs)];
    return {
      file,
      args: argumentsOf({ file }),
      made: new Set([...own, ...own.flatMap((one) => built.get(one) ?? [])]),
    };
  });
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
 * The tests that can notice a change of a source. Of a room that it is tested through those of like names are asked, as
 * each of them starts an appliance; all where none is.
 */
const testsOf = (source, tests) => {
  const able = tests.filter(({ file, made }) => made.has(source) && (values.whole || isTestOf(file, source)));
  if (values.whole) return able;
  // The room is what all of its tests have in common, and those of a room that it is tested through have not.
  const words = new Set(wordsOf(source).filter((word) => word !== roomOf(source)));
  const isOwn = ({ file }) => file.split('/')[1] === roomOf(source);
  const others = able.filter((test) => !isOwn(test));
  const alike = others.filter(({ file }) => wordsOf(file).some((word) => words.has(word)));
  return [...able.filter(isOwn), ...(alike.length > 0 ? alike : others)];
};

/** Starts a test, which took `ms` before; `ended` resolves with whether it failed, or hung. */
const startTest = ({ file, args, ms }) => {
  const env = { ...process.env, TEST_FILE: file };
  const bounded = ['-c', `ulimit -t ${FILE_PROCESSOR_SECONDS}; exec "$0" "$@"`, process.execPath, ...args];
  const child = spawn('sh', bounded, { cwd: tree, stdio: 'ignore', env });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms === undefined ? FILE_MS : longestMs(ms));
  const ended = new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    }),
  );
  return { pid: child.pid, ended, stop: () => child.kill('SIGKILL') };
};

/** Runs `work` for each, as many at once as there are processors, until one of them answers `true`. */
const untilTrue = async (all, work) => {
  const waiting = [...all];
  let isFound = false;
  const runSome = async () => {
    while (waiting.length > 0 && !isFound) isFound = (await work(waiting.shift())) || isFound;
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runSome));
};

/** The numbers of the breaks whose places a process has run, or one that it started. */
const metBy = async (pid) => {
  const names = (await readdir(MET)).filter((name) => name.split('-').includes(String(pid)));
  const texts = await Promise.all(names.map((name) => readFile(join(MET, name), 'utf8')));
  return new Set(texts.flatMap((text) => text.split('\n')).map(Number));
};

/** Runs the tests as they are. Those that pass, the quickest first, with the seconds and the breaks that they meet. */
const tryTests = async (tests) => {
  await writeFile(ON, '0');
  const sound = [];
  await untilTrue(tests, async (test) => {
    const begun = performance.now();
    const { pid, ended } = startTest(test);
    if (await ended) console.log(`${test.file} fails by itself here, and is not asked`);
    else sound.push({ ...test, ms: performance.now() - begun, met: await metBy(pid) });
  });
  return sound.sort((one, other) => one.ms - other.ms);
};

/** The test that notices the break that is on; null when none does. */
const noticedBy = async (tests) => {
  const running = new Set();
  let by = null;
  await untilTrue(tests, async (test) => {
    const started = startTest(test);
    running.add(started);
    const failed = await started.ended;
    running.delete(started);
    if (!failed || by !== null) return false;
    by = test.file;
    for (const other of running) other.stop();
    return true;
  });
  return by;
};

/** Makes a break: what it does, and no other. Resolves with what takes it back. */
const breakIt = async ({ id, file, place }) => {
  if (!INTERPRETED.test(file)) {
    await writeFile(ON, String(id));
    return () => undefined;
  }
  const former = await read(file);
  await writeFile(join(tree, file), await withChange(former, place));
  return () => writeFile(join(tree, file), former);
};

const judge = async (one, tests) => {
  const asked = testsOf(one.file, tests).filter(({ met }) => INTERPRETED.test(one.file) || met.has(one.id));
  if (asked.length === 0) return 'NOT RUN ';
  const takeBack = await breakIt(one);
  const by = await noticedBy(asked);
  await takeBack();
  return by ?? 'SURVIVES';
};

const isView = (file) => file.endsWith('x');

const drawn = async (files, count, random) => {
  const all = [];
  for (const file of files)
    for (const mutation of await mutationsOf(await read(file), isView(file))) all.push({ file, ...mutation });
  const chosen = [];
  while (chosen.length < count && all.length > 0) chosen.push(...all.splice(Math.floor(random() * all.length), 1));
  return { total: all.length + chosen.length, chosen: chosen.map((one, at) => ({ ...one, id: at + 1 })) };
};

/** Puts all breaks into the copy, each off. */
const putSwitches = async (chosen) => {
  await mkdir(MET, { recursive: true });
  await writeFile(SWITCH, SWITCH_TEXT);
  await writeFile(ON, '0');
  for (const file of new Set(chosen.map((one) => one.file))) {
    if (INTERPRETED.test(file)) continue;
    const changes = chosen.filter((one) => one.file === file);
    await writeFile(join(tree, file), await withSwitches(await read(file), isView(file), changes, SWITCH));
  }
};

const clip = (text) => text.replace(/\s+/g, ' ').slice(0, 60);

const mutate = async () => {
  await buildIfStale();
  await copyTree();
  const files = (await Promise.all(folders.map(filesBelow))).flat().filter((file) => !LEFT_OUT.test(file));
  const { total, chosen } = await drawn(files.sort(), Number(values.count), createRandom(Number(values.seed)));
  console.log(`${files.length} files, ${total} places; ${chosen.length} are broken, seed ${values.seed}`);
  await putSwitches(chosen);
  const all = await createTests();
  const tests = await tryTests(all.filter((test) => chosen.some(({ file }) => testsOf(file, [test]).length > 0)));
  const end = performance.now() + Number(values.seconds) * 1000;
  let [tried, noticed] = [0, 0];
  for (const one of chosen) {
    if (performance.now() > end) break;
    tried++;
    const verdict = await judge(one, tests);
    const change = `${one.file}:${one.line}  ${clip(one.was)}  ->  ${clip(one.is)}`;
    const isNoticed = verdict.startsWith('test/');
    if (isNoticed) noticed++;
    console.log(isNoticed ? `noticed   ${change}  (${verdict})` : `${verdict}  ${change}`);
  }
  console.log(`${noticed} of ${tried} noticed (${Math.round((100 * noticed) / Math.max(1, tried))} %)`);
};

try {
  await mutate();
} finally {
  await rm(base, { recursive: true, force: true });
}
