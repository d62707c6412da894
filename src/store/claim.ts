import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { codeOf } from './file-system.ts';
import { UnusableDataFolder } from './unusable-data-folder.ts';

/** Gives a data folder free again; it is free too as soon as the process is gone, however that came. */
export type Release = () => void;

/** What `flock -n` answers when somebody else has the lock. */
const TAKEN = 1;
/** BSD and macOS: takes the lock of a file while it is opened. */
const O_EXLOCK = 0x20;

const held = (dir: string): UnusableDataFolder =>
  new UnusableDataFolder(
    `SERVICE_DATA_DIR: ${dir} cannot be used: another flapbox uses it. One process may use a data ` +
      'folder: stop the other one, or choose another folder.',
  );

/**
 * Asks a program to lock what a descriptor of ours stands for: the lock stays with the descriptor when the program has
 * ended. Null where there is no such program, or no such lock.
 */
const lockDescriptor = (descriptor: number): Promise<boolean | null> =>
  new Promise((resolve) => {
    const program = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] });
    program.once('error', () => resolve(null));
    program.once('exit', (code) => resolve(code === 0 ? true : code === TAKEN ? false : null));
  });

const nameFor = ({ dev, ino }: Stats): string => {
  const name = `flapbox-${dev.toString(16)}-${ino.toString(16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
};

/**
 * Takes a name that only one process of the machine can listen on; it lies in no folder, and nothing of it outlives the
 * process.
 */
const takeName = (dir: string, name: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => reject(codeOf(error) === 'EADDRINUSE' ? held(dir) : error));
    server.listen(name, () => resolve(server.unref()));
  });

const claimByName = async (dir: string): Promise<Release> => {
  const server = await takeName(dir, nameFor(statSync(dir)));
  return () => void server.close();
};

const claimWhileOpening = (dir: string): Release => {
  try {
    const descriptor = openSync(dir, constants.O_RDONLY | constants.O_NONBLOCK | O_EXLOCK);
    return () => closeSync(descriptor);
  } catch (error) {
    throw codeOf(error) === 'EAGAIN' || codeOf(error) === 'EWOULDBLOCK' ? held(dir) : error;
  }
};

const claimByLock = async (dir: string): Promise<Release> => {
  const descriptor = openSync(dir, 'r');
  const isOurs = await lockDescriptor(descriptor);
  if (isOurs === true) return () => closeSync(descriptor);
  closeSync(descriptor);
  if (isOurs === false) throw held(dir);
  return claimByName(dir);
};

/**
 * Takes a data folder for this process alone; rejects with UnusableDataFolder while another one has it. It is the
 * folder itself
 * that is locked, so nothing that lies in it can be in the way, and processes in other containers that share it are
 * seen too.
 * Where the system has no such lock (Windows, some network disks), a name is taken instead, which one machine has once.
 */
export const claimFolder = (dir: string): Promise<Release> => {
  if (process.platform === 'win32') return claimByName(dir);
  return process.platform === 'linux' ? claimByLock(dir) : Promise.resolve().then(() => claimWhileOpening(dir));
};
