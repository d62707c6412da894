import type { Request, Response } from '@tinyhttp/app';
import { late } from '../../core/memo.ts';
import type { Serve } from './connections.ts';
import type { Dispatch } from '../dispatch.ts';
import { cutOff, originForm } from './origin-form.ts';
import type { Pages } from '../pages/pages-app.ts';

const API = '/api';
/** An address of the API that stands outside of it too. */
const METRICS = '/metrics';
/** What is behind share links. */
const SHARED = '/s/';

/**
 * Sends the API straight to its dispatcher, which looks routes up in a prepared table, and all else through tinyhttp's
 * chain, which is loaded with the first page.
 */
export const createListener = (pages: Pages): Serve => {
  const app = late(() => {
    const { createPagesApp } = require('../pages/pages-app.ts') as typeof import('../pages/pages-app.ts');
    return createPagesApp(pages);
  });
  return (incoming, outgoing) => {
    const target = originForm(incoming.url ?? '/');
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    const search = mark < 0 ? '' : target.slice(mark + 1);
    const answerWith = (operations: Dispatch, ownPath: string): void =>
      void operations
        .answer(incoming, outgoing, ownPath, search)
        .catch((error: unknown) => cutOff(error, outgoing, pages.log));
    if (path.startsWith(SHARED)) return answerWith(pages.shared, path);
    if (path === METRICS) return answerWith(pages.api, METRICS);
    if (path !== API && !path.startsWith(`${API}/`))
      return app.get().handler(incoming as Request, outgoing as Response);
    answerWith(pages.api, path.slice(API.length) || '/');
  };
};
