import { execFileSync } from 'node:child_process';
import { constants, openSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * A pair of FIFOs that stand for the two devices of an SPI controller: `PATH.0` takes frames, `PATH.1` answers them.
 */
export interface Fifos {
  /** Takes both away, as if the module of the kernel were unloaded. */
  close(): void;
}

/** Makes the FIFOs; each run of bytes that comes in gets an answer. Throws when the path cannot be used. */
export const openFifos = (path: string, answer: (frame: Uint8Array) => Uint8Array): Fifos => {
  const [frames, answers] = [`${path}.0`, `${path}.1`];
  for (const one of [frames, answers]) rmSync(one, { force: true });
  execFileSync('mkfifo', [frames, answers]);
  // Open for both directions: neither waits for the other end, nor ends with it.
  const input = new Socket({ fd: openSync(frames, constants.O_RDWR | constants.O_NONBLOCK), writable: false });
  const output = openSync(answers, constants.O_RDWR | constants.O_NONBLOCK);
  input.on('data', (frame: Buffer) => {
    try {
      writeSync(output, answer(frame));
    } catch {
      // Nobody reads the answers any more, so the FIFO is full.
    }
  });
  return {
    close: () => {
      input.destroy();
      for (const one of [frames, answers]) rmSync(one, { force: true });
    },
  };
};
