// The user interface: a page that holds its style sheet and a script that loads the rest once the first board is seen,
// one script for the first view, and further views as chunks named by content.
import { build } from 'esbuild';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compress, pack } from './compress.mjs';
import { mergeFirst } from './first-script.mjs';
import { writeScreenPage } from './screen.mjs';
import { viewStyles } from './view-styles.mjs';

const TARGET = ['chrome107', 'safari16', 'firefox110'];
/** The script inside the page has to run where the interface does not, to say so. */
const FIRST_TARGET = 'es2015';
/** The service reads pages as they are, for the digests in their policies. */
const PAGE = /\.html$/;
const PACKED = /\.(js|css|svg|webmanifest)$/;

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

/** The script inside the page, as text. */
const buildFirstScript = async (root) => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['ui/first-script.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: FIRST_TARGET,
    charset: 'utf8',
    legalComments: 'none',
    minify: true,
    logLevel: 'warning',
  });
  return outputFiles[0].text.trim();
};

/** `address`: of the script that the first one loads. Every request less brings the interface sooner. */
const fillShell = (html, { style, first, address }) => {
  if (/<\/s(?:cript|tyle)/i.test(style + first)) throw new Error('the page cannot hold its own closing tags');
  return html
    .replace('<!-- style -->', () => `<style>${style}</style>`)
    .replace('<!-- script -->', () => `<script data-interface="${address}">${first}</script>`);
};

const buildFresh = async (root, fresh) => {
  await mkdir(fresh, { recursive: true });
  const { metafile } = await build(interfaceOptions(root, fresh));
  await cp(join(root, 'ui/public'), fresh, { recursive: true });
  const entry = entryOf(metafile);
  const address = `/assets/${await mergeFirst(fresh, metafile, entry.script)}`;
  const sheet = join(fresh, 'assets', basename(entry.style));
  const [html, style, first] = await Promise.all([
    readFile(join(root, 'ui/index.html'), 'utf8'),
    readFile(sheet, 'utf8'),
    buildFirstScript(root),
  ]);
  await rm(sheet);
  await writeFile(join(fresh, 'index.html'), fillShell(html, { style: style.trim(), first, address }));
  await writeScreenPage(root, fresh);
  const files = await readdir(fresh, { recursive: true });
  await Promise.all([
    ...files.filter((name) => PAGE.test(name)).map((name) => compress(join(fresh, name))),
    ...files.filter((name) => PACKED.test(name)).map((name) => pack(join(fresh, name))),
  ]);
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
