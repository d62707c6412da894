import { serialize } from '@tinyhttp/cookie';
import {
  AccountSchema,
  AuditSchema,
  AuthStatusSchema,
  ChangePasswordSchema,
  ChangeUsernameSchema,
  DisableLoginSchema,
  DoneSchema,
  LoginSchema,
  PreferenceSchema,
  SetupSchema,
  TokenSchema,
  TokenStatusSchema,
} from '../../schema/appliance/auth.ts';
import type { Applicant, SignedIn } from '../../service/auth/account.ts';
import type { Auth } from '../../service/auth/auth.ts';
import { bearerOf } from '../../service/auth/gate.ts';
import { SESSION_COOKIE } from '../access.ts';
import { actorOf } from '../asker.ts';
import { reply, type Reply } from '../reply.ts';
import { counted, created, ok, routesIn, type Route, type RouteRequest } from '../route.ts';

const route = routesIn({ surface: 'internal', tag: 'auth' });

const cookie = (request: RouteRequest, value: string, maxAge: number | null): Record<string, string> => ({
  'Set-Cookie': serialize(SESSION_COOKIE, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.secure,
    ...(maxAge === null ? {} : { maxAge }),
  }),
});

const replySignedIn = (request: RouteRequest, status: 200 | 201, { username, session }: SignedIn): Reply =>
  reply(status, { status: 'ok', username }, cookie(request, session.token, session.maxAgeSeconds));

const applicantOf = ({ session }: Auth, { cookies, peer }: RouteRequest): Applicant => ({
  session: session(cookies[SESSION_COOKIE]),
  client: peer.address,
});

/** Whether there is a login, and signing in and out: open to everybody. */
const loginRoutes = (auth: Auth): Route[] => {
  const { account } = auth;
  return [
    route('GET /auth/status', {
      access: 'public',
      summary: 'Whether a login is demanded, and who is signed in',
      success: ok(AuthStatusSchema, 'How things stand.'),
      handle: (request) => account.status(applicantOf(auth, request).session),
    }),
    route('POST /auth/preference', {
      access: 'public',
      ownOrigin: true,
      summary: 'Choose, at the first start, whether there is a login',
      body: PreferenceSchema,
      success: ok(AccountSchema, 'The choice is stored.'),
      errors: [409, 503],
      handle: async ({ body, headers, peer }) => {
        await account.choose(body.enabled, bearerOf(headers.authorization), peer.address);
        return { status: 'ok', username: null };
      },
    }),
    route('POST /auth/setup', {
      access: 'public',
      ownOrigin: true,
      summary: 'Create the account, and sign in',
      body: SetupSchema,
      success: created(AccountSchema, 'The account; the answer sets the session cookie.'),
      errors: [400, 409, 429, 503],
      handle: async (request) => {
        const { username, password } = request.body;
        const token = bearerOf(request.headers.authorization);
        return replySignedIn(request, 201, await account.setUp(username, password, token, request.peer.address));
      },
    }),
    route('POST /auth/login', {
      access: 'public',
      summary: 'Sign in',
      body: LoginSchema,
      success: ok(AccountSchema, 'The answer sets the session cookie.'),
      errors: [401, 409, 429, 503],
      handle: async (request) => {
        const { username, password, remember_me } = request.body;
        return replySignedIn(request, 200, await account.logIn(username, password, remember_me, request.peer.address));
      },
    }),
    route('POST /auth/logout', {
      access: 'public',
      summary: 'Sign out: the session ends, its cookie opens nothing any more',
      success: ok(DoneSchema, 'The answer clears the session cookie.'),
      handle: async (request) => {
        await account.logOut(applicantOf(auth, request));
        return reply(200, { status: 'ok' }, cookie(request, '', 0));
      },
    }),
  ];
};

/** Changes of the account, by who is signed in and knows its password. */
const accountRoutes = (auth: Auth): Route[] => {
  const { account } = auth;
  const changed = ok(AccountSchema, 'Every other session has ended; the answer sets a new session cookie.');
  return [
    route('POST /auth/change-username', {
      access: 'session',
      summary: 'Rename the account',
      body: ChangeUsernameSchema,
      success: changed,
      errors: [400, 401, 409, 429, 503],
      handle: async (request) => {
        const { current_password, new_username } = request.body;
        const signedIn = await account.rename(current_password, new_username, applicantOf(auth, request));
        return replySignedIn(request, 200, signedIn);
      },
    }),
    route('POST /auth/change-password', {
      access: 'session',
      summary: 'Set another password',
      body: ChangePasswordSchema,
      success: changed,
      errors: [401, 409, 429, 503],
      handle: async (request) => {
        const { current_password, new_password } = request.body;
        const signedIn = await account.setPassword(current_password, new_password, applicantOf(auth, request));
        return replySignedIn(request, 200, signedIn);
      },
    }),
    route('POST /auth/disable', {
      access: 'session',
      summary: 'Remove the account and demand no login any more',
      body: DisableLoginSchema,
      success: ok(AccountSchema, 'The appliance is open; the answer clears the session cookie.'),
      errors: [401, 409, 429, 503],
      handle: async (request) => {
        await account.disable(request.body.current_password, applicantOf(auth, request));
        return reply(200, { status: 'ok', username: null }, cookie(request, '', 0));
      },
    }),
  ];
};

/** The bearer token of scripts, and the log of sign-ins. With login off they are open to everybody. */
const tokenRoutes = ({ tokens, audit }: Auth): Route[] => [
  route('GET /auth/mcp-token', {
    access: 'session',
    summary: 'Whether there is an API token',
    success: ok(TokenStatusSchema, 'Where the token comes from.'),
    errors: [409],
    handle: () => tokens.status(),
  }),
  route('POST /auth/mcp-token', {
    access: 'session',
    ownOrigin: true,
    summary: 'Create the API token, or replace it',
    success: created(TokenSchema, 'The token; it cannot be read again.'),
    errors: [409],
    handle: async (request) => ({ token: await tokens.rotate(actorOf(request)) }),
  }),
  route('DELETE /auth/mcp-token', {
    access: 'session',
    ownOrigin: true,
    summary: 'Revoke the API token',
    success: ok(DoneSchema, 'There is no token.'),
    errors: [409],
    handle: async (request) => {
      await tokens.revoke(actorOf(request));
      return { status: 'ok' };
    },
  }),
  route('GET /auth/audit', {
    access: 'session',
    summary: 'Sign-ins and changes of the account, newest first',
    success: ok(AuditSchema, 'The latest 200 events.'),
    errors: [409],
    handle: () => counted('entries', audit.list()),
  }),
];

/** Everything below `/auth`. */
export const authRoutes = (auth: Auth): Route[] => [...loginRoutes(auth), ...accountRoutes(auth), ...tokenRoutes(auth)];
