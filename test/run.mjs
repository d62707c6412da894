// Bundles every test file, runs each in a process of its own, and fails when fewer tests ran than the stored minimum.
// Usage: node test/run.mjs [filter ...]   a filter is a part of a file's path; with one, the minimum is not checked.
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { readFile, readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOptions } from '../esbuild.config.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..');
const outdir = join(root, '.cache', `test-${process.pid}`);
const perFileMs = Number(process.env.TEST_FILE_TIMEOUT_MS ?? 300_000);

const listTests = async () => {
  const entries = await readdir(here, { recursive: true });
  return entries.filter((name) => name.endsWith('.test.ts')).map((name) => join(here, name)).sort();
};

const runFile = (source) =>
  new Promise((resolve) => {
    const started = Date.now();
    const bundle = join(outdir, relative(here, source).replace(/\.ts$/, '.cjs'));
    const child = spawn(process.execPath, ['--enable-source-maps', bundle], { cwd: root, env: { ...process.env, FORCE_COLOR: '0' } });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), perFileMs);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const total = Number(/Total:\s+(\d+)/.exec(output)?.[1] ?? 0);
      const passed = Number(/Passed:\s+(\d+)/.exec(output)?.[1] ?? 0);
      const failed = Math.max(total - passed, code === 0 && total > 0 ? 0 : 1);
      resolve({ file: relative(root, source), passed, failed, output, signal, seconds: (Date.now() - started) / 1000 });
    });
  });

const filters = process.argv.slice(2);
const files = (await listTests()).filter((file) => filters.length === 0 || filters.some((part) => relative(root, file).includes(part)));
await build({ ...buildOptions(), entryPoints: files, outdir, outbase: here, outExtension: { '.js': '.cjs' }, sourcemap: 'inline', minify: false, logLevel: 'error' });

const queue = [...files];
const results = [];
const worker = async () => {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const result = await runFile(file);
    results.push(result);
    console.log(`${result.failed === 0 ? 'ok  ' : 'FAIL'} ${result.file} (${result.passed} passed, ${result.seconds.toFixed(1)} s)`);
    if (result.failed > 0) console.log(result.output.replace(/^/gm, '     '), result.signal ? `     ended by ${result.signal}` : '');
  }
};
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
await rm(outdir, { recursive: true, force: true });

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
const minimum = filters.length > 0 ? 0 : Number(JSON.parse(await readFile(join(here, 'minimum.json'), 'utf8')).tests);
if (passed < minimum) console.log(`only ${passed} tests passed, at least ${minimum} are expected (test/minimum.json)`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed >= minimum && passed > 0 ? 0 : 1;
