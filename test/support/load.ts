import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the runner has started a program from what was compiled before, it imports for it, which cannot by itself. */
const imports = (globalThis as { importForTests?: (address: string) => Promise<unknown> }).importForTests;

/** Imports a module of the project, by its path, while a test runs. */
export const load = async <T>(path: string): Promise<T> => {
  const address = pathToFileURL(join(process.cwd(), path)).href;
  return (await (imports ? imports(address) : import(address))) as T;
};
