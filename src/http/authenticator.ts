import type { Auth } from '../service/auth/auth.ts';
import { SESSION_COOKIE, type Authenticator } from './access.ts';

/** The authenticator of a running appliance. */
export const createAuthenticator = ({ gate }: Pick<Auth, 'gate'>): Authenticator => ({
  check: (request) =>
    gate.decide({
      access: request.access,
      path: request.path,
      authorization: request.headers.authorization,
      cookie: request.cookies[SESSION_COOKIE],
    }),
});
