import { bufferOf, type Host } from './host.ts';
import type { Signal } from './signal.ts';

type Pair = readonly [string, string];
type HeadersInit = Headers | readonly Pair[] | Record<string, string>;

interface Init {
  readonly method?: string;
  readonly headers?: HeadersInit;
  readonly body?: string | BufferSource | object | null;
  readonly signal?: Signal;
}

interface Head {
  readonly error?: string;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: Pair[];
}

/** `Headers`: names are lower-case, several values of one name are joined by a comma. */
export class Headers {
  readonly #values_ = new Map<string, string>();

  constructor(init: HeadersInit = {}) {
    const pairs: Iterable<Pair> =
      Array.isArray(init) || init instanceof Headers ? (init as Iterable<Pair>) : Object.entries(init);
    for (const [name, value] of pairs) this.append(name, value);
  }

  append(name: string, value: string): void {
    const key = String(name).toLowerCase();
    const known = this.#values_.get(key);
    this.#values_.set(key, known === undefined ? String(value) : `${known}, ${String(value)}`);
  }

  set(name: string, value: string): void {
    this.#values_.set(String(name).toLowerCase(), String(value));
  }

  get(name: string): string | null {
    return this.#values_.get(String(name).toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values_.has(String(name).toLowerCase());
  }

  delete(name: string): void {
    this.#values_.delete(String(name).toLowerCase());
  }

  forEach(run: (value: string, name: string) => void): void {
    this.#values_.forEach(run);
  }

  keys(): IterableIterator<string> {
    return this.#values_.keys();
  }

  values(): IterableIterator<string> {
    return this.#values_.values();
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values_.entries();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values_.entries();
  }
}

const CHARSET = /charset\s*=\s*"?([\w-]+)/i;

/** What a server answered. Its body lies outside, and is read once. */
class Response {
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly url: string;
  readonly headers: Headers;
  bodyUsed = false;
  readonly #take: () => ArrayBuffer;
  readonly #decode: (bytes: ArrayBuffer, label: string) => string;

  constructor(head: Head, take: () => ArrayBuffer, decode: (bytes: ArrayBuffer, label: string) => string) {
    this.status = head.status;
    this.statusText = head.statusText;
    this.ok = head.status >= 200 && head.status < 300;
    this.url = head.url;
    this.headers = new Headers(head.headers);
    this.#take = take;
    this.#decode = decode;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.bodyUsed) throw new TypeError('the body was read already');
    this.bodyUsed = true;
    return this.#take();
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async text(): Promise<string> {
    return this.#decode(await this.arrayBuffer(), CHARSET.exec(this.headers.get('content-type') ?? '')?.[1] ?? 'utf-8');
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }
}

interface Waiting {
  readonly resolve: (response: Response) => void;
  readonly reject: (problem: unknown) => void;
}

/** What else there is inside that bodies are made of. */
interface Bodies {
  readonly encode: (text: string) => Uint8Array<ArrayBuffer>;
  /** Whether a body is a form (`URLSearchParams`). */
  readonly isForm: (body: unknown) => boolean;
}

/** `fetch` without credentials, caches or streams; `answer` and `abandon` are for the worker. */
export const createNetwork = (host: Host, { encode, isForm }: Bodies) => {
  const waiting = new Map<number, Waiting>();
  const decode = (bytes: ArrayBuffer, label: string): string => {
    const options = (name: string): string => JSON.stringify({ label: name, fatal: false, ignoreBOM: false });
    try {
      return JSON.parse(host.decode(bufferOf(bytes), options(label))) as string;
    } catch {
      return JSON.parse(host.decode(bufferOf(bytes), options('utf-8'))) as string;
    }
  };
  const bytesOf = (body: Init['body']): ArrayBuffer | null => {
    if (body === null || body === undefined) return null;
    return body instanceof ArrayBuffer || ArrayBuffer.isView(body)
      ? bufferOf(body as BufferSource)
      : bufferOf(encode(String(body)));
  };
  /** The type of a body whose sender names none; null where nobody can know it. */
  const typeOf = (body: Init['body']): string | null => {
    if (typeof body === 'string') return 'text/plain;charset=UTF-8';
    return isForm(body) ? 'application/x-www-form-urlencoded;charset=UTF-8' : null;
  };
  const send = (address: unknown, { method = 'GET', headers = {}, body, signal }: Init, waiter: Waiting): void => {
    signal?.throwIfAborted();
    const given = new Headers(headers);
    const type = typeOf(body);
    if (type !== null && !given.has('content-type')) given.set('content-type', type);
    const ask = host.fetch(
      JSON.stringify({ url: String(address), method: String(method).toUpperCase(), headers: [...given] }),
      bytesOf(body),
    );
    waiting.set(ask, waiter);
    signal?.addEventListener('abort', () => abandon(ask, signal.reason));
  };
  const abandon = (ask: number, reason: unknown): void => {
    waiting.get(ask)?.reject(reason);
    waiting.delete(ask);
  };
  const answer = (ask: number, text: string): void => {
    const waiter = waiting.get(ask);
    waiting.delete(ask);
    const head = JSON.parse(text) as Head;
    if (head.error !== undefined) waiter?.reject(new TypeError(head.error));
    else waiter?.resolve(new Response(head, () => host.body(ask), decode));
  };
  const fetch = (address: unknown, init: Init = {}): Promise<Response> =>
    new Promise((resolve, reject) => send(address, init, { resolve, reject }));
  return { fetch, answer, abandon };
};
