import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, statSync, type Stats } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { UnusableDataFolder, asUnusable } from './disk-error.ts';
import { codeOf, prepareFolder } from './file-system.ts';

/** Releases the lock of a data folder; the end of the process releases it too. */
export type Unlock = () => void;

/** Exit status of `flock -n` when another process has the lock. */
const TAKEN = 1;
/** BSD and macOS: locks a file when it is opened. */
const O_EXLOCK = 0x20;

const held = (dir: string): UnusableDataFolder =>
  new UnusableDataFolder(
    `SERVICE_DATA_DIR: ${dir} cannot be used: another flapbox uses it. One process may use a data ` +
      'folder: stop the other one, or choose another folder.',
  );

/**
 * Locks an open descriptor through a program: the lock stays with the descriptor when the program has ended. Null where
 * there is no such program, or no such lock.
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

/** Listens on a name that only one process of the machine can have; it is no file, and ends with the process. */
const listenOn = (dir: string, name: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => reject(codeOf(error) === 'EADDRINUSE' ? held(dir) : error));
    server.listen(name, () => resolve(server.unref()));
  });

const lockByName = async (dir: string): Promise<Unlock> => {
  const server = await listenOn(dir, nameFor(statSync(dir)));
  return () => void server.close();
};

const lockWhileOpening = (dir: string): Unlock => {
  try {
    const descriptor = openSync(dir, constants.O_RDONLY | constants.O_NONBLOCK | O_EXLOCK);
    return () => closeSync(descriptor);
  } catch (error) {
    throw codeOf(error) === 'EAGAIN' || codeOf(error) === 'EWOULDBLOCK' ? held(dir) : error;
  }
};

const lockByProgram = async (dir: string): Promise<Unlock> => {
  const descriptor = openSync(dir, 'r');
  const isOurs = await lockDescriptor(descriptor);
  if (isOurs === true) return () => closeSync(descriptor);
  closeSync(descriptor);
  if (isOurs === false) throw held(dir);
  return lockByName(dir);
};

const lockFolder = (dir: string): Promise<Unlock> => {
  if (process.platform === 'win32') return lockByName(dir);
  return process.platform === 'linux' ? lockByProgram(dir) : Promise.resolve().then(() => lockWhileOpening(dir));
};

/**
 * Creates a data folder where it is missing, and locks it for this process (rules, D3). Rejects with UnusableDataFolder
 * when it cannot be used, and while another process has it. The folder itself is locked, so that its content does not
 * matter, and processes in other containers that share it are noticed too. Where the system has no such lock (Windows,
 * some network disks), a name is used instead, of which a machine has one.
 */
export const claimFolder = async (dir: string): Promise<Unlock> => {
  try {
    prepareFolder(dir);
  } catch (error) {
    throw asUnusable(dir, error);
  }
  return lockFolder(dir);
};
