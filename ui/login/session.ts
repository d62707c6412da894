import type { AuthStatus } from '../../src/schema/appliance/auth.ts';
import { ApiError, request } from '../api.ts';
import { sentenceOf } from '../../src/core/sentence.ts';
import type { login } from '../strings/login.ts';

/** Asks who may use the appliance, and who is signed in. */
export const askStatus = (): Promise<AuthStatus> => request<AuthStatus>('GET', '/auth/status');

// Only an address of this appliance: browsers drop tabs and turn backslashes before they look where an address leads.
const ownAddress = (wanted: string | null): string => {
  const url = new URL(wanted ?? '/', location.origin);
  return url.origin === location.origin ? url.pathname + url.search : '/';
};

/**
 * Why a login is asked for: it ended while the interface was in use, a page that needs it was asked for, or simply
 * because there is one.
 */
export const reasonFor = (
  wasIn: boolean,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): keyof typeof login.why => {
  if (wasIn) return 'ended';
  const wanted = pathname === '/login' ? new URLSearchParams(search).get('redirect') : pathname;
  return wanted && wanted !== '/' ? 'redirected' : 'asked';
};

/** Goes on after the sign-in: to the page that was asked for, loaded anew. */
export const enter = (): void => {
  if (location.pathname !== '/login') return location.reload();
  location.replace(ownAddress(new URLSearchParams(location.search).get('redirect')));
};

/** Why a sign-in was refused, in the words of the service: a wait here is not the wait of a board. */
export const refusalText = (error: unknown): string => {
  const detail = error instanceof ApiError ? error.body['detail'] : undefined;
  return typeof detail === 'string' ? detail : sentenceOf(error);
};
