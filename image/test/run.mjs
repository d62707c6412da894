// Runs the tests that start the card in simulated machines, one after the other, and says how long each took.
// Usage: node image/test/run.mjs [--quick] [filter ...]
//   --quick  only those whose first line is `// quick`
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildOptions } from '../../esbuild.config.mjs';
import { cache, project } from '../build/paths.mjs';

const folder = join(project, 'test/image/machine');
const outdir = join(cache, 'test', `bundles-${process.pid}`);
const LONGEST_MS = 25 * 60_000;

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const filters = words.filter((word) => !word.startsWith('--'));
const isWanted = (name) =>
  name.endsWith('.machine.ts') &&
  (filters.length === 0 || filters.some((filter) => name.includes(filter))) &&
  (!quick || readFileSync(join(folder, name), 'utf8').startsWith('// quick\n'));

const count = (output, label) => Number(new RegExp(`${label}:\\s+(\\d+)`).exec(output)?.[1] ?? 0);

const runFile = (name) =>
  new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(process.execPath, ['--enable-source-maps', join(outdir, name.replace(/\.ts$/, '.cjs'))], {
      cwd: project,
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    let output = '';
    const take = (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer = setTimeout(() => child.kill('SIGTERM'), LONGEST_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      const [total, passed] = [count(output, 'Total'), count(output, 'Passed')];
      resolve({
        name,
        passed,
        failed: Math.max(total - passed, code === 0 && total > 0 ? 0 : 1),
        seconds: (performance.now() - begun) / 1000,
      });
    });
  });

const names = readdirSync(folder).filter(isWanted).sort();
rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
await build({
  ...buildOptions(),
  entryPoints: names.map((name) => join(folder, name)),
  outdir,
  outbase: folder,
  outExtension: { '.js': '.cjs' },
  sourcemap: 'inline',
  sourcesContent: false,
  logLevel: 'error',
});
let [passed, failed] = [0, 0];
for (const name of names) {
  console.log(`== ${relative(project, join(folder, name))}`);
  const result = await runFile(name);
  passed += result.passed;
  failed += result.failed;
  console.log(
    `${result.failed === 0 ? 'ok  ' : 'FAIL'} ${name} (${result.passed} passed, ${Math.round(result.seconds)} s)`,
  );
}
rmSync(outdir, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || names.length === 0 ? 1 : 0;
