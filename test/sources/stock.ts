import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledSource } from '../../src/sources/compiling/compile-source.ts';
import { readSource } from '../../src/sources/compiling/read-source.ts';

/** Where the files of the stock lie. */
export const STOCK = 'src/sources/catalogue';
const ENDING = '.source.json';

/** Paths of the stock's files, by name. */
export const stockFiles = (): string[] =>
  readdirSync(STOCK)
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => join(STOCK, name));

/** The id that a file's name promises. */
export const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -ENDING.length);

/** The source in a file. Throws with the place of each problem. */
export const loadSource = (path: string): CompiledSource => {
  const read = readSource(readFileSync(path, 'utf8'));
  if ('compiled' in read) return read.compiled;
  throw new Error(
    read.problems
      .map(({ line, column, path: at, message }) => `${path}:${line}:${column} ${at}: ${message}`)
      .join('\n'),
  );
};
