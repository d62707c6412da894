import { writeFileSync } from 'node:fs';
import { codeOf } from './source.ts';

/** One pin of the kernel, open. Everything throws when the pin is gone. */
export interface Pin {
  /** Whether an input is low, which is how a contact to ground reads when it is closed; whether an output is high. */
  read(): boolean;
  write(high: boolean): void;
  /** Calls back at each edge. */
  watch(onEdge: () => void): void;
  close(): void;
}

/** Opens a pin by its number; throws a sentence for the owner. */
export type OpenPin = (number: number, direction: 'in' | 'out') => Pin;

interface Onoff {
  readonly Gpio: new (
    number: number,
    direction: 'in' | 'out',
    edge: 'both' | 'none',
    options: { activeLow: boolean },
  ) => {
    readSync(): 0 | 1;
    writeSync(value: 0 | 1): void;
    watch(callback: () => void): void;
    unexport(): void;
  };
}

const load = (): Onoff => {
  try {
    return require('onoff') as Onoff;
  } catch {
    throw new Error('GPIO pins cannot be used: their native part was not compiled for this machine.');
  }
};

/** Starts over with a pin that an earlier run left in a state that refuses a new one. */
const release = (number: number): void => {
  try {
    writeFileSync('/sys/class/gpio/unexport', String(number));
  } catch {
    // It was not open, or is not ours to close.
  }
};

/** Why the kernel refused a pin, in a sentence for the owner. */
export const explainPin = (error: unknown): string => {
  const code = codeOf(error);
  if (code === 'EBUSY') return 'The pin is in use by the kernel or another program.';
  if (code === 'EACCES' || code === 'EPERM') return 'The pin cannot be used: the service needs the group "gpio".';
  return `The pin cannot be used${code === '' ? '' : ` (${code})`}.`;
};

/** Opens a pin through the kernel's sysfs; the native part is loaded now. */
export const openPin: OpenPin = (number, direction) => {
  const { Gpio } = load();
  try {
    const gpio = new Gpio(number, direction, direction === 'in' ? 'both' : 'none', { activeLow: direction === 'in' });
    return {
      read: () => gpio.readSync() === 1,
      write: (high) => gpio.writeSync(high ? 1 : 0),
      watch: (onEdge) => gpio.watch(onEdge),
      close: () => gpio.unexport(),
    };
  } catch (error) {
    if (codeOf(error) === 'EINVAL') release(number);
    throw new Error(explainPin(error), { cause: error });
  }
};
