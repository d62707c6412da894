import { SECOND_MS } from '../../core/time/durations.ts';
import { toInstant } from '../../platform/clock.ts';
import type { StoredPlugin, StoredSignIn } from '../../schema/state.ts';
import { planForm } from '../../sources/sign-in/plans.ts';
import { storedFor, type StoredPlugins } from '../keeping/configuration.ts';
import type { PluginStore } from '../ports.ts';
import type { Subject } from './subject.ts';
import type { Tokens } from './token-answer.ts';

/** A secret of a sign-in; empty when there is none. */
export const secretOf = (stored: StoredSignIn | undefined, name: string): string => {
  const value = stored?.secrets?.[name];
  return typeof value === 'string' ? value : '';
};

/** Under which name, and where, tokens were given: they go nowhere else. */
const boundTo = ({ oauth, options, moment }: Subject): string => {
  const planned = planForm(options.compiled, 'token', {}, moment);
  const origin = 'error' in planned ? oauth.token : new URL(planned.url).origin;
  return `${String(moment.settings['client_id'] ?? '')} ${origin}`;
};

/** Whether an instant is past at `now`, in wall ms; null never is. */
export const ended = (at: string | null, now: number): boolean => at !== null && Date.parse(at) <= now;

/** What is stored of a sign-in, when it is of this client and this service. */
export const storedOf = (store: PluginStore, subject: Subject): StoredSignIn | undefined => {
  const { sign_in: stored } = storedFor(store.read(), subject.key);
  return stored && secretOf(stored, 'bound') === boundTo(subject) ? stored : undefined;
};

/** What is stored of tokens that came at `now`, in wall ms, in the place of what was stored before. */
export const toStored = (
  subject: Subject,
  { access, refresh, expiresIn, refreshExpiresIn }: Tokens,
  now: number,
  before: { readonly since: string; readonly refresh: string; readonly former: string },
): StoredSignIn => {
  const after = (seconds: number | null) => (seconds === null ? null : toInstant(now + seconds * SECOND_MS));
  const kept = refresh ?? before.refresh;
  return {
    since: before.since,
    access_until: after(expiresIn),
    until: kept === '' ? after(expiresIn) : after(refreshExpiresIn),
    refused: null,
    secrets: {
      access,
      refresh: kept,
      former: refresh === null || refresh === before.refresh ? before.former : before.refresh,
      bound: boundTo(subject),
    },
  };
};

/** Settings with another sign-in of a key, or with none. */
export const withSignIn = (plugins: StoredPlugins, key: string, next: StoredSignIn | undefined): StoredPlugins => {
  const { sign_in: _before, ...stored } = storedFor(plugins, key);
  const kept: StoredPlugin = next === undefined ? stored : { ...stored, sign_in: next };
  return { ...plugins, [key]: kept };
};

/**
 * Puts a sign-in in the place of the one with this secret, under whatever key it stands by now; of one that was ended
 * meanwhile nothing is kept.
 */
export const replaced = (plugins: StoredPlugins, secret: string, next: StoredSignIn): StoredPlugins => {
  const found = Object.entries(plugins).find(
    ([, { sign_in }]) => secret !== '' && (secretOf(sign_in, 'refresh') || secretOf(sign_in, 'access')) === secret,
  );
  return found ? withSignIn(plugins, found[0], next) : plugins;
};
