// Builds a program in pieces. What it needs at once is one file; each module of ours that it loads with `require` lies
// in a file of its own below lib/, together with what only that module needs, and is read at its first use.
//
// esbuild divides only ES modules, and our programs are CommonJS. So they are divided first, in memory, and every piece
// is then turned into CommonJS. What a piece takes from another file it gets, when it is loaded, out of lists that this
// file exports: without names, and without what no piece asks for, since every start reads those of the program.
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

/** What a text takes from another, as esbuild writes it: `import{a as b,c}from"./shared-X.js"`. */
const IMPORT = /\bimport\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/([^"/]+\.js)"/g;

/** The names that the texts of a file take from each other text. */
const namesAskedBy = (texts, members) => {
  const asked = new Map();
  for (const [, names = '', from] of members.flatMap((name) => [...texts.get(name).matchAll(IMPORT)])) {
    const all = asked.get(from) ?? asked.set(from, new Set()).get(from);
    for (const one of names.split(',')) if (one.trim() !== '') all.add(one.trim().split(' as ')[0]);
  }
  return asked;
};

/** Finds the divided texts; `standIn` answers a module in place of a text that lies in another file. */
const dividedTexts = (texts, standIn) => ({
  name: 'divided-texts',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/[^/]*\.js$/ }, ({ path }) => ({ path: path.slice(2), namespace: 'divided' }));
    onResolve({ filter: /.*/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'divided' }, ({ path }) => ({ contents: standIn(path) ?? texts.get(path) }));
  },
});

const link = (texts, contents, outfile, standIn) =>
  build({
    stdin: { contents },
    plugins: [dividedTexts(texts, standIn)],
    outfile,
    bundle: true,
    // For Node it would name all exports once more, for modules that import the file; none does.
    platform: 'neutral',
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

/** Every file with the texts that lie in it, and what others ask each of them for. */
const filesOf = (texts, program, groups, pieces) => {
  const files = [program, ...groups, ...pieces].map((one) => ({ ...one, asks: namesAskedBy(texts, one.members) }));
  const home = new Map(files.flatMap((file) => file.members.map((name) => [name, file])));
  const shared = new Map();
  for (const file of files)
    for (const [from, names] of file.asks)
      if (home.get(from) !== file) shared.set(from, [...new Set([...(shared.get(from) ?? []), ...names])]);
  return { files, home, shared };
};

/** Imports from a text what others ask it for, as the variables that `listsOf` lists. */
const importFor = ({ name, at, names }) =>
  `import { ${names.map((one, n) => `${one} as v${at}_${n}`).join(', ')} } from "./${name}";`;

/** Exports `lists`: of each text of a file, by its place, a function that answers what others ask it for. */
const listsOf = (asked) => {
  const lists = asked.map(({ at, names }) => `${at}: () => [${names.map((_, n) => `v${at}_${n}`).join(', ')}]`);
  return [...asked.map(importFor), `export const lists = { ${lists.join(', ')} };`].join('\n');
};

/**
 * Builds `source` as `dist/file`, and its pieces as `dist/lib/*.cjs`. `together` lists groups of modules that are
 * loaded with each other: all that a group needs lies in one file, since to open a file takes longer than to read its
 * bytes.
 */
export const buildInPieces = async (options, { root, source, dist, file, together = [] }) => {
  const { texts, outputs } = await divide(options, root, source);
  const main = `${PROGRAM}.js`;
  const within = [main, ...importsOf(outputs, main)];
  const groups = groupsOf(outputs, together, within);
  const elsewhere = new Set([...within, ...groups.flatMap(({ members }) => members)]);
  const pieces = [...texts.keys()].filter((name) => !elsewhere.has(name));
  const { files, home, shared } = filesOf(
    texts,
    { path: `../${file}`, members: within, own: `export * from "./${main}";` },
    groups.map(({ file: name, entries, members }) => ({
      path: `./${name}`,
      members,
      own: entries.map((one, at) => `export * as m${at} from "./${one}";`).join('\n'),
    })),
    pieces.map((name) => ({ path: `./${pieceOf(name)}`, members: [name], own: `export * from "./${name}";` })),
  );
  const takeFrom = (asking) => (name) => {
    const { path, members } = home.get(name);
    if (members === asking.members) return null;
    const taken = [...asking.asks.get(name)].map((one) => [one, shared.get(name).indexOf(one)]);
    const variables = taken.map(([, at]) => `v${at} = list[${at}]`).join(', ');
    return taken.length === 0
      ? `require("${path}");`
      : `const list = require("${path}").lists[${members.indexOf(name)}](), ${variables};
export { ${taken.map(([one, at]) => `v${at} as ${one}`).join(', ')} };`;
  };
  await mkdir(join(dist, 'lib'), { recursive: true });
  await Promise.all([
    ...files.map((one) => {
      const asked = one.members.flatMap((name, at) =>
        shared.get(name)?.length > 0 ? [{ name, at, names: shared.get(name) }] : [],
      );
      const contents = asked.length === 0 ? one.own : `${one.own}\n${listsOf(asked)}`;
      return link(texts, contents, join(dist, 'lib', one.path), takeFrom(one));
    }),
    ...groups.flatMap(({ file: name, entries }) =>
      entries.map((one, at) =>
        writeFile(join(dist, 'lib', pieceOf(one)), `module.exports=require("./${name}").m${at};\n`),
      ),
    ),
  ]);
};
