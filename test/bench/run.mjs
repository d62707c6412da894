// Runs every measurement below test/bench and prints one table. Usage: node test/bench/run.mjs [filter ...]
// A file `NAME.bench.ts` exports `run`, which answers a list of {name, value, unit, target}. Of rates (units with `/s`)
// a figure
// should be at least the target, of everything else at most. Run by hand, it adds a line to test/bench/history.jsonl.
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { appendFile, mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyNativeParts } from '../../src/build/native.mjs';
import { buildIfStale, buildOptions, weighService } from '../../esbuild.config.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const outdir = join(root, '.cache', `bench-${process.pid}`);
const MARK = 'measured: ';

const bundle = (name) =>
  build({
    ...buildOptions({ nativeFolder: JSON.stringify(join(outdir, 'native')) }),
    stdin: {
      contents: `import { run } from './${name}'; void Promise.resolve(run()).then((rows) => { console.log('${MARK}' + JSON.stringify(rows)); process.exit(0); });`,
      resolveDir: here,
    },
    external: ['playwright-core', 'esbuild'],
    outfile: join(outdir, `${name}.cjs`),
    minify: true,
    logLevel: 'error',
  });

const measure = (name) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--expose-gc', join(outdir, `${name}.cjs`)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('close', () => {
      const line = output.split('\n').find((one) => one.startsWith(MARK));
      resolve(line ? JSON.parse(line.slice(MARK.length)) : [{ name: `${name}: no figures`, value: NaN, unit: '' }]);
    });
  });

const isRate = ({ unit }) => unit.includes('/s');

const verdict = (row) => {
  const { value, target } = row;
  if (Number.isNaN(value)) return 'FAILED';
  if (target === undefined || target === null) return '';
  return (isRate(row) ? value >= target : value <= target) ? 'ok' : 'MISS';
};

const figure = (number) =>
  number === undefined || number === null ? '' : number.toLocaleString('en', { maximumSignificantDigits: 4 });

const print = (rows) => {
  const cells = rows.map((row) => [
    row.name,
    figure(row.value),
    row.unit,
    row.target === undefined || row.target === null ? '' : `${isRate(row) ? '≥' : '≤'} ${figure(row.target)}`,
    verdict(row),
  ]);
  const table = [['name', 'value', 'unit', 'target', ''], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => (column === 1 ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
        .join('  ')
        .trimEnd(),
    );
};

/** Which rooms the bytes of the start belong to: light ones share a row. */
const WORTH_A_ROW = 4000;
const weigh = async () => {
  const rooms = await weighService();
  const row = (name, value) => ({ name: `start bytes: ${name}`, value, unit: 'bytes' });
  const sum = (list) => list.reduce((all, [, bytes]) => all + bytes, 0);
  const entries = await readdir(join(root, 'dist'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return [
    {
      name: 'dist/ with everything',
      value: sizes.reduce((all, bytes) => all + bytes, 0),
      unit: 'bytes',
      target: 6 * 1024 ** 2,
    },
    row('all rooms', sum(rooms)),
    ...rooms.filter(([, bytes]) => bytes >= WORTH_A_ROW).map(([name, bytes]) => row(name, bytes)),
    row('lighter rooms together', sum(rooms.filter(([, bytes]) => bytes < WORTH_A_ROW))),
  ];
};

const filters = process.argv.slice(2);
const isWanted = (name) => filters.length === 0 || filters.some((part) => name.includes(part));
const names = (await readdir(here)).filter((name) => name.endsWith('.bench.ts') && isWanted(name)).sort();
await buildIfStale();
await mkdir(outdir, { recursive: true });
const rows = isWanted('weights') ? await weigh() : [];
try {
  await copyNativeParts(join(outdir, 'native'));
  for (const name of names) {
    await bundle(name);
    rows.push(...(await measure(name)));
  }
} finally {
  await rm(outdir, { recursive: true, force: true });
}
const [cpu] = cpus();
const machine = `${cpu?.model.trim()} × ${cpus().length}`;
const load = Number(loadavg()[0].toFixed(2));
console.log(`${machine}, load ${load}, Node ${process.version}, ${process.platform}-${process.arch}`);
print(rows);
if (!process.env.CI) {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const figures = Object.fromEntries(rows.map(({ name, value, unit }) => [name, { value, unit }]));
  await appendFile(
    join(here, 'history.jsonl'),
    `${JSON.stringify({ at: new Date().toISOString(), version, machine, load, node: process.version, figures })}\n`,
  );
}
process.exitCode = rows.some((row) => verdict(row) === 'FAILED') ? 1 : 0;
