// Loaded before the service by the build (compiled.mjs): keeps the compiled code of every file that the service has
// loaded when SIGUSR2 comes, and ends the process.
const { writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const vm = require('node:vm');

const scripts = new Map();

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    scripts.set(options.filename, this);
  }
};

process.once('SIGUSR2', () => {
  for (const [file, script] of scripts)
    writeFileSync(join(process.env.KEEP_CODE_IN, `${basename(file)}.code`), script.createCachedData());
  process.exit(0);
});
