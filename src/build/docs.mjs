// The API viewers are ready-made: they are served from the disk, compressed as every browser takes them.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const require = createRequire(import.meta.url);
const VIEWERS = [
  'swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui-dist/swagger-ui.css',
  'redoc/bundles/redoc.standalone.js',
];

/** Puts the compressed viewers into `target`. */
export const copyDocs = async (target) => {
  await mkdir(target, { recursive: true });
  for (const viewer of VIEWERS) {
    const bytes = await readFile(require.resolve(viewer));
    await writeFile(join(target, `${basename(viewer)}.gz`), await promisify(gzip)(bytes, { level: 9 }));
  }
};
