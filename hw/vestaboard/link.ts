import * as http from 'node:http';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { underAny } from '../../src/platform/abort.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { NOT_AT_HOME, createHomeLookup, isHomeAddress } from '../../src/platform/network/net.ts';
import { attemptHttp, type HttpAnswer, type HttpBounds, type HttpFailure } from '../http-attempt.ts';
import { pause } from '../panel/waiting.ts';

/** How long a link waits, in ms. */
export interface Limits {
  /** Until there is a connection. */
  readonly connectMs: number;
  /** From there until the last byte of the answer. */
  readonly answerMs: number;
  /** Before the one more try of a connection that was never accepted. */
  readonly retryMs: number;
}

/** One request; `path` is appended to the link's base address. */
export interface LinkRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** No answer, and why, in a sentence for the owner. */
export interface LinkFailure {
  readonly kind: 'failure';
  readonly reason: string;
  /** Whether no connection came about, so that the server knows nothing of the request. */
  readonly unreached: boolean;
}

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
/** No board and no cloud answers more than this. */
const LONGEST_ANSWER = 256 * 1024;

/** A keep-alive connection to one HTTP server. Requests end as values, never as errors. */
export class Link {
  readonly #base: URL;
  readonly #host: string;
  readonly #label: string;
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #path: string;
  readonly #target: Pick<http.RequestOptions, 'host' | 'port' | 'family' | 'lookup'>;
  readonly #bounds: HttpBounds;
  /** Asked at each connection, not only when an owner stored the name; undefined for servers that may be anywhere. */
  readonly #lookup: LookupFunction | undefined;
  #agent: http.Agent | null = null;
  #closing = new AbortController();

  /** `label` names the server at the start of a sentence: `The board at 192.168.1.20:7000`. */
  constructor(base: URL, label: string, { atHome, ...limits }: Realm, deps: LinkDeps) {
    this.#base = base;
    this.#host = base.hostname.replace(/^\[|\]$/g, '');
    this.#label = label;
    this.#clock = deps.clock;
    this.#limits = { ...limits, ...deps.limits };
    this.#lookup = atHome ? (deps.lookup ?? createHomeLookup()) : undefined;
    this.#path = base.pathname.replace(/\/$/, '');
    this.#target = {
      host: this.#host,
      port: base.port === '' ? null : Number(base.port),
      // Boards on the LAN answer reliably over IPv4 only.
      family: this.#isSecure ? 0 : isIPv6(this.#host) ? 6 : 4,
      ...(this.#lookup && { lookup: this.#lookup }),
    };
    const ready = this.#isSecure ? 'secureConnect' : 'connect';
    this.#bounds = { ...this.#limits, clock: this.#clock, longest: LONGEST_ANSWER, ready };
  }

  /** Makes requests possible; connects with the first of them. */
  async open(): Promise<void> {
    if (this.#agent) return;
    const { Agent } = this.#protocol;
    this.#closing = new AbortController();
    this.#agent = new Agent({ keepAlive: true, maxFreeSockets: 1, noDelay: true, timeout: IDLE_MS });
  }

  /** Ends running requests and closes the connection. */
  close(): void {
    this.#closing.abort();
    this.#agent?.destroy();
    this.#agent = null;
  }

  /**
   * Sends a request and collects the answer. One that met no connection is sent once more after a pause, and a read
   * whose kept connection turned out to be dead at once. Nothing else is repeated: a write that was sent may have been
   * taken.
   */
  async exchange(request: LinkRequest, signal: AbortSignal): Promise<HttpAnswer | LinkFailure> {
    if (!this.#agent) return failed(`${this.#label} is not in use now.`);
    // Nobody is asked for what is an address already.
    if (this.#lookup && isIP(this.#host) !== 0 && !isHomeAddress(this.#host))
      return failed(`${this.#label} is not in the home network: it is not connected to.`);
    const result = await this.#repeat(request, [signal, this.#closing.signal]);
    return result.kind === 'answer' ? result : this.#explain(result);
  }

  async #repeat(request: LinkRequest, signals: readonly AbortSignal[]): Promise<HttpAnswer | HttpFailure> {
    let result = await this.#attempt(request, signals);
    if (result.kind === 'closed' && result.isReset && request.method === 'GET')
      result = await this.#attempt(request, signals);
    if (result.kind !== 'unreached' || isUntrusted(result.code)) return result;
    await underAny(signals, (either) => pause(this.#clock, this.#limits.retryMs, either));
    return signals.some(({ aborted }) => aborted) ? result : this.#attempt(request, signals);
  }

  #attempt(
    { method, path, headers, body }: LinkRequest,
    signals: readonly AbortSignal[],
  ): Promise<HttpAnswer | HttpFailure> {
    const options = { ...this.#target, agent: this.#agent ?? undefined, method, path: this.#path + path, headers };
    const { request } = this.#protocol;
    return attemptHttp((onAnswer) => request(options, onAnswer), body, this.#bounds, signals);
  }

  get #isSecure(): boolean {
    return this.#base.protocol === 'https:';
  }

  get #protocol(): Pick<typeof http, 'Agent' | 'request'> {
    return this.#isSecure ? (require('node:https') as typeof import('node:https')) : http;
  }

  #explain(failure: HttpFailure): LinkFailure {
    const label = this.#label;
    const inSentence = label.charAt(0).toLowerCase() + label.slice(1);
    switch (failure.kind) {
      case 'unreached':
        return this.#explainUnreached(failure.code);
      case 'closed':
        return failed(
          failure.code.startsWith('HPE_')
            ? `${label} does not answer in HTTP: is the port right?`
            : `${label} closed the connection without an answer.`,
        );
      case 'silent':
        return failed(`${label} accepted the connection but did not answer within ${this.#limits.answerMs / 1000} s.`);
      case 'cut':
        return failed(`${label} broke off in the middle of its answer.`);
      case 'endless':
        return failed(`${label} answers with more than ${LONGEST_ANSWER / 1024} KiB: this is not a Vestaboard.`);
      case 'unsendable':
        return failed(
          `The key that is stored for ${inSentence} has characters that cannot be part of a key: enter it again.`,
        );
      default:
        return failed(`The exchange with ${inSentence} was cancelled.`);
    }
  }

  #explainUnreached(code: string): LinkFailure {
    if (isUntrusted(code))
      return failed(
        `${this.#label} has a certificate that does not match (${code}): are the date and the address right?`,
      );
    // What is not looked for at home is on the internet, and never the board itself.
    const why = this.#lookup
      ? (UNREACHED[code] ?? 'cannot be reached: is it switched on and connected to the network?')
      : 'cannot be reached: is there a connection to the internet?';
    return failed(`${this.#label} ${why}`, true);
  }
}

const UNREACHED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection: is its Local API enabled, and is the port right?',
  ENOTFOUND: 'cannot be found by its name: use its IP address.',
  [NOT_AT_HOME]: 'leads out of the home network by its name: it is not connected to.',
  EAI_AGAIN: 'cannot be found by its name: is there a connection to the network?',
};

const isUntrusted = (code: string): boolean => /^(?:ERR_TLS|CERT|DEPTH|UNABLE|SELF|EPROTO|ERR_SSL)/.test(code);

const failed = (reason: string, unreached = false): LinkFailure => ({ kind: 'failure', reason, unreached });
