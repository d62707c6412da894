// Every file of src/schema registers itself by lying there: src/schema/all.ts is written anew from the folder.
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** An esbuild plugin: the modules of the folder in which `all.ts` lies, as its `SCHEMA_MODULES`. */
export const registerSchemas = () => ({
  name: 'register-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]schema[\\/]all\.ts$/ }, async ({ path }) => {
      const folder = dirname(path);
      const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && name !== basename(path)).sort();
      const imports = files.map((name, index) => `import * as schemas${index} from './${name}';`);
      const list = files.map((_, index) => `schemas${index}`).join(', ');
      return {
        contents: `${imports.join('\n')}\nexport const SCHEMA_MODULES = [${list}];`,
        resolveDir: folder,
        watchDirs: [folder],
      };
    });
  },
});
