import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseJson } from '../../core/json.ts';
import { onAbort } from '../../platform/abort.ts';
import { isOwnAddress } from '../../platform/network/net.ts';
import type { ByteBudget } from '../../core/bounds/byte-budget.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Documents } from '../../documents/port.ts';
import type { PlannedRequest } from '../../sources/request-plan.ts';
import { wordsIn } from '../../sources/said.ts';
import { CertificateError } from './home-certificate.ts';
import { createBodies } from './body-budget.ts';
import { BodyRoom } from './body-room.ts';
import { exchange, NetError, parseAddress, readBody, readPieces } from '../../platform/network/exchange.ts';
import { lookupFor, type Bar, type Lookup } from './guest-fetch.ts';
import { HostPace, type Asker, type HostUse } from './host-pace.ts';
import { LATE, conditionsFor, editionOf, explain, type NetEdition } from './net.ts';
import { isInHouse, Reach } from './reach.ts';

/** Most bytes of an answer, before anything is picked out of it. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_ERROR_BYTES = 16 * 1024;
const TIME_MS = 15_000;
/** Time for an answer of which a sieve leaves a part: it may be long, and wait for its turn. */
const SIEVE_TIME_MS = 60_000;
/**
 * What is kept of answers, with how they were asked for, for others who ask the same and for the question whether
 * anything has changed.
 */
const MOST_KEPT_BYTES = 1024 * 1024;
const MOST_ENTRY_BYTES = 128 * 1024;
const LONGEST_FRESH_MS = 6 * 3_600_000;

/** How a request is made, and for whom. */
export interface SourceAsk extends Asker {
  /** Origins of the home network that the owner confirmed. */
  readonly allowed: ReadonlySet<string>;
  /** Fingerprints of certificates that the owner accepted for some of these; none unless given. */
  readonly certificates?: ReadonlyMap<string, string>;
  /** How old an answer may be that another request brought. */
  readonly maxAgeMs: number;
  readonly signal: AbortSignal;
}

/** An answer with a status of success. */
export interface SourceAnswer {
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly address: string;
  readonly cookies: string;
}

/** Why there is none, without what must not be told; `status` when a server said so. */
export interface SourceFailure {
  readonly error: string;
  readonly status?: number;
  /** What the server says of it. */
  readonly words?: string;
  /** The body of the error itself, where it is JSON. */
  readonly said?: unknown;
  /** The origin in the home network that the owner has not confirmed. */
  readonly home?: string;
  /** The fingerprint of the certificate that it shows, when that is why. */
  readonly certificate?: string;
}

interface Entry {
  readonly answer: SourceAnswer;
  /** What it costs, all in all. */
  readonly bytes: number;
  readonly edition: NetEdition;
  at: number;
  freshUntil: number;
}

/** A request that is to be sent, and what is kept of its answer. */
interface Errand {
  readonly key: string;
  readonly request: PlannedRequest;
  readonly ask: SourceAsk;
  readonly known: Entry | undefined;
}

/** What a network of sources needs. */
export interface SourceNetPorts {
  readonly clock: Clock;
  /** Reads what comes. */
  readonly documents: Documents;
  readonly version: string;
  /** Where who runs the appliance can be reached; empty, or without it, nowhere. */
  readonly contact?: () => string;
  /** Memory for what is read; its own unless given. */
  readonly bodies?: ByteBudget;
  /** Where names are looked up; the system's way unless given. */
  readonly resolve?: Lookup;
}

/** Loaded for the first device at home that is asked over HTTPS. */
const connectAtHome: typeof import('./home-connection.ts').connectAtHome = (...given) =>
  (require('./home-connection.ts') as typeof import('./home-connection.ts')).connectAtHome(...given);

/** A request leads into the home network, where the owner has not confirmed this place. */
class HomeError extends NetError {
  readonly origin: string;

  constructor({ host, origin }: URL) {
    super(`${host} is in the home network: it is asked only when you have confirmed it for this source`);
    this.origin = origin;
  }
}

const HOME: Bar = {
  isBarred: (address) => isOwnAddress(address) || isInHouse(address),
  explain: (url) => new HomeError(url),
};

const secondsIn = (text: string | undefined, now: number): number | null => {
  if (text === undefined) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
};

/** Ms for which a server says that its answer stays true. */
const freshFor = (headers: IncomingHttpHeaders, now: number): number => {
  const control = headers['cache-control'] ?? '';
  if (/no-(?:store|cache)/.test(control)) return 0;
  const age = /max-age=(\d+)/.exec(control)?.[1];
  const seconds = age === undefined ? secondsIn(headers.expires, now) : Number(age) - Number(headers['age'] ?? 0);
  return Math.min(LONGEST_FRESH_MS, Math.max(0, (seconds ?? 0) * 1000));
};

const cookiesOf = (headers: IncomingHttpHeaders): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]?.trim() ?? '').join('; ');

const copyOf = (answer: SourceAnswer): SourceAnswer => ({ ...answer, bytes: Uint8Array.from(answer.bytes) });

/** What an entry costs beside its texts. */
const ENTRY_BYTES = 1024;

const bytesOf = (key: string, { bytes, address, contentType }: SourceAnswer, edition: NetEdition): number => {
  const texts = [key, address, contentType, edition.etag ?? '', edition.lastModified ?? ''];
  return ENTRY_BYTES + bytes.length + texts.reduce((sum, text) => sum + 2 * text.length, 0);
};

/** The time that a server may take, begun anew for each that is asked on the way. */
class TimeLimit {
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  #cancel = (): void => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(ms = TIME_MS): void {
    this.#cancel();
    this.#cancel = this.#clock.after(ms, () => this.#controller.abort());
  }

  end(): void {
    this.#cancel();
  }
}

/** The way of all sources to the network: one cache, one pace for each host, nothing of the home that nobody named. */
export class SourceNet {
  readonly #ports: SourceNetPorts;
  readonly #pace: HostPace;
  readonly #reach = new Reach();
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Promise<SourceAnswer | SourceFailure>>();
  readonly #bodies: ByteBudget;
  #bytes = 0;

  constructor(ports: SourceNetPorts) {
    this.#ports = ports;
    this.#bodies = ports.bodies ?? createBodies();
    this.#pace = new HostPace(ports.clock);
  }

  /** Where who runs the appliance can be reached; empty for nowhere. */
  get contact(): string {
    return this.#ports.contact?.() ?? '';
  }

  /** The hosts that were asked today. */
  hosts(): HostUse[] {
    return this.#pace.list();
  }

  /** What a server answers; joins a request for the same that is under way. Never rejects. */
  async ask(request: PlannedRequest, ask: SourceAsk): Promise<SourceAnswer | SourceFailure> {
    // Who may not ask an address of the home network gets no answer either that another source was given.
    const key = JSON.stringify([request, [...ask.allowed].sort(), [...(ask.certificates ?? [])].sort()]);
    const known = request.method === 'GET' ? this.#entries.get(key) : undefined;
    const now = this.#ports.clock.monotonic();
    if (known && (now < known.at + ask.maxAgeMs || now < known.freshUntil)) return copyOf(known.answer);
    // Each joins its own kind: a budget that is spent refuses nobody else.
    const name = `${ask.source} ${key}`;
    const running = this.#running.get(name) ?? this.#begin(name, { key, request, ask, known });
    const reply = await new Promise<SourceAnswer | SourceFailure>((resolve) => {
      const cancel = onAbort(ask.signal, () => resolve({ error: LATE }));
      void running.then(resolve).finally(cancel);
    });
    if (!('error' in reply)) return copyOf(reply);
    const words = reply.words === undefined ? {} : { words: ask.hide(reply.words) };
    return { ...reply, error: ask.hide(reply.error), ...words };
  }

  #begin(name: string, errand: Errand): Promise<SourceAnswer | SourceFailure> {
    const running = this.#send(errand).finally(() => this.#running.delete(name));
    if (errand.request.method === 'GET') this.#running.set(name, running);
    return running;
  }

  async #send(errand: Errand): Promise<SourceAnswer | SourceFailure> {
    const { request, ask } = errand;
    const limit = new TimeLimit(this.#ports.clock);
    const room = new BodyRoom(this.#bodies, ask.source ?? 'stock');
    try {
      const { hostname } = parseAddress(request.url);
      await this.#enter(hostname, ask, limit);
      const { answer, url } = await this.#exchange(errand, limit);
      this.#reach.answered(url.hostname);
      return await this.#read(errand, answer, url, room, limit);
    } catch (error) {
      if (limit.signal.aborted) return { error: LATE };
      const { error: sentence, status } = explain(error, request.url, this.#reach);
      return {
        error: sentence,
        ...(status === undefined ? {} : { status }),
        ...(error instanceof HomeError ? { home: error.origin } : {}),
        ...(error instanceof CertificateError ? { home: error.origin, certificate: error.sha256 } : {}),
      };
    } finally {
      room.release();
      limit.end();
    }
  }

  /** Waits for the turn at a host, which is no time that its server takes. Throws NetError when it may not be asked. */
  async #enter(host: string, asker: Asker, limit: TimeLimit): Promise<void> {
    limit.end();
    const refusal = await this.#pace.enter(host, asker);
    if (refusal !== null) throw new NetError(refusal);
    limit.begin();
  }

  #exchange({ request, ask, known }: Errand, limit: TimeLimit) {
    const { origin, hostname } = parseAddress(request.url);
    const lookup = (url: URL) => {
      if (request.body !== null && url.origin !== origin)
        throw new NetError('the server leads to another one, which must not see what was sent');
      return lookupFor(url, ask.allowed, this.#ports.resolve, HOME);
    };
    return exchange(request.url, {
      method: request.method,
      agent: `flapbox/${this.#ports.version}${this.contact === '' ? '' : ` (+${this.contact})`}`,
      headers: {
        ...request.headers,
        ...conditionsFor(known?.edition),
      },
      body: request.body === null ? null : Buffer.from(request.body),
      signal: limit.signal,
      enter: async (url) => {
        lookup(url); // What is barred costs no turn.
        await this.#enter(url.hostname, url.hostname === hostname ? ask : { ...ask, daily: undefined }, limit);
      },
      lookupFor: lookup,
      connectFor: (url) =>
        url.protocol === 'https:' && ask.allowed.has(url.origin)
          ? connectAtHome(url, ask.certificates?.get(url.origin), lookup(url))
          : undefined,
    });
  }

  async #read(
    { key, request, known }: Errand,
    answer: IncomingMessage,
    url: URL,
    room: BodyRoom,
    limit: TimeLimit,
  ): Promise<SourceAnswer | SourceFailure> {
    const { clock, documents } = this.#ports;
    const status = answer.statusCode ?? 0;
    const host = url.hostname;
    const now = clock.monotonic();
    if (status === 304 && known) {
      answer.destroy();
      this.#pace.answered(host);
      known.at = now;
      known.freshUntil = now + freshFor(answer.headers, clock.now());
      return known.answer;
    }
    if (status === 429 || status === 503) {
      const rest = secondsIn(answer.headers['retry-after'], clock.now());
      if (status === 429 || rest !== null) this.#pace.refused(host, rest === null ? null : rest * 1000);
    }
    if (status < 200 || status > 299) return this.#fail(status, answer, room);
    this.#pace.answered(host);
    const contentType = answer.headers['content-type'] ?? '';
    if (request.sieve) limit.begin(SIEVE_TIME_MS);
    const read = request.sieve
      ? await documents.sift({ ...request.sieve, contentType }, readPieces(answer, room), limit.signal)
      : { value: await readBody(answer, MOST_BYTES, room) };
    if ('error' in read) return { error: read.error };
    const bytes = read.value;
    if (request.sieve) room.take(bytes.length);
    const address = url.origin + url.pathname + url.search;
    const reply = { status, bytes, contentType, address, cookies: cookiesOf(answer.headers) };
    if (request.method === 'GET') this.#keep(key, reply, answer);
    return reply;
  }

  async #fail(status: number, answer: IncomingMessage, room: BodyRoom): Promise<SourceFailure> {
    const body = await readBody(answer, MOST_ERROR_BYTES, room).catch(() => null);
    // Pages of errors are for browsers.
    const said = body ? parseJson(body.toString('utf8')) : undefined;
    const words = said === undefined ? undefined : wordsIn(said);
    const error = `the server answers with status ${status}`;
    return { error, status, ...(words === undefined ? {} : { words }), ...(said === undefined ? {} : { said }) };
  }

  #keep(key: string, answer: SourceAnswer, message: IncomingMessage): void {
    this.#drop(key);
    const edition = editionOf(message);
    const bytes = bytesOf(key, answer, edition);
    if (bytes > MOST_ENTRY_BYTES || answer.cookies !== '') return;
    const now = this.#ports.clock.monotonic();
    this.#entries.set(key, {
      answer: copyOf(answer),
      bytes,
      edition,
      at: now,
      freshUntil: now + freshFor(message.headers, this.#ports.clock.now()),
    });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MOST_KEPT_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
