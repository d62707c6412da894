// Bundles the test files, runs them, the longer ones each in a process of its own, and fails when fewer tests ran than
// the stored minimum.
// Usage: node test/run.mjs [--layer node | system | all] [--second-try] [--stutter] [--record] [filter ...]
//   A filter is a part of a file's path; with one, every layer is searched, each file has a process of its own, and
//   the minimum is not checked.
//   A file that begins with `// needs: chromium mosquitto` belongs to the layer `system`: it wants these programs
//   installed.
//   All others need only Node; they are the layer `node`, which runs when nothing else is said.
//   --second-try runs up to six files that failed once more, alone; those that pass then are named as unsteady.
//   --stutter holds each test up at random moments for up to 300 ms, as a busy machine does, to find those that count
//   on times.
//   --record writes down in test/times.json how long the files took, and how much of a processor, which is also
//   printed (Linux only).
import { access, constants, readFile, readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../esbuild.config.mjs';
import { bundleTests, namePlaces } from './running/bundle.mjs';
import { runFile } from './running/process.mjs';
import { groupTests } from './running/groups.mjs';
import { makeFolders } from './running/scratch.mjs';
import { keepTimes, noteTimes, runAll, writeTimes } from './running/schedule.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..');
const TIMES = join(here, 'times.json');
const longestMs = Number(process.env.TEST_FILE_TIMEOUT_MS ?? 600_000);
const processors = Math.max(2, availableParallelism());
/** More files than this do not fail by chance. */
const MOST_UNSTEADY = 6;

/** Programs that go by several names. */
const ALIASES = { chromium: ['chromium', 'chromium-browser', 'google-chrome'] };

/** Files that need these play devices that do not wait for anybody: they run last, each on a processor of its own. */
const REAL_TIME = ['mkfifo', 'socat'];

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
    startsItself: /\b__filename\b|\bprocess\.argv\b/.test(text),
    usesBuild: /\b(?:dist|emulators)\//.test(text),
    isRealTime: needs.some((one) => REAL_TIME.includes(one)),
    layer: needs.length > 0 ? 'system' : 'node',
  };
};

const listTests = async () => {
  const names = (await readdir(here, { recursive: true })).filter((name) => name.endsWith('.test.ts')).sort();
  return Promise.all(names.map((name) => describeFile(join(here, name))));
};

const report = async ({ file, passed, failed, output, signal, seconds, processor }) => {
  const said = failed > 0 ? await namePlaces(root, outdir, output) : '';
  const used = processor === undefined ? '' : `, ${processor.toFixed(1)} s of a processor`;
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${file} (${passed} passed, ${seconds.toFixed(1)} s${used})`);
  if (failed > 0) console.log(said.replace(/^/gm, '     '), signal ? `     ended by ${signal}` : '');
};

/**
 * Runs the few files that failed once more, one after the other: what a busy machine upset passes then, a fault does
 * not.
 */
const tryAgain = async (results, tests, runAlone) => {
  const failed = tests.filter(({ file }) => results.some((result) => result.file === file && result.failed > 0));
  if (failed.length === 0 || failed.length > MOST_UNSTEADY) return results;
  console.log(`once more, alone: ${failed.map(({ file }) => file).join(', ')}`);
  const seconds = await runAlone(failed);
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
  for (const one of refused) await report(one);
  return { ready, refused };
};

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    layer: { type: 'string' },
    'second-try': { type: 'boolean', default: false },
    stutter: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const layer = values.layer ?? (filters.length > 0 ? 'all' : 'node');
if (!['node', 'system', 'all'].includes(layer)) throw new Error(`--layer ${layer}: node, system or all is expected`);

const { outdir, shared, temporary, remove } = await makeFolders(root);
const tests = await listTests();
const selected = tests.filter(
  (test) =>
    (layer === 'all' || test.layer === layer) &&
    (filters.length === 0 || filters.some((part) => test.file.includes(part))),
);
const { ready, refused } = await checkNeeds(selected);
const wantsBuild = ({ file, usesBuild }) => usesBuild || /^test\/(system|attack)\//.test(file);
if (ready.some(wantsBuild)) await buildIfStale();

/** Runs tests that are ready. */
const runReady = async (ready) => {
  const { argumentsOf, canJoin } = await bundleTests(root, ready, outdir);
  const how = { root, shared, temporary, longestMs, stutter: values.stutter, watch: values.record };
  const run = async (test) => {
    const result = await runFile(test.file, argumentsOf(test), how);
    await report(result);
    return result;
  };
  /** Runs a group; where one fails among the others, each alone tells which it is, and whether it does so by itself. */
  const runGroup = async ({ file, members }) => {
    const names = members.map((one) => one.file).join(',');
    const result = { ...(await runFile(names, argumentsOf(members[0]), how)), file };
    if (result.failed === 0) {
      await report(result);
      return [result];
    }
    const results = [];
    for (const member of members) results.push(await run(member));
    return results;
  };
  const times = keepTimes(JSON.parse(await readFile(TIMES, 'utf8')), tests);
  const start = async (some) =>
    (
      await runAll(some, { times, processors, run: async (one) => (one.members ? runGroup(one) : [await run(one)]) })
    ).flat();
  const isEachAlone = filters.length > 0 || values.record || values.stutter;
  const usual = ready.filter(({ isRealTime }) => !isRealTime);
  const grouped = isEachAlone ? usual : groupTests(usual, { times, canJoin });
  const results = [...(await start(grouped)), ...(await start(ready.filter((test) => !usual.includes(test))))];
  if (values.record) await writeFile(TIMES, writeTimes(noteTimes(times, results)));
  return values['second-try']
    ? tryAgain(results, ready, (some) => runAll(some, { times, processors, run, most: 1 }))
    : results;
};

const results = [...refused];
try {
  if (ready.length > 0) results.push(...(await runReady(ready)));
} finally {
  await remove();
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
