// Large libraries that few installs use lie in files of their own below dist/lib: a source that is never read costs no memory.
import { build } from 'esbuild';
import { join } from 'node:path';

/** Packages that the service loads at their first use. */
export const APART = ['mqtt', 're2js', 'ical.js', 'fast-xml-parser'];

const fileOf = (name) => `lib/${name.replace(/\.js$/, '')}.cjs`;

/** Leaves the packages out of a bundle, which then loads them from `lib/` beside it. */
export const leaveApart = () => ({
  name: 'apart',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^(mqtt|re2js|ical\.js|fast-xml-parser)$/ }, ({ path, kind }) => (kind === 'require-call' ? { path: `./${fileOf(path)}`, external: true } : null));
  },
});

/** Builds the packages into `dist/lib`. */
export const buildApart = (options, root, dist) =>
  Promise.all(
    APART.map((name) =>
      build({ ...options, stdin: { contents: `module.exports = require(${JSON.stringify(name)});`, resolveDir: root }, outfile: join(dist, fileOf(name)), minify: true, logLevel: 'warning' }),
    ),
  );
