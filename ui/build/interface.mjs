// The user interface: one script and one style sheet for the first view, further views as chunks, all named by content.
import { build } from 'esbuild';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compress } from './compress.mjs';
import { mergeFirst } from './first-script.mjs';
import { viewStyles } from './view-styles.mjs';

const TARGET = ['chrome107', 'safari16', 'firefox110'];
const COMPRESSIBLE = /\.(html|js|css|svg|webmanifest)$/;

/** esbuild's options for the interface below `root`, with the output in `outdir`. */
const interfaceOptions = (root, outdir) => ({
  absWorkingDir: root,
  entryPoints: ['ui/main.tsx'],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: TARGET,
  publicPath: '/',
  plugins: [viewStyles(TARGET)],
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

/** The script and the style sheet that the page itself loads, as esbuild's paths. */
const entryOf = (metafile) => {
  const [script, { cssBundle }] = Object.entries(metafile.outputs).find(
    ([, output]) => output.entryPoint === 'ui/main.tsx',
  );
  return { script, style: cssBundle };
};

const fillShell = (html, script, style) =>
  html
    .replace('<!-- style -->', `<link rel="stylesheet" href="/assets/${style}">`)
    .replace('<!-- script -->', `<script type="module" src="/assets/${script}"></script>`);

const buildFresh = async (root, fresh) => {
  await mkdir(fresh, { recursive: true });
  const { metafile } = await build(interfaceOptions(root, fresh));
  await cp(join(root, 'ui/public'), fresh, { recursive: true });
  const { script, style } = entryOf(metafile);
  const first = await mergeFirst(fresh, metafile, script);
  await writeFile(
    join(fresh, 'index.html'),
    fillShell(await readFile(join(root, 'ui/index.html'), 'utf8'), first, basename(style)),
  );
  const files = await readdir(fresh, { recursive: true });
  await Promise.all(files.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(fresh, name))));
};

/** Builds the interface into `target`, which is replaced as a whole; when that fails it stays as it was. */
export const buildInterface = async (root, target) => {
  const fresh = `${target}.new-${process.pid}`;
  try {
    await rm(fresh, { recursive: true, force: true });
    await buildFresh(root, fresh);
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
};
