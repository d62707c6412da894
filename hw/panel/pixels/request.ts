import { request } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../../../src/platform/clock.ts';
import { NOT_AT_HOME, createHomeLookup, isHomeAddress, parseHost } from '../../../src/platform/network/net.ts';
import { attemptHttp, type HttpFailure } from '../../http-attempt.ts';
import { CALLED_OFF } from '../waiting.ts';

/** How long a device is given, in ms. */
export interface DeviceTimes {
  readonly connectMs: number;
  /** From the connection to the last byte of the answer. */
  readonly answerMs: number;
}

/** A request to a device. */
export interface DeviceRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** What a device answered. */
export interface DeviceAnswer {
  readonly status: number;
  readonly text: string;
}

/** No answer came. `unreached`: the device cannot have heard of the request. */
export class NoAnswer extends Error {
  readonly unreached: boolean;

  constructor(reason: string, unreached = false) {
    super(reason);
    this.unreached = unreached;
  }
}

/** What an HTTP device is reached by. */
export interface DeviceAddress {
  /** A name or an IP address, optionally with a port; the port is 80 unless given. */
  readonly host: string;
  /** Names it at the start of a sentence. */
  readonly label: string;
  /** User name and password, joined by a colon; null where none are asked for. */
  readonly login: string | null;
}

const USUAL: DeviceTimes = { connectMs: 3000, answerMs: 6000 };
const USUAL_PORT = 80;
const LONGEST_ANSWER = 64 * 1024;

/** A small device with an HTTP server. Each request has a connection of its own, as such devices keep few of them. */
export class DeviceHttp {
  readonly #label: string;
  readonly #host: string;
  readonly #port: number;
  readonly #login: string | null;
  readonly #clock: Clock;
  readonly #times: DeviceTimes;
  readonly #lookup: LookupFunction;

  /** Throws an `Error` with a sentence for the owner when the host is none. */
  constructor({ host, label, login }: DeviceAddress, clock: Clock, times = USUAL, lookup = createHomeLookup()) {
    const parsed = parseHost(host);
    if (!parsed) throw new Error(`${label} has a host that is not a name or an IP address, optionally with a port.`);
    this.#label = label;
    this.#host = parsed.host;
    this.#port = parsed.port || USUAL_PORT;
    this.#login = login;
    this.#clock = clock;
    this.#times = times;
    this.#lookup = lookup;
  }

  /**
   * The answer to a request, whatever its status; redirections are not followed. Rejects with `NoAnswer`, and soon
   * after the signal aborts. Addresses outside the home network are not connected to (rules, B3).
   */
  async ask({ method, path, body = '' }: DeviceRequest, signal: AbortSignal): Promise<DeviceAnswer> {
    const [host, port] = [this.#host, this.#port];
    if (isIP(host) !== 0 && !isHomeAddress(host))
      throw new NoAnswer(`${this.#label} is not in the home network: it is not connected to.`, true);
    const options = { host, port, agent: false, method, path, headers: this.#headersFor(body), lookup: this.#lookup };
    const bounds = { ...this.#times, clock: this.#clock, longest: LONGEST_ANSWER, ready: 'connect' } as const;
    const result = await attemptHttp((onAnswer) => request(options, onAnswer), body, bounds, [signal]);
    if (result.kind === 'answer') return { status: result.status, text: result.body };
    throw this.#explain(result);
  }

  #headersFor(body: string): Record<string, string | number> {
    return {
      'Content-Length': Buffer.byteLength(body),
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...(this.#login === null ? {} : { Authorization: `Basic ${Buffer.from(this.#login).toString('base64')}` }),
    };
  }

  #explain(failure: HttpFailure): Error {
    const label = this.#label;
    switch (failure.kind) {
      case 'unreached':
        return new NoAnswer(
          `${label} ${UNREACHED[failure.code] ?? 'cannot be reached: is it switched on and connected to the network?'}`,
          true,
        );
      case 'closed':
        return new NoAnswer(
          failure.code.startsWith('HPE_')
            ? `${label} does not answer in HTTP: is the host right?`
            : `${label} closed the connection without an answer.`,
        );
      case 'silent':
        return new NoAnswer(
          `${label} did not answer within ${this.#times.answerMs / 1000} s: switch it off and on if this lasts.`,
        );
      case 'cut':
        return new NoAnswer(`${label} broke off in the middle of its answer.`);
      case 'endless':
        return new NoAnswer(`${label} answers with more than ${LONGEST_ANSWER / 1024} KiB: is the host right?`);
      default:
        return new Error(CALLED_OFF);
    }
  }
}

const UNREACHED: Readonly<Record<string, string>> = {
  [NOT_AT_HOME]: 'leads out of the home network by its name: it is not connected to.',
  ENOTFOUND: 'cannot be found by its name: use its IP address.',
  ECONNREFUSED: 'refuses the connection: is the host right?',
};
