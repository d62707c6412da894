import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { BuildOptions } from 'esbuild';

const load = async <T>(file: string): Promise<T> => (await import(pathToFileURL(join(process.cwd(), file)).href)) as T;

/** Builds the sandbox's worker as it is built for the service, with all that it needs beside it; answers its file. */
export const buildSandbox = async (folder: string): Promise<string> => {
  const { buildOptions } = await load<{ buildOptions(): BuildOptions }>('esbuild.config.mjs');
  const { furnishSandbox } = await load<{ furnishSandbox(root: string, target: string): Promise<void> }>('build/sandbox.mjs');
  const outfile = join(folder, 'worker.cjs');
  await build({ ...buildOptions(), entryPoints: ['src/sandbox/worker/main.ts'], outfile, minify: true, logLevel: 'error' });
  await furnishSandbox(process.cwd(), folder);
  return outfile;
};
