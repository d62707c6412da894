// The user interface: one script and one style sheet for the first view, further views as chunks, all named by content.
import { build } from 'esbuild';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compress } from './compress.mjs';

const COMPRESSIBLE = /\.(html|js|css|svg|webmanifest)$/;

/** esbuild's options for the interface below `root`, with the output in `outdir`. */
export const interfaceOptions = (root, outdir) => ({
  absWorkingDir: root,
  entryPoints: ['ui/main.tsx'],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['chrome107', 'safari16', 'firefox110'],
  charset: 'utf8',
  legalComments: 'none',
  minify: true,
  metafile: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  assetNames: 'assets/[name]-[hash]',
  logLevel: 'warning',
});

/** The script and the style sheet that the first view loads, as file names below `assets/`, with the chunks that the script imports at once. */
export const firstLoad = (metafile) => {
  const outputs = Object.entries(metafile.outputs);
  const [script, main] = outputs.find(([, output]) => output.entryPoint === 'ui/main.tsx');
  const chunks = main.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  return { script: basename(script), style: basename(main.cssBundle), chunks: chunks.map((path) => basename(path)) };
};

const fillShell = (html, { script, style, chunks }) =>
  html
    .replace('<!-- style -->', `<link rel="stylesheet" href="/assets/${style}">`)
    .replace('<!-- script -->', [...chunks.map((chunk) => `<link rel="modulepreload" href="/assets/${chunk}">`), `<script type="module" src="/assets/${script}"></script>`].join('\n    '));

/** Builds the interface into `target`, which is replaced as a whole. */
export const buildInterface = async (root, target) => {
  const fresh = `${target}.new-${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const { metafile } = await build(interfaceOptions(root, fresh));
  await cp(join(root, 'ui/public'), fresh, { recursive: true });
  await writeFile(join(fresh, 'index.html'), fillShell(await readFile(join(root, 'ui/index.html'), 'utf8'), firstLoad(metafile)));
  const files = await readdir(fresh, { recursive: true });
  await Promise.all(files.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(fresh, name))));
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
};
