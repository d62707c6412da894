import { existsSync, readFileSync } from 'node:fs';
import { Module, createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { compileAtStart } from './platform/engine-flags.ts';

// The first program that runs. Compiling the service takes longer than all else at a start, so the build keeps what the
// engine makes of it when it is started as `npm start` does (src/build/compiled.mjs). The engine itself refuses what
// another version of it has made, or one that was started with other flags, and compiles anew.

/** Where the build keeps the compiled code for this engine and its flags. */
const folder = join(
  __dirname,
  'compiled',
  [process.version, ...process.execArgv].join('').replaceAll(/[^\w.=-]/g, '_'),
);

const keptCode = (file: string): Buffer | undefined => {
  const path = join(folder, `${basename(file)}.code`);
  return existsSync(path) ? readFileSync(path) : undefined;
};

const loadCompiled = (module: Module, file: string): void => {
  // Every piece is plain ASCII: it need not be decoded.
  const source = Module.wrap(readFileSync(file, 'latin1'));
  const script = new Script(source, { filename: file, cachedData: keptCode(file) });
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
};

compileAtStart();
const load = createRequire(__filename);
if (existsSync(folder)) load.extensions['.cjs'] = loadCompiled;
load('./program.cjs');
