// What the sandbox's worker needs beside it: the interpreter, and the text that runs first inside of each.
import { build } from 'esbuild';
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Puts `quickjs.wasm` and `inside.js` into `target`. */
export const buildSandboxParts = async (root, target) => {
  await mkdir(target, { recursive: true });
  await copyFile(require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'), join(target, 'quickjs.wasm'));
  await build({
    absWorkingDir: root,
    entryPoints: ['src/sandbox/inside/main.ts'],
    outfile: join(target, 'inside.js'),
    bundle: true,
    platform: 'neutral',
    format: 'iife',
    globalName: 'prelude',
    // One function of the host's functions: nothing of this text is reachable from the plugin but what it hands out.
    banner: { js: '(function (host) {' },
    footer: { js: 'return prelude.begin(host); })' },
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    minify: true,
    logLevel: 'warning',
  });
};
