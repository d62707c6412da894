import type { IncomingMessage } from 'node:http';
import type { ByteBudget } from '../../core/bounds/byte-budget.ts';
import type { JsonOptions } from '../../documents/json-document.ts';
import type { Documents } from '../../documents/port.ts';
import { createBodies } from './body-budget.ts';
import { BodyRoom } from './body-room.ts';
import { exchange, MOST_ANSWER_BYTES, NetError, parseAddress, readBody } from '../../platform/network/exchange.ts';
import { Reach, type Unreached } from './reach.ts';

/** What to ask for besides the address. */
export interface NetRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly mostBytes?: number;
  /** What the server said of the document that is known already: it may answer that nothing has changed. */
  readonly known?: NetEdition | null;
  /** What is wanted of a JSON document; all of it unless given. */
  readonly wanted?: Pick<JsonOptions, 'picks' | 'list'>;
}

/** How a server names one edition of a document. */
export interface NetEdition {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A fetched document as it came. */
export interface NetBytes {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** The address that it came from, after redirects and without credentials. */
  readonly address: string;
  readonly edition: NetEdition;
}

/** Why there is none; `status` is set when a server answered, `unreached` when none did. */
export interface NetFailure {
  readonly error: string;
  readonly status?: number;
  readonly unreached?: Unreached;
}

/** The way of plugins to the network: `http`, `https` and `webcal` addresses, no credentials of ours, all bounded. */
export interface Net {
  /**
   * The bytes at an address, or that they are those that are known, or a sentence for the owner; a status other than
   * 2xx is none. Never rejects.
   */
  bytes(address: string, request?: NetRequest): Promise<NetBytes | { readonly unchanged: true } | NetFailure>;
  /** The JSON value at an address, or a sentence for the owner. Never rejects. */
  json(address: string, request?: NetRequest): Promise<{ readonly value: unknown } | NetFailure>;
}

/** The headers with which a server is asked whether anything has changed since an edition. */
export const conditionsFor = (known: NetEdition | null | undefined): Record<string, string> => ({
  ...(known?.etag ? { 'if-none-match': known.etag } : {}),
  ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
});

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the server refuses the connection',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up',
  ECONNRESET: 'the server ended the connection',
  ETIMEDOUT: 'the server does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ERR_INVALID_CHAR: 'a token or key has characters that no header can carry: enter it again',
};

/** What is said of a request that was given up: the end of its connection was ours. */
export const LATE = 'no answer in time';

const hostOf = (address: string): string => {
  try {
    return parseAddress(address).hostname;
  } catch {
    return '';
  }
};

/** A failed exchange, as a sentence for the owner. `reach` is told of it, and tells whether there is any internet. */
export const explain = (problem: unknown, address = '', reach: Reach | null = null): NetFailure => {
  if (problem instanceof NetError)
    return problem.status === undefined
      ? { error: problem.message }
      : { error: problem.message, status: problem.status };
  const { code = '', name = '', hostname } = problem as { code?: string; name?: string; hostname?: string };
  if (name === 'AbortError') return { error: LATE };
  const unreached = reach?.lost(hostname ?? hostOf(address), code);
  if (unreached?.offline) return { error: `no internet: ${unreached.host} cannot be reached`, unreached };
  const error =
    CAUSES[code] ?? (code === '' ? 'the address cannot be fetched' : `the address cannot be fetched (${code})`);
  return unreached ? { error, unreached } : { error };
};

const LONGEST_VALIDATOR = 1000;

/** The edition that an answer names. */
export const editionOf = ({ headers }: IncomingMessage): NetEdition => {
  const short = (value: string | undefined): string | null =>
    value !== undefined && value.length <= LONGEST_VALIDATOR ? value : null;
  return { etag: short(headers.etag), lastModified: short(headers['last-modified']) };
};

const fetchBytes = async (
  address: string,
  request: NetRequest,
  reach: Reach,
  bodies: ByteBudget,
): Promise<NetBytes | { readonly unchanged: true } | NetFailure> => {
  const room = new BodyRoom(bodies, hostOf(address));
  try {
    const headers = { ...request.headers, ...conditionsFor(request.known) };
    const { answer, url } = await exchange(address, { ...request, headers });
    const status = answer.statusCode ?? 0;
    reach.answered(hostOf(address));
    if (status < 200 || status > 299) {
      answer.destroy();
      if (status === 304 && request.known) return { unchanged: true };
      throw new NetError(`the server answers with status ${status}`, status);
    }
    const body = await readBody(answer, request.mostBytes ?? MOST_ANSWER_BYTES, room);
    const source = url.origin + url.pathname + url.search;
    return {
      bytes: body,
      contentType: answer.headers['content-type'] ?? '',
      address: source,
      edition: editionOf(answer),
    };
  } catch (error) {
    return request.signal?.aborted ? { error: LATE } : explain(error, address, reach);
  } finally {
    room.release();
  }
};

/** The network of this machine; what comes as JSON is read by `documents`. */
export const createNet = (documents: Documents, bodies: ByteBudget = createBodies()): Net => {
  const reach = new Reach();
  return {
    bytes: (address, request = {}) => fetchBytes(address, request, reach, bodies),
    json: async (address, request = {}) => {
      const answer = await fetchBytes(address, { ...request, known: null }, reach, bodies);
      if ('error' in answer) return answer;
      if ('unchanged' in answer) return { error: 'the server answers with status 304', status: 304 };
      return documents.read(
        'json',
        answer.bytes,
        { ...request.wanted, contentType: answer.contentType },
        request.signal,
      );
    },
  };
};
