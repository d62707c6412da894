import { Agent as PlainAgent, request as plainRequest, type Agent } from 'node:http';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { onAbort } from '../../src/platform/abort.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { createHomeLookup, isHomeAddress } from '../../src/platform/network/net.ts';
import { attempt, failure, type Attempt, type Dial } from './attempt.ts';
import type { Limits, LinkAnswer, LinkFailure, LinkRequest } from './exchange.ts';

/** A kind of servers: how long they are given, and whether they may be anywhere or only in the home network. */
export interface Realm extends Limits {
  readonly atHome: boolean;
}

/** Boards on the LAN. */
export const LAN: Realm = { connectMs: 3000, answerMs: 10_000, retryMs: 500, atHome: true };

/** The cloud of the maker. */
export const INTERNET: Realm = { connectMs: 5000, answerMs: 10_000, retryMs: 500, atHome: false };

/** What a driver needs to reach its board. */
export interface LinkDeps {
  readonly clock: Clock;
  /** Replaces single limits. */
  readonly limits?: Partial<Limits>;
  /**
   * Finds the addresses of a board's name at each connection; the machine's own way, kept within the home network, when
   * nothing is said.
   */
  readonly lookup?: LookupFunction;
}

/** A free connection is closed after this long: before servers do so, and before its board has forgotten it. */
const IDLE_MS = 2000;

/** A keep-alive connection to one HTTP server. Requests end as values, never as errors. */
export class Link {
  readonly #base: URL;
  readonly #label: string;
  readonly #clock: Clock;
  readonly #limits: Limits;
  /** Asked at each connection, not only when an owner stored the name; undefined for servers that may be anywhere. */
  readonly #lookup: LookupFunction | undefined;
  #dial: Dial | null = null;
  #agent: Agent | null = null;
  #closing = new AbortController();

  /** `label` names the server at the start of a sentence: `The board at 192.168.1.20:7000`. */
  constructor(base: URL, label: string, { atHome, ...limits }: Realm, deps: LinkDeps) {
    this.#base = base;
    this.#label = label;
    this.#clock = deps.clock;
    this.#limits = { ...limits, ...deps.limits };
    this.#lookup = atHome ? (deps.lookup ?? createHomeLookup()) : undefined;
  }

  /** Makes requests possible; connects with the first of them. */
  async open(): Promise<void> {
    if (this.#agent) return;
    const options = { keepAlive: true, maxFreeSockets: 1, noDelay: true, timeout: IDLE_MS };
    this.#closing = new AbortController();
    if (this.#base.protocol === 'https:') {
      const https = require('node:https') as typeof import('node:https');
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
   * Sends a request and collects the answer. One that met no connection is sent once more after a pause, and a read
   * whose kept connection turned out to be dead at once. Nothing else is repeated: a write that was sent may have been
   * taken.
   */
  async exchange(request: LinkRequest, signal: AbortSignal): Promise<LinkAnswer | LinkFailure> {
    const closing = this.#closing.signal;
    let result = await this.#attempt(request, signal, closing);
    if (result.kind === 'failure' && result.died && request.method === 'GET')
      result = await this.#attempt(request, signal, closing);
    if (result.kind === 'failure' && result.unreached && (await this.#pause(signal, closing)))
      result = await this.#attempt(request, signal, closing);
    return result;
  }

  #attempt(request: LinkRequest, signal: AbortSignal, closing: AbortSignal): Promise<Attempt> {
    if (!this.#dial || closing.aborted) return Promise.resolve(failure(`${this.#label} is not in use now.`));
    const { host } = this.#dial.target;
    // Nobody is asked for what is an address already.
    if (this.#lookup && isIP(host) !== 0 && !isHomeAddress(host))
      return Promise.resolve(failure(`${this.#label} is not in the home network: it is not connected to.`));
    return attempt(this.#dial, request, {
      label: this.#label,
      limits: this.#limits,
      clock: this.#clock,
      signals: [signal, closing],
    });
  }

  #target(): Dial['target'] {
    const { protocol, hostname, port, pathname } = this.#base;
    const host = hostname.replace(/^\[|\]$/g, '');
    // Boards on the LAN answer reliably over IPv4 only.
    const family = protocol === 'http:' ? (isIPv6(host) ? 6 : 4) : 0;
    return {
      host,
      port: port === '' ? null : Number(port),
      family,
      path: pathname.replace(/\/$/, ''),
      agent: this.#agent,
      lookup: this.#lookup,
    };
  }

  #pause(...signals: AbortSignal[]): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (elapsed: boolean) => {
        cancel();
        for (const unhear of unhears) unhear();
        resolve(elapsed);
      };
      if (signals.some((signal) => signal.aborted)) return resolve(false);
      const cancel = this.#clock.after(this.#limits.retryMs, () => end(true));
      const unhears = signals.map((signal) => onAbort(signal, () => end(false)));
    });
  }
}
