// Bundles every test file, runs each in a process of its own, and fails when fewer tests ran than the stored minimum.
// Usage: node test/run.mjs [--layer node | system | all] [--second-try] [--stutter] [filter ...]
//   A filter is a part of a file's path; with one, every layer is searched and the minimum is not checked.
//   A file that begins with `// needs: chromium mosquitto` belongs to the layer `system`: it wants these programs
//   installed.
//   All others need only Node; they are the layer `node`, which runs when nothing else is said.
//   --second-try runs up to six files that failed once more, alone; those that pass then are named as unsteady.
//   --stutter holds each test up at random moments for up to 300 ms, as a busy machine does, to find those that count
//   on times.
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { access, constants, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copyNativeParts } from '../src/build/native.mjs';
import { buildIfStale, buildOptions } from '../esbuild.config.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..');
const outdir = join(root, '.cache', `test-${process.pid}`);
const perFileMs = Number(process.env.TEST_FILE_TIMEOUT_MS ?? 600_000);
/** More files than this do not fail by chance. */
const MOST_UNSTEADY = 6;

/** Programs that go by several names. */
const ALIASES = { chromium: ['chromium', 'chromium-browser', 'google-chrome'] };

/** Files that need these play devices that do not wait for anybody: each runs alone, the others two at a time. */
const UNSHARED = ['mkfifo', 'socat'];

const isInstalled = async (program) => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];
  const paths = (ALIASES[program] ?? [program]).flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = await Promise.all(
    paths.map((path) =>
      access(path, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
};

const describeFile = async (source) => {
  const text = await readFile(source, 'utf8');
  const needs = /^\/\/ needs: (.+)$/m.exec(text.split('\n', 3).join('\n'))?.[1]?.split(/[\s,]+/) ?? [];
  return {
    source,
    file: relative(root, source),
    needs,
    usesBuild: /\b(?:dist|emulators)\//.test(text),
    layer: needs.length > 0 ? 'system' : 'node',
  };
};

const listTests = async () => {
  const names = (await readdir(here, { recursive: true })).filter((name) => name.endsWith('.test.ts')).sort();
  return Promise.all(names.map((name) => describeFile(join(here, name))));
};

const bundle = async (tests) => {
  await mkdir(outdir, { recursive: true });
  await copyNativeParts(join(outdir, 'native'));
  await build({
    ...buildOptions({ nativeFolder: JSON.stringify(join(outdir, 'native')) }),
    external: ['playwright-core', 'axe-core', 'esbuild'],
    entryPoints: tests.map(({ source }) => source),
    outdir,
    outbase: here,
    outExtension: { '.js': '.cjs' },
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'error',
  });
};

const count = (output, label) =>
  [...output.matchAll(new RegExp(`${label}:\\s+(\\d+)`, 'g'))].reduce((sum, [, number]) => sum + Number(number), 0);

/** The processes of a group that run; those that a test itself has stopped are none of them. */
const listRunning = async (group) => {
  const running = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [state, , owner] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(owner) === group && state !== 'T') running.push(Number(name));
  }
  return running;
};

const signalAll = (pids, name) => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
};

/** Stops a process, or it with those that it started, and lets it go on, until a signal aborts. Linux only. */
const holdUp = async (pid, signal) => {
  while (!signal.aborted) {
    await pause(Math.random() * 400);
    const pids = Math.random() < 0.5 ? [pid] : await listRunning(pid);
    if (signal.aborted) return;
    signalAll(pids, 'SIGSTOP');
    await pause(Math.random() * 300);
    signalAll(pids, 'SIGCONT');
  }
};

const runFile = ({ source, file }) =>
  new Promise((resolve) => {
    const started = performance.now();
    const program = join(outdir, relative(here, source).replace(/\.ts$/, '.cjs'));
    const child = spawn(process.execPath, ['--enable-source-maps', program], {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0' },
      detached: values.stutter,
    });
    const ended = new AbortController();
    if (values.stutter) void holdUp(child.pid, ended.signal);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), perFileMs);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      ended.abort();
      const total = count(output, 'Total');
      const passed = count(output, 'Passed');
      const failed = Math.max(total - passed, code === 0 && total > 0 ? 0 : 1);
      resolve({ file, passed, failed, output, signal, seconds: (performance.now() - started) / 1000 });
    });
  });

const report = ({ file, passed, failed, output, signal, seconds }) => {
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${file} (${passed} passed, ${seconds.toFixed(1)} s)`);
  if (failed > 0) console.log(output.replace(/^/gm, '     '), signal ? `     ended by ${signal}` : '');
};

const runAll = async (tests, atOnce) => {
  const queue = [...tests];
  const results = [];
  const worker = async () => {
    for (let test = queue.shift(); test !== undefined; test = queue.shift()) {
      const result = await runFile(test);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
};

/**
 * Runs the few files that failed once more, one after the other: what a busy machine upset passes then, a fault does
 * not.
 */
const tryAgain = async (results, tests) => {
  const failed = tests.filter(({ file }) => results.some((result) => result.file === file && result.failed > 0));
  if (failed.length === 0 || failed.length > MOST_UNSTEADY) return results;
  console.log(`once more, alone: ${failed.map(({ file }) => file).join(', ')}`);
  const seconds = await runAll(failed, 1);
  for (const { file } of seconds.filter((result) => result.failed === 0))
    console.log(`unsteady: ${file} failed among the others and passed alone; its test is to be mended`);
  return results.map((result) => seconds.find(({ file }) => file === result.file) ?? result);
};

/** Tests whose programs are missing do not run, and count as failed. */
const checkNeeds = async (tests) => {
  const ready = [];
  const refused = [];
  for (const test of tests) {
    const missing = [];
    for (const program of test.needs) if (!(await isInstalled(program))) missing.push(program);
    if (missing.length === 0) ready.push(test);
    else
      refused.push({
        file: test.file,
        passed: 0,
        failed: 1,
        output: `not run: ${missing.join(', ')} is not installed`,
        signal: null,
        seconds: 0,
      });
  }
  refused.forEach(report);
  return { ready, refused };
};

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    layer: { type: 'string' },
    'second-try': { type: 'boolean', default: false },
    stutter: { type: 'boolean', default: false },
  },
});
const layer = values.layer ?? (filters.length > 0 ? 'all' : 'node');
if (!['node', 'system', 'all'].includes(layer)) throw new Error(`--layer ${layer}: node, system or all is expected`);

const selected = (await listTests()).filter(
  (test) =>
    (layer === 'all' || test.layer === layer) &&
    (filters.length === 0 || filters.some((part) => test.file.includes(part))),
);
const { ready, refused } = await checkNeeds(selected);
const isLong = ({ file }) => /^test\/(system|attack)\//.test(file);
if (ready.some((one) => isLong(one) || one.usesBuild)) await buildIfStale();
let results = [...refused];
try {
  if (ready.length > 0) await bundle(ready);
  const alone = ready.filter(({ needs }) => needs.some((program) => UNSHARED.includes(program)));
  const shared = ready.filter((test) => !alone.includes(test)).sort((a, b) => Number(isLong(b)) - Number(isLong(a)));
  results.push(...(await runAll(shared, Math.max(2, availableParallelism()))), ...(await runAll(alone, 1)));
  if (values['second-try']) results = await tryAgain(results, ready);
} finally {
  await rm(outdir, { recursive: true, force: true });
}

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
const minimum =
  filters.length > 0 || layer === 'system'
    ? 0
    : Number(JSON.parse(await readFile(join(here, 'minimum.json'), 'utf8')).tests);
if (passed < minimum) console.log(`only ${passed} tests passed, at least ${minimum} are expected (test/minimum.json)`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed >= minimum && passed > 0 ? 0 : 1;
