import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { onAbort } from '../../../src/platform/abort.ts';
import type { Cancel, Clock } from '../../../src/platform/clock.ts';
import { NOT_AT_HOME, createHomeLookup, isHomeAddress, parseHost } from '../../../src/platform/network/net.ts';
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
  ask({ method, path, body = '' }: DeviceRequest, signal: AbortSignal): Promise<DeviceAnswer> {
    if (isIP(this.#host) !== 0 && !isHomeAddress(this.#host))
      return Promise.reject(new NoAnswer(`${this.#label} is not in the home network: it is not connected to.`, true));
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Error(CALLED_OFF));
      const sent = request({
        host: this.#host,
        port: this.#port,
        agent: false,
        method,
        path,
        headers: this.#headersFor(body),
        lookup: this.#lookup,
      });
      const exchange = this.#watch(sent, signal, reject);
      sent.on('response', (answer) => exchange.collect(answer, resolve)).end(body);
    });
  }

  #headersFor(body: string): Record<string, string | number> {
    return {
      'Content-Length': Buffer.byteLength(body),
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...(this.#login === null ? {} : { Authorization: `Basic ${Buffer.from(this.#login).toString('base64')}` }),
    };
  }

  /** Bounds an exchange in time and size; nothing of it stays when it has ended. */
  #watch(sent: ClientRequest, signal: AbortSignal, reject: (problem: Error) => void) {
    const label = this.#label;
    let isConnected = false;
    let cancelTimer: Cancel = () => undefined;
    const give = (problem: Error): void => {
      end();
      sent.destroy();
      reject(problem);
    };
    const fail = (reason: string): void => give(new NoAnswer(reason, !isConnected));
    const unhear = onAbort(signal, () => give(new Error(CALLED_OFF)));
    const end = (): void => {
      cancelTimer();
      unhear();
    };
    const { connectMs, answerMs } = this.#times;
    cancelTimer = this.#clock.after(connectMs, () => fail(unreachable(label)));
    sent.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true;
        cancelTimer();
        cancelTimer = this.#clock.after(answerMs, () =>
          fail(`${label} did not answer within ${answerMs / 1000} s: switch it off and on if this lasts.`),
        );
      }),
    );
    sent.on('error', (error) => fail(isConnected ? brokenOff(label, error) : unreachable(label, error)));
    return {
      collect: (answer: IncomingMessage, resolve: (answer: DeviceAnswer) => void): void => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > LONGEST_ANSWER)
            fail(`${label} answers with more than ${LONGEST_ANSWER / 1024} KiB: is the host right?`);
        });
        answer.on('error', () => fail(`${label} broke off in the middle of its answer.`));
        answer.on('end', () => {
          end();
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        });
      },
    };
  }
}

const unreachable = (label: string, error?: NodeJS.ErrnoException): string => {
  if (error?.code === NOT_AT_HOME) return `${label} leads out of the home network by its name: it is not connected to.`;
  if (error?.code === 'ENOTFOUND') return `${label} cannot be found by its name: use its IP address.`;
  if (error?.code === 'ECONNREFUSED') return `${label} refuses the connection: is the host right?`;
  return `${label} cannot be reached: is it switched on and connected to the network?`;
};

const brokenOff = (label: string, { code }: NodeJS.ErrnoException): string =>
  code?.startsWith('HPE_')
    ? `${label} does not answer in HTTP: is the host right?`
    : `${label} closed the connection without an answer.`;
