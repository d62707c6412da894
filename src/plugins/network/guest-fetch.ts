import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { ByteBudget } from '../../core/bounds/byte-budget.ts';
import { isOwnAddress, parseHost } from '../../platform/network/net.ts';
import type { FetchAsk, FetchReply } from '../../sandbox/protocol.ts';
import type { JsonObject } from '../../schema/common.ts';
import { textsIn } from '../keeping/secrets.ts';
import { createBodies } from './body-budget.ts';
import { BodyRoom } from './body-room.ts';
import { exchange, MOST_ANSWER_BYTES, NetError, readBody } from '../../platform/network/exchange.ts';
import { explain } from './net.ts';

/** Bytes of all answers of one call together. */
const MOST_BYTES = 4 * MOST_ANSWER_BYTES;
const MOST_AT_ONCE = 4;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Headers that say how a request travels; that is for us to say. */
const HELD = /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const UNPRINTABLE = /[^\t\x20-\x7e\x80-\xff]/;

const barred = ({ host }: URL): NetError =>
  new NetError(
    `${host} is an address of the appliance itself, or link-local: a plugin reaches it only when the ` +
      `owner has written this address into the plugin's settings`,
  );

/** Where addresses are asked; tests have their own names. */
export type Lookup = (
  host: string,
  options: { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void;

/** What is not to be reached, and what is said of it. */
export interface Bar {
  readonly isBarred: (address: string) => boolean;
  readonly explain: (url: URL) => NetError;
}

const OWN_ADDRESSES: Bar = { isBarred: isOwnAddress, explain: barred };

/** Looks a name up and refuses what is barred; the connection goes to exactly what was looked at. */
const guarded =
  (url: URL, resolve: Lookup, { isBarred, explain: refuse }: Bar): LookupFunction =>
  (host, options, done) => {
    resolve(host, { all: true }, (error, addresses) => {
      const refusal = error ?? (addresses.some(({ address }) => isBarred(address)) ? refuse(url) : null);
      const [first] = addresses ?? [];
      if (refusal || !first) return done(refusal ?? new NetError('the host name is unknown'), '', 0);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

/**
 * Lets through what the owner named, and everything that is not barred; by default that is what leads back to the
 * appliance. Throws NetError.
 */
export const lookupFor = (
  url: URL,
  allowed: ReadonlySet<string>,
  resolve: Lookup = lookup,
  bar: Bar = OWN_ADDRESSES,
): LookupFunction | undefined => {
  if (allowed.has(url.origin)) return undefined;
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 && bar.isBarred(bare)) throw bar.explain(url);
  return guarded(url, resolve, bar);
};

const headersOf = (pairs: FetchAsk['headers']): Record<string, string> => {
  for (const [name, value] of pairs) {
    if (!HEADER_NAME.test(name) || UNPRINTABLE.test(value))
      throw new NetError(`the header "${name.slice(0, 40)}" cannot be sent`);
  }
  return Object.fromEntries(pairs.filter(([name]) => !HELD.test(name)));
};

const originsOf = (text: string): string[] => {
  const written = text.trim();
  if (/^https?:\/\//i.test(written)) return URL.canParse(written) ? [new URL(written).origin] : [];
  const parsed = written.length < 300 ? parseHost(written) : null;
  if (!parsed || parsed.port === 0) return [];
  return ['http', 'https'].flatMap((scheme) =>
    URL.canParse(`${scheme}://${written}`) ? [new URL(`${scheme}://${written}`).origin] : [],
  );
};

/**
 * The origins that the owner of a plugin allowed by writing them into its settings, as an address
 * (`http://127.0.0.1:8080/x`) or as a host with its port. What the author's manifest brings along, its defaults among
 * it, allows nothing.
 */
export const allowedOrigins = (config: JsonObject, settingsSchema: JsonObject): ReadonlySet<string> => {
  const ofAuthor = new Set(textsIn(settingsSchema).flatMap(originsOf));
  return new Set(
    textsIn(config)
      .flatMap(originsOf)
      .filter((origin) => !ofAuthor.has(origin)),
  );
};

/**
 * The way of one call of a plugin to the network: some requests at once, some bytes in all, nothing that leads back to
 * the appliance.
 */
export class GuestFetch {
  readonly #allowed: ReadonlySet<string>;
  readonly #room: BodyRoom;
  readonly #resolve: Lookup;
  #bytes = 0;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    allowed: ReadonlySet<string>,
    resolve: Lookup = lookup,
    bodies: ByteBudget = createBodies(),
    reader = '',
  ) {
    this.#allowed = allowed;
    this.#resolve = resolve;
    this.#room = new BodyRoom(bodies, reader);
  }

  /** Gives back the room for its answers: the call is over. */
  close(): void {
    this.#room.release();
  }

  /** Makes a request; its failure is a sentence. Never rejects. */
  async fetch(ask: FetchAsk, signal: AbortSignal): Promise<FetchReply> {
    if (this.#running >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
    try {
      return await this.#exchange(ask, signal);
    } catch (error) {
      return { error: explain(error).error };
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #exchange({ url: address, method, headers, body }: FetchAsk, signal: AbortSignal): Promise<FetchReply> {
    if (!METHODS.has(method)) throw new NetError(`requests of type ${method.slice(0, 20)} cannot be made`);
    const request = {
      method,
      headers: headersOf(headers),
      body,
      signal,
      lookupFor: (url: URL) => lookupFor(url, this.#allowed, this.#resolve),
    };
    const { answer, url } = await exchange(address, request);
    const bytes = await readBody(answer, MOST_ANSWER_BYTES, this.#room);
    // Several are read at once: whether there is room for one is known when it is there.
    if (this.#bytes + bytes.length > MOST_BYTES) {
      this.#room.take(-bytes.length);
      throw new NetError(`all answers of one call together are larger than ${MOST_BYTES / 1024} KiB`);
    }
    this.#bytes += bytes.length;
    const told = Object.entries(answer.headers).map(
      ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)] as const,
    );
    return {
      status: answer.statusCode ?? 0,
      statusText: answer.statusMessage ?? '',
      url: url.href,
      headers: told,
      body: new Uint8Array(bytes),
    };
  }
}
