// The page of screens: one file that holds its script and its style sheet, in the language of browsers of 2016, as
// televisions have them.
import { build, transform } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The engine of LG's televisions of 2018 and 2019. */
const TARGET = 'chrome53';

/**
 * Private members as plain ones, which the types have kept private by then: the older form of `#name` would look each
 * one up in a map, many times for each flap that is drawn.
 */
const plainMembers = {
  name: 'plain-members',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /(?<=^\s+(?:readonly |get |static )?|\bthis\.)#(?=[a-z])/gm,
        '_',
      ),
      loader: 'ts',
    }));
  },
};

/** The script and the style sheet of the page, as texts. */
const buildParts = async (root) => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['ui/screen/main.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: TARGET,
    charset: 'ascii',
    legalComments: 'none',
    minify: true,
    mangleProps: /^_[a-z]/,
    plugins: [plainMembers],
    logLevel: 'warning',
  });
  const css = await readFile(join(root, 'ui/screen/screen.css'), 'utf8');
  const { code } = await transform(css, { loader: 'css', minify: true, target: TARGET });
  return { script: outputFiles[0].text.trim(), style: code.trim() };
};

/** Builds the page of screens as a text of HTML. */
export const buildScreenPage = async (root) => {
  const { script, style } = await buildParts(root);
  if (/<\/s(?:cript|tyle)/i.test(style + script)) throw new Error('the page cannot hold its own closing tags');
  const html = await readFile(join(root, 'ui/screen/screen.html'), 'utf8');
  return html
    .replace('<!-- style -->', () => `<style>${style}</style>`)
    .replace('<!-- script -->', () => `<script>${script}</script>`)
    .replace(/\n\s+/g, '\n');
};

/** Writes the page of screens into the folder of the interface. */
export const writeScreenPage = async (root, folder) =>
  writeFile(join(folder, 'screen.html'), await buildScreenPage(root));
