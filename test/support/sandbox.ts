import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { builtOnce } from './built-once.ts';
import { load } from './load.ts';

/** Puts the parsers of another source into a bundle. */
const replaceParsers = (source: string): Plugin => ({
  name: 'parsers',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/documents\/parsers\.ts$/ }, () => ({ path: join(process.cwd(), source) })),
});

const WORKER = 'worker.cjs';

const buildInto = async (folder: string, parsers?: string): Promise<void> => {
  const { buildOptions } = await load<{ buildOptions(): BuildOptions }>('esbuild.config.mjs');
  const { buildSandboxParts } = await load<{ buildSandboxParts(root: string, target: string): Promise<void> }>(
    'src/build/sandbox.mjs',
  );
  const options = buildOptions();
  const plugins = [...(parsers === undefined ? [] : [replaceParsers(parsers)]), ...(options.plugins ?? [])];
  await build({
    ...options,
    plugins,
    entryPoints: ['src/sandbox/worker/main.ts'],
    outfile: join(folder, WORKER),
    minify: true,
    logLevel: 'error',
  });
  await buildSandboxParts(process.cwd(), folder);
};

/**
 * Builds the sandbox's worker as it is built for the service, with all that it needs beside it; answers its file.
 * `parsers` is the source of others than its own.
 */
export const buildSandbox = async (folder: string, parsers?: string): Promise<string> => {
  const name = ['sandbox', ...(parsers ?? '').split('/')].join('-');
  await builtOnce(name, folder, (target) => buildInto(target, parsers));
  return join(folder, WORKER);
};
