import { Mutex } from '../../../src/core/mutex.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { codeOf } from '../../gpio/source.ts';
import { pause, unlessAborted, within } from '../waiting.ts';
import type { I2cBus } from './bus.ts';
import type { Question } from './protocol.ts';

/** How long things take, in ms. */
export interface I2cTimes {
  /** Until a unit that was woken answers, and how often it is tried. */
  readonly wakeMs: number;
  readonly tries: number;
  /** Between a question and its answer. */
  readonly answerMs: number;
  /** Until a transfer counts as stuck. */
  readonly stuckMs: number;
}

/** What units need: asleep, they miss what wakes them. */
export const I2C_TIMES: I2cTimes = { wakeMs: 20, tries: 4, answerMs: 2, stuckMs: 3000 };

/** The whole bus failed, not one unit; the message is a sentence for the owner. */
export class BusFailure extends Error {}

/** What a transfer is for a unit that was addressed: its answer, or silence. */
export type Heard<TAnswer> = { readonly answer: TAnswer } | null;

/** Codes by which the kernel tells that nobody answered an address. */
const SILENCE = new Set(['EREMOTEIO', 'ENXIO', 'EIO', 'ENODEV']);

const explain = (bus: number, error: unknown): string => {
  const code = codeOf(error);
  if (code === 'ENOENT') return `The I2C bus ${bus} is gone.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `The I2C bus ${bus} cannot be used: the service needs the group "i2c".`;
  if (code === 'EBUSY') return `An address on the I2C bus ${bus} is in use by the kernel.`;
  if (code === 'ETIMEDOUT' || code === 'EAGAIN') return stuck(bus);
  return `The I2C bus ${bus} failed${code === '' ? '' : ` (${code})`}.`;
};

/**
 * Talks to units on an open bus, with one at a time. Rejects with a `BusFailure` only; a unit that is silent is an
 * answer.
 */
export class Conversation {
  readonly #clock: Clock;
  readonly #times: I2cTimes;
  readonly #number: number;
  readonly #bus: I2cBus;
  readonly #turns = new Mutex();

  constructor(bus: I2cBus, number: number, { clock, times }: { readonly clock: Clock; readonly times: I2cTimes }) {
    this.#bus = bus;
    this.#number = number;
    this.#clock = clock;
    this.#times = times;
  }

  /** Closes the bus when what runs on it has ended; the kernel lets no transfer be called off. */
  close(): void {
    void this.#turns.run(() => this.#bus.close()).catch(() => undefined);
  }

  /** What a unit sends when it is read without a question. */
  turning(address: number, signal: AbortSignal): Promise<Heard<Uint8Array>> {
    return this.#turn(() => this.#read(address, 1, signal), signal);
  }

  /** Gives a unit a command; answers whether it took it. */
  tell(address: number, bytes: Uint8Array, signal: AbortSignal): Promise<boolean> {
    return this.#turn(() => this.#write(address, bytes, signal), signal);
  }

  /** Asks a unit, and lets nobody come in between; the answer is null when its firmware does not know the question. */
  ask<TAnswer>(
    address: number,
    { op, length, decode }: Question<TAnswer>,
    signal: AbortSignal,
  ): Promise<Heard<TAnswer | null>> {
    return this.#turn(async () => {
      if (!(await this.#write(address, Uint8Array.of(op), signal))) return null;
      await pause(this.#clock, this.#times.answerMs, signal);
      const heard = await this.#read(address, length, signal);
      return heard && { answer: decode(heard.answer) };
    }, signal);
  }

  /** Whether anybody listens to the address of all. */
  async anyoneAtAll(signal: AbortSignal): Promise<boolean> {
    return (await this.#turn(() => this.#transfer(() => this.#bus.quick(0), signal), signal)) !== null;
  }

  /**
   * Does something with each unit, again after a moment with those that were silent; answers the ones that stayed so.
   */
  async each<TUnit>(
    units: readonly TUnit[],
    work: (unit: TUnit) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<TUnit[]> {
    let silent = [...units];
    for (let attempt = 0; attempt < this.#times.tries && silent.length > 0; attempt++) {
      if (attempt > 0) await pause(this.#clock, this.#times.wakeMs, signal);
      const failed: TUnit[] = [];
      for (const unit of silent) if (!(await work(unit))) failed.push(unit);
      silent = failed;
    }
    return silent;
  }

  #turn<TResult>(work: () => Promise<TResult>, signal: AbortSignal): Promise<TResult> {
    return unlessAborted(
      this.#turns.run(() => (signal.aborted ? Promise.reject(calledOff()) : work())),
      signal,
      calledOff,
    );
  }

  #read(address: number, length: number, signal: AbortSignal): Promise<Heard<Uint8Array>> {
    return this.#transfer(() => this.#bus.read(address, length), signal);
  }

  /** A read of one byte goes ahead: it wakes a unit without harm, which a write that it half misses might do. */
  async #write(address: number, bytes: Uint8Array, signal: AbortSignal): Promise<boolean> {
    if (!(await this.#read(address, 1, signal))) return false;
    return (await this.#transfer(() => this.#bus.write(address, bytes), signal)) !== null;
  }

  async #transfer<TAnswer>(run: () => Promise<TAnswer>, signal: AbortSignal): Promise<Heard<TAnswer>> {
    try {
      const failure = () => new BusFailure(stuck(this.#number));
      const work = within(this.#clock, this.#times.stuckMs, run(), failure);
      return { answer: await unlessAborted(work, signal, calledOff) };
    } catch (error) {
      if (error instanceof BusFailure) throw error;
      if (SILENCE.has(codeOf(error))) return null;
      throw new BusFailure(explain(this.#number, error));
    }
  }
}

const stuck = (bus: number): string => `The I2C bus ${bus} is stuck: one of its wires is held low.`;

const calledOff = (): BusFailure => new BusFailure('The write or read was called off.');
