import { request as requestHttp } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Reach, type Unreached } from './reach.ts';

/** Most bytes of an answer, after decompression. */
export const MOST_ANSWER_BYTES = 1024 * 1024;

const MOST_REDIRECTS = 5;
const SILENCE_MS = 10_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Why an address cannot be fetched, for the owner and without credentials; `status` when a server answered with it. */
class NetError extends Error {
  override readonly name = 'NetError';
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** What to ask for besides the address. */
export interface NetRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A fetched document. */
export interface NetText {
  readonly text: string;
  readonly contentType: string;
}

/** Why there is none; `status` is set when a server answered, `unreached` when none did. */
export interface NetFailure {
  readonly error: string;
  readonly status?: number;
  readonly unreached?: Unreached;
}

/** The way of plugins to the network: `http`, `https` and `webcal` addresses, no credentials of ours, all bounded. */
export interface Net {
  /** The document at an address, or a sentence for the owner; a status other than 2xx is none. Never rejects. */
  text(address: string, request?: NetRequest): Promise<NetText | NetFailure>;
  /** The JSON value at an address, or a sentence for the owner. Never rejects. */
  json(address: string, request?: NetRequest): Promise<{ readonly value: unknown } | NetFailure>;
}

const parseAddress = (address: string, base?: URL): URL => {
  const written = address.trim().replace(/^webcals?:/i, 'https:');
  if (!URL.canParse(written, base?.href)) throw new NetError('the address is no URL');
  const url = new URL(written, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NetError(`addresses of type ${url.protocol} cannot be fetched`);
  return url;
};

const headersFor = (url: URL, given: Readonly<Record<string, string>>): OutgoingHttpHeaders => {
  const headers: OutgoingHttpHeaders = { 'user-agent': 'flapbox', accept: '*/*', 'accept-encoding': 'gzip, deflate, br', connection: 'close' };
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  if (url.username !== '' && headers['authorization'] === undefined) {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return headers;
};

const open = (url: URL, headers: OutgoingHttpHeaders, signal: AbortSignal | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const options = { method: 'GET', headers, agent: false, timeout: SILENCE_MS, ...(signal ? { signal } : {}) };
    const call = send(new URL(url.pathname + url.search, url.origin), options, resolve);
    call.on('timeout', () => call.destroy(new NetError('the server does not answer')));
    call.on('error', reject);
    call.end();
  });

const decoded = (answer: IncomingMessage): Readable => {
  const encoding = answer.headers['content-encoding'];
  const stream = encoding === 'gzip' || encoding === 'x-gzip' ? createGunzip() : encoding === 'deflate' ? createInflate() : encoding === 'br' ? createBrotliDecompress() : null;
  if (!stream) return answer;
  answer.on('error', (problem) => stream.destroy(problem));
  return answer.pipe(stream);
};

const readBody = async (answer: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(answer)) {
      size += (chunk as Buffer).length;
      if (size > MOST_ANSWER_BYTES) throw new NetError(`the answer is larger than ${MOST_ANSWER_BYTES / 1024} KiB`);
      chunks.push(chunk as Buffer);
    }
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
};

const charsetOf = (contentType: string, body: Buffer): string => {
  const declared = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1];
  return declared ?? /^<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/i.exec(body.subarray(0, 200).toString('latin1'))?.[1] ?? 'utf-8';
};

const decodeText = (body: Buffer, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // A charset that nobody knows: most such documents are readable as UTF-8 all the same.
    return new TextDecoder().decode(body);
  }
};

/** One answer that is no redirect. Headers of the owner go to the origin they were meant for, and to no other. */
const follow = async (address: string, request: NetRequest): Promise<IncomingMessage> => {
  let url = parseAddress(address);
  let headers = request.headers ?? {};
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await open(url, headersFor(url, headers), request.signal);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.statusCode ?? 0) || location === undefined) return answer;
    answer.destroy();
    const next = parseAddress(location, url);
    if (next.origin !== url.origin) headers = {};
    url = next;
  }
  throw new NetError(`more than ${MOST_REDIRECTS} redirects`);
};

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refuses the connection',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  ECONNRESET: 'the server ended the connection',
  ETIMEDOUT: 'the server does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
};

const hostOf = (address: string): string => {
  try {
    return parseAddress(address).hostname;
  } catch {
    return '';
  }
};

const explain = (problem: unknown, address: string, reach: Reach): NetFailure => {
  if (problem instanceof NetError) return problem.status === undefined ? { error: problem.message } : { error: problem.message, status: problem.status };
  const { code = '', name = '', hostname } = problem as { code?: string; name?: string; hostname?: string };
  if (name === 'AbortError') return { error: 'no answer in time' };
  const unreached = reach.lost(hostname ?? hostOf(address), code);
  if (unreached?.offline) return { error: `no internet: ${unreached.host} cannot be reached`, unreached };
  const error = CAUSES[code] ?? (code === '' ? 'the address cannot be fetched' : `the address cannot be fetched (${code})`);
  return unreached ? { error, unreached } : { error };
};

const fetchText = async (address: string, request: NetRequest, reach: Reach): Promise<NetText | NetFailure> => {
  try {
    const answer = await follow(address, request);
    const status = answer.statusCode ?? 0;
    reach.answered(hostOf(address));
    if (status < 200 || status > 299) {
      answer.destroy();
      throw new NetError(`the server answers with status ${status}`, status);
    }
    const contentType = answer.headers['content-type'] ?? '';
    const body = await readBody(answer);
    return { contentType, text: decodeText(body, charsetOf(contentType, body)) };
  } catch (problem) {
    return explain(problem, address, reach);
  }
};

const parseJson = (answer: NetText | NetFailure): { readonly value: unknown } | NetFailure => {
  if ('error' in answer) return answer;
  try {
    return { value: JSON.parse(answer.text) as unknown };
  } catch {
    return { error: 'the answer is no JSON' };
  }
};

/** The network of this machine. */
export const createNet = (): Net => {
  const reach = new Reach();
  return {
    text: (address, request = {}) => fetchText(address, request, reach),
    json: async (address, request = {}) => parseJson(await fetchText(address, request, reach)),
  };
};
