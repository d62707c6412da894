import type { Cancel, Clock } from '../../../src/platform/clock.ts';
import type { WireDevice } from '../serial/wire.ts';
import { BusModule, NO_ID, type BusModuleOptions } from './module.ts';

/** How an emulated bus is made. */
export interface ModuleBusOptions {
  readonly clock: Clock;
  readonly modules: number;
  readonly speed?: number;
  readonly flaps?: string;
  /** Whether answers take their time on the wire, so that they can meet other bytes and be lost. */
  readonly collisions?: boolean;
  readonly random?: () => number;
  /** Bytes for the host. */
  send(bytes: Uint8Array): void;
  readonly onChange?: () => void;
}

const BYTE_MS = 10_000 / 9600;
const TURNAROUND_MS = 1;
const ADVERTISE_MS = 10_000;
const ADVERTISE_SPREAD_MS = 5000;

interface Saying {
  readonly from: number;
  readonly to: number;
  garbled: boolean;
}

/** A shared wire with modules on it, as a device at the end of a serial line. */
export class ModuleBus implements WireDevice {
  readonly modules: readonly BusModule[];
  /** Takes bytes and lets nobody answer. */
  deaf = false;
  /** Answers that met other bytes on the wire. */
  collided = 0;
  readonly #options: ModuleBusOptions;
  readonly #random: () => number;
  #sayings: Saying[] = [];
  #cancel: Cancel = () => undefined;

  constructor(options: ModuleBusOptions) {
    const { clock, modules, speed = 1, flaps, onChange } = options;
    this.#options = options;
    this.#random = options.random ?? Math.random;
    const shared = {
      clock,
      speed,
      flaps,
      onChange,
      say: (text: string) => this.#say(text),
    };
    this.modules = Array.from(
      { length: modules },
      (_, id) => new BusModule({ ...shared, id, serial: serialOf(id) } satisfies BusModuleOptions),
    );
  }

  /** Lets modules without an id announce themselves from time to time. */
  advertise(): void {
    this.#cancel = this.#options.clock.after(ADVERTISE_MS + this.#random() * ADVERTISE_SPREAD_MS, () => {
      for (const { id, serial } of this.modules) if (id === NO_ID) this.#say(`mXadv:${serial}\n`);
      this.advertise();
    });
  }

  /** Cuts the power of all modules. */
  switchOff(): void {
    for (const module of this.modules) module.switchOff();
  }

  /** Gives the power back: all modules start anew. */
  reboot(): void {
    for (const module of this.modules) module.reboot();
  }

  /** Ends its timers. */
  close(): void {
    this.#cancel();
  }

  /** What each module shows or turns to, as a character. */
  get shown(): string {
    return this.modules.map(({ shown }) => shown).join('');
  }

  receive(bytes: Uint8Array): void {
    if (this.deaf) return;
    this.#collide();
    for (const character of Buffer.from(bytes).toString('latin1'))
      for (const module of this.modules) module.hear(character);
  }

  /** Bytes of the host meet answers that are still on their way. */
  #collide(): void {
    const now = this.#options.clock.monotonic();
    for (const saying of this.#sayings) if (saying.from < now) this.#garble(saying);
  }

  #say(text: string): void {
    if (this.deaf) return;
    const { clock, collisions, send } = this.#options;
    if (!collisions) return send(Buffer.from(text, 'latin1'));
    const from = clock.monotonic() + TURNAROUND_MS;
    const saying: Saying = { from, to: from + text.length * BYTE_MS, garbled: false };
    for (const other of this.#sayings) {
      if (other.to <= saying.from) continue;
      this.#garble(other);
      this.#garble(saying);
    }
    this.#sayings.push(saying);
    clock.after(saying.to - clock.monotonic(), () => {
      this.#sayings = this.#sayings.filter((one) => one !== saying);
      send(saying.garbled ? this.#noise(text.length) : Buffer.from(text, 'latin1'));
    });
  }

  #garble(saying: Saying): void {
    if (!saying.garbled) this.collided++;
    saying.garbled = true;
  }

  #noise(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => 128 + Math.floor(this.#random() * 128));
  }
}

const serialOf = (id: number): string => (0xa3f24c0018e7d29b3f00n + BigInt(id)).toString(16).toUpperCase();
