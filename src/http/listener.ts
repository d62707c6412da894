import type { IncomingMessage, ServerResponse } from 'node:http';
import { App } from '@tinyhttp/app';
import type { Handler, NextFunction, Request, Response } from '@tinyhttp/app';
import { Fault } from '../fault.ts';
import type { Serve } from './connections.ts';
import type { Dispatch, HttpLog } from './dispatch.ts';
import type { HostGuard } from './guards.ts';
import { reply, replyFault } from './reply.ts';
import type { Reply } from './reply.ts';
import { send } from './send.ts';
import type { Outlet } from './send.ts';
import type { StaticFiles } from './static.ts';

/** What the pages outside the API need. */
export interface Pages {
  readonly staticFiles: StaticFiles | null;
  /** Answers what is behind share links. */
  readonly shared: Dispatch;
  /** Run before the static files, as the captive portal's redirect. */
  readonly handlers: readonly Handler[];
  readonly hostGuard: HostGuard;
  readonly log: HttpLog;
  readonly outlet: Outlet;
}

const API = '/api';
/** An address of the API that stands outside of it too. */
const METRICS = '/metrics';
/** What is behind share links. */
const SHARED = '/s/';

// A proxy may send the absolute form of an address.
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '') || '/';

const answerPage = async (incoming: IncomingMessage, path: string, pages: Pages): Promise<Reply> => {
  pages.hostGuard.check(incoming.headers.host);
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
    throw new Fault(405, 'Pages can only be read.', { headers: { Allow: 'GET, HEAD' } });
  if (!pages.staticFiles) throw new Fault(404, 'There is no such page.');
  return pages.staticFiles.serve(path, incoming.headers);
};

const failureReply = (error: unknown, log: HttpLog): Reply => {
  if (error instanceof Fault) return replyFault(error);
  log.error('a page failed unexpectedly', { error });
  return reply(500, { detail: 'Something went wrong inside the appliance. Its log has the details.' });
};

// An answer that cannot be written, as one with a header that is none, may cost its connection and nothing else.
const cutOff = (error: unknown, outgoing: ServerResponse, log: HttpLog): void => {
  log.error('an answer could not be written', { error });
  outgoing.destroy();
};

const servePages =
  (pages: Pages) =>
  async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const [path = '/'] = originForm(incoming.url ?? '/').split('?', 1);
    const answer = await answerPage(incoming, path, pages).catch((error: unknown) => failureReply(error, pages.log));
    try {
      send(incoming, outgoing, answer, {}, pages.outlet);
    } catch (error) {
      cutOff(error, outgoing, pages.log);
    }
  };

const createPagesApp = (pages: Pages): App => {
  const app = new App({
    settings: { xPoweredBy: false },
    // The conveniences that tinyhttp puts on each request and response are not used.
    applyExtensions: (_request: Request, _response: Response, next?: NextFunction) => next?.(),
    onError: (error, _request, response) => cutOff(error, response, pages.log),
  });
  for (const handler of pages.handlers) app.use(handler);
  app.use(servePages(pages));
  return app;
};

/**
 * Sends the API straight to its dispatcher, which looks routes up in a prepared table, and all else through tinyhttp's
 * chain.
 */
export const createListener = (dispatch: Dispatch, pages: Pages): Serve => {
  const app = createPagesApp(pages);
  return (incoming, outgoing) => {
    const target = originForm(incoming.url ?? '/');
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const search = mark < 0 ? '' : target.slice(mark + 1);
    const answerWith = (operations: Dispatch, ownPath: string): void =>
      void operations(incoming, outgoing, ownPath, search).catch((error: unknown) =>
        cutOff(error, outgoing, pages.log),
      );
    if (path.startsWith(SHARED)) return answerWith(pages.shared, path);
    if (path === METRICS) return answerWith(dispatch, METRICS);
    if (path !== API && !path.startsWith(`${API}/`)) return app.handler(incoming as Request, outgoing as Response);
    answerWith(dispatch, path.slice(API.length) || '/');
  };
};
