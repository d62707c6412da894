import { Readable } from 'node:stream';
import type { TransformStream } from 'node:stream/web';
import type { Answer } from '../mcp/answer.ts';
import type { McpEndpoint } from '../mcp/endpoint.ts';
import { RpcErrorSchema } from '../schema/error.ts';
import type { Authenticator } from './access.ts';
import { EVENT_STREAM, mayStayOf } from './event-stream.ts';
import { replyEmpty, replyStream, replyText, type Reply } from './reply.ts';
import { route, type Route } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const OWN_HEADERS = ['mcp-session-id', 'allow', 'cache-control', 'x-accel-buffering'];

/** Passes pieces on until one comes whose receiver would not be let in any more. */
const whileLetIn = (mayStay: () => boolean): TransformStream<Uint8Array, Uint8Array> => {
  const { TransformStream: Transform } = require('node:stream/web') as typeof import('node:stream/web');
  return new Transform({
    transform: (piece: Uint8Array, controller) => (mayStay() ? controller.enqueue(piece) : controller.terminate()),
  });
};

const toReply = ({ status, headers: { all }, body }: Answer, mayStay: () => boolean): Reply => {
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => OWN_HEADERS.includes(name)));
  const type = all['content-type'] ?? JSON_TYPE;
  if (body === null) return replyEmpty(status, headers);
  return typeof body === 'string'
    ? replyText(status, body, type, headers)
    : replyStream(status, Readable.fromWeb(body.pipeThrough(whileLetIn(mayStay))), {
        ...headers,
        'Content-Type': type,
      });
};

const DESCRIPTIONS = {
  POST: {
    summary: 'A message of the Model Context Protocol (streamable HTTP)',
    success: { type: 'application/json', description: 'The answer to the message.' },
  },
  GET: {
    summary: 'The stream of a session of the Model Context Protocol',
    success: { type: EVENT_STREAM, description: 'A stream of notifications.' },
  },
  DELETE: {
    summary: 'End a session of the Model Context Protocol',
    success: { description: 'The session is over.' },
  },
} as const;

/** A body of another type is 415, one that is larger than 1 MiB 413. */
const ERRORS = { POST: [400, 404, 413, 415, 503], GET: [400, 404, 406], DELETE: [400, 404] } as const;

/** What the protocol itself refuses is said in its own form. */
const RPC_ERRORS = Object.fromEntries([400, 404, 406, 503].map((status) => [status, RpcErrorSchema]));

/**
 * `/mcp`, with and without a slash behind it: some clients drop it, others add it, and few follow a redirect.
 * `authenticator` decides again and again whether the client of a stream may stay.
 */
export const mcpRoutes = (mcp: Pick<McpEndpoint, 'respond'>, authenticator: Authenticator): Route[] =>
  (['/mcp', '/mcp/'] as const).flatMap((path) =>
    (['POST', 'GET', 'DELETE'] as const).map((method) =>
      route({
        method,
        path,
        surface: 'internal',
        access: 'credential',
        tag: 'mcp',
        summary: DESCRIPTIONS[method].summary,
        rawBody: method === 'POST',
        showsFrames: true,
        success: { status: 200, ...DESCRIPTIONS[method].success },
        errors: ERRORS[method],
        errorBodies: RPC_ERRORS,
        handle: async (request) => {
          const { method, headers, rawBody, signal } = request;
          const response = await mcp.respond({ method, headers, body: rawBody, signal });
          return toReply(response, mayStayOf(authenticator, 'credential', request));
        },
      }),
    ),
  );
