// Prints figures of the source: sizes, functions, long lines, small files with one importer, circles of imports.
// Usage: node test/architecture/numbers.mjs [--json | --circles] [folder ...]     (several folders, one column each)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const LONG_LINE = 120;
const SMALL_FILE = 40;
const SOURCE = /(?<!\.d)\.(?:ts|tsx|mjs)$/;
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|fixtures|\.cache)(?:\/|$)/;

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => SOURCE.test(path) && !LEFT_OUT.test(path) && statSync(path).isFile())
    : [];

const linesOf = (text) => text.replace(/\n$/, '').split('\n');

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The lengths of all functions in lines, shortest first: the linter counts them when none is allowed. */
const functionLengths = (folders) => {
  const config = join(mkdtempSync(join(tmpdir(), 'numbers-')), 'config.json');
  const rules = { 'max-lines-per-function': ['error', { max: 0, IIFEs: true }] };
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }));
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['-c', config, '--disable-nested-config', '--format=json', ...folders], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  rmSync(dirname(config), { recursive: true });
  const found = JSON.parse(stdout).diagnostics.map(({ message, filename }) => ({
    lines: Number(/\((\d+)\)/.exec(message)?.[1]),
    name: `${/`([^`]+)`/.exec(message)?.[1] ?? 'a function'} in ${filename.split('/').slice(-3).join('/')}`,
  }));
  return found.filter(({ lines }) => lines > 0).sort((a, b) => a.lines - b.lines);
};

const resolveImport = (from, specifier, known) => {
  const path = resolve(dirname(from), specifier);
  return [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find((each) => known.has(each));
};

/** Who imports whom, types included, as file → files. */
const importsOf = (texts) =>
  new Map(
    [...texts].map(([path, text]) => {
      const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, name]) => name);
      return [path, new Set(named.map((name) => resolveImport(path, name, texts)).filter(Boolean))];
    }),
  );

/** The groups of files that import each other in a circle (Tarjan's strongly connected components of two and more). */
const circlesOf = (imports) => {
  const order = new Map();
  const low = new Map();
  const open = [];
  const circles = [];
  const visit = (path) => {
    order.set(path, order.size);
    low.set(path, order.get(path));
    open.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(path, Math.min(low.get(path), low.get(next)));
    }
    if (low.get(path) !== order.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1) circles.push(group);
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles;
};

const measure = (folder, rooms) => {
  const folders = rooms.map((room) => join(resolve(folder), room));
  const paths = folders.flatMap(filesBelow);
  const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const lines = [...texts.values()].flatMap(linesOf);
  const sizes = [...texts].map(([path, text]) => [linesOf(text).length, relative(resolve(folder), path)]);
  const functions = functionLengths(folders.filter(existsSync));
  const lengths = functions.map((each) => each.lines);
  const imports = importsOf(texts);
  const importers = new Map();
  for (const targets of imports.values()) for (const to of targets) importers.set(to, (importers.get(to) ?? 0) + 1);
  const isSingle = (path) => importers.get(path) === 1;
  const circles = circlesOf(imports);
  if (process.argv.includes('--circles'))
    for (const circle of circles) console.log(circle.map((path) => relative(resolve(folder), path)).join(' '));
  const longest = sizes.sort(([a], [b]) => b - a).slice(0, 3);
  return {
    files: paths.length,
    lines: lines.length,
    'median file, lines': at(
      sizes.map(([size]) => size).sort((a, b) => a - b),
      0.5,
    ),
    'longest files': longest.map(([size, path]) => `${path} ${size}`).join(', '),
    'files over 250 lines': sizes.filter(([size]) => size > 250).length,
    functions: functions.length,
    'median function, lines': at(lengths, 0.5),
    'p90 function, lines': at(lengths, 0.9),
    'functions over 25 lines': lengths.filter((length) => length > 25).length,
    'longest function': functions.length > 0 ? `${functions.at(-1).name} ${functions.at(-1).lines}` : '',
    [`lines over ${LONG_LINE} columns`]: lines.filter((line) => line.length > LONG_LINE).length,
    'files with one importer': paths.filter(isSingle).length,
    [`of these under ${SMALL_FILE} lines`]: paths.filter(
      (path) => isSingle(path) && linesOf(texts.get(path)).length < SMALL_FILE,
    ).length,
    'circles of imports, types included': circles.length,
    'files in circles': circles.flat().length,
  };
};

const given = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folders = given.length > 0 ? given : [root];
const tables = Object.fromEntries(
  [['src', 'hw', 'ui'], ['test']].map((rooms) => [rooms.join(' + '), folders.map((folder) => measure(folder, rooms))]),
);
if (process.argv.includes('--json')) console.log(JSON.stringify(tables, null, 2));
else
  for (const [name, columns] of Object.entries(tables)) {
    console.log(`\n| ${name} | ${folders.map((folder) => basename(resolve(folder))).join(' | ')} |`);
    console.log(`|---|${folders.map(() => '---|').join('')}`);
    for (const row of Object.keys(columns[0]))
      console.log(`| ${row} | ${columns.map((column) => column[row]).join(' | ')} |`);
  }
