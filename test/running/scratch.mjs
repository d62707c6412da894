// The folders of a run, which are gone when it has ended.
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Where less is free, temporary files of tests lie where all others do. */
const LEAST_BYTES = 2 ** 31;
const NAME = 'flapbox-test-';

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code === 'EPERM';
  }
};

/** Removes what runs have left that were killed. */
const sweep = async (parent) => {
  for (const name of await readdir(parent))
    if (name.startsWith(NAME) && !isAlive(Number(name.slice(NAME.length))))
      await rm(join(parent, name), { recursive: true, force: true });
};

const temporaryParent = async () => {
  if (!existsSync(MEMORY)) return tmpdir();
  const mounts = await readFile('/proc/mounts', 'utf8');
  const [options = 'noexec'] = mounts.split('\n').flatMap((line) => {
    const [, place, type, flags] = line.split(' ');
    return place === MEMORY && type === 'tmpfs' ? [flags] : [];
  });
  const { bavail, bsize } = await statfs(MEMORY);
  // Tests run programs that they have written.
  return options.split(',').includes('noexec') || bavail * bsize < LEAST_BYTES ? tmpdir() : MEMORY;
};

const makeIn = async (parent) => {
  await mkdir(parent, { recursive: true });
  await sweep(parent);
  const folder = join(parent, `${NAME}${process.pid}`);
  await mkdir(folder);
  return folder;
};

/**
 * Makes the folders of a run: `outdir` inside the project, for its programs, `shared` for what tests build once, and
 * `temporary` for the files of tests: in memory, if there is room, as none of them waits for a power cut.
 */
export const makeFolders = async (root) => {
  const outdir = await makeIn(join(root, '.cache'));
  const temporary = await makeIn(await temporaryParent());
  const shared = join(outdir, 'shared');
  await mkdir(shared);
  const remove = () => Promise.all([outdir, temporary].map((folder) => rm(folder, { recursive: true, force: true })));
  return { outdir, shared, temporary, remove };
};
