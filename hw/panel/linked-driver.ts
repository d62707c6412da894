import { Mutex } from '../../src/core/mutex.ts';
import type { DeviceEvents } from '../../src/board/driver.ts';
import { sentenceOf } from '../../src/core/sentence.ts';
import { underAny } from '../../src/platform/abort.ts';
import { unlessAborted } from './waiting.ts';

interface Failed {
  readonly status: 'failed';
  readonly reason: string;
}

/**
 * The life of a driver over a link to its device: it is started, connects when something needs the device, connects
 * anew after the line was lost, and is stopped.
 */
export abstract class LinkedDriver<TLink> {
  #stopping: AbortController | null = null;
  #opening: Promise<TLink> | null = null;
  #link: TLink | null = null;
  #events: DeviceEvents | null = null;
  readonly #turns = new Mutex();

  /**
   * Makes a link; rejects with a sentence for the owner. The signal aborts with a stop, and not with whoever asked:
   * what takes long is not begun again for the next one.
   */
  protected abstract open(signal: AbortSignal): Promise<TLink>;

  /** Lets a link go; never rejects. */
  protected abstract release(link: TLink): void | Promise<void>;

  /** Forgets what held for the device that was let go. */
  protected forget(): void {}

  listen(events: DeviceEvents): void {
    this.#events = events;
  }

  /** Connects; rejects with a sentence when the device cannot be reached. Starting again changes nothing. */
  async start(): Promise<void> {
    this.#stopping ??= new AbortController();
    await this.connect(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping?.abort();
    this.#stopping = null;
    await this.#opening?.catch(() => undefined);
    await this.drop();
    this.forget();
  }

  /** The link to the device; null when there is none now. */
  protected get link(): TLink | null {
    return this.#link;
  }

  /** Aborts with a stop, and at once before the start. */
  protected get stopped(): AbortSignal {
    return this.#stopping?.signal ?? AbortSignal.abort();
  }

  /** Tells that the device may have lost what it showed. */
  protected tellRestart(): void {
    this.#events?.onRestart();
  }

  /** Does something under a signal that aborts with the caller's, with a stop, and at once before the start. */
  protected until<TResult>(signal: AbortSignal, work: (either: AbortSignal) => Promise<TResult>): Promise<TResult> {
    return underAny([signal, this.stopped], work);
  }

  /** What work reports under such a signal; a failure with the sentence that it rejects with. */
  protected report<TOutcome>(
    signal: AbortSignal,
    work: (either: AbortSignal) => Promise<TOutcome>,
  ): Promise<TOutcome | Failed> {
    return this.until(signal, work).catch((error: unknown) => ({ status: 'failed', reason: sentenceOf(error) }));
  }

  /**
   * The link, made when there is none. Rejects with a sentence when the device cannot be reached, and soon after the
   * signal aborts.
   */
  protected connect(signal: AbortSignal): Promise<TLink> {
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
  protected inTurn<TResult>(
    signal: AbortSignal,
    work: (link: TLink, either: AbortSignal) => Promise<TResult>,
  ): Promise<TResult> {
    return this.until(signal, (either) => this.#turns.run(async () => work(await this.connect(either), either)));
  }

  /** Lets the link go; the next need makes another one. */
  protected async drop(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    if (link !== null) await this.release(link);
  }

  /** Forgets a link that is gone by itself; answers whether it was the present one. */
  protected lose(link: TLink): boolean {
    if (this.#link !== link) return false;
    this.#link = null;
    return true;
  }

  async #open(signal: AbortSignal): Promise<TLink> {
    const link = await this.open(signal);
    this.#link = link;
    return link;
  }
}
