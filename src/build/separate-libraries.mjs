// Libraries and texts that few installs use lie in files of their own below dist/lib: a source that is never read costs
// no memory.
import { build } from 'esbuild';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Packages that the service loads at their first use, by the file that holds them; those that know each other share
 * one.
 */
const SEPARATE = {
  mqtt: ['mqtt'],
  mdns: ['multicast-dns'],
  re2js: ['re2js'],
  markup: ['htmlparser2', 'entities'],
  tmcp: ['tmcp', '@tmcp/transport-http'],
  serialport: ['serialport'],
  'i2c-bus': ['i2c-bus'],
  onoff: ['onoff'],
  'to-json-schema': ['@valibot/to-json-schema'],
};

/** Modules of our own that are loaded at their first use, by the file that holds them. */
const OWN = {
  reference: 'src/http/reference/reference.ts',
  drawing: 'src/picture/drawing.ts',
  'share-page': 'src/http/share-page.ts',
  'mcp-server': 'src/mcp/server.ts',
  screens: 'src/service/screens/screens.ts',
  'screen-search': 'hw/screen/screens.ts',
  'screen-driver': 'hw/panel/screen/screen.ts',
  'setup-page': 'src/setup/page.ts',
  sources: 'src/plugins/source-engine.ts',
  computed: 'src/plugins/computed.ts',
  pixels: 'hw/panel/pixels/displays.ts',
  follow: 'src/mqtt/follow/followers.ts',
  'broker-walls': 'hw/panel/broker/broker-walls.ts',
  'hub-search': 'hw/panel/broker/hub-search.ts',
  'gpio-steppers': 'hw/panel/gpio-steppers/gpio-steppers.ts',
  'shift-steppers': 'hw/panel/shift-steppers/shift-steppers.ts',
};

const FILES = new Map(
  Object.entries(SEPARATE).flatMap(([file, names]) => names.map((name) => [name, `lib/${file}.cjs`])),
);
const PACKAGES = new RegExp(`^(${[...FILES.keys()].join('|').replaceAll('.', '\\.')})$`);

/** Leaves the packages out of a bundle, which then loads them from `lib/`; `folder` leads there from the bundle. */
export const separateLibraries = (folder = './', ownModules = OWN) => ({
  name: 'separate-libraries',
  setup: ({ onResolve }) => {
    const own = new Map(
      Object.entries(ownModules).map(([file, source]) => [resolve(ROOT, source), `${folder}lib/${file}.cjs`]),
    );
    onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir }) => {
      const separate = kind === 'require-call' ? own.get(resolve(resolveDir, path)) : undefined;
      return separate ? { path: separate, external: true } : null;
    });
    onResolve({ filter: PACKAGES }, ({ path, kind }) =>
      kind === 'require-call' ? { path: `${folder}${FILES.get(path)}`, external: true } : null,
    );
  },
});

const exportsOf = (names) =>
  names.length === 1
    ? `module.exports = require("${names[0]}");`
    : `module.exports = { ${names.map((name) => `...require("${name}")`).join(', ')} };`;

/**
 * Builds the packages, and modules of our own that are separate, into `dist/lib`. What they would tell a console is
 * left out: the log is the service's, and has no stacks.
 */
export const buildSeparateLibraries = (options, root, dist) =>
  Promise.all(
    [
      ...Object.entries(SEPARATE).map(([file, names]) => [file, exportsOf(names), []]),
      ...Object.entries(OWN).map(([file, source]) => [
        file,
        `module.exports = require("./${source}");`,
        [separateLibraries('../', {})],
      ]),
    ].map(([file, contents, plugins]) =>
      build({
        ...options,
        plugins: [...plugins, ...(options.plugins ?? [])],
        stdin: { contents, resolveDir: root },
        outfile: join(dist, `lib/${file}.cjs`),
        minify: true,
        pure: ['console.warn'],
        logLevel: 'warning',
      }),
    ),
  );
