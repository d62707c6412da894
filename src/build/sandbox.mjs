// What the sandbox's worker needs beside it: the interpreter, and the text that runs first inside of each.
import { build } from 'esbuild';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const require = createRequire(import.meta.url);

/** The memory that the interpreter imports, from 256 pages on, and the same from 96 on: `a`, `a`, memory, bounds. */
const IMPORT = Buffer.from([1, 0x61, 1, 0x61, 2, 1, 0x80, 0x02]);
const SMALLER = Buffer.from([1, 0x61, 1, 0x61, 2, 1, 0xe0, 0x00]);

/** The interpreter begins with little memory, so that the size of its memory tells what it has used. */
const withSmallMemory = (code) => {
  const at = code.indexOf(IMPORT);
  if (at < 0 || code.includes(IMPORT, at + 1)) throw new Error('quickjs.wasm does not begin with 256 pages of memory');
  return Buffer.concat([code.subarray(0, at), SMALLER, code.subarray(at + IMPORT.length)]);
};

/** Puts `quickjs.wasm.br` and `inside.js` into `target`. */
export const buildSandboxParts = async (root, target) => {
  await mkdir(target, { recursive: true });
  const code = await readFile(require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
  await writeFile(join(target, 'quickjs.wasm.br'), await promisify(brotliCompress)(withSmallMemory(code)));
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
