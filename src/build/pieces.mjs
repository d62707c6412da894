// Builds a program in pieces. What it needs at once is one file; each module of ours that it loads with `require` lies
// in a file of its own below lib/, together with what only that module needs, and is read at its first use.
//
// esbuild divides only ES modules, and our programs are CommonJS. So they are divided first, in memory, and every piece
// is then turned into CommonJS. What a piece shares with the program it takes from the program's exports.
import { build } from 'esbuild';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

const MODULE = /^\.\.?\/.*\.ts$/;
const PROGRAM = 'program';
const SHARED = 'shared-';

/** `src/service/screens/screens.ts` → `service-screens-screens`. */
const nameOf = (source) =>
  source
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');

/** Notes each module that is loaded with `require`, and leaves it out. */
const separateModules = (root, found) => ({
  name: 'separate-modules',
  setup: ({ onResolve }) =>
    onResolve({ filter: MODULE }, ({ path, kind, resolveDir }) => {
      if (kind !== 'require-call') return null;
      const source = relative(root, resolve(resolveDir, path));
      found.add(source);
      return { path: `./lib/${nameOf(source)}.cjs`, external: true };
    }),
});

/** Divides the program; modules that are loaded by such modules are pieces as well. */
const divide = async (options, root, source, known = new Set()) => {
  const found = new Set(known);
  const { outputFiles, metafile } = await build({
    ...options,
    plugins: [separateModules(root, found), ...options.plugins],
    entryPoints: { [PROGRAM]: source, ...Object.fromEntries([...known].map((one) => [nameOf(one), one])) },
    chunkNames: `${SHARED}[hash]`,
    outdir: root,
    format: 'esm',
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
  });
  if (found.size > known.size) return divide(options, root, source, found);
  const texts = new Map(outputFiles.map(({ path, text }) => [relative(root, path), text]));
  return { texts, outputs: metafile.outputs };
};

/** Everything that a piece imports, and what that imports. */
const importsOf = (outputs, file, seen = new Set()) => {
  for (const { path, external } of outputs[file].imports) {
    if (external || seen.has(path)) continue;
    seen.add(path);
    importsOf(outputs, path, seen);
  }
  return seen;
};

/** Finds the divided texts; `elsewhere` says, as an expression, where a text is that lies in another file. */
const dividedTexts = (texts, elsewhere) => ({
  name: 'divided-texts',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/[^/]*\.js$/ }, ({ path }) => ({ path: path.slice(2), namespace: 'divided' }));
    onResolve({ filter: /\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'divided' }, ({ path }) => {
      const place = elsewhere(path);
      return { contents: place === null ? texts.get(path) : `module.exports = ${place};` };
    });
  },
});

const link = (texts, contents, outfile, elsewhere) =>
  build({
    stdin: { contents },
    plugins: [dividedTexts(texts, elsewhere)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    charset: 'ascii',
    minify: true,
    logLevel: 'warning',
  });

/** `node_modules/@tinyhttp/app/dist/app.js` → `@tinyhttp/app`, `src/core/template/page.ts` → `src/core/template`. */
const roomOf = (input) => {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
  return name ?? input.split('/').slice(0, -1).slice(0, 3).join('/');
};

/** The bytes that each room and package has in the file that a program is started from, the heaviest first. */
export const weighRooms = async (options, { root, source }) => {
  const { outputs } = await divide(options, root, source);
  const weights = new Map();
  for (const name of [`${PROGRAM}.js`, ...importsOf(outputs, `${PROGRAM}.js`)])
    for (const [input, { bytesInOutput }] of Object.entries(outputs[name].inputs))
      weights.set(roomOf(input), (weights.get(roomOf(input)) ?? 0) + bytesInOutput);
  return [...weights].sort(([, one], [, other]) => other - one);
};

const pieceOf = (name) => name.replace(/\.js$/, '.cjs');

/** What each group needs beyond the program and the groups before it, by the name of its file. */
const groupsOf = (outputs, together, within) => {
  const taken = new Set(within);
  return together.map((sources) => {
    const entries = sources.map((one) => `${nameOf(one)}.js`);
    const needed = new Set(entries.flatMap((name) => [name, ...importsOf(outputs, name)]));
    const members = [...needed].filter((name) => !taken.has(name));
    for (const name of members) taken.add(name);
    return { file: `with-${pieceOf(entries[0])}`, entries, members };
  });
};

/**
 * Builds `source` as `dist/file`, and its pieces as `dist/lib/*.cjs`. `together` lists groups of modules that are
 * loaded with each other: all that a group needs lies in one file, since to open a file takes longer than to read its
 * bytes.
 */
export const buildInPieces = async (options, { root, source, dist, file, together = [] }) => {
  const { texts, outputs } = await divide(options, root, source);
  const within = importsOf(outputs, `${PROGRAM}.js`);
  const groups = groupsOf(outputs, together, within);
  const grouped = new Set(groups.flatMap(({ members }) => members));
  const pieces = [...texts.keys()].filter((name) => name !== `${PROGRAM}.js` && !within.has(name));
  const asked = new Set(pieces.flatMap((name) => outputs[name].imports.map(({ path }) => path)));
  const offered = [...within].filter((name) => asked.has(name));
  // Every start reads these names: they are short.
  const program = [
    `import "./${PROGRAM}.js";`,
    ...offered.map((name, at) => `export * as p${at} from "./${name}";`),
  ].join('\n');
  const place = (name) => {
    if (within.has(name)) return `require("../${file}").p${offered.indexOf(name)}`;
    const group = groups.find(({ members }) => members.includes(name));
    return group ? `require("./${group.file}").m${group.members.indexOf(name)}` : `require("./${pieceOf(name)}")`;
  };
  const placeFrom = (own) => (name) => (own.includes(name) ? null : place(name));
  const inLib = (name) => join(dist, 'lib', name);
  await mkdir(join(dist, 'lib'), { recursive: true });
  await Promise.all([
    link(texts, program, join(dist, file), () => null),
    ...groups.map(({ file: name, members }) => {
      const all = members.map((one, at) => `export * as m${at} from "./${one}";`).join('\n');
      return link(texts, all, inLib(name), placeFrom(members));
    }),
    ...pieces
      .filter((name) => !grouped.has(name))
      .map((name) => link(texts, `export * from "./${name}";`, inLib(pieceOf(name)), placeFrom([name]))),
    ...groups.flatMap(({ entries }) =>
      entries.map((name) => writeFile(inLib(pieceOf(name)), `module.exports=${place(name)};\n`)),
    ),
  ]);
};
