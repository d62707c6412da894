import { Agent as PlainAgent, request as plainRequest, type Agent, type IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Clock } from '../../src/platform/clock.ts';
import { attempt, failure, type Attempt, type Dial } from './attempt.ts';

/** How long a link waits, in ms. */
export interface Limits {
  /** Until the connection stands. */
  readonly connectMs: number;
  /** From there until the last byte of the answer. */
  readonly answerMs: number;
  /** Before the one more try of a connection that was never accepted. */
  readonly retryMs: number;
}

/** What boards on the LAN are given. */
export const LAN_LIMITS: Limits = { connectMs: 3000, answerMs: 10_000, retryMs: 500 };

/** What the cloud is given. */
export const CLOUD_LIMITS: Limits = { connectMs: 5000, answerMs: 10_000, retryMs: 500 };

/** What a driver needs to reach its board. */
export interface LinkDeps {
  readonly clock: Clock;
  /** Replaces single limits. */
  readonly limits?: Partial<Limits>;
}

/** One request; `path` is appended to the link's base address. */
export interface LinkRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer, whatever its status. */
export interface LinkAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** No answer, and why, in a sentence for the owner. */
export interface LinkFailure {
  readonly kind: 'failure';
  readonly reason: string;
  /** Whether no connection came about, so that the server knows nothing of the request. */
  readonly unreached: boolean;
}

/** A free connection is closed after this long: before servers do so, and before its board has forgotten it. */
const IDLE_MS = 2000;

/** A keep-alive connection to one HTTP server. Requests end as values, never as errors. */
export class Link {
  readonly #base: URL;
  readonly #label: string;
  readonly #clock: Clock;
  readonly #limits: Limits;
  #dial: Dial | null = null;
  #agent: Agent | null = null;
  #closing = new AbortController();

  /** `label` names the server at the start of a sentence: `The board at 192.168.1.20:7000`. */
  constructor(base: URL, label: string, limits: Limits, deps: LinkDeps) {
    this.#base = base;
    this.#label = label;
    this.#clock = deps.clock;
    this.#limits = { ...limits, ...deps.limits };
  }

  /** Makes requests possible; connects with the first of them. */
  async open(): Promise<void> {
    if (this.#agent) return;
    const options = { keepAlive: true, maxFreeSockets: 1, noDelay: true, timeout: IDLE_MS };
    this.#closing = new AbortController();
    if (this.#base.protocol === 'https:') {
      const https = await import('node:https');
      this.#agent = new https.Agent(options);
      this.#dial = { request: https.request, ready: 'secureConnect', target: this.#target() };
    } else {
      this.#agent = new PlainAgent(options);
      this.#dial = { request: plainRequest, ready: 'connect', target: this.#target() };
    }
  }

  /** Ends running requests and closes the connection. */
  close(): void {
    this.#closing.abort();
    this.#agent?.destroy();
    this.#agent = null;
    this.#dial = null;
  }

  /**
   * Sends a request and collects the answer. One that met no connection is sent once more after a pause, and a read whose kept
   * connection turned out to be dead at once. Nothing else is repeated: a write that was sent may have been taken.
   */
  async exchange(request: LinkRequest, signal: AbortSignal): Promise<LinkAnswer | LinkFailure> {
    const closing = this.#closing.signal;
    let result = await this.#attempt(request, signal, closing);
    if (result.kind === 'failure' && result.died && request.method === 'GET') result = await this.#attempt(request, signal, closing);
    if (result.kind === 'failure' && result.unreached && (await this.#pause(signal, closing))) result = await this.#attempt(request, signal, closing);
    return result;
  }

  #attempt(request: LinkRequest, signal: AbortSignal, closing: AbortSignal): Promise<Attempt> {
    if (!this.#dial || closing.aborted) return Promise.resolve(failure(`${this.#label} is not in use now.`));
    return attempt(this.#dial, request, { label: this.#label, limits: this.#limits, clock: this.#clock, signals: [signal, closing] });
  }

  #target(): Dial['target'] {
    const { protocol, hostname, port, pathname } = this.#base;
    const host = hostname.replace(/^\[|\]$/g, '');
    // Boards on the LAN answer reliably over IPv4 only.
    const family = protocol === 'http:' ? (isIPv6(host) ? 6 : 4) : 0;
    return { host, port: port === '' ? null : Number(port), family, path: pathname.replace(/\/$/, ''), agent: this.#agent };
  }

  #pause(...signals: AbortSignal[]): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (elapsed: boolean) => {
        cancel();
        for (const signal of signals) signal.removeEventListener('abort', stop);
        resolve(elapsed);
      };
      const stop = () => end(false);
      const cancel = this.#clock.after(this.#limits.retryMs, () => end(true));
      for (const signal of signals) signal.addEventListener('abort', stop);
      if (signals.some((signal) => signal.aborted)) stop();
    });
  }
}
