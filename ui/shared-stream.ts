/** An event of the service; `revision` is how many there had been with it. */
export interface StreamEvent {
  readonly kind: string;
  readonly data: string;
  readonly revision: number;
}

/** What a page does about the stream of events, whichever page holds it. */
export interface StreamListener {
  /** The stream is open, and has got as far as `revision`. */
  open(revision: number): void;
  tell(event: StreamEvent): void;
  /**
   * The stream broke off, or is `silent`: cut without a word, as by a power cut. Resolves to whether it is wanted
   * again.
   */
  lose(silent: boolean): Promise<boolean>;
}

/** What pages of one browser say to each other. */
type Word =
  | { readonly type: 'ask' }
  | { readonly type: 'held'; readonly by: number; readonly revision: number | null }
  | { readonly type: 'event'; readonly event: StreamEvent }
  | { readonly type: 'lost'; readonly silent: boolean }
  | { readonly type: 'doubt'; readonly isSure: boolean }
  | { readonly type: 'free' };

const CHANNEL = 'flapbox.events';
const KINDS = ['frame', 'board', 'condition', 'library'];
/** So long a page that holds the stream has to answer, in ms, and up to twice as long by chance. */
const PATIENCE_MS = 400;
/** Of pages that could take over, the first to wake does. */
const SPREAD_MS = 150;
/** How often a page makes sure that the one that holds the stream is still there, and the only one. */
const CHECK_MS = 5000;
/** So many checks a stream may be silent: the service says something at least every 25 seconds. */
const SILENT_CHECKS = 12;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 15_000;

/**
 * One stream of events for all pages of a browser, which lets a server have six connections: one page holds it and
 * passes on what it hears. Whether that page is still there is asked, not timed: a page in the background answers, one
 * that was put aside or fell over does not, and another takes over. Of two that hold the stream one gives way. A
 * browser whose pages cannot speak to each other has one stream for each.
 */
export class SharedStream {
  readonly #id = Math.random();
  readonly #listener: StreamListener;
  #channel: BroadcastChannel | null = null;
  #source: EventSource | null = null;
  #holds = false;
  #revision: number | null = null;
  #retry = FIRST_RETRY_MS;
  #timer = 0;
  #check = 0;
  /** Checks since the stream was heard. */
  #silent = 0;

  constructor(listener: StreamListener) {
    this.#listener = listener;
  }

  /** Begins to listen. */
  join(): void {
    this.#check = window.setInterval(() => this.#look(), CHECK_MS);
    if (typeof BroadcastChannel === 'undefined') return this.#hold();
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Word>) => this.#hear(data));
    this.#ask();
  }

  /** Listens no more, and leaves the stream to others. */
  leave(): void {
    if (this.#holds) this.#say({ type: 'free' });
    this.#release();
    clearInterval(this.#check);
    this.#channel?.close();
    this.#channel = null;
  }

  /**
   * A request did not get through, or the browser is offline, which `isSure` tells: the stream begins anew unless it
   * was heard of a moment ago, for it may stay open for long over a network that is gone.
   */
  doubt(isSure: boolean): void {
    if (!this.#holds) this.#say({ type: 'doubt', isSure });
    else if (this.#revision !== null && (isSure || this.#silent > 0)) this.#break(false);
  }

  /** The network is back: a stream that waits to be opened waits no longer. */
  hurry(): void {
    if (this.#holds && this.#revision === null) this.#hold();
  }

  #say(word: Word): void {
    this.#channel?.postMessage(word);
  }

  #later(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(work, ms);
  }

  #look(): void {
    if (!this.#holds) return this.#ask();
    this.#tellHeld();
    if (++this.#silent >= SILENT_CHECKS) this.#break(true);
  }

  #ask(): void {
    this.#say({ type: 'ask' });
    this.#holdAfter(PATIENCE_MS);
  }

  #holdAfter(ms: number): void {
    this.#later(ms * (1 + Math.random()), () => this.#hold());
  }

  #hear(word: Word): void {
    if (word.type === 'held') return this.#yieldTo(word.by, word.revision);
    if (word.type === 'doubt') return this.#holds ? this.doubt(word.isSure) : undefined;
    if (this.#holds) return word.type === 'ask' ? this.#tellHeld() : undefined;
    if (word.type === 'event') this.#listener.tell(word.event);
    else if (word.type === 'lost') void this.#lose(word.silent);
    else if (word.type === 'free') this.#holdAfter(SPREAD_MS);
  }

  #tellHeld(): void {
    this.#say({ type: 'held', by: this.#id, revision: this.#revision });
  }

  #yieldTo(other: number, revision: number | null): void {
    if (this.#holds && this.#id < other) return this.#tellHeld();
    this.#release();
    if (revision !== null) this.#listener.open(revision);
  }

  #hold(): void {
    this.#release();
    this.#holds = true;
    this.#tellHeld();
    const source = new EventSource('/api/events');
    this.#source = source;
    this.#silent = 0;
    source.addEventListener('alive', () => (this.#silent = 0));
    for (const kind of KINDS)
      source.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) =>
        this.#pass({ kind, data, revision: Number(lastEventId) }),
      );
    source.addEventListener('error', () => this.#break(false));
  }

  #break(silent: boolean): void {
    this.#source?.close();
    this.#revision = null;
    this.#silent = 0;
    this.#say({ type: 'lost', silent });
    void this.#lose(silent);
  }

  /** The first event tells how far the stream has got. */
  #pass(event: StreamEvent): void {
    const begins = this.#revision === null;
    this.#revision = event.revision;
    this.#silent = 0;
    if (begins) {
      this.#retry = FIRST_RETRY_MS;
      this.#tellHeld();
      this.#listener.open(event.revision);
    }
    this.#say({ type: 'event', event });
    this.#listener.tell(event);
  }

  async #lose(silent: boolean): Promise<void> {
    const isWanted = await this.#listener.lose(silent);
    if (!isWanted) return this.leave();
    if (!this.#holds || this.#revision !== null) return;
    this.#later(this.#retry, () => this.#hold());
    this.#retry = Math.min(LAST_RETRY_MS, this.#retry * 2);
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#holds = false;
    this.#revision = null;
  }
}
