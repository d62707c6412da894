// Draws the samples of source files, so that an author sees what they give.
// Usage: npm run catalogue -- [--write | --live] [FILE ...], or --table
//   FILE is a path, or the id of a file of the stock.
//   --write  puts requests, values and pages into the samples that lack them. What is written has to be read: it is
//            what the file gives, not what it should give.
//   --live   asks the real services with the settings of the samples, tells whose answers no longer fit, and writes
//            catalogue-report.md. It needs the internet; no test does it.
//   --table  writes docs/catalogue.md, docs/source.schema.json, and the tables of the docs that are made of
//            declarations (test/architecture/tables.ts).
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOptions } from '../../esbuild.config.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outfile = join(root, '.cache', `catalogue-${process.pid}.cjs`);
await build({
  ...buildOptions(),
  entryPoints: [join(root, 'test/sources/draw-samples.ts')],
  outfile,
  logLevel: 'error',
});
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
spawnSync('rm', ['-f', outfile]);
process.exitCode = status ?? 1;
