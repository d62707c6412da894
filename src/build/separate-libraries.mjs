// Libraries that few installs use lie in files of their own below dist/lib: a source that is never read costs no
// memory.
import { build } from 'esbuild';
import { join } from 'node:path';

/**
 * Packages that the service loads at their first use, by the file that holds them; those that know each other share
 * one.
 */
const SEPARATE = {
  bcrypt: ['@node-rs/bcrypt'],
  mqtt: ['mqtt'],
  mdns: ['multicast-dns'],
  re2js: ['re2js'],
  suncalc: ['suncalc'],
  markup: ['htmlparser2', 'entities'],
  tmcp: ['tmcp', '@tmcp/transport-http'],
  serialport: ['serialport'],
  'i2c-bus': ['i2c-bus'],
  onoff: ['onoff'],
  'to-json-schema': ['@valibot/to-json-schema'],
};

const FILES = new Map(
  Object.entries(SEPARATE).flatMap(([file, names]) => names.map((name) => [name, `lib/${file}.cjs`])),
);
const PACKAGES = new RegExp(`^(${[...FILES.keys()].join('|').replaceAll('.', '\\.')})$`);

/** Leaves the packages out of a bundle, which then loads them from `lib/`; `folder` leads there from the bundle. */
export const separateLibraries = (folder = './') => ({
  name: 'separate-libraries',
  setup: ({ onResolve }) =>
    onResolve({ filter: PACKAGES }, ({ path, kind }) =>
      kind === 'require-call' ? { path: `${folder}${FILES.get(path)}`, external: true } : null,
    ),
});

/** What is used of packages that would bring much else. */
const USED = { htmlparser2: '{ Parser }', entities: '{ decodeHTML }' };

const exportsOf = (names) =>
  names.length === 1
    ? `module.exports = require("${names[0]}");`
    : names.map((name) => `export ${USED[name] ?? '*'} from "${name}";`).join('\n');

/**
 * Builds the packages into `dist/lib`. What they would tell a console is left out: the log is the service's, and has no
 * stacks.
 */
export const buildSeparateLibraries = (options, root, dist) =>
  Promise.all(
    Object.entries(SEPARATE).map(([file, names]) =>
      build({
        ...options,
        stdin: { contents: exportsOf(names), resolveDir: root },
        outfile: join(dist, `lib/${file}.cjs`),
        minify: true,
        pure: ['console.warn'],
        logLevel: 'warning',
      }),
    ),
  );
