import { closeSync, existsSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { explainPin } from './pin.ts';
import { codeOf, sleep } from './source.ts';

/** One pin, open: its level is written and read at once. Everything throws when the pin is gone. */
export interface PlainPin {
  write(high: boolean): void;
  /** Whether the pin is high. */
  read(): boolean;
  /**
   * Lets go of the pin; never throws. It stays as it is, an output at its last level: one that nobody drives would
   * float, and to ask for it anew takes the kernel and its rights a moment each time.
   */
  close(): void;
}

/** An output that begins low, or an input. */
export type PinUse = 'low' | 'in';

const [LOW, HIGH] = [Buffer.from('0'), Buffer.from('1')];
const ONE = 0x31;
/** Whoever gives the service its rights is told of a new pin by the kernel, and takes a moment. */
const PATIENCE_MS = 2000;
const PAUSE_MS = 10;

/** Tries again for a while, as long as the rights to a pin are on their way. */
const tryPatiently = <T>(run: () => T): T => {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return run();
    } catch (error) {
      if (!['EACCES', 'ENOENT'].includes(codeOf(error)) || waited >= PATIENCE_MS) throw error;
      sleep(PAUSE_MS);
    }
  }
};

const tell = (path: string, text: string): void => writeFileSync(path, text, { flag: 'r+' });

/** Asks the kernel for the pin; one that an earlier run left open is as good. */
const exportPin = (folder: string, number: number): void => {
  if (existsSync(`${folder}/gpio${number}`)) return;
  const file = openSync(`${folder}/export`, 'w');
  try {
    writeSync(file, String(number));
  } finally {
    closeSync(file);
  }
};

const openValue = (folder: string, number: number, use: PinUse): number => {
  exportPin(folder, number);
  const pin = `${folder}/gpio${number}`;
  // This one word makes an output that was never high.
  tryPatiently(() => tell(`${pin}/direction`, use));
  return tryPatiently(() => openSync(`${pin}/value`, use === 'in' ? 'r' : 'r+'));
};

/**
 * Opens a pin by the kernel's number, in the folder that is `/sys/class/gpio`. Without a native part and without
 * waiting for edges, for a thread of its own: it may block for two seconds. Throws a sentence for the owner.
 */
export const openPlainPin = (folder: string, number: number, use: PinUse): PlainPin => {
  const value = ((): number => {
    try {
      return openValue(folder, number, use);
    } catch (error) {
      throw new Error(explainPin(error), { cause: error });
    }
  })();
  const level = Buffer.alloc(1);
  let open = true;
  return {
    write: (high) => void writeSync(value, high ? HIGH : LOW, 0, 1, 0),
    read: () => readSync(value, level, 0, 1, 0) === 1 && level[0] === ONE,
    close: () => {
      if (!open) return;
      open = false;
      closeSync(value);
    },
  };
};
