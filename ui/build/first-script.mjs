// One script for the first view: what it and further views share is not asked for in a dozen small files.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const HASH_CHARACTERS = 8;
/** A shared piece under this many bytes costs less in the first script than a request of its own. */
const SMALL_BYTES = 1024;

/** The outputs that a script imports at once, directly or through others, as esbuild tells of them. */
const importsOf = (metafile, path, known = new Set()) => {
  for (const { path: imported, kind } of metafile.outputs[path].imports) {
    if (kind !== 'import-statement' || known.has(imported)) continue;
    known.add(imported);
    importsOf(metafile, imported, known);
  }
  return known;
};

/**
 * Small pieces that later views share and that need nothing beyond `known`. A piece that loads a sheet of styles is
 * none.
 */
const smallPieces = (metafile, known) =>
  Object.entries(metafile.outputs).flatMap(([path, { bytes, entryPoint, imports, exports, inputs }]) => {
    const isPiece =
      path.endsWith('.js') &&
      !entryPoint &&
      !known.has(path) &&
      bytes < SMALL_BYTES &&
      exports.length > 0 &&
      !Object.keys(inputs).some((name) => name.endsWith('.css'));
    return isPiece && imports.every(({ path: imported, kind }) => kind !== 'import-statement' || known.has(imported))
      ? [path]
      : [];
  });

/** The name under which the one script hands on what a chunk exports. */
const exportName = (chunk, name) => `${chunk.replace(/\W/g, '_')}_${name}`;

/** How scripts name each other. */
const urlOf = (name) => `/assets/${name}`;

const namesIn = (list) =>
  list
    .split(',')
    .filter((part) => part !== '')
    .map((part) => part.split(' as '));

/**
 * Puts the script `main` and all that it imports at once into one file, in the folder of an esbuild output; further
 * scripts import from it. Every script gets a name that changes with any of them, for they only fit together. Answers
 * the name of the one.
 */
export const mergeFirst = async (folder, metafile, main) => {
  const absolute = (path) => join(folder, 'assets', basename(path));
  const first = importsOf(metafile, main);
  const shared = [...first, ...smallPieces(metafile, first)];
  const others = Object.keys(metafile.outputs).filter(
    (path) => path.endsWith('.js') && path !== main && !shared.includes(path),
  );
  const texts = new Map(
    await Promise.all([main, ...shared, ...others].map(async (path) => [path, await readFile(absolute(path), 'utf8')])),
  );
  const hash = createHash('sha256')
    .update([...texts.values()].join('\n'))
    .digest('hex')
    .slice(0, HASH_CHARACTERS)
    .toUpperCase();
  const renamed = new Map(
    [main, ...others].map((path) => [
      basename(path),
      basename(path).replace(/-[A-Z0-9]+\.js$/, (old) =>
        path === main ? `-${hash}.js` : `${old.slice(0, -3)}-${hash}.js`,
      ),
    ]),
  );
  const one = renamed.get(basename(main));

  const handedOn = shared.map(
    (path) =>
      `export { ${metafile.outputs[path].exports
        .map((name) => `${name} as ${exportName(basename(path), name)}`)
        .join(', ')} } from "${urlOf(basename(path))}";`,
  );
  const { outputFiles } = await build({
    stdin: {
      contents: [`import "${urlOf(basename(main))}";`, ...handedOn].join('\n'),
      resolveDir: dirname(absolute(main)),
    },
    bundle: true,
    write: false,
    format: 'esm',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [
      {
        name: 'later',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\/assets\// }, ({ path, kind }) =>
            kind === 'dynamic-import' ? { path, external: true } : { path: join(folder, path) },
          ),
      },
    ],
  });

  const isShared = new Set(shared.map((path) => basename(path)));
  const importFirst = (text) =>
    text
      .replace(/import\{([^}]*)\}from"\/assets\/([^"]+)"/g, (whole, list, file) =>
        isShared.has(file)
          ? `import{${namesIn(list)
              .map(([name, as]) => `${exportName(file, name)} as ${as ?? name}`)
              .join(',')}}from"${urlOf(one)}"`
          : whole,
      )
      .replace(/import"\/assets\/([^"]+)"/g, (whole, file) => (isShared.has(file) ? `import"${urlOf(one)}"` : whole));
  const rename = (text) =>
    [...renamed].reduce((all, [old, name]) => all.replaceAll(`"${urlOf(old)}"`, `"${urlOf(name)}"`), text);

  const finished = [
    [one, rename(outputFiles[0].text)],
    ...others.map((path) => [renamed.get(basename(path)), rename(importFirst(texts.get(path)))]),
  ];
  const lost = finished.find(([, text]) => [...isShared, ...renamed.keys()].some((name) => text.includes(name)));
  if (lost) throw new Error(`${lost[0]} still names a script that is gone`);
  for (const path of texts.keys()) await rm(absolute(path));
  for (const [name, text] of finished) await writeFile(join(folder, 'assets', name), text);
  return one;
};
