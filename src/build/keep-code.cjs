// Loaded before the service by the build (compiled.mjs): keeps the compiled code of every file that the service has
// loaded when SIGUSR2 comes, and ends the process.
const { mkdirSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const vm = require('node:vm');

/** As src/launch.ts names it; it has to be there when the service starts. */
const name = [process.version, ...process.execArgv].join('').replaceAll(/[^\w.=-]/g, '_');
const folder = join(process.env.KEEP_CODE_IN, name);
mkdirSync(folder, { recursive: true });

const scripts = new Map();

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    scripts.set(options.filename, this);
  }
};

process.once('SIGUSR2', () => {
  for (const [file, script] of scripts)
    writeFileSync(join(folder, `${basename(file)}.code`), script.createCachedData());
  process.exit(scripts.size > 0 ? 0 : 1);
});
