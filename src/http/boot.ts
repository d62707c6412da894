import * as v from 'valibot';
import { Mutex } from '../core/mutex.ts';
import { nextTurn } from '../platform/crowd.ts';
import { JsonObjectSchema } from '../schema/common.ts';
import { compressText } from './wire/compression.ts';
import { Reply, replyJsonText } from './reply.ts';
import type { RouteTable } from './route-table.ts';
import { ok, routesIn, type Route, type RouteRequest } from './route.ts';

/** What the first view of the interface asks for, whatever boards there are. */
export const FIRST_VIEW = [
  '/auth/status',
  '/boards/conditions',
  '/config/general',
  '/config/validate',
  '/favourites',
  '/mqtt/status',
  '/plugins/errors',
  '/settings/board',
  '/settings/display',
  '/settings/output',
  '/settings/wizard',
  '/system/update/status',
  '/v1/boards',
  '/v1/collections',
  '/v1/pages',
] as const;

/** What it asks for each board. */
const addressOf = (boardId: string): string => `/v1/boards/${encodeURIComponent(boardId)}`;

/** Letters of what is told of boards, of which the first is drawn first, and of all other answers. */
const MOST_OF_BOARDS = 96 * 1024;
const MOST_OF_OTHERS = 96 * 1024;

/** Boards of which the details are made in one turn of the event loop. */
const BOARDS_A_TURN = 16;

/** An answer that takes longer is left to a request of its own: the boards come first. */
const LONGEST_MS = 250;

/** Those that fit into so many letters together, the first ones first. */
const within = (parts: readonly string[], most: number): string[] => {
  let left = most;
  return parts.filter(({ length }) => {
    if (length > left) return false;
    left -= length;
    return true;
  });
};

/** What the boot answer is made from. */
export interface BootSources {
  /** Every route of the API. */
  readonly table: () => RouteTable;
  readonly boardIds: () => readonly string[];
  /** How many events there were: a page that hears of later ones asks again. */
  readonly revision: () => number;
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>;
}

const route = routesIn({ surface: 'internal', access: 'credential', tag: 'system' });

const BootSchema = v.object({ revision: v.number(), answers: JsonObjectSchema });

/**
 * `GET /boot`: the answers of all that the first view of the interface asks for, by address, in one. What fails, takes
 * long or is too large is left out. One is made at a time.
 */
export const bootRoute = ({ table, boardIds, revision, wait }: BootSources): Route => {
  const answer = async (caller: Caller, address: string): Promise<unknown> => {
    const match = table().find('GET', address);
    if (match.kind !== 'route') return undefined;
    const result = await match.route.handle({ ...caller, path: address, params: match.params, query: undefined });
    return result instanceof Reply ? undefined : result;
  };
  const make = async (request: RouteRequest): Promise<Reply> => {
    const known = revision();
    const caller = callerOf(request);
    const ask = (address: string): Promise<unknown> => answer(caller, address).catch(() => undefined);
    const tell = async (address: string, asked: Promise<unknown>): Promise<string> => {
      const body = await asked;
      return body === undefined ? '' : `${JSON.stringify(address)}:${JSON.stringify(body)}`;
    };
    const parts: string[] = [];
    let left = MOST_OF_BOARDS;
    // One after another: boards may be thousands of flaps each, and what does not fit is not made.
    for (const [at, id] of boardIds().entries()) {
      if (at > 0 && at % BOARDS_A_TURN === 0) await nextTurn();
      const part = await tell(addressOf(id), ask(addressOf(id)));
      left -= part.length;
      if (left < 0) break;
      parts.push(part);
    }
    const others: [address: string, asked: Promise<unknown>][] = [];
    for (const address of FIRST_VIEW) {
      others.push([address, ask(address)]);
      await nextTurn();
    }
    const limit = wait(LONGEST_MS);
    const told = await Promise.all(others.map(([address, asked]) => tell(address, Promise.race([asked, limit]))));
    parts.push(...within(told, MOST_OF_OTHERS));
    const text = `{"revision":${known},"answers":{${parts.filter(Boolean).join()}}}`;
    // Compressed for whoever can read that: most of it says the same of one board after another.
    const { body, headers } = await compressText(text, String(request.headers['accept-encoding'] ?? ''));
    return replyJsonText(200, body, headers);
  };
  const turns = new Mutex();
  return route('GET /boot', {
    summary: 'Everything that the first view of the interface asks for, by address',
    success: ok(BootSchema, 'The answers by address, and the revision of events that they belong to.'),
    handle: (request) => turns.run(() => make(request)),
  });
};

type Caller = Omit<RouteRequest, 'path' | 'params' | 'query'>;

/** What requests for other addresses have of the same caller. */
const callerOf = ({ rawBody, stream, headers, peer, secure, cookies, identity, signal }: RouteRequest): Caller => {
  return { method: 'GET', body: undefined, rawBody, stream, headers, peer, secure, cookies, identity, signal };
};
