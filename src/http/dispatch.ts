import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from '../core/memo.ts';
import { Fault } from '../fault.ts';
import { actAs, type Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { letOthersIn, nextTurn } from '../platform/crowd.ts';
import type { ValidationIssue } from '../schema/error.ts';
import { LARGEST_BODY_BYTES, LARGEST_PUBLIC_BODY_BYTES } from '../schema/limits.ts';
import { SESSION_COOKIE, type Access, type Authenticator } from './access.ts';
import { checkJson, checkLength, ClientGone, hasBody, parseJson, receiveBody, requireJson } from './wire/body.ts';
import type { ByteBudget } from '../core/bounds/byte-budget.ts';
import type { Cors } from './cors.ts';
import type { Metrics } from './metrics.ts';
import { SMALL_BYTES } from './wire/limits.ts';
import { checkOrigin, type HostGuard } from './guards.ts';
import { parseQuery } from './query.ts';
import { Reply, reply, replyEmpty, replyFailure, replyFault, type HttpLog, type ReplyHeaders } from './reply.ts';
import { RequestContext } from './request-context.ts';
import type { Match, RouteTable } from './route-table.ts';
import type { Route } from './route.ts';
import { addressOfSocket } from './peer.ts';
import { noRoomForAnswer, send, type Outlet } from './wire/send.ts';

/** Work that took no longer than this needs no rest after it, in milliseconds. */
const SHORT_MS = 1;

/**
 * What resolves when it is the caller's turn to do long work: one caller in each turn of the event loop, and after each
 * as much time for whatever is small as its work has taken. Of new connections one comes in with each turn of the loop,
 * so that without that time somebody would wait behind all those that an attacker has opened.
 */
const createTurnQueue = (clock: Clock): (() => Promise<void>) => {
  let free: Promise<void> = Promise.resolve();
  const rest = async (): Promise<void> => {
    const begun = clock.monotonic();
    await nextTurn();
    const took = clock.monotonic() - begun;
    if (took <= SHORT_MS) return;
    await new Promise<void>((resolve) => void clock.after(took, resolve));
    await letOthersIn();
  };
  return () => {
    const turn = free.then(nextTurn);
    free = turn.then(rest);
    return turn;
  };
};

/** What `work` resolves with, and for how long it kept everybody else waiting, in ms: 0 once others had their turn. */
const measureHeld = async <T>(clock: Clock, work: () => T | Promise<T>): Promise<[T, number]> => {
  let isShared = false;
  const watch = setImmediate(() => (isShared = true));
  const begun = clock.monotonic();
  try {
    const value = await work();
    return [value, isShared ? 0 : clock.monotonic() - begun];
  } finally {
    clearImmediate(watch);
  }
};

/** What every request meets. */
export interface Checks {
  readonly table: RouteTable;
  readonly authenticator: Authenticator;
  readonly hostGuard: HostGuard;
  readonly cors: Cors;
  readonly metrics: Metrics;
  readonly log: HttpLog;
  /** Memory for bodies. */
  readonly bodies: ByteBudget;
  readonly outlet: Outlet;
}

const NONE: ReplyHeaders = {};

const accessOf = (match: Match): Access => {
  if (match.kind === 'route') return match.route.access;
  return match.kind === 'wrong-method' && match.public ? 'public' : 'credential';
};

const isGuarded = (match: Match): boolean => match.kind === 'route' && match.route.ownOrigin === true;

const requireRoute = (match: Match): { route: Route; params: Readonly<Record<string, string>> } => {
  if (match.kind === 'route') return match;
  if (match.kind === 'malformed') throw new Fault(400, 'The address has a malformed escape sequence.');
  if (match.kind === 'unknown') throw new Fault(404, 'There is nothing at this address.');
  throw new Fault(405, 'This address does not accept the method.', { headers: { Allow: match.allow } });
};

const answerOptions = (match: Match, { headers }: RequestContext, cors: Cors): Reply => {
  const isKnown = match.kind === 'wrong-method';
  if (!isKnown && headers['access-control-request-method'] === undefined) requireRoute(match);
  return replyEmpty(204, { ...(isKnown && { Allow: match.allow }), ...cors.preflight(headers) });
};

/** What the first requests ask for has neither a query nor a body that would be held against a schema. */
const validation = once(() => require('./validate.ts') as typeof import('./validate.ts'));

const readQuery = ({ query }: Route, context: RequestContext): ValidationIssue[] => {
  if (!query) return [];
  const outcome = validation().validate(query, parseQuery(context.search), 'query');
  if (!outcome.ok) return outcome.issues;
  context.query = outcome.value;
  return [];
};

const NOT_HAD = replyEmpty(500);
const NO_BODY = Buffer.alloc(0);
const HEAVY_BYTES = 256 * 1024;
/** An answer that kept everybody else waiting for longer than this is work, in ms. */
const HEAVY_MS = 3;

const lengthOf = ({ content }: Reply): number => (content.kind === 'text' ? content.text.length : 0);
const isLarge = (made: Reply): boolean => lengthOf(made) > HEAVY_BYTES;

const checkBody = ({ body, bodyOptional, rawBody, jsonBounds }: Route, context: RequestContext): ValidationIssue[] => {
  if (!body) return [];
  const { length } = context.rawBody;
  if (length === 0) return bodyOptional ? [] : [validation().missing('body')];
  const value = parseJson(context.rawBody, jsonBounds);
  // The handler may take its time, and needs no second copy meanwhile.
  if (!rawBody) context.rawBody = NO_BODY;
  if (value === null && bodyOptional) return [];
  const outcome = validation().validate(body, value, 'body', length);
  if (!outcome.ok) return outcome.issues;
  context.body = outcome.value;
  return [];
};

const limitOf = ({ bodyLimit, access }: Route): number =>
  bodyLimit ?? (access === 'public' ? LARGEST_PUBLIC_BODY_BYTES : LARGEST_BODY_BYTES);

const noticeOf = (match: Match): ReplyHeaders =>
  match.kind === 'route' && match.route.deprecated
    ? { Deprecation: 'true', Link: `</api${match.route.deprecated.successor}>; rel="successor-version"` }
    : NONE;

/** In whose name a request is done. */
const actorOf = ({ identity: { kind, username }, path }: RequestContext): Actor => {
  const by = isMcp(path) ? 'assistant' : kind === 'token' || kind === 'favourite' ? 'token' : 'account';
  return { by, name: username };
};

const isMcp = (path: string): boolean => path === '/mcp' || path.startsWith('/mcp/');

/**
 * Answers requests of the API by their routes. Chains the checks: host, preflight, credentials, origin, address, form,
 * and then the handler.
 */
export class Dispatch {
  readonly #checks: Checks;
  readonly #turn: () => Promise<void>;
  /** Routes whose last answer was large, or kept everybody else waiting while it was made, with its length. */
  readonly #heavy = new Map<Route, number>();

  constructor(checks: Checks) {
    this.#checks = checks;
    this.#turn = createTurnQueue(checks.outlet.clock);
  }

  /** The JSON that `GET path` has for whoever asked for a page; null when it is refused, or fails. */
  async read(incoming: IncomingMessage, outgoing: ServerResponse, path: string): Promise<string | null> {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const context = new RequestContext(incoming, outgoing, path, '', headers);
    const match = this.#checks.table.find('GET', path);
    const { status, content } = await this.#answer(context, match).catch(() => NOT_HAD);
    return status === 200 && content.kind === 'text' ? content.text.toString() : null;
  }

  /** `path` is relative to `/api`, `search` is what follows the question mark. */
  async answer(incoming: IncomingMessage, outgoing: ServerResponse, path: string, search: string): Promise<void> {
    const { table, cors, metrics, log, outlet } = this.#checks;
    const { clock } = outlet;
    const started = clock.monotonic();
    const context = new RequestContext(incoming, outgoing, path, search);
    const { method } = context;
    const match = table.find(method, path);
    const route = match.kind === 'route' ? match.route.path : match.kind;
    let result: Reply;
    try {
      result = await this.#answer(context, match);
    } catch (error) {
      if (error instanceof ClientGone) return;
      result = replyFailure(error, log, 'a request failed unexpectedly', { method, route });
    }
    metrics.observe(method, route, result.status, (clock.monotonic() - started) / 1000);
    send(incoming, outgoing, result, { ...cors.headers(context.headers), ...noticeOf(match) }, outlet);
  }

  async #answer(context: RequestContext, match: Match): Promise<Reply> {
    const { authenticator, hostGuard, cors } = this.#checks;
    hostGuard(context.headers.host);
    if (context.method === 'OPTIONS') return answerOptions(match, context, cors);
    context.access = accessOf(match);
    const verdict = authenticator.check(context);
    if (verdict instanceof Fault) return replyFault(verdict);
    context.identity = verdict;
    checkOrigin(context.stream, () => isGuarded(match) || context.cookies[SESSION_COOKIE] !== undefined, cors);
    const { route: one, params } = requireRoute(match);
    context.params = params;
    one.gate?.(context);
    return (await this.#readInput(one, context)) ?? this.#run(one, context);
  }

  async #readInput(one: Route, context: RequestContext): Promise<Reply | null> {
    const { stream, outgoing } = context;
    const takesBody = one.body !== undefined || one.rawBody === true;
    if (takesBody && hasBody(stream)) requireJson(context.headers);
    if (one.access === 'public') checkLength(stream, limitOf(one));
    if (takesBody) context.rawBody = await receiveBody(stream, outgoing, limitOf(one), this.#checks.bodies);
    if (context.rawBody.length > SMALL_BYTES) await this.#turn();
    if (takesBody && !one.body) checkJson(context.rawBody);
    const issues = [...readQuery(one, context), ...checkBody(one, context)];
    return issues.length > 0 ? reply(422, { detail: issues }) : null;
  }

  async #run(one: Route, context: RequestContext): Promise<Reply> {
    const expected = this.#heavy.get(one);
    if (expected !== undefined) {
      await this.#turn();
      // What changes something is done all the same.
      if (context.method === 'GET') this.#checkUse(context.outgoing, expected);
    }
    const [answer, held] = await measureHeld(this.#checks.outlet.clock, () =>
      one.showsFrames && one.method !== 'GET'
        ? actAs(actorOf(context), () => one.handle(context))
        : one.handle(context),
    );
    const made = answer instanceof Reply ? answer : reply(one.success.status, answer);
    if (held > HEAVY_MS || isLarge(made)) this.#heavy.set(one, lengthOf(made));
    else this.#heavy.delete(one);
    return made;
  }

  /**
   * Throws when an answer of the expected length would be made for nothing: its client has gone, or finds no room for
   * it because it has not taken those before.
   */
  #checkUse(outgoing: ServerResponse, expected: number): void {
    if (outgoing.destroyed) throw new ClientGone();
    if (!this.#checks.outlet.answers.fits(addressOfSocket(outgoing.req.socket), expected)) throw noRoomForAnswer();
  }
}
