import type { Clock } from '../../../src/platform/clock.ts';
import type { Line, LineEvents, OpenLine } from '../../panel/serial-line.ts';

/**
 * What can be wrong with a cable: shares (0 to 1) of bytes that are lost, and of bytes before which another one slips
 * in.
 */
export interface WireFaults {
  loss: number;
  noise: number;
}

/** What hangs at the far end of a wire. */
export interface WireDevice {
  receive(bytes: Uint8Array): void;
  /** The port was opened at this speed; boards may take it as a reset. */
  opened?(baudRate: number): void;
  /** The host pulled the modem lines. */
  signals?(signals: { readonly dtr: boolean; readonly rts: boolean }): void;
}

/** How a wire is made. `paced`: bytes take the time that the line's speed gives them, 10 bits each. */
export interface WireOptions {
  readonly clock: Clock;
  readonly random?: () => number;
  readonly paced?: boolean;
}

const NOISE_BYTES = 256;
const BITS_PER_BYTE = 10;

/**
 * A serial line in memory with a device at its end, for tests; and the faults of a cable, for tests and for the
 * emulators' commands.
 */
export class Wire {
  readonly faults: WireFaults = { loss: 0, noise: 0 };
  /** How many bytes the host sent. */
  sent = 0;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #paced: boolean;
  #device: WireDevice | null = null;
  #events: LineEvents | null = null;
  #plugged = true;
  /** What waits while the line takes no bytes; null while it does. */
  #stalled: (() => void)[] | null = null;
  #baudRate = 9600;
  #freeAt = { device: 0, host: 0 };

  constructor({ clock, random = Math.random, paced = false }: WireOptions) {
    this.#clock = clock;
    this.#random = random;
    this.#paced = paced;
  }

  /** Puts a device at the far end. */
  attach(device: WireDevice): void {
    this.#device = device;
  }

  /** Opens the near end; refuses while it is open or unplugged, as a serial port does. */
  readonly open: OpenLine = async ({ baudRate }, events) => {
    await Promise.resolve();
    if (!this.#plugged) throw new Error('The serial port emulated is not there: is the cable plugged in?');
    if (this.#events) throw new Error('The serial port emulated is in use by another board or program.');
    this.#events = events;
    this.#baudRate = baudRate;
    this.#device?.opened?.(baudRate);
    return this.#lineFor(events);
  };

  /** Whether the near end is open. */
  get isOpen(): boolean {
    return this.#events !== null;
  }

  /** Pulls the cable. */
  unplug(): void {
    this.#plugged = false;
    const events = this.#events;
    this.#events = null;
    events?.onClose('The serial port emulated was unplugged.');
  }

  /** Plugs the cable in again. */
  plug(): void {
    this.#plugged = true;
  }

  /** Takes no more bytes of the host, as a USB port that nobody reads; they go when it flows again. */
  stall(): void {
    this.#stalled ??= [];
  }

  /** Takes bytes again, those first that waited. */
  flow(): void {
    const waiting = this.#stalled ?? [];
    this.#stalled = null;
    for (const go of waiting) go();
  }

  /** Bytes of the device on their way to the host; lost while nobody listens. */
  toHost(bytes: Uint8Array): void {
    if (this.#events) this.#carry('host', this.spoil(bytes), (arrived) => this.#events?.onData(arrived));
  }

  /** Bytes of the host on their way to the device. */
  toDevice(bytes: Uint8Array): void {
    this.sent += bytes.length;
    this.#carry('device', this.spoil(bytes), (arrived) => this.#device?.receive(arrived));
  }

  /** What is left of bytes after the faults. */
  spoil(bytes: Uint8Array): Uint8Array {
    const { loss, noise } = this.faults;
    if (loss === 0 && noise === 0) return bytes.slice();
    const out: number[] = [];
    for (const byte of bytes) {
      if (this.#random() < noise) out.push(Math.floor(this.#random() * NOISE_BYTES));
      if (this.#random() >= loss) out.push(byte);
    }
    return Uint8Array.from(out);
  }

  #lineFor(events: LineEvents): Line {
    const gone = (): Error => new Error('The serial port emulated was unplugged.');
    return {
      write: (bytes) => {
        if (this.#events !== events) return Promise.reject(gone());
        const stalled = this.#stalled;
        if (!stalled) return Promise.resolve(this.toDevice(bytes));
        return new Promise((resolve) => stalled.push(() => resolve(this.toDevice(bytes))));
      },
      setSignals: (signals) => {
        this.#device?.signals?.(signals);
        return Promise.resolve();
      },
      close: () => {
        if (this.#events === events) this.#events = null;
        return Promise.resolve();
      },
    };
  }

  #carry(to: 'device' | 'host', bytes: Uint8Array, deliver: (bytes: Uint8Array) => void): void {
    if (!this.#paced) return queueMicrotask(() => deliver(bytes));
    const now = this.#clock.monotonic();
    const at = Math.max(now, this.#freeAt[to]) + (bytes.length * BITS_PER_BYTE * 1000) / this.#baudRate;
    this.#freeAt[to] = at;
    this.#clock.after(at - now, () => deliver(bytes));
  }
}
