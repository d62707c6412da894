// Runs the tests that start the card in simulated machines, one after the other, and says how long each took.
// Usage: node image/test/run.mjs [--quick] [--second-try] [filter ...]
//   --quick       only those whose first line is `// quick`
//   --second-try  one file that failed alone among all is run once more; when it passes then it is named as unsteady
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
const runAndTell = async (name) => {
  console.log(`== ${relative(project, join(folder, name))}`);
  const result = await runFile(name);
  console.log(
    `${result.failed === 0 ? 'ok  ' : 'FAIL'} ${name} (${result.passed} passed, ${Math.round(result.seconds)} s)`,
  );
  return result;
};

const results = [];
for (const name of names) results.push(await runAndTell(name));
const failing = results.filter((result) => result.failed > 0);
if (words.includes('--second-try') && failing.length === 1) {
  const second = await runAndTell(failing[0].name);
  results[results.indexOf(failing[0])] = second;
  if (second.failed === 0) console.log(`unsteady: ${second.name} passed at the second try; its test is to be mended`);
}
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const [passed, failed] = [sum(results.map((one) => one.passed)), sum(results.map((one) => one.failed))];
rmSync(outdir, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || names.length === 0 ? 1 : 0;
