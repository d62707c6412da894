import { serialize } from '@tinyhttp/cookie';
import type { PluginHost } from '../../plugins/host.ts';
import type { SignInCaller } from '../../plugins/sign-in/sign-ins.ts';
import { ConsentErrorSchema } from '../../schema/plugins/plugins.ts';
import {
  SignInBeginSchema,
  SignInFinishSchema,
  SignInRedirectSchema,
  SignInStateSchema,
  SignOutSchema,
} from '../../schema/plugins/sign-in.ts';
import { hashOf } from '../../service/auth/tokens.ts';
import { SESSION_COOKIE } from '../access.ts';
import { originOf } from '../asker.ts';
import { reply, replyPage, type ReplyHeaders } from '../reply.ts';
import { ok, routesIn, type Route, type RouteRequest } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'plugins' });
const state = ok(SignInStateSchema, 'How the sign-in stands.');

/** The cookie that binds the way back to the browser that began. */
const BROWSER_COOKIE = 'service_sign_in';
const BROWSER_SECONDS = 600;
const BROWSER_PATH = '/api/sign-in';

type Asked = Pick<RouteRequest, 'headers' | 'stream' | 'secure' | 'cookies' | 'identity'>;

const sessionOf = ({ identity, cookies }: Asked): string =>
  identity.kind === 'session' ? hashOf(cookies[SESSION_COOKIE] ?? '') : '';

const callerOf = (request: Asked): SignInCaller => ({
  session: sessionOf(request),
  origin: originOf(request),
});

const cookieFor = ({ secure }: Pick<RouteRequest, 'secure'>, browser: string): ReplyHeaders => ({
  'Set-Cookie': serialize(BROWSER_COOKIE, browser, {
    path: BROWSER_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: BROWSER_SECONDS,
  }),
});

const pageReply = (sentence: string, key: string) => {
  const { writeSignInPage } = require('../pages/sentence-pages.ts') as typeof import('../pages/sentence-pages.ts');
  return replyPage(200, writeSignInPage(sentence, key));
};

/** Signing in with the service of a source, and where services send the browser back to. */
export const signInRoutes = (plugins: Pick<PluginHost, 'signIns'>): Route[] => [
  route('GET /plugins/{id}/sign-in', {
    summary: 'How the sign-in with the service of a source stands, and what its owner does for it',
    success: state,
    errors: [400, 404],
    handle: (request) => plugins.signIns.state(request.params.id, callerOf(request)),
  }),
  route('POST /plugins/{id}/sign-in', {
    ownOrigin: true,
    summary: 'Begin to sign in: answers where the owner agrees, for ten minutes',
    body: SignInBeginSchema,
    bodyOptional: true,
    success: state,
    errors: [400, 404, 409],
    errorBodies: { 409: ConsentErrorSchema },
    handle: async (request) => {
      const caller = callerOf(request);
      const { browser } = await plugins.signIns.begin(request.params.id, request.body?.way, caller);
      const cookie = browser === null ? {} : cookieFor(request, browser);
      return reply(200, plugins.signIns.state(request.params.id, caller), cookie);
    },
  }),
  route('POST /plugins/{id}/sign-in/finish', {
    ownOrigin: true,
    summary: 'Finish a sign-in with the address at which the browser stands',
    body: SignInFinishSchema,
    success: state,
    errors: [400, 404, 409],
    handle: (request) => plugins.signIns.finish(request.params.id, request.body.address, callerOf(request)),
  }),
  route('DELETE /plugins/{id}/sign-in', {
    ownOrigin: true,
    summary: 'Sign out: forget the tokens, and end them at the service where it can',
    success: ok(SignOutSchema, 'Nobody is signed in.'),
    errors: [400, 404],
    handle: ({ params }) => plugins.signIns.signOut(params.id),
  }),
  route('GET /sign-in/redirect', {
    summary: 'Where a service sends the browser back to: finishes the sign-in that this browser began',
    query: SignInRedirectSchema,
    success: { status: 200, type: 'text/html', description: 'A page in HTML that says what became of it.' },
    errors: [400],
    handle: async (request) => {
      const browser = request.cookies[BROWSER_COOKIE] ?? '';
      const { key, problem } = await plugins.signIns.takeRedirect(request.query, browser, sessionOf(request));
      return pageReply(problem === null ? 'You are signed in.' : `Not signed in: ${problem}.`, key);
    },
  }),
];
