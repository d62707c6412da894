import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { parse } from '@tinyhttp/cookie';
import { ClientGone } from './wire/body.ts';
import type { Access, AccessRequest, Identity } from './access.ts';
import { isSecure, readPeer, type Peer } from './peer.ts';
import type { RouteRequest } from './route.ts';

const NOTHING = Buffer.alloc(0);
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});
const NOBODY: Identity = { kind: 'anonymous', username: null };

/** A request on its way through the checks; what few handlers look at is worked out only when they do. */
export class RequestContext implements RouteRequest, AccessRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly stream: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** What follows the question mark of the address. */
  readonly search: string;
  access: Access = 'credential';
  identity: Identity = NOBODY;
  params: Readonly<Record<string, string>> = NO_PARAMS;
  query: unknown = undefined;
  body: unknown = undefined;
  rawBody: Buffer = NOTHING;
  #peer: Peer | undefined;
  #cookies: Readonly<Record<string, string>> | undefined;
  #signal: AbortSignal | undefined;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    path: string,
    search: string,
    headers: IncomingHttpHeaders = incoming.headers,
  ) {
    this.stream = incoming;
    this.outgoing = outgoing;
    this.search = search;
    this.method = incoming.method ?? 'GET';
    this.headers = headers;
    this.path = path;
  }

  get peer(): Peer {
    return (this.#peer ??= readPeer(this.stream.socket, this.headers));
  }

  get secure(): boolean {
    return isSecure(this.stream.socket, this.headers);
  }

  get cookies(): Readonly<Record<string, string>> {
    return (this.#cookies ??= parse(this.headers.cookie ?? ''));
  }

  get signal(): AbortSignal {
    return (this.#signal ??= watch(this.outgoing));
  }
}

const watch = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableFinished) controller.abort(new ClientGone());
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
};
