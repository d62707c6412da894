import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

/** The folder `image/`. */
export const here = fileURLToPath(new URL('..', import.meta.url));
/** The project's folder. */
export const project = join(here, '..');
/** What may be deleted at any time, and is made again. */
export const cache = join(here, '.cache');
/** What a build leaves for the owner. */
export const out = join(here, 'out');
/** The version of the appliance. */
export const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

/** Debian's release, the exact kernel, and the packages from npm that only the card needs. */
export const pins = JSON.parse(readFileSync(join(here, 'pins.json'), 'utf8'));

/**
 * The time that every file of the card carries: that of the last commit, so that the same sources give the same bytes.
 */
export const sourceDate = () =>
  process.env.SOURCE_DATE_EPOCH ?? run('git', ['-C', project, 'log', '-1', '--format=%ct']).trim();
/** The same as an instant: what tells of two updates of one version which is the older. */
export const builtAt = () => new Date(Number(sourceDate()) * 1000).toISOString();
