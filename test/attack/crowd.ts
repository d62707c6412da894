import { request, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Attackers and others call from addresses of their own, all of them loopback. */
export const ATTACKER = '127.0.0.2';
/** A second attacker. */
export const ACCOMPLICE = '127.0.0.3';
/** Somebody of the house. */
export const NEIGHBOUR = '127.0.0.9';

/** Resolves after `ms`. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What came back of a request. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A request over a connection of its own; rejects when the connection ends without an answer. */
export const askFrom = (
  address: string,
  port: number,
  method: string,
  path: string,
  body?: string | Buffer,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: address,
        method,
        path,
        agent: false,
        headers: { ...length, ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    asked.on('error', reject).end(body);
  });

/** The same with a body of JSON. */
export const sendJson = (
  address: string,
  port: number,
  method: string,
  path: string,
  json: string | object,
): Promise<Answer> =>
  askFrom(address, port, method, path, typeof json === 'string' ? json : JSON.stringify(json), {
    'Content-Type': 'application/json',
  });

/** Many bare connections from one address. */
export interface Crowd {
  /** What each has received, as far as it reads. */
  readonly heard: readonly string[];
  close(): void;
}

/**
 * Opens connections, sends `bytes` over each, and reads what comes unless `isDeaf`. Resolves when all are connected and
 * have sent, or were refused.
 */
export const gather = async (
  address: string,
  port: number,
  count: number,
  bytes: string | Buffer,
  isDeaf = false,
): Promise<Crowd> => {
  const heard = Array.from({ length: count }, () => '');
  const sockets = await Promise.all(
    heard.map((_, at) => join(address, port, bytes, isDeaf, (text) => (heard[at] += text))),
  );
  return {
    heard,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

const LONGEST_SEND_MS = 5000;

const join = (
  address: string,
  port: number,
  bytes: string | Buffer,
  isDeaf: boolean,
  hear: (text: string) => void,
): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: address });
    const done = (): void => resolve(socket);
    socket.once('connect', () => void (bytes.length === 0 ? done() : socket.write(bytes, done)));
    socket.on('error', () => undefined).once('close', done);
    if (isDeaf) socket.pause();
    else socket.on('data', (chunk: Buffer) => hear(chunk.toString('latin1')));
    // One that is not read from never gets rid of all that it has to send.
    setTimeout(done, LONGEST_SEND_MS).unref();
  });
