import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts';
import { Fault } from '../../fault.ts';
import type { StoredSignIn } from '../../schema/state.ts';
import type { Held } from '../contract/plugin.ts';
import type { SignInService } from './service.ts';
import { ended, replaced, secretOf, storedOf, toStored } from './stored-sign-in.ts';
import { subjectOf, type SignInPorts, type Subject } from './subject.ts';

/** An access token is renewed so long before its end. */
const MARGIN_MS = 30 * SECOND_MS;
const FIRST_RETRY_MS = 30 * SECOND_MS;
const LONGEST_RETRY_MS = 60 * MINUTE_MS;
/** A token that is refused so soon after it was renewed is not renewed again. */
const LEAST_LIFE_MS = 10 * MINUTE_MS;

/** The sentence that a source says while it waits for its owner. */
const signInAgain = (service: string): string =>
  `sign in again: ${service} refused the sign-in. It is done in the settings of this source`;
const signInFirst = (service: string): string => `sign in with ${service} first, in the settings of this source`;

/**
 * Keeps access tokens fresh, one renewal of a key at a time. A new token is on the disk before it is used; the refresh
 * token before it is kept until the new one has brought another.
 */
export class Renewals {
  readonly #ports: SignInPorts;
  readonly #service: SignInService;
  readonly #renewing = new Map<string, Promise<Held>>();
  /** Tokens that the disk did not take, by the secret that they replace. */
  readonly #unsaved = new Map<string, { readonly secret: string; readonly next: StoredSignIn }>();
  readonly #rests = new Map<string, { readonly failures: number; readonly until: number; readonly error: string }>();
  readonly #renewedAt = new Map<string, number>();

  constructor(ports: SignInPorts, service: SignInService) {
    this.#ports = ports;
    this.#service = service;
  }

  /** Why a key could not be renewed when that was last tried; undefined when it could. */
  problemOf(key: string): string | undefined {
    return this.#rests.get(key)?.error;
  }

  /** Forgets what came of renewals of a key. */
  forget(key: string): void {
    for (const map of [this.#rests, this.#renewedAt, this.#unsaved]) map.delete(key);
  }

  /** Resolves when no renewal is under way any more. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#renewing.values());
  }

  /**
   * The access token that a key may use now, renewed before its end, or in place of one that a service refused. Never
   * rejects.
   */
  async token(key: string, refused?: string): Promise<Held> {
    try {
      return await this.#use(subjectOf(this.#ports, key), refused);
    } catch (error) {
      return { error: error instanceof Fault ? error.detail : 'the sign-in cannot be used' };
    }
  }

  async #use(subject: Subject, refused?: string): Promise<Held> {
    const { key, oauth } = subject;
    if (this.#unsaved.has(key)) return this.#once(key, () => this.#saveLate(subject));
    const stored = storedOf(this.#ports.store, subject);
    const access = secretOf(stored, 'access');
    if (!stored || (access === '' && secretOf(stored, 'refresh') === '')) return { error: signInFirst(oauth.service) };
    if (stored.refused !== null) return { error: signInAgain(oauth.service) };
    const now = this.#ports.clock.now();
    const isValid = access !== '' && access !== refused && !ended(stored.access_until, now);
    if (isValid && !ended(stored.access_until, now + MARGIN_MS)) return { token: access };
    if (secretOf(stored, 'refresh') === '') {
      if (isValid) return { token: access };
      return this.#once(key, () => this.#refuse(subject, stored));
    }
    const rest = this.#rests.get(key);
    const monotonic = this.#ports.clock.monotonic();
    if (rest && monotonic < rest.until) return isValid ? { token: access } : { error: rest.error };
    const renewedAt = this.#renewedAt.get(key);
    if (access === refused && renewedAt !== undefined && monotonic < renewedAt + LEAST_LIFE_MS)
      return { error: `${oauth.service} refuses an access token that it has just given` };
    const held = await this.#once(key, () => this.#refresh(subject, stored));
    return 'error' in held && isValid ? { token: access } : held;
  }

  /** One renewal of a key at a time: others wait for it. */
  #once(key: string, work: () => Promise<Held>): Promise<Held> {
    const running = this.#renewing.get(key) ?? work().finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, running);
    return running;
  }

  async #refresh(subject: Subject, stored: StoredSignIn): Promise<Held> {
    const { key, oauth } = subject;
    const [refresh, former] = [secretOf(stored, 'refresh'), secretOf(stored, 'former')];
    const grant = (token: string) => this.#service.ask(subject, { grant_type: 'refresh_token', refresh_token: token });
    const first = await grant(refresh);
    // A power cut may have kept an answer from being used: services let the token before it live until then.
    const answer = 'refused' in first && former !== '' ? await grant(former) : first;
    if ('tokens' in answer) {
      this.#rests.delete(key);
      this.#renewedAt.set(key, this.#ports.clock.monotonic());
      const next = toStored(subject, answer.tokens, this.#ports.clock.now(), { since: stored.since, refresh, former });
      return this.#save(key, refresh, next);
    }
    if ('refused' in answer) return this.#refuse(subject, stored);
    const failures = (this.#rests.get(key)?.failures ?? 0) + 1;
    const why = 'error' in answer ? answer.error : 'no answer';
    const error = `the sign-in with ${oauth.service} cannot be renewed now: ${why}`;
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    this.#rests.set(key, { failures, until: this.#ports.clock.monotonic() + pause, error });
    return { error };
  }

  async #refuse({ key, oauth }: Subject, stored: StoredSignIn): Promise<Held> {
    this.#ports.log.warn(`${key}: ${oauth.service} refused the sign-in`);
    const error = signInAgain(oauth.service);
    const secret = secretOf(stored, 'refresh') || secretOf(stored, 'access');
    const refused = { ...stored, refused: `${oauth.service} refused the sign-in: sign in again` };
    await this.#ports.store.write((plugins) => replaced(plugins, secret, refused)).catch(() => undefined);
    return { error };
  }

  /** Writes tokens before anybody uses them; what the disk does not take is kept for the next attempt. */
  async #save(key: string, secret: string, next: StoredSignIn): Promise<Held> {
    this.#unsaved.set(key, { secret, next });
    try {
      await this.#ports.store.write((plugins) => replaced(plugins, secret, next));
    } catch {
      return { error: 'the renewed sign-in cannot be stored now' };
    }
    this.#unsaved.delete(key);
    return { token: secretOf(next, 'access') };
  }

  async #saveLate(subject: Subject): Promise<Held> {
    const waiting = this.#unsaved.get(subject.key);
    if (!waiting) return { error: signInFirst(subject.oauth.service) };
    return this.#save(subject.key, waiting.secret, waiting.next);
  }
}
