import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { codeOf } from '../../gpio/source.ts';

/** An open I2C bus. Transfers reject with the system's error, whose `code` tells what went wrong. */
export interface I2cBus {
  write(address: number, bytes: Uint8Array): Promise<void>;
  read(address: number, length: number): Promise<Uint8Array>;
  /** Addresses a device and sends nothing; rejects when nobody answers. */
  quick(address: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a bus of this machine by its number; rejects with a sentence for the owner. Tests pass one of their own. */
export type OpenBus = (number: number) => Promise<I2cBus>;

/** What the package offers of a bus. */
export interface I2cLibrary {
  openPromisified(number: number): Promise<{
    i2cWrite(address: number, length: number, buffer: Buffer): Promise<unknown>;
    i2cRead(address: number, length: number, buffer: Buffer): Promise<{ bytesRead: number; buffer: Buffer }>;
    writeQuick(address: number, bit: 0 | 1): Promise<void>;
    close(): Promise<void>;
  }>;
}

const load = (): I2cLibrary => {
  try {
    return require('i2c-bus') as I2cLibrary;
  } catch {
    throw new Error('I2C cannot be used on this machine: its native part was not compiled.');
  }
};

/** The numbers of this machine's I2C buses. Never rejects: without any the list is empty. */
export const listI2cBuses = async (folder = '/dev'): Promise<number[]> => {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => /^i2c-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
};

/** The package opens the device at the first transfer only, so what is wrong with it is found out here. */
const requireBus = async (folder: string, number: number): Promise<void> => {
  try {
    await access(`${folder}/i2c-${number}`, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw new Error(`The I2C bus ${number} is not there: switch it on for the header's pins.`, { cause: error });
    throw new Error(`The I2C bus ${number} cannot be used: the service needs the group "i2c".`, { cause: error });
  }
};

/** What opens the buses of a folder of devices by the package that `loadLibrary` brings at the first of them. */
export const i2cOpener =
  (loadLibrary: () => I2cLibrary, folder: string): OpenBus =>
  async (number) => {
    const library = loadLibrary();
    await requireBus(folder, number);
    const bus = await library.openPromisified(number);
    return {
      write: async (address, bytes) => void (await bus.i2cWrite(address, bytes.length, Buffer.from(bytes))),
      read: async (address, length) => {
        const { bytesRead, buffer } = await bus.i2cRead(address, length, Buffer.alloc(length));
        return buffer.subarray(0, bytesRead);
      },
      quick: (address) => bus.writeQuick(address, 0),
      close: () => bus.close(),
    };
  };

/** Opens a bus of this machine; the native part is loaded now. */
export const openI2cBus: OpenBus = i2cOpener(load, '/dev');
