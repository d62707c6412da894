// Starts an emulator: npm run emulator -- [NAME] [options]; without a name that of a Vestaboard.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = new URL('../../emulators/', import.meta.url).pathname;
const [name = ''] = process.argv.slice(2);
const named = /^[a-z0-9][a-z0-9-]*$/.test(name) ? join(folder, `${name}.cjs`) : '';

if (named !== '' && existsSync(named)) {
  process.argv.splice(2, 1);
  await import(named);
} else if (named !== '') {
  console.error(`There is no emulator "${name}".`);
  process.exitCode = 2;
} else await import(join(folder, 'vestaboard.cjs'));
