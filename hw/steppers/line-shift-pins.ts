import type { ShiftPinSetup, StepLine } from './line.ts';
import { ChainLine, type ChainWires } from './line-chain.ts';
import { closePins, openNamedPin, type NamedPin } from './line-pins.ts';

const BITS = [7, 6, 5, 4, 3, 2, 1, 0] as const;

/** Four pins that do by hand what an SPI controller does, most significant bit first. */
export class BitBang implements ChainWires {
  readonly #pins: Readonly<Record<'data' | 'clock' | 'latch' | 'read', NamedPin>>;
  /** Most bits are like the one before: the pin needs no writing then. */
  #level = false;

  constructor(pins: Readonly<Record<'data' | 'clock' | 'latch' | 'read', NamedPin>>) {
    this.#pins = pins;
  }

  transfer(out: Uint8Array, into: Uint8Array): void {
    for (const byte of out) for (const bit of BITS) this.#send(((byte >> bit) & 1) === 1);
    // Its rising edge shows the outputs and holds what the inputs read; while it is low they follow.
    this.#pins.latch.write(true);
    for (let index = 0; index < into.length; index++) into[index] = this.#receive();
    this.#pins.latch.write(false);
  }

  close(): void {
    const { data, clock, latch, read } = this.#pins;
    closePins([data, clock, latch], [read]);
  }

  #send(level: boolean): void {
    if (level !== this.#level) this.#pins.data.write(level);
    this.#level = level;
    this.#tick();
  }

  /** The first bit is there before the first tick. */
  #receive(): number {
    let byte = 0;
    for (let bit = 0; bit < BITS.length; bit++) {
      byte = (byte << 1) | Number(this.#pins.read.read());
      this.#tick();
    }
    return byte;
  }

  #tick(): void {
    this.#pins.clock.write(true);
    this.#pins.clock.write(false);
  }
}

const openPins = (setup: ShiftPinSetup): BitBang => {
  const opened: NamedPin[] = [];
  const open = (role: 'data' | 'clock' | 'latch' | 'read'): NamedPin => {
    const pin = openNamedPin(setup, setup[role], role, role === 'read' ? 'in' : 'low');
    opened.push(pin);
    return pin;
  };
  try {
    return new BitBang({ data: open('data'), clock: open('clock'), latch: open('latch'), read: open('read') });
  } catch (error) {
    closePins([], opened);
    throw error;
  }
};

/** Opens a chain on four pins. Throws a sentence when a pin cannot be had or the first board does not answer. */
export const openShiftPinLine = (setup: ShiftPinSetup): StepLine =>
  new ChainLine(openPins(setup), setup.layout, setup.modules);
