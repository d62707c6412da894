import { Mutex } from '../../../src/core/mutex.ts';
import { underAny } from '../../../src/platform/abort.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { CALLED_OFF, Listeners, pause, unlessAborted } from '../waiting.ts';
import { FrameSplitter, decodeFrame, encodeFrame } from './frames.ts';
import type { ChainTimes } from './link.ts';
import { decodeDeviceMessage, type DeviceMessage } from './messages.ts';

/** What a session needs. */
export interface SessionOptions {
  readonly clock: Clock;
  readonly times: Pick<ChainTimes, 'retryMs' | 'tries' | 'wakeMs'>;
  write(bytes: Uint8Array): Promise<void>;
  /** Gets everything that the device says, acknowledgements included. */
  onMessage(message: DeviceMessage): void;
  /** The first nonce, not 0. */
  readonly firstNonce: number;
}

/** What wakes the protocol in a device that has just started, and is an empty frame to all others. */
const WAKE = Uint8Array.of(0);

/**
 * A number for the first message of a session; random, so that a device that stayed on does not take it for one that it
 * had.
 */
export const randomNonce = (): number => 1 + Math.floor(Math.random() * 0xfffffffe);

/**
 * Numbered messages to a device, one in flight: repeated until acknowledged. A device that got a number twice acts
 * once, so a repetition is harmless. A device that restarted speaks plain text until it gets a zero, hence one before
 * each repetition.
 */
export class Session {
  readonly #options: SessionOptions;
  readonly #turns = new Mutex();
  readonly #splitter = new FrameSplitter((stuffed) => this.#take(stuffed));
  readonly #acknowledged = new Listeners<number>();
  readonly #gone = new AbortController();
  #asleep = false;
  #nonce: number;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#nonce = options.firstNonce;
  }

  /** Takes bytes from the line. */
  receive(bytes: Uint8Array): void {
    this.#splitter.push(bytes);
  }

  /** Ends all requests: the line is gone. */
  drop(reason: string): void {
    this.#gone.abort(reason);
  }

  /** The device has just started, and takes everything for text until it gets a zero. */
  restarted(): void {
    this.#asleep = true;
  }

  /** Sends a message until it is acknowledged; rejects with a sentence when it is not. */
  request(
    encode: (nonce: number) => Uint8Array,
    signal: AbortSignal,
    tries = this.#options.times.tries,
    wake = false,
  ): Promise<void> {
    const work = (either: AbortSignal): Promise<void> => this.#repeat(encode, either, tries, wake);
    return this.#turns.run(() => underAny([signal, this.#gone.signal], work));
  }

  /** The same for a device that may have just started, over as many tries as it may take to. */
  greet(encode: (nonce: number) => Uint8Array, tries: number, signal: AbortSignal): Promise<void> {
    return this.request(encode, signal, tries, true);
  }

  async #repeat(
    encode: (nonce: number) => Uint8Array,
    signal: AbortSignal,
    tries: number,
    wake: boolean,
  ): Promise<void> {
    const nonce = this.#nextNonce();
    const frame = encodeFrame(encode(nonce));
    for (let turn = 0; turn < tries && !signal.aborted; turn++)
      if (await this.#attempt(frame, nonce, signal, wake || turn > 0 || this.#asleep)) return;
    if (this.#gone.signal.aborted) throw new Error(String(this.#gone.signal.reason));
    throw new Error(signal.aborted ? CALLED_OFF : 'The panel does not answer: is it switched on?');
  }

  /** Whether the device acknowledged it in time; rejects when it could not be sent. */
  async #attempt(frame: Uint8Array, nonce: number, signal: AbortSignal, wake: boolean): Promise<boolean> {
    const { clock, times } = this.#options;
    const limit = times.retryMs + (wake ? times.wakeMs : 0);
    const answer = this.#acknowledged.first(clock, limit, signal, (acknowledged) => acknowledged === nonce);
    // A line that takes no bytes, as a USB port without a reader, must not hold the request beyond its time.
    await Promise.race([this.#send(frame, wake, signal), answer]);
    const isTaken = (await answer) !== null;
    if (isTaken) this.#asleep = false;
    return isTaken;
  }

  async #send(frame: Uint8Array, wake: boolean, signal: AbortSignal): Promise<void> {
    const { clock, times, write } = this.#options;
    if (wake) {
      await unlessAborted(write(WAKE), signal);
      await pause(clock, times.wakeMs, signal);
    }
    if (!signal.aborted) await unlessAborted(write(frame), signal);
  }

  /** Devices take 0 for the number of a message before the first. */
  #nextNonce(): number {
    const nonce = this.#nonce;
    this.#nonce = nonce >= 0xffffffff ? 1 : nonce + 1;
    return nonce;
  }

  #take(stuffed: Uint8Array): void {
    const bytes = decodeFrame(stuffed);
    const message = bytes && decodeDeviceMessage(bytes);
    if (!message) return;
    if (message.kind === 'ack') this.#acknowledged.tell(message.nonce);
    this.#options.onMessage(message);
  }
}
