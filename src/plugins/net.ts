import { exchange, MOST_ANSWER_BYTES, NetError, parseAddress, readBody } from './exchange.ts';
import { Reach, type Unreached } from './reach.ts';

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

/** A failed exchange, as a sentence for the owner. `reach` is told of it, and tells whether there is any internet. */
export const explain = (problem: unknown, address = '', reach: Reach | null = null): NetFailure => {
  if (problem instanceof NetError) return problem.status === undefined ? { error: problem.message } : { error: problem.message, status: problem.status };
  const { code = '', name = '', hostname } = problem as { code?: string; name?: string; hostname?: string };
  if (name === 'AbortError') return { error: 'no answer in time' };
  const unreached = reach?.lost(hostname ?? hostOf(address), code);
  if (unreached?.offline) return { error: `no internet: ${unreached.host} cannot be reached`, unreached };
  const error = CAUSES[code] ?? (code === '' ? 'the address cannot be fetched' : `the address cannot be fetched (${code})`);
  return unreached ? { error, unreached } : { error };
};

const fetchText = async (address: string, request: NetRequest, reach: Reach): Promise<NetText | NetFailure> => {
  try {
    const { answer } = await exchange(address, request);
    const status = answer.statusCode ?? 0;
    reach.answered(hostOf(address));
    if (status < 200 || status > 299) {
      answer.destroy();
      throw new NetError(`the server answers with status ${status}`, status);
    }
    const contentType = answer.headers['content-type'] ?? '';
    const body = await readBody(answer, MOST_ANSWER_BYTES);
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
