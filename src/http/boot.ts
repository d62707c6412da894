import * as v from 'valibot';
import { JsonObjectSchema } from '../schema/common.ts';
import { compressText } from './compression.ts';
import { Reply, replyJsonText } from './reply.ts';
import type { RouteTable } from './route-table.ts';
import { route } from './route.ts';
import type { Route, RouteRequest } from './route.ts';

/** What the first view of the interface asks for, whatever boards there are. */
const FIXED = [
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

/** The whole answer, compressed for whoever can read that: most of it says the same of one board after another. */
const compressed = async (answer: unknown, accepted: string): Promise<Reply> => {
  const { body, headers } = await compressText(JSON.stringify(answer), accepted);
  return replyJsonText(200, body, headers);
};

/** An answer that takes longer is left to a request of its own: the boards come first. */
const LONGEST_MS = 250;

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

const BootSchema = v.object({ revision: v.number(), answers: JsonObjectSchema });

/**
 * `GET /boot`: the answers of all that the first view of the interface asks for, by address, in one. What fails or
 * takes long is left out.
 */
export const bootRoute = ({ table, boardIds, revision, wait }: BootSources): Route => {
  const answer = async (request: RouteRequest, address: string): Promise<unknown> => {
    const match = table().find('GET', address);
    if (match.kind !== 'route') return undefined;
    const query = match.route.query ? v.parse(match.route.query, {}) : undefined;
    const result = await match.route.handle(requestFor(request, address, match.params, query));
    return result instanceof Reply ? undefined : result;
  };
  return route({
    method: 'GET',
    path: '/boot',
    surface: 'internal',
    access: 'credential',
    summary: 'Everything that the first view of the interface asks for, by address',
    tag: 'system',
    success: {
      status: 200,
      schema: BootSchema,
      description: 'The answers by address, and the revision of events that they belong to.',
    },
    errors: [],
    handle: async (request) => {
      const known = revision();
      const addresses = [...FIXED, ...boardIds().map(addressOf)];
      const limit = wait(LONGEST_MS);
      const tell = async (address: string) =>
        [address, await Promise.race([answer(request, address).catch(() => undefined), limit])] as const;
      const told = await Promise.all(addresses.map(tell));
      const answers = Object.fromEntries(told.filter(([, body]) => body !== undefined));
      return compressed({ revision: known, answers }, String(request.headers['accept-encoding'] ?? ''));
    },
  });
};

/** The same caller's request for another address. */
const requestFor = (
  request: RouteRequest,
  path: string,
  params: Readonly<Record<string, string>>,
  query: unknown,
): RouteRequest => {
  const { rawBody, stream, headers, peer, secure, cookies, identity, signal } = request;
  return {
    method: 'GET',
    path,
    params,
    query,
    body: undefined,
    rawBody,
    stream,
    headers,
    peer,
    secure,
    cookies,
    identity,
    signal,
  };
};
