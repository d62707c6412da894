import { execFile } from 'node:child_process';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Release } from '../../src/core/release.ts';
import { type Card, forgetDevice, openCard, partitionOf } from './card.ts';
import { Refusal } from './refusal.ts';

/** Where everything lies on the appliance. */
export const PLACES = {
  run: '/run/flapbox',
  boot: '/run/flapbox/boot',
  store: '/data/system',
  keys: '/usr/lib/flapbox/keys',
  version: '/usr/lib/flapbox/version',
  builtAt: '/usr/lib/flapbox/built-at',
  data: '/data/flapbox',
} as const;

const execute = promisify(execFile);

/** Runs a program of the system and answers what it printed; rejects when it fails. */
export const runProgram = async (program: string, ...args: string[]): Promise<string> =>
  (await execute(program, args)).stdout.trim();

const textOf = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();

/** The version that runs, and when it was built. */
export const runningRelease = async (): Promise<Release> => ({
  version: await textOf(PLACES.version),
  built_at: await textOf(PLACES.builtAt).catch(() => null),
});

/** Whether this start tries a new version. */
export const isOnTrial = (): Promise<boolean> =>
  readFile(join(PLACES.run, 'trial')).then(
    () => true,
    () => false,
  );

/** The public keys whose updates are accepted. */
export const readKeys = async (): Promise<KeyObject[]> => {
  const names = (await readdir(PLACES.keys)).filter((name) => name.endsWith('.pem'));
  return Promise.all(names.map(async (name) => createPublicKey(await readFile(join(PLACES.keys, name)))));
};

const device = async (): Promise<string> => `/dev/${await textOf(join(PLACES.run, 'disk'))}`;

/** Does something while the first partition can be written; it is mounted for that long and no longer. */
export const withBootPartition = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  await mkdir(PLACES.boot, { recursive: true });
  await runProgram('mount', '-t', 'vfat', '-o', 'rw,noatime,umask=0077', `${await device()}1`, PLACES.boot);
  try {
    return await work(PLACES.boot);
  } finally {
    await runProgram('umount', PLACES.boot);
  }
};

const isAlive = async (lock: string): Promise<boolean> => {
  const pid = Number(await textOf(lock).catch(() => '0'));
  return readFile(`/proc/${pid}/comm`).then(
    () => pid > 0,
    () => false,
  );
};

/** Takes a lock that ends with its process: the file appears with its owner's number in it, or not at all. */
const takeLock = async (lock: string): Promise<void> => {
  const mine = `${lock}.${process.pid}`;
  await writeFile(mine, String(process.pid));
  try {
    await link(mine, lock).catch(async () => {
      if (await isAlive(lock)) throw new Refusal('busy', 'Another update is being written.');
      await rm(lock, { force: true });
      await link(mine, lock);
    });
  } finally {
    await rm(mine, { force: true });
  }
};

/** Looks at the card; somebody else may be writing it. */
export const viewCard = async <T>(work: (card: Card) => Promise<T>): Promise<T> => {
  const disk = await device();
  const running = (await textOf(join(PLACES.run, 'slot'))) === 'B' ? 'B' : 'A';
  return withBootPartition((stateFolder) => {
    const card = openCard({
      running,
      stateFolder,
      pathOf: (slot, part) => `${disk}${partitionOf(slot, part)}`,
      forget: forgetDevice,
    });
    return work(card).finally(() => card.close());
  });
};

/** Does something with the card, alone. */
export const withCard = async <T>(work: (card: Card) => Promise<T>): Promise<T> => {
  const lock = join(PLACES.run, 'card.lock');
  await takeLock(lock);
  return viewCard(work).finally(() => rm(lock, { force: true }));
};

/** Whether the service answers on its port. */
export const isServiceHealthy = (): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port: 80, path: '/api/health', timeout: 5000, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
