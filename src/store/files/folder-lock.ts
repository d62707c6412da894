import { closeSync, constants, openSync, statSync, type Stats } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { UnusableDataFolder, asUnusable } from './disk-error.ts';
import { codeOf, prepareFolder } from './file-system.ts';

/** Releases the lock of a data folder; the end of the process releases it too. */
export type Unlock = () => void;

/** The file that is locked. It is empty, and means nothing while no process has it. */
const FILE = 'in-use';
/** Opening waits for nobody, and follows no link to another place. */
const OPENING = constants.O_RDWR | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
/** BSD and macOS: locks a file when it is opened. */
const O_EXLOCK = 0x20;

const held = (dir: string): UnusableDataFolder =>
  new UnusableDataFolder(
    `SERVICE_DATA_DIR: ${dir} cannot be used: another flapbox uses it. One process may use a data ` +
      'folder: stop the other one, or choose another folder.',
  );

/** Locks an open file for as long as it is open, in this process or any other: false while another one has it. */
const tryLock = (descriptor: number): boolean => {
  const native = require('fs-native-extensions/binding') as typeof import('fs-native-extensions/binding');
  try {
    native.tryLock(descriptor, 0, 0, true);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return false;
    throw error;
  }
};

/**
 * Locks for processes in other containers too. Null where the file cannot be locked: some network disks, a C library or
 * processor that the native part is not for, no file in its place.
 */
const lockByFile = (dir: string): Unlock | null => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(join(dir, FILE), OPENING, 0o600);
    const opened = descriptor;
    if (tryLock(opened)) return () => closeSync(opened);
  } catch {
    if (descriptor !== undefined) closeSync(descriptor);
    return null;
  }
  closeSync(descriptor);
  throw held(dir);
};

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

/** Locks the folder itself, whatever becomes of what is in it: by a name that is made of it where systems have such. */
const lockFolder = async (dir: string): Promise<Unlock> =>
  process.platform === 'linux' || process.platform === 'win32' ? lockByName(dir) : lockWhileOpening(dir);

/**
 * Creates a data folder where it is missing, and locks it for this process (rules, D3). Rejects with UnusableDataFolder
 * when it cannot be used, and while another process has it, be it one in another container that shares the folder.
 */
export const claimFolder = async (dir: string): Promise<Unlock> => {
  try {
    prepareFolder(dir);
  } catch (error) {
    throw asUnusable(dir, error);
  }
  const unlockFile = lockByFile(dir);
  try {
    const unlockFolder = await lockFolder(dir);
    return () => {
      unlockFolder();
      unlockFile?.();
    };
  } catch (error) {
    unlockFile?.();
    throw error;
  }
};
