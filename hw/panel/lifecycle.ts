import { Mutex } from '../../src/core/mutex.ts';
import type { DeviceEvents } from '../../src/board/driver.ts';
import { sentenceOf } from '../../src/core/sentence.ts';
import { underAny } from '../../src/platform/abort.ts';
import { unlessAborted } from './waiting.ts';

/** A write or a reading that came to nothing. */
export interface Failed {
  readonly status: 'failed';
  readonly reason: string;
}

/** How the link to a device is made and let go. */
export interface LinkMaker<TLink> {
  /**
   * Makes a link; rejects with a sentence for the owner. The signal aborts with a stop, and not with whoever asked:
   * what takes long is not begun again for the next one.
   */
  open(signal: AbortSignal): Promise<TLink>;
  /** Lets a link go; never rejects. */
  release(link: TLink): void | Promise<void>;
}

/**
 * The life of a panel driver, the same for all: it is started, connects when something needs the device, connects anew
 * after the line was lost, and is stopped.
 */
export class Lifecycle<TLink> {
  readonly #maker: LinkMaker<TLink>;
  #stopping: AbortController | null = null;
  #opening: Promise<TLink> | null = null;
  #link: TLink | null = null;
  #events: DeviceEvents | null = null;
  readonly #turns = new Mutex();

  constructor(maker: LinkMaker<TLink>) {
    this.#maker = maker;
  }

  /** The link to the device; null when there is none now. */
  get link(): TLink | null {
    return this.#link;
  }

  /** Aborts with a stop, and at once before the start. */
  get stopped(): AbortSignal {
    return this.#stopping?.signal ?? AbortSignal.abort();
  }

  /** Takes the listener to restarts of the device. */
  listen(events: DeviceEvents): void {
    this.#events = events;
  }

  /** Tells that the device may have lost what it showed. */
  tellRestart(): void {
    this.#events?.onRestart();
  }

  /**
   * Begins, and connects; rejects with a sentence when the device cannot be reached. Starting again changes nothing.
   */
  async start(): Promise<void> {
    this.#stopping ??= new AbortController();
    await this.connect(this.#stopping.signal);
  }

  /** Ends all that runs and lets the link go; never rejects. */
  async stop(): Promise<void> {
    this.#stopping?.abort();
    this.#stopping = null;
    await this.#opening?.catch(() => undefined);
    await this.drop();
  }

  /** Does something under a signal that aborts with the caller's, with a stop, and at once before the start. */
  until<TResult>(signal: AbortSignal, work: (either: AbortSignal) => Promise<TResult>): Promise<TResult> {
    return underAny([signal, this.stopped], work);
  }

  /** What work reports under such a signal; a failure with the sentence that it rejects with. */
  report<TOutcome>(signal: AbortSignal, work: (either: AbortSignal) => Promise<TOutcome>): Promise<TOutcome | Failed> {
    return this.until(signal, work).catch((error: unknown) => ({ status: 'failed', reason: sentenceOf(error) }));
  }

  /**
   * The link, made when there is none. Rejects with a sentence when the device cannot be reached, and soon after the
   * signal aborts.
   */
  connect(signal: AbortSignal): Promise<TLink> {
    return this.until(signal, async (either) => {
      if (this.#link !== null) return this.#link;
      if (either.aborted) throw new Error('The panel is not connected.');
      this.#opening ??= this.#open(this.stopped).finally(() => (this.#opening = null));
      this.#opening.catch(() => undefined);
      return unlessAborted(this.#opening, either);
    });
  }

  /**
   * Does something with the link, after all that was asked for before: for devices that take one request at a time.
   * Rejects as `connect` does, and as the work.
   */
  inTurn<TResult>(signal: AbortSignal, work: (link: TLink, either: AbortSignal) => Promise<TResult>): Promise<TResult> {
    return this.until(signal, (either) => this.#turns.run(async () => work(await this.connect(either), either)));
  }

  /** Lets the link go; the next need makes another one. */
  async drop(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    if (link !== null) await this.#maker.release(link);
  }

  /** Forgets a link that is gone by itself; answers whether it was the present one. */
  lose(link: TLink): boolean {
    if (this.#link !== link) return false;
    this.#link = null;
    return true;
  }

  async #open(signal: AbortSignal): Promise<TLink> {
    const link = await this.#maker.open(signal);
    this.#link = link;
    return link;
  }
}
