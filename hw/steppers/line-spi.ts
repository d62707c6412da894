import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { codeOf, sleep } from '../gpio/source.ts';
import { ChainLine, type ChainWires } from './line-chain.ts';
import type { SpiSetup, StepLine } from './line.ts';

/** What the kernel's refusals mean to an owner. */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there: SPI has to be switched on',
  ENXIO: 'is not there: nothing answers behind it',
  ENODEV: 'is not there any more',
  EACCES: 'cannot be used: the service needs the group "spi"',
  EPERM: 'cannot be used: the service may not open SPI devices',
  EBUSY: 'is in use by another program',
  EMSGSIZE: 'takes no frame of that length',
  ESPIPE: 'is no SPI device',
  EISDIR: 'is no SPI device',
  EPIPE: 'is gone',
};

/**
 * A device answers at once. A program that stands in for one takes a moment; a thread that waits for ever cannot be
 * ended.
 */
const PATIENCE_MS = 1000;
const PAUSE_MS = 0.1;

const explain = (path: string, error: unknown): Error => {
  const code = codeOf(error);
  const meaning = MEANINGS[code] ?? `does not work${code === '' ? '' : ` (${code})`}`;
  return new Error(`The SPI device ${path} ${meaning}.`, { cause: error });
};

const attempt = <T>(path: string, run: () => T): T => {
  try {
    return run();
  } catch (error) {
    throw explain(path, error);
  }
};

const readPatiently = (file: number, path: string, into: Uint8Array): number => {
  for (let end = 0; ; ) {
    try {
      return readSync(file, into, 0, into.length, null);
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw explain(path, error);
    }
    const now = performance.now();
    if (end === 0) end = now + PATIENCE_MS;
    if (now > end) throw new Error(`The SPI device ${path} does not answer.`);
    sleep(PAUSE_MS);
  }
};

/**
 * Two devices of one SPI controller, each with the clock's phase that its direction needs. The first one's chip select
 * is the latch of the chain: it rises when a frame is complete. Whole messages go by plain `write` and `read`.
 */
const openWires = ({ writePath, readPath }: SpiSetup): ChainWires => {
  // Without O_NONBLOCK opening and reading would wait for ever where a FIFO stands in for a device.
  const output = attempt(writePath, () => openSync(writePath, constants.O_WRONLY | constants.O_NONBLOCK));
  let input: number;
  try {
    input = attempt(readPath, () => openSync(readPath, constants.O_RDONLY | constants.O_NONBLOCK));
  } catch (error) {
    closeSync(output);
    throw error;
  }
  return {
    transfer: (out, into) => {
      // With a position the device would refuse: it cannot seek.
      attempt(writePath, () => writeSync(output, out, 0, out.length, null));
      const count = readPatiently(input, readPath, into);
      if (count < into.length) throw new Error(`The SPI device ${readPath} ends in the middle of a reading.`);
    },
    close: () => {
      closeSync(output);
      closeSync(input);
    },
  };
};

/** Opens a chain behind SPI. Throws a sentence when the devices cannot be had or the first board does not answer. */
export const openSpiLine = (setup: SpiSetup): StepLine => new ChainLine(openWires(setup), setup.layout, setup.modules);
