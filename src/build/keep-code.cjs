// Loaded before the service by the build (compiled.mjs): keeps the compiled code of the program as it is when SIGUSR2
// comes, and ends the process. Pieces that the program loads later are left out: which of them are there by then would
// depend on how busy the machine is that builds, and reading their code costs a start more than it saves.
const { mkdirSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

/** As src/launch.ts names it; it has to be there when the service starts. */
const name = [process.version, ...process.execArgv].join('').replaceAll(/[^\w.=-]/g, '_');
const folder = join(process.env.KEEP_CODE_IN, name);
mkdirSync(folder, { recursive: true });

const PROGRAM = 'program.cjs';
let program = null;

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (basename(options.filename) !== PROGRAM) return;
    program = this;
    // The engine takes no code that was kept under other flags than it is loaded with; the service changes them later.
    v8.setFlagsFromString = () => undefined;
  }
};

process.once('SIGUSR2', () => {
  if (!program) process.exit(1);
  writeFileSync(join(folder, `${PROGRAM}.code`), program.createCachedData());
  process.exit(0);
});
