// Starts a program without compiling it: what the engine makes of it lies beside it.
const { readFileSync } = require('node:fs');
const { Module, createRequire } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

const file = process.argv[2];
process.argv.splice(1, 2, file);
const script = new Script(Module.wrap(readFileSync(file, 'utf8')), {
  filename: file,
  cachedData: readFileSync(`${file}.code`),
});
// See test/support/load.ts.
globalThis.importForTests = (address) => import(address);

const program = new Module(file, null);
script.runInThisContext().call(program.exports, program.exports, createRequire(file), program, file, dirname(file));
