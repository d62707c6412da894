import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import type { Duplex, Readable, Transform } from 'node:stream';
import { decodePart } from '../../core/encode.ts';

/** Most bytes of an answer, after decompression. */
export const MOST_ANSWER_BYTES = 1024 * 1024;

const MOST_REDIRECTS = 5;
const SILENCE_MS = 10_000;
const FIRST_BYTES = 16 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Redirects that ask for the same once more; after the others only GET is left of a request. */
const REPEATED = new Set([307, 308]);

/** Why an address cannot be fetched, for the owner and without credentials; `status` when a server answered with it. */
export class NetError extends Error {
  override readonly name = 'NetError';
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Opens a connection and hands it over, or why there is none. */
export type Connect = (done: (error: Error | null, socket?: Socket) => void) => void;

/** What is sent to an address. */
export interface ExchangeRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who asks, told to every server on the way; a header of that name goes before it. */
  readonly agent?: string;
  readonly body?: Uint8Array | null;
  readonly signal?: AbortSignal;
  /** How long a server may say nothing; ten seconds unless given. */
  readonly silenceMs?: number;
  /**
   * How the name of each address on the way is looked up; the system's way when it gives none. Throws NetError for an
   * address that is barred.
   */
  readonly lookupFor?: (url: URL) => LookupFunction | undefined;
  /** What connects to an address instead of the usual way, which trusts public certificates alone. */
  readonly connectFor?: (url: URL) => Connect | undefined;
  /** Waits until an address may be asked that another one leads to; rejects with NetError when it may not be. */
  readonly enter?: (url: URL) => Promise<void>;
}

/** The address that a text means, from the one it stands in. Throws NetError when it cannot be fetched. */
export const parseAddress = (address: string, base?: URL): URL => {
  const written = address.trim().replace(/^webcals?:/i, 'https:');
  if (!URL.canParse(written, base?.href)) throw new NetError('the address is no URL');
  const url = new URL(written, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new NetError(`addresses of type ${url.protocol} cannot be fetched`);
  return url;
};

const headersFor = (url: URL, { headers: given = {}, agent = 'flapbox' }: ExchangeRequest): OutgoingHttpHeaders => {
  const headers: OutgoingHttpHeaders = {
    'user-agent': agent,
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    connection: 'close',
  };
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  if (url.username !== '' && headers['authorization'] === undefined) {
    const pair = `${decodePart(url.username)}:${decodePart(url.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return headers;
};

// Both cost a start some milliseconds, and are needed from the first fetch on.
const loadHttps = () => require('node:https') as typeof import('node:https');
const loadZlib = () => require('node:zlib') as typeof import('node:zlib');

/** A way to connect as requests take it: they leave it to the connection for how long a server may say nothing. */
const connectionBy =
  (connect: Connect, silenceMs: number) =>
  (_options: unknown, done: (error: Error | null, socket: Duplex) => void): undefined => {
    connect((error, socket) => done(error, socket?.setTimeout(silenceMs) as Socket));
    return undefined;
  };

const open = (url: URL, request: ExchangeRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', body = null, signal, lookupFor, connectFor, silenceMs = SILENCE_MS } = request;
    const send = url.protocol === 'https:' ? loadHttps().request : requestHttp;
    const lookup = lookupFor?.(url);
    const connect = connectFor?.(url);
    const options = {
      method,
      headers: headersFor(url, request),
      ...(connect ? { createConnection: connectionBy(connect, silenceMs) } : { agent: false }),
      timeout: silenceMs,
      ...(signal ? { signal } : {}),
      ...(lookup ? { lookup } : {}),
    };
    let answer: IncomingMessage | undefined;
    const call = send(new URL(url.pathname + url.search, url.origin), options, (begun) => {
      answer = begun;
      resolve(begun);
    });
    call.on('timeout', () => {
      const late = new NetError('the server does not answer');
      answer?.destroy(late);
      call.destroy(late);
    });
    call.on('error', reject);
    call.end(body ?? undefined);
  });

const decoderOf = (encoding: string | undefined): Transform | null => {
  if (encoding === 'gzip' || encoding === 'x-gzip') return loadZlib().createGunzip();
  if (encoding === 'deflate') return loadZlib().createInflate();
  return encoding === 'br' ? loadZlib().createBrotliDecompress() : null;
};

const decoded = (answer: IncomingMessage): Readable => {
  const stream = decoderOf(answer.headers['content-encoding']?.trim().toLowerCase());
  if (!stream) return answer;
  answer.on('error', (problem) => stream.destroy(problem));
  return answer.pipe(stream);
};

/** Where the bytes of a body are paid for while it is read. */
export interface Room {
  /** Cuts an answer off when others need its room; answers what ends that. */
  watch(answer: IncomingMessage): () => void;
  /** Takes so many bytes more, or gives them back. Throws NetError when there is no room. */
  take(bytes: number): void;
}

/** The body of an answer, decompressed; its bytes stay taken of the room. Throws NetError beyond `most` bytes. */
export const readBody = async (answer: IncomingMessage, most: number, room: Room): Promise<Buffer> => {
  // One buffer that grows: a server that sends byte by byte would have us keep each in an object of its own.
  let body = Buffer.alloc(FIRST_BYTES);
  let size = 0;
  let taken = 0;
  const take = (bytes: number): void => {
    room.take(bytes - taken);
    taken = bytes;
  };
  const leave = room.watch(answer);
  try {
    take(FIRST_BYTES);
    for await (const chunk of decoded(answer)) {
      const { length } = chunk as Buffer;
      if (size + length > most) throw new NetError(`the answer is larger than ${Math.floor(most / 1024)} KiB`);
      if (size + length > body.length) {
        take(Math.max(size + length, 2 * body.length));
        const larger = Buffer.alloc(taken);
        body.copy(larger, 0, 0, size);
        body = larger;
      }
      size += (chunk as Buffer).copy(body, size);
    }
    take(size);
  } catch (error) {
    take(0);
    throw error;
  } finally {
    leave();
    answer.destroy();
  }
  return Buffer.from(new Uint8Array(body.subarray(0, size)).buffer);
};

/** The pieces of a body, decompressed, of which only one at a time is there. Rejects with NetError. */
export async function* readPieces(answer: IncomingMessage, room: Room): AsyncGenerator<Uint8Array> {
  const leave = room.watch(answer);
  try {
    for await (const chunk of decoded(answer)) yield chunk as Buffer;
  } finally {
    leave();
    answer.destroy();
  }
}

/**
 * Asks an address, and where it leads to: the answer that is no redirect. Headers of the owner go to the origin they
 * were meant for, and to no other.
 */
export const exchange = async (
  address: string,
  request: ExchangeRequest,
): Promise<{ readonly answer: IncomingMessage; readonly url: URL }> => {
  let url = parseAddress(address);
  let next = request;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await open(url, next);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.statusCode ?? 0) || location === undefined) return { answer, url };
    answer.destroy();
    const target = parseAddress(location, url);
    if (target.origin !== url.origin) next = { ...next, headers: {} };
    if (!REPEATED.has(answer.statusCode ?? 0) && next.method !== 'HEAD') next = { ...next, method: 'GET', body: null };
    url = target;
    if (hop < MOST_REDIRECTS) await request.enter?.(url);
  }
  throw new NetError(`more than ${MOST_REDIRECTS} redirects`);
};
