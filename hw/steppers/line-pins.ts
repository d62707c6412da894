import { sentenceOf } from '../../src/core/sentence.ts';
import { findPin } from '../gpio/chip.ts';
import { openPlainPin, type PinUse, type PlainPin } from '../gpio/plain-pin.ts';
import { codeOf } from '../gpio/source.ts';
import type { PinPlace } from './line.ts';

/** A pin of a line under the name that its owner knows, such as `GPIO17 (module 0, coil 3)`. */
export interface NamedPin extends PlainPin {
  readonly name: string;
}

/** Opens a pin of the header by its BCM number; every failure is a sentence that names it. */
export const openNamedPin = ({ folder, chipLabel }: PinPlace, pin: number, role: string, use: PinUse): NamedPin => {
  const name = `GPIO${pin} (${role})`;
  const found = findPin(folder, pin, chipLabel);
  if ('missing' in found) throw new Error(`${name}: ${found.missing}`);
  try {
    return watchOver(name, openPlainPin(folder, found.number, use));
  } catch (error) {
    throw new Error(`${name}: ${sentenceOf(error)}`, { cause: error });
  }
};

const watchOver = (name: string, pin: PlainPin): NamedPin => {
  const gone = (what: string, error: unknown): Error =>
    new Error(`${name} cannot be ${what} any more (${codeOf(error) || 'gone'}).`, { cause: error });
  return {
    name,
    write: (high) => {
      try {
        pin.write(high);
      } catch (error) {
        throw gone('switched', error);
      }
    },
    read: () => {
      try {
        return pin.read();
      } catch (error) {
        throw gone('read', error);
      }
    },
    close: () => pin.close(),
  };
};

/** Switches outputs off and closes pins, whatever becomes of each. */
export const closePins = (outputs: readonly NamedPin[], inputs: readonly NamedPin[]): void => {
  for (const pin of outputs) {
    try {
      pin.write(false);
    } catch {
      // A pin that is gone drives nothing.
    }
  }
  for (const pin of [...outputs, ...inputs]) pin.close();
};
