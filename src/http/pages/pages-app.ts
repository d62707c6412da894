import type { IncomingMessage, ServerResponse } from 'node:http';
import { App, type NextFunction, type Request, type Response } from '@tinyhttp/app';
import { Fault } from '../../fault.ts';
import type { Dispatch } from '../dispatch.ts';
import type { HostGuard } from '../guards.ts';
import { cutOff, originForm } from '../wire/origin-form.ts';
import { replyFailure, type HttpLog, type Reply } from '../reply.ts';
import { send, type Outlet } from '../wire/send.ts';
import type { StaticFiles } from './static.ts';

/** What the pages outside the API need. */
export interface Pages {
  readonly staticFiles: StaticFiles | null;
  readonly api: Dispatch;
  /** Answers what is behind share links. */
  readonly shared: Dispatch;
  readonly hostGuard: HostGuard;
  readonly log: HttpLog;
  readonly outlet: Outlet;
}

const answerPage = async (incoming: IncomingMessage, outgoing: ServerResponse, pages: Pages): Promise<Reply> => {
  const [path = '/', query = ''] = originForm(incoming.url ?? '/').split(/\?(.*)/s, 2);
  pages.hostGuard(incoming.headers.host);
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
    throw new Fault(405, 'Pages can only be read.', { headers: { Allow: 'GET, HEAD' } });
  if (!pages.staticFiles) throw new Fault(404, 'There is no such page.');
  const readBoot = (): Promise<string | null> => pages.api.read(incoming, outgoing, '/boot');
  return pages.staticFiles.serve({ path, query, headers: incoming.headers, readBoot, log: pages.log });
};

const servePages =
  (pages: Pages) =>
  async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const answer = await answerPage(incoming, outgoing, pages).catch((error: unknown) =>
      replyFailure(error, pages.log, 'a page failed unexpectedly'),
    );
    send(incoming, outgoing, answer, {}, pages.outlet);
  };

/** The chain of tinyhttp that answers pages. */
export const createPagesApp = (pages: Pages): App => {
  const app = new App({
    settings: { xPoweredBy: false },
    // The conveniences that tinyhttp puts on each request and response are not used.
    applyExtensions: (_request: Request, _response: Response, next?: NextFunction) => next?.(),
    onError: (error, _request, response) => cutOff(error, response, pages.log),
  });
  app.use(servePages(pages));
  return app;
};
