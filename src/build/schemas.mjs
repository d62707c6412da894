// Every file below src/schema registers itself by lying there: src/schema/all.ts is written anew from the folder.
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readSentences } from './sentences.mjs';

/** What the build writes, and no schemas. */
const WRITTEN = ['all.ts', 'sentences.ts'];

/** The files below the folder, by their own names: in which room one lies changes nothing. */
const filesOf = async (folder) =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !WRITTEN.includes(name))
    .sort((one, other) => (basename(one) < basename(other) ? -1 : 1));

/** A table as text, in a third of its bytes. */
const pack = (table) => brotliCompressSync(JSON.stringify(table)).toString('base64');

/**
 * An esbuild plugin: the modules of the folder in which `all.ts` lies, as its `SCHEMA_MODULES`, and what the comments
 * in them say, as the tables of `sentences.ts`.
 */
export const registerSchemas = () => ({
  name: 'register-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]schema[\\/]all\.ts$/ }, async ({ path }) => {
      const folder = dirname(path);
      const files = await filesOf(folder);
      const imports = files.map((name, index) => `import * as schemas${index} from './${name}';`);
      const list = files.map((_, index) => `schemas${index}`).join(', ');
      return {
        contents: `${imports.join('\n')}\nexport const SCHEMA_MODULES = [${list}];`,
        resolveDir: folder,
        watchDirs: [...new Set([folder, ...files.map((name) => dirname(join(folder, name)))])],
      };
    });
    onLoad({ filter: /[\\/]src[\\/]schema[\\/]sentences\.ts$/ }, async ({ path }) => {
      const folder = dirname(path);
      const files = await filesOf(folder);
      const tables = Object.entries(await readSentences(folder, files));
      return {
        contents: tables.map(([name, table]) => `export const ${name} = '${pack(table)}';`).join('\n'),
        watchFiles: files.map((name) => join(folder, name)),
      };
    });
  },
});
