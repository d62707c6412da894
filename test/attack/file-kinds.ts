import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

/** What can lie in the place of a file. */
export const KINDS: Record<string, (path: string) => Promise<void> | void> = {
  'a folder': (path) => {
    mkdirSync(join(path, 'inside'), { recursive: true });
  },
  'a pipe': (path) => {
    execFileSync('mkfifo', [path]);
  },
  'a socket': (path) =>
    new Promise((resolve) => {
      // Closing removes it; what a process leaves behind that was killed has a second name here.
      const server = createServer().listen(`${path}.s`, () => {
        execFileSync('ln', [`${path}.s`, path]);
        server.close(() => resolve());
      });
    }),
  'a link to itself': (path) => symlinkSync(path, path),
  'a link to nothing': (path) => symlinkSync(join(dirname(path), 'nothing'), path),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a file of a gigabyte': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 1024 ** 3);
  },
};

/** Puts into the place of a file what is none. */
export const put = async (dir: string, name: string, kind: string): Promise<void> => {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  await KINDS[kind]?.(path);
};
