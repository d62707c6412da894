import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { sep } from 'node:path';

const MOST_MODULES = 100;
const MOST_BYTES = 2 * 1024 * 1024;

/** Thrown for an import that is refused; the message is for the author of the plugin. */
class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** What begins the name of a module that there is not; the reason follows. */
const REFUSED = '?';

/**
 * The name, from the folder on, of what a module asks for. What is refused gets a name that cannot be read: the
 * interpreter takes no exception here.
 */
export const resolveModule = (base: string, asked: string): string => {
  const short = asked.slice(0, 80);
  if (!/^\.{1,2}\//.test(asked))
    return `${REFUSED}"${short}" cannot be imported: there are only the files of the plugin's own folder`;
  const path = normalize(join(dirname(base), asked));
  return path.startsWith('../') ? `${REFUSED}"${short}" lies outside of the plugin's folder` : path;
};

/** Reads the modules of one folder, and nothing else: links that lead out of it are refused, too. */
export class Modules {
  readonly #folder: string;
  #count = 0;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The source of a module by its name from the folder on. Throws ImportError. */
  read(name: string): string {
    if (name.startsWith(REFUSED)) throw new ImportError(name.slice(REFUSED.length));
    const path = this.#place(name);
    const size = statSync(path).size;
    this.#bytes += size;
    if (++this.#count > MOST_MODULES || this.#bytes > MOST_BYTES)
      throw new ImportError(
        `the plugin has more than ${MOST_MODULES} modules or ${MOST_BYTES / 1024 / 1024} MiB of them`,
      );
    return readFileSync(path, 'utf8');
  }

  #place(name: string): string {
    try {
      const root = realpathSync(this.#folder);
      const path = realpathSync(join(root, name));
      if (path.startsWith(root + sep) && statSync(path).isFile()) return path;
    } catch {
      // Told below, without where on this machine the folder lies.
    }
    throw new ImportError(`"${name.slice(0, 80)}" is no file of the plugin's folder`);
  }
}
