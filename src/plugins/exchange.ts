import { request as requestHttp } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Readable, Transform } from 'node:stream';

/** Most bytes of an answer, after decompression. */
export const MOST_ANSWER_BYTES = 1024 * 1024;

const MOST_REDIRECTS = 5;
const SILENCE_MS = 10_000;
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

/** What is sent to an address. */
export interface ExchangeRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who asks, told to every server on the way; a header of that name goes before it. */
  readonly agent?: string;
  readonly body?: Uint8Array | null;
  readonly signal?: AbortSignal;
  /**
   * How the name of each address on the way is looked up; the system's way when it gives none. Throws NetError for an
   * address that is barred.
   */
  readonly lookupFor?: (url: URL) => LookupFunction | undefined;
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
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return headers;
};

// Both cost a start some milliseconds, and are needed from the first fetch on.
const loadHttps = () => require('node:https') as typeof import('node:https');
const loadZlib = () => require('node:zlib') as typeof import('node:zlib');

const open = (url: URL, request: ExchangeRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', body = null, signal, lookupFor } = request;
    const send = url.protocol === 'https:' ? loadHttps().request : requestHttp;
    const lookup = lookupFor?.(url);
    const options = {
      method,
      headers: headersFor(url, request),
      agent: false,
      timeout: SILENCE_MS,
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

/** The body of an answer, decompressed. Throws NetError beyond `most` bytes. */
export const readBody = async (answer: IncomingMessage, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(answer)) {
      size += (chunk as Buffer).length;
      if (size > most) throw new NetError(`the answer is larger than ${Math.floor(most / 1024)} KiB`);
      chunks.push(chunk as Buffer);
    }
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
};

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
