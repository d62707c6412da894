import type { Clock } from '../../../src/platform/clock.ts';
import type { I2cBus, OpenBus } from '../../panel/i2c-units/bus.ts';
import { EmulatedUnit, type UnitFirmware } from './unit.ts';

/** One transfer as a logic analyser shows it: `R 05 01`, `W 05 0c 0a`, `Q 00`, with ` nack` when nobody answered. */
export type Trace = (line: string) => void;

/** What can be wrong with a bus. */
export type BusFault = 'none' | 'silent' | 'gone' | 'hanging';

const GENERAL_CALL = 0;

const failure = (code: string): Error => Object.assign(new Error(code), { code });

const hex = (bytes: Iterable<number>): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');

/**
 * A bus in this process, with units on it. Linux has none for programs of its own: i2c-stub knows registers only, and
 * these units have none.
 */
export class EmulatedBus {
  readonly units = new Map<number, EmulatedUnit>();
  /** How many transfers there were. */
  transfers = 0;
  readonly #trace: Trace;
  #fault: BusFault = 'none';
  #mended: (() => void)[] = [];

  constructor(clock: Clock, addresses: Iterable<number>, firmware: UnitFirmware, trace: Trace = () => undefined) {
    for (const address of addresses) this.units.set(address, new EmulatedUnit(clock, firmware));
    this.#trace = trace;
  }

  /** Cuts the power of all units. */
  switchOff(): void {
    for (const unit of this.units.values()) unit.powerDown();
  }

  /** Gives the power back: all units start anew. */
  switchOn(): void {
    for (const unit of this.units.values()) unit.powerUp();
  }

  /** What is wrong with it; transfers that hang go on when nothing is any more. */
  set fault(fault: BusFault) {
    this.#fault = fault;
    if (fault !== 'hanging') for (const wake of this.#mended.splice(0)) wake();
  }

  /** Opens it, as a machine's bus is opened. */
  readonly open: OpenBus = (number) => {
    if (this.#fault === 'gone')
      return Promise.reject(new Error(`The I2C bus ${number} is not there: switch it on for the header's pins.`));
    return Promise.resolve(this.#bus);
  };

  readonly #bus: I2cBus = {
    write: (address, bytes) =>
      this.#transfer(`W ${hex([address, ...bytes])}`, address, (units) => units.forEach((unit) => unit.receive(bytes))),
    read: (address, length) =>
      this.#transfer(`R ${hex([address])}`, address, ([unit]) => unit?.request(length) ?? new Uint8Array(), false),
    quick: (address) =>
      this.#transfer(`Q ${hex([address])}`, address, (units) =>
        units.forEach((unit) => unit.receive(new Uint8Array())),
      ),
    close: () => Promise.resolve(),
  };

  async #transfer<TResult>(
    line: string,
    address: number,
    run: (units: readonly EmulatedUnit[]) => TResult,
    writing = true,
  ): Promise<TResult> {
    this.transfers++;
    if (this.#fault === 'hanging') await new Promise<void>((resolve) => this.#mended.push(resolve));
    if (this.#fault === 'gone') throw failure('ENOENT');
    const listening = this.#listening(address, writing).filter((unit) => unit.hears());
    this.#trace(listening.length > 0 ? line : `${line} nack`);
    if (this.#fault === 'silent' || listening.length === 0) throw failure('EREMOTEIO');
    return run(listening);
  }

  /**
   * Units with commands hear what is written to the address of all; a unit of the first firmware may have it for its
   * own.
   */
  #listening(address: number, writing: boolean): EmulatedUnit[] {
    const own = this.units.get(address);
    const all =
      writing && address === GENERAL_CALL
        ? [...this.units.values()].filter(({ firmware }) => firmware === 'commands')
        : [];
    return own ? [own, ...all] : all;
  }
}
