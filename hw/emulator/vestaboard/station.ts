import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/platform/clock.ts';
import { takeFault } from './faults.ts';
import { text, type Arrived, type Reply } from './reply.ts';
import type { Switches } from './switches.ts';

/** What a station serves. */
export interface StationOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly switches: Switches;
  /** The board's or the cloud's own paths; null for others. */
  readonly product: (request: Arrived) => Reply | null;
  /** Paths of the emulator itself, which no fault befalls; null for others. */
  readonly control: (request: Arrived) => Reply | null;
  /** Called with every request to the product's paths before it is answered. */
  readonly onRequest: (request: Arrived) => void;
}

const LONGEST_BODY = 1024 * 1024;

/** One listening board or cloud: plain HTTP with the faults that are switched on. */
export class Station {
  readonly #options: StationOptions;
  readonly #server: Server;
  #port: number;

  constructor(options: StationOptions) {
    this.#options = options;
    this.#port = options.port;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** The address it listens on. */
  get host(): string {
    return this.#options.host;
  }

  get url(): string {
    return `http://${this.host}:${this.port}`;
  }

  /** The port it listens on, once it does. */
  get port(): number {
    return this.#port;
  }

  /** Begins to accept connections, on the same port every time. */
  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, this.#options.host, () => {
        this.#server.off('error', reject);
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  /** Ends all connections and refuses new ones. */
  refuse(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Closes the connections on which nothing is under way, as a board does that has waited long enough. */
  closeIdle(): void {
    this.#server.closeIdleConnections();
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { switches, clock, control, product, onRequest } = this.#options;
    const request = await arrive(incoming).catch(() => null);
    if (!request) return void response.destroy();
    const own = control(request);
    if (own) return send(response, own);
    onRequest(request);
    if (switches.latencyMs > 0) await new Promise<void>((resolve) => clock.after(switches.latencyMs, resolve));
    const fault = takeFault(switches, request.method);
    if (fault) fault(response, switches, clock);
    else send(response, product(request) ?? text(404, 'Not Found'));
  }
}

const arrive = async (incoming: IncomingMessage): Promise<Arrived | null> => {
  const connection = incoming.socket.remotePort ?? 0;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LONGEST_BODY) return null;
    chunks.push(chunk);
  }
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: incoming.method ?? '',
    path: (incoming.url ?? '/').replace(/\?.*$/, ''),
    headers,
    body: Buffer.concat(chunks).toString('utf8'),
    connection,
  };
};

const send = (response: ServerResponse, reply: Reply): void => {
  response.writeHead(reply.status, {
    Server: 'Vestaboard/v4.3.0',
    ...reply.headers,
    ...(reply.status === 304 ? {} : { 'Content-Length': Buffer.byteLength(reply.body) }),
  });
  response.end(reply.body);
};
