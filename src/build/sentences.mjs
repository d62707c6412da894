// What the members of the API mean: the comments above the members of the schemas, by their place in the API.
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';

/** Marks before a member, in the schemas that are read here: the sentence above it, or the one that its file has. */
const SAID = '~said:';
const OF_FILE = '~of-file:';

/** Types have no members that a schema could have. */
const TYPES = /^(?:export )?(?:interface|type) .*\{\n[^]*?^\}/gm;
const COMMENTED = /\/\*\*((?:(?!\*\/)[^])*)\*\/(\s*)(\w+)(?=\s*[:,}])/g;
/** Functions of the folder that make objects. */
const MAKERS = /(?<![.\w])(command|maybeEach|setting)\(/g;
const VALIBOT = /^import \* as v from (['"])valibot\1;$/m;

const sentenceOf = (comment) => comment.replace(/\s*\n\s*\* ?/g, ' ').trim();

/** A sentence in the place of a schema; `${NAME}` in it is what the constant is worth. */
const quote = (text) => `{ says: \`${text.replace(/[\\`]/g, '\\$&')}\` }`;

/** The one sentence that a file has for each name, where it has one. */
const namesIn = (source) => {
  const found = new Map();
  for (const [, comment, , name] of source.matchAll(COMMENTED))
    found.set(name, (found.get(name) ?? new Set()).add(sentenceOf(comment)));
  return new Map([...found].filter(([, { size }]) => size === 1).map(([name, [sentence]]) => [name, sentence]));
};

/** What takes the place of the library in a file: its objects get the sentences of the file. */
const libraryWith = (names) => `
import * as valibot from 'valibot';
const names = [${[...names].map(([name, text]) => `['${name}', ${quote(text)}]`).join(', ')}];
const withNames = (entries) => ({
  ...Object.fromEntries(names.filter(([name]) => name in entries).map(([name, text]) => ['${OF_FILE}' + name, text])),
  ...entries,
});
const v = {
  ...valibot,
  object: (entries) => valibot.object(withNames(entries)),
  strictObject: (entries) => valibot.strictObject(withNames(entries)),
  looseObject: (entries) => valibot.looseObject(withNames(entries)),
};
const ofFile = {
  command: (entries) => command(withNames(entries)),
  maybeEach: (entries) => maybeEach(withNames(entries)),
  setting: (entries, told = []) => {
    const all = withNames({ ...Object.fromEntries(told.map((name) => [name, null])), ...entries });
    return setting(Object.fromEntries(Object.entries(all).filter(([, one]) => one !== null)), told);
  },
};`;

const mark = (text) => {
  const source = text.replace(TYPES, '');
  return source
    .replace(MAKERS, 'ofFile.$1(')
    .replace(VALIBOT, () => libraryWith(namesIn(source)))
    .replace(
      COMMENTED,
      (_, comment, space, name) => `${space}'${SAID}${name}': ${quote(sentenceOf(comment))}, ${name}`,
    );
};

/** The exports of the marked schemas. */
const loadMarked = async (folder, files) => {
  const { outputFiles } = await build({
    stdin: { contents: files.map((file, at) => `export * as m${at} from './${file}';`).join('\n'), resolveDir: folder },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    write: false,
    plugins: [
      {
        name: 'mark-members',
        setup: ({ onLoad }) =>
          onLoad({ filter: /[\\/]src[\\/]schema[\\/].+\.ts$/ }, async ({ path }) => ({
            contents: mark(await readFile(path, 'utf8')),
            loader: 'ts',
          })),
      },
    ],
  });
  const module = { exports: {} };
  const required = createRequire(join(folder, 'all.ts'));
  compileFunction(outputFiles[0].text, ['module', 'exports', 'require'])(module, module.exports, required);
  return Object.values(module.exports).flatMap((one) => Object.entries(one));
};

const isSchema = (value) => value?.kind === 'schema';
const unwrap = (schema) => (schema?.wrapped === undefined ? schema : unwrap(schema.wrapped));

/**
 * Every member below a schema: its way, its name, the sentence above it and that of its file, where there is one. What
 * is below one of the `named` stands with that.
 */
const membersOf = (schema, path, named) => {
  const { entries = {}, item, value, options = [] } = unwrap(schema);
  const below = (one, way) => (named.has(unwrap(one)) ? [] : membersOf(one, way, named));
  const own = Object.keys(entries).filter((name) => !name.startsWith('~'));
  return [
    ...own.flatMap((name) => [
      {
        path: `${path}.${name}`,
        name,
        said: unwrap(entries[SAID + name])?.says,
        ofFile: unwrap(entries[OF_FILE + name])?.says,
      },
      ...below(entries[name], `${path}.${name}`),
    ]),
    ...(isSchema(value) ? below(value, `${path}{}`) : []),
    ...[item, ...options].filter(isSchema).flatMap((one) => below(one, path)),
  ];
};

/** Each sentence with its places: `Schema.member` where all of that name say the same, otherwise the whole way. */
const note = (table, root, members, kind) => {
  const said = new Map();
  for (const one of members) said.set(one.name, (said.get(one.name) ?? new Set()).add(one[kind]));
  const keyOf = ({ name, path }) => (said.get(name).size === 1 ? `${root}.${name}` : path);
  for (const one of members.filter((each) => each[kind] !== undefined))
    table.set(one[kind], (table.get(one[kind]) ?? new Set()).add(keyOf(one)));
};

/** What `src/schema/sentences.ts` exports. */
export const readSentences = async (folder, files) => {
  const schemas = (await loadMarked(folder, files)).filter(([name, one]) => name.endsWith('Schema') && isSchema(one));
  const named = new Set(schemas.map(([, schema]) => schema));
  const [sentences, ofFiles] = [new Map(), new Map()];
  for (const [name, schema] of schemas) {
    const root = name.replace(/Schema$/, '');
    const members = membersOf(schema, root, named);
    note(sentences, root, members, 'said');
    note(
      ofFiles,
      root,
      members.filter(({ said }) => said === undefined),
      'ofFile',
    );
  }
  const written = (table) =>
    Object.fromEntries([...table].map(([sentence, places]) => [sentence, [...places].join(' ')]));
  return { SENTENCES: written(sentences), SENTENCES_OF_FILES: written(ofFiles) };
};
