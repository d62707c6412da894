import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts';
import { Fault } from '../../fault.ts';
import { toInstant, type Cancel } from '../../platform/clock.ts';
import { endsWithin } from '../../platform/wait.ts';
import type { SignInState, SignInWay, SignOut } from '../../schema/plugins/sign-in.ts';
import { planAuthorize } from '../../sources/sign-in/plans.ts';
import type { OAuth } from '../../sources/sign-in/schema.ts';
import { storedFor } from '../keeping/configuration.ts';
import { requireConsent } from '../contract/consent.ts';
import type { Held } from '../contract/plugin.ts';
import { Renewals } from './renewals.ts';
import { SignInService } from './service.ts';
import { ended, storedOf, toStored, withSignIn } from './stored-sign-in.ts';
import { subjectOf, type SignInPorts, type Subject } from './subject.ts';
import { readDeviceCode, type DeviceCode, type TokenAnswer, type Tokens } from './token-answer.ts';

const BEGUN_MS = 10 * MINUTE_MS;
/** A stop waits no longer for the answer of a service. */
const LONGEST_STOP_MS = 5 * SECOND_MS;
/** What RFC 8628 adds to the interval when a service asks for it. */
const SLOWER_S = 5;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Where the interface sends the browser back to. */
const REDIRECT_PATH = '/api/sign-in/redirect';

/** Who begins or finishes a sign-in: the session, and the address at which the browser reached the appliance. */
export interface SignInCaller {
  /** What only this session knows; empty while login is off. */
  readonly session: string;
  readonly origin: string;
}

/** A sign-in that was begun and waits for the owner's agreement. */
interface Begun {
  readonly way: SignInWay;
  readonly session: string;
  /** What only the browser has that began; null unless it comes back by itself. */
  readonly browser: string | null;
  readonly state: string;
  readonly verifier: string;
  readonly returnTo: string;
  readonly url: string;
  readonly userCode: string | null;
  /** Monotonic ms. */
  readonly until: number;
  readonly cancel: Cancel;
}

/** What only some ways have. */
const BEGUN = { browser: null, verifier: '', returnTo: '', userCode: null, cancel: () => undefined } as const;

const random = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const isEqual = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);

/** Whether services let a browser come back to an address: over https, or on the same machine. */
const canReturn = (origin: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || isLoopback(hostname);
};

/**
 * The owner's sign-ins with services (rules, X17): begun, brought to an end in three ways, renewed by one writer at a
 * time, and ended. A new token is on the disk before it is used; the refresh token before it is kept until the new one
 * has brought another.
 */
export class SignIns {
  readonly #ports: SignInPorts;
  readonly #begun = new Map<string, Begun>();
  readonly #problems = new Map<string, string>();
  readonly #service: SignInService;
  readonly #renewals: Renewals;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
    this.#service = new SignInService(ports.installation);
    this.#renewals = new Renewals(ports, this.#service);
  }

  /** How the sign-in of a key stands. Throws Fault 404, 400 for a source without one. */
  state(key: string, { origin }: Pick<SignInCaller, 'origin'>): SignInState {
    const subject = subjectOf(this.#ports, key);
    const { oauth } = subject;
    const begun = this.#begunOf(subject.key);
    const stored = storedOf(this.#ports.store, subject);
    const isDead = stored !== undefined && (stored.refused !== null || ended(stored.until, this.#ports.clock.now()));
    const ways = this.#ways(oauth, origin);
    return {
      plugin_id: subject.key,
      service: oauth.service,
      state: begun ? 'waiting' : stored === undefined ? 'out' : isDead ? 'again' : 'in',
      since: stored?.since ?? null,
      until: stored?.until ?? null,
      problem: this.#problems.get(subject.key) ?? stored?.refused ?? this.#renewals.problemOf(subject.key) ?? null,
      steps: [...oauth.steps],
      url: subject.url,
      ways,
      return_to: {
        redirect: ways.includes('redirect') ? origin + REDIRECT_PATH : null,
        paste: ways.includes('paste') ? oauth.return_to : null,
      },
      hosts: [...subject.hosts],
      waiting: begun
        ? {
            way: begun.way,
            url: begun.url,
            user_code: begun.userCode,
            expires_at: toInstant(this.#ports.clock.now() + begun.until - this.#ports.clock.monotonic()),
          }
        : null,
    };
  }

  /**
   * Begins a sign-in in place of one that was begun, and answers what the browser keeps for the way back. Throws Fault
   * 404, 400 for settings that are missing and for a way that is not possible, 409 for destinations that nobody has
   * confirmed.
   */
  async begin(key: string, wanted: SignInWay | undefined, caller: SignInCaller): Promise<{ browser: string | null }> {
    const subject = subjectOf(this.#ports, key);
    const { oauth } = subject;
    const { installed, configuration } = this.#ports.installation.known(subject.key);
    const missing = configuration.missing();
    const clients = missing.filter((name) => name.startsWith('client_'));
    if (clients.length > 0) throw new Fault(400, `${clients.join(', ')}: needed to sign in; save the settings first.`);
    const { consents } = this.#ports.installation;
    requireConsent(consents.unconfirmed(installed, subject.key), []);
    const way = wanted ?? this.#ways(oauth, caller.origin)[0];
    if (way === undefined || !this.#ways(oauth, caller.origin).includes(way))
      throw new Fault(400, `way: this source cannot be signed in to by ${way ?? 'any way'} from this address.`);
    this.#drop(subject.key);
    this.#problems.delete(subject.key);
    if (way === 'device') await this.#beginDevice(subject, caller);
    else return { browser: this.#beginCode(subject, way, caller) };
    return { browser: null };
  }

  /**
   * Finishes a sign-in with the address at which the browser stands. Throws Fault 400 for an address without code or
   * with the state of another sign-in, and with what the service says; 409 when none was begun, or it is over.
   */
  async finish(key: string, address: string, caller: SignInCaller): Promise<SignInState> {
    const subject = subjectOf(this.#ports, key);
    const begun = this.#begunOf(subject.key);
    if (!begun || begun.way === 'device') throw new Fault(409, 'No sign-in waits for an address: begin it again.');
    const query = new URLSearchParams(
      address
        .trim()
        .replace(/#.*$/s, '')
        .replace(/^[^?]*\?/s, ''),
    );
    const state = query.get('state') ?? '';
    if (state === '') throw new Fault(400, 'address: there is no state in it; paste the whole address of the browser.');
    if (!isEqual(state, begun.state) || !isEqual(caller.session, begun.session))
      throw new Fault(400, 'address: it belongs to another sign-in; begin it again.');
    await this.#takeCode(subject, begun, { code: query.get('code') ?? '', error: query.get('error') ?? '' });
    const problem = this.#problems.get(subject.key);
    if (problem !== undefined) throw new Fault(400, `${problem}.`);
    return this.state(subject.key, caller);
  }

  /**
   * Takes what a service sent a browser back with, and answers whose sign-in it was. Throws Fault 400 when no sign-in
   * of this browser and session waits for it.
   */
  async takeRedirect(
    { state, code, error }: { state: string; code: string; error: string },
    browser: string,
    session: string,
  ): Promise<{ key: string; problem: string | null }> {
    const found = [...this.#begun].find(([, begun]) => isEqual(begun.state, state));
    const key = found?.[0] ?? '';
    const begun = found && this.#begunOf(key);
    const isOwn = begun?.browser != null && isEqual(begun.browser, browser) && isEqual(begun.session, session);
    if (!begun || !isOwn)
      throw new Fault(
        400,
        'This sign-in is over, or was begun elsewhere: begin it again in the settings of the source.',
      );
    await this.#takeCode(subjectOf(this.#ports, key), begun, { code, error });
    return { key, problem: this.#problems.get(key) ?? null };
  }

  /** Ends the sign-in of a key, here first and then at the service. Throws Fault 404, 400 for a source without one. */
  async signOut(key: string): Promise<SignOut> {
    const subject = subjectOf(this.#ports, key);
    const { sign_in: stored } = storedFor(this.#ports.store.read(), subject.key);
    const isOurs = storedOf(this.#ports.store, subject) !== undefined;
    this.#drop(subject.key);
    this.#forget(subject.key);
    if (stored) {
      await this.#ports.store.write((plugins) => withSignIn(plugins, subject.key, undefined));
      await this.#ports.reset(subject.key);
    }
    return { plugin_id: subject.key, revoked: isOurs ? await this.#service.revoke(subject, stored) : null };
  }

  /** Ends the sign-in of a key that is about to be removed, here and at the service, for whose word nobody waits. */
  leave(key: string): void {
    this.#drop(key);
    this.#forget(key);
    if (!storedFor(this.#ports.store.read(), key).sign_in) return;
    // It goes whatever comes of this: its file may not be readable any more, or the service not there.
    this.#tellService(key).catch((error: unknown) => this.#ports.log.warn(`${key}: not signed out: ${String(error)}`));
  }

  /** The access token that a key may use now, renewed before its end or in place of a refused one. Never rejects. */
  token(key: string, refused?: string): Promise<Held> {
    return this.#renewals.token(key, refused);
  }

  /** Ends what waits; resolves when no renewal is under way any more, or after some seconds. */
  async stop(): Promise<void> {
    for (const key of this.#begun.keys()) this.#drop(key);
    await endsWithin(this.#ports.clock, LONGEST_STOP_MS, this.#renewals.settle());
  }

  #ways({ authorize, device }: OAuth, origin: string): SignInWay[] {
    return [
      ...(authorize !== undefined && canReturn(origin) ? (['redirect'] as const) : []),
      ...(authorize === undefined ? [] : (['paste'] as const)),
      ...(device === undefined ? [] : (['device'] as const)),
    ];
  }

  #begunOf(key: string): Begun | undefined {
    const begun = this.#begun.get(key);
    if (begun && this.#ports.clock.monotonic() >= begun.until) this.#drop(key);
    return this.#begun.get(key);
  }

  #drop(key: string): void {
    this.#begun.get(key)?.cancel();
    this.#begun.delete(key);
  }

  #forget(key: string): void {
    this.#problems.delete(key);
    this.#renewals.forget(key);
  }

  #beginCode(subject: Subject, way: 'redirect' | 'paste', caller: SignInCaller): string | null {
    const { oauth, options, moment } = subject;
    const [state, verifier, browser] = [random(), random(), way === 'redirect' ? random() : null];
    const returnTo = way === 'redirect' ? caller.origin + REDIRECT_PATH : oauth.return_to;
    const url = planAuthorize(
      options.compiled,
      {
        response_type: 'code',
        client_id: String(moment.settings['client_id'] ?? ''),
        redirect_uri: returnTo,
        scope: oauth.scopes.join(oauth.separator),
        state,
        code_challenge: digest(verifier),
        code_challenge_method: 'S256',
      },
      moment,
    );
    if ('error' in url) throw new Fault(400, `${url.error}.`);
    this.#begun.set(subject.key, {
      ...BEGUN,
      way,
      session: caller.session,
      browser,
      state,
      verifier,
      returnTo,
      url: url.href,
      until: this.#ports.clock.monotonic() + BEGUN_MS,
    });
    return browser;
  }

  async #takeCode(subject: Subject, begun: Begun, { code, error }: { code: string; error: string }): Promise<void> {
    const { key, oauth } = subject;
    // One use, whatever comes of it.
    this.#drop(key);
    if (code === '') {
      const said = /^[\w.-]{1,60}$/.test(error) ? ` (${error})` : '';
      this.#problems.set(key, `${oauth.service} sends no code${said}: begin again`);
      return;
    }
    const answer = await this.#service.ask(subject, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: begun.returnTo,
      code_verifier: begun.verifier,
    });
    await this.#conclude(subject, answer);
  }

  async #conclude(subject: Subject, answer: TokenAnswer): Promise<void> {
    if ('tokens' in answer) return this.#signIn(subject, answer.tokens);
    this.#problems.set(
      subject.key,
      'refused' in answer ? answer.refused : 'error' in answer ? answer.error : 'no answer',
    );
  }

  async #signIn(subject: Subject, tokens: Tokens): Promise<void> {
    const { key } = subject;
    // What was removed meanwhile is signed in nowhere.
    if (!this.#ports.installation.handleOf(key)) return;
    this.#forget(key);
    const now = this.#ports.clock.now();
    const stored = toStored(subject, tokens, now, { since: toInstant(now), refresh: '', former: '' });
    try {
      await this.#ports.store.write((plugins) => withSignIn(plugins, key, stored));
    } catch {
      this.#problems.set(key, 'the sign-in cannot be stored: begin it again');
      return;
    }
    await this.#ports.reset(key);
  }

  async #beginDevice(subject: Subject, { session }: SignInCaller): Promise<void> {
    const { oauth, key } = subject;
    const scope = oauth.scopes.join(oauth.separator);
    const code = readDeviceCode(await this.#service.post(subject, 'device', { scope }), oauth);
    if ('error' in code) throw new Fault(400, `${code.error}.`);
    const { monotonic } = this.#ports.clock;
    const until = monotonic() + code.expiresIn * SECOND_MS;
    const shown = { url: code.verification_url, userCode: code.user_code };
    const begun = { ...BEGUN, ...shown, way: 'device', session, state: random(), until } as const;
    this.#waitForDevice(key, begun, code, code.interval);
  }

  /** Asks again after an interval whether the owner has agreed on the other device. */
  #waitForDevice(key: string, begun: Begun, code: DeviceCode, interval: number): void {
    const cancel = this.#ports.clock.after(
      interval * SECOND_MS,
      () => void this.#pollDevice(key, next, code, interval),
    );
    const next: Begun = { ...begun, cancel };
    this.#begun.set(key, next);
  }

  async #pollDevice(key: string, begun: Begun, code: DeviceCode, interval: number): Promise<void> {
    const isOver = (): boolean => this.#begun.get(key) !== begun;
    if (isOver()) return;
    try {
      const subject = subjectOf(this.#ports, key);
      if (this.#ports.clock.monotonic() >= begun.until) {
        this.#drop(key);
        this.#problems.set(key, 'the code was not entered in time: begin again');
        return;
      }
      const answer = await this.#service.ask(subject, { grant_type: DEVICE_GRANT, device_code: code.device_code });
      if (isOver()) return;
      if ('tokens' in answer || 'refused' in answer) {
        this.#drop(key);
        await this.#conclude(subject, answer);
        return;
      }
      // A service in trouble is asked less often each time, as one that asks for it (RFC 8628, 3.5).
      const slower = 'error' in answer ? 2 * interval : interval + (answer.waiting === 'slow_down' ? SLOWER_S : 0);
      this.#waitForDevice(key, begun, code, slower);
    } catch {
      // The source is gone, and its sign-in with it.
      this.#drop(key);
    }
  }

  async #tellService(key: string): Promise<void> {
    const subject = subjectOf(this.#ports, key);
    const revoked = await this.#service.revoke(subject, storedOf(this.#ports.store, subject));
    if (revoked === false) throw new Error(`${subject.oauth.service} did not end the sign-in`);
  }
}
