// The API viewers are ready-made: they are served as they come, from the disk.
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { compress } from '../../ui/build/compress.mjs';

const require = createRequire(import.meta.url);
const VIEWERS = [
  'swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui-dist/swagger-ui.css',
  'redoc/bundles/redoc.standalone.js',
];
/** Of megabytes that are seldom asked for: higher takes seconds and gains little. */
const QUALITY = 9;

const isCurrent = async (source, copy) => {
  const [from, to] = await Promise.all([stat(source), stat(`${copy}.br`).catch(() => null)]);
  return to !== null && to.mtimeMs > from.mtimeMs && to.mtimeMs > from.ctimeMs;
};

/** Puts the viewers and their compressed forms into `target`, unless they are there and current. */
export const copyDocs = async (target) => {
  await mkdir(target, { recursive: true });
  for (const viewer of VIEWERS) {
    const source = require.resolve(viewer);
    const copy = join(target, basename(viewer));
    if (await isCurrent(source, copy)) continue;
    await copyFile(source, copy);
    await compress(copy, QUALITY);
  }
};
