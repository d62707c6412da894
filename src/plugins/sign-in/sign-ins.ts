import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts';
import { Fault } from '../../fault.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import { createRedactor } from '../../platform/redactor.ts';
import type { Location } from '../../schema/appliance/location.ts';
import type { SignInState, SignInWay, SignOut } from '../../schema/plugins/sign-in.ts';
import type { StoredPlugin, StoredSignIn } from '../../schema/state.ts';
import { planAuthorize, planForm } from '../../sources/sign-in/plans.ts';
import type { SignInFields } from '../../sources/sign-in/plans.ts';
import { oauthOf } from '../../sources/sign-in/schema.ts';
import type { OAuth } from '../../sources/sign-in/schema.ts';
import type { SourceMoment } from '../../sources/scope.ts';
import { storedFor } from '../keeping/configuration.ts';
import type { StoredPlugins } from '../keeping/configuration.ts';
import { covers, requireConsent } from '../contract/consent.ts';
import type { Installation } from '../keeping/installation.ts';
import type { Held } from '../contract/plugin.ts';
import type { PluginLog, PluginStore } from '../ports.ts';
import { SourceConsent } from '../keeping/source-consent.ts';
import type { SourceAnswer, SourceFailure } from '../network/source-net.ts';
import { sourceMomentOf } from '../running/source-plugin.ts';
import type { SourcePluginOptions } from '../running/source-plugin.ts';
import type { SourceShelf } from '../keeping/source-shelf.ts';
import { readDeviceCode, readTokenAnswer } from './token-answer.ts';
import type { DeviceCode, TokenAnswer, Tokens } from './token-answer.ts';

const BEGUN_MS = 10 * MINUTE_MS;
/** An access token is renewed so long before its end. */
const MARGIN_MS = 30 * SECOND_MS;
const FIRST_RETRY_MS = 30 * SECOND_MS;
const LONGEST_RETRY_MS = 60 * MINUTE_MS;
/** A token that is refused so soon after it was renewed is not renewed again. */
const LEAST_LIFE_MS = 10 * MINUTE_MS;
/** A stop waits no longer for the answer of a service. */
const LONGEST_STOP_MS = 5 * SECOND_MS;
/** What RFC 8628 adds to the interval when a service asks for it. */
const SLOWER_S = 5;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Where the interface sends the browser back to. */
const REDIRECT_PATH = '/api/sign-in/redirect';
const SECRET_FIELDS = ['code', 'code_verifier', 'refresh_token', 'device_code', 'token'];

/** Who begins or finishes a sign-in: the session, and the address at which the browser reached the appliance. */
export interface SignInCaller {
  /** What only this session knows; empty while login is off. */
  readonly session: string;
  readonly origin: string;
}

/** What sign-ins need. */
export interface SignInPorts {
  readonly shelf: SourceShelf;
  readonly installation: Installation;
  readonly store: PluginStore;
  readonly clock: Clock;
  readonly log: PluginLog;
  readonly zone: () => string;
  readonly location: () => Location;
  /** Starts a key anew after its sign-in has changed. */
  readonly reset: (key: string) => Promise<void>;
}

interface Subject {
  readonly key: string;
  readonly options: SourcePluginOptions;
  readonly oauth: OAuth;
  readonly moment: SourceMoment;
  readonly hosts: readonly string[];
  readonly url: string;
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

const secretOf = (stored: StoredSignIn | undefined, name: string): string => {
  const value = stored?.secrets?.[name];
  return typeof value === 'string' ? value : '';
};

/** Under which name, and where, tokens were given: they go nowhere else. */
const boundTo = ({ oauth, options, moment }: Subject): string => {
  const planned = planForm(options.compiled, 'token', {}, moment);
  const origin = 'error' in planned ? oauth.token : new URL(planned.url).origin;
  return `${String(moment.settings['client_id'] ?? '')} ${origin}`;
};

const ended = (at: string | null, now: number): boolean => at !== null && Date.parse(at) <= now;

/** The sentence that a source says while it waits for its owner. */
const signInAgain = (service: string): string =>
  `sign in again: ${service} refused the sign-in. It is done in the settings of this source`;
const signInFirst = (service: string): string => `sign in with ${service} first, in the settings of this source`;

/**
 * The owner's sign-ins with services (rules, X17): begun, brought to an end in three ways, renewed by one writer at a
 * time, and ended. A new token is on the disk before it is used; the refresh token before it is kept until the new one
 * has brought another.
 */
export class SignIns {
  readonly #ports: SignInPorts;
  readonly #begun = new Map<string, Begun>();
  readonly #problems = new Map<string, string>();
  readonly #renewing = new Map<string, Promise<Held>>();
  /** Tokens that the disk did not take, by the secret that they replace. */
  readonly #unsaved = new Map<string, { readonly secret: string; readonly next: StoredSignIn }>();
  readonly #rests = new Map<string, { readonly failures: number; readonly until: number; readonly error: string }>();
  readonly #renewedAt = new Map<string, number>();

  constructor(ports: SignInPorts) {
    this.#ports = ports;
  }

  /** How the sign-in of a key stands. Throws Fault 404, 400 for a source without one. */
  state(key: string, { origin }: Pick<SignInCaller, 'origin'>): SignInState {
    const subject = this.#subject(key);
    const { oauth } = subject;
    const begun = this.#begunOf(subject.key);
    const stored = this.#storedOf(subject);
    const isDead = stored !== undefined && (stored.refused !== null || ended(stored.until, this.#ports.clock.now()));
    const ways = this.#ways(oauth, origin);
    return {
      plugin_id: subject.key,
      service: oauth.service,
      state: begun ? 'waiting' : stored === undefined ? 'out' : isDead ? 'again' : 'in',
      since: stored?.since ?? null,
      until: stored?.until ?? null,
      problem: this.#problems.get(subject.key) ?? stored?.refused ?? this.#rests.get(subject.key)?.error ?? null,
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
    const subject = this.#subject(key);
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
    const subject = this.#subject(key);
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
    await this.#takeCode(this.#subject(key), begun, { code, error });
    return { key, problem: this.#problems.get(key) ?? null };
  }

  /** Ends the sign-in of a key, here first and then at the service. Throws Fault 404, 400 for a source without one. */
  async signOut(key: string): Promise<SignOut> {
    const subject = this.#subject(key);
    const { sign_in: stored } = storedFor(this.#ports.store.read(), subject.key);
    const isOurs = this.#storedOf(subject) !== undefined;
    this.#drop(subject.key);
    this.#forget(subject.key);
    if (stored) {
      await this.#ports.store.write((plugins) => withSignIn(plugins, subject.key, undefined));
      await this.#ports.reset(subject.key);
    }
    return { plugin_id: subject.key, revoked: isOurs ? await this.#revoke(subject, stored) : null };
  }

  /** Ends the sign-in of a key that is about to be removed, here and at the service, for whose word nobody waits. */
  leave(key: string): void {
    this.#drop(key);
    this.#forget(key);
    if (!storedFor(this.#ports.store.read(), key).sign_in) return;
    // It goes whatever comes of this: its file may not be readable any more, or the service not there.
    this.#tellService(key).catch((error: unknown) => this.#ports.log.warn(`${key}: not signed out: ${String(error)}`));
  }

  /** The access token that a key may use now, renewed before its end. Never rejects. */
  async token(key: string): Promise<Held> {
    return this.#held(key, null);
  }

  /** Another access token in place of one that a service refused. Never rejects. */
  async renew(key: string, refused: string): Promise<Held> {
    return this.#held(key, refused);
  }

  /** Ends what waits; resolves when no renewal is under way any more, or after some seconds. */
  async stop(): Promise<void> {
    for (const key of this.#begun.keys()) this.#drop(key);
    let cancel: Cancel = () => undefined;
    const late = new Promise<void>((resolve) => {
      cancel = this.#ports.clock.after(LONGEST_STOP_MS, resolve);
    });
    await Promise.race([Promise.allSettled(this.#renewing.values()), late]);
    cancel();
  }

  #subject(key: string): Subject {
    const { plugin, key: name, configuration } = this.#ports.installation.known(key);
    const { id } = plugin.manifest;
    const loaded = this.#ports.shelf.load(id);
    const oauth = loaded && oauthOf(loaded.source);
    if (!loaded || !oauth) throw new Fault(400, `"${name}" needs no sign-in.`);
    const { account } = loaded.source;
    const { clock, zone, location } = this.#ports;
    const config = configuration.effective();
    return {
      key: name,
      options: loaded.options,
      oauth,
      moment: sourceMomentOf({ config, now: clock.now(), zone: zone(), location: location() }),
      hosts: loaded.plugin.notes?.hosts ?? [],
      url: account === 'none' ? '' : account.url,
    };
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
    for (const map of [this.#problems, this.#rests, this.#renewedAt, this.#unsaved]) map.delete(key);
  }

  /** What is stored of a sign-in, when it is of this client and this service. */
  #storedOf(subject: Subject): StoredSignIn | undefined {
    const { sign_in: stored } = storedFor(this.#ports.store.read(), subject.key);
    return stored && secretOf(stored, 'bound') === boundTo(subject) ? stored : undefined;
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
    const until = this.#ports.clock.monotonic() + BEGUN_MS;
    const cancel = () => undefined;
    const { session } = caller;
    const { href } = url;
    this.#begun.set(subject.key, {
      way,
      session,
      browser,
      state,
      verifier,
      returnTo,
      url: href,
      userCode: null,
      until,
      cancel,
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
    const answer = await this.#ask(subject, {
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
    const stored = this.#toStored(subject, tokens, { since: toInstant(now), refresh: '', former: '' });
    try {
      await this.#ports.store.write((plugins) => withSignIn(plugins, key, stored));
    } catch {
      this.#problems.set(key, 'the sign-in cannot be stored: begin it again');
      return;
    }
    await this.#ports.reset(key);
  }

  #toStored(
    subject: Subject,
    { access, refresh, expiresIn, refreshExpiresIn }: Tokens,
    before: { readonly since: string; readonly refresh: string; readonly former: string },
  ): StoredSignIn {
    const now = this.#ports.clock.now();
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
  }

  async #beginDevice(subject: Subject, { session }: SignInCaller): Promise<void> {
    const { oauth, key } = subject;
    const scope = oauth.scopes.join(oauth.separator);
    const code = readDeviceCode(await this.#post(subject, 'device', { scope }), oauth);
    if ('error' in code) throw new Fault(400, `${code.error}.`);
    const { monotonic } = this.#ports.clock;
    const until = monotonic() + code.expiresIn * SECOND_MS;
    const begun = {
      way: 'device',
      session,
      browser: null,
      state: random(),
      verifier: '',
      returnTo: '',
      until,
    } as const;
    const shown = { url: code.verification_url, userCode: code.user_code };
    this.#waitForDevice(key, { ...begun, ...shown, cancel: () => undefined }, code, code.interval);
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
      const subject = this.#subject(key);
      if (this.#ports.clock.monotonic() >= begun.until) {
        this.#drop(key);
        this.#problems.set(key, 'the code was not entered in time: begin again');
        return;
      }
      const answer = await this.#ask(subject, { grant_type: DEVICE_GRANT, device_code: code.device_code });
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

  async #held(key: string, refused: string | null): Promise<Held> {
    try {
      return await this.#use(this.#subject(key), refused);
    } catch (error) {
      return { error: error instanceof Fault ? error.detail : 'the sign-in cannot be used' };
    }
  }

  async #use(subject: Subject, refused: string | null): Promise<Held> {
    const { key, oauth } = subject;
    if (this.#unsaved.has(key)) return this.#once(key, () => this.#saveLate(subject));
    const stored = this.#storedOf(subject);
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
    const grant = (token: string) => this.#ask(subject, { grant_type: 'refresh_token', refresh_token: token });
    const first = await grant(refresh);
    // A power cut may have kept an answer from being used: services let the token before it live until then.
    const answer = 'refused' in first && former !== '' ? await grant(former) : first;
    if ('tokens' in answer) {
      this.#rests.delete(key);
      this.#renewedAt.set(key, this.#ports.clock.monotonic());
      const next = this.#toStored(subject, answer.tokens, { since: stored.since, refresh, former });
      return this.#save(key, refresh, next);
    }
    if ('refused' in answer || 'refused' in first) return this.#refuse(subject, stored);
    const failures = (this.#rests.get(key)?.failures ?? 0) + 1;
    const why = 'error' in answer ? answer.error : 'no answer';
    const error = `the sign-in with ${oauth.service} cannot be renewed now: ${why}`;
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
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

  async #tellService(key: string): Promise<void> {
    const subject = this.#subject(key);
    const revoked = await this.#revoke(subject, this.#storedOf(subject));
    if (revoked === false) throw new Error(`${subject.oauth.service} did not end the sign-in`);
  }

  /** Whether the service ended what it has given; null when there is nothing to end, or no address for it. */
  async #revoke(subject: Subject, stored: StoredSignIn | undefined): Promise<boolean | null> {
    const token = secretOf(stored, 'refresh') || secretOf(stored, 'access');
    if (token === '' || subject.oauth.revoke === undefined) return null;
    return !('error' in (await this.#post(subject, 'revoke', { token })));
  }

  async #ask(subject: Subject, fields: SignInFields): Promise<TokenAnswer> {
    return readTokenAnswer(await this.#post(subject, 'token', fields), subject.oauth);
  }

  /** Sends a form of the sign-in; asks nobody but those that file, settings and owner agree on. */
  async #post(
    { key, options, moment }: Subject,
    to: 'token' | 'device' | 'revoke',
    fields: SignInFields,
  ): Promise<SourceAnswer | SourceFailure> {
    const planned = planForm(options.compiled, to, fields, moment);
    if ('error' in planned) return planned;
    const { confirmed, want } = this.#ports.installation.consents.of(key);
    const needs = new SourceConsent(options, moment.settings);
    const wanted = needs.of(planned.url);
    if (wanted === 'nobody') return { error: 'the address is none of those that the source names' };
    if (wanted && !covers(confirmed, wanted)) {
      want(wanted);
      return { error: `${wanted.destination} is not confirmed: confirm it in the settings of this source` };
    }
    const secrets = createRedactor(SECRET_FIELDS.flatMap((name) => fields[name] ?? []));
    const reply = await options.net.ask(planned, {
      allowed: needs.allowedIn(confirmed, planned.url),
      maxAgeMs: 0,
      source: options.isStock ? null : options.compiled.source.id,
      daily: undefined,
      hide: (text) => secrets.hide(needs.hide(text)),
      signal: new AbortController().signal,
    });
    if ('error' in reply && reply.home !== undefined) want(needs.atHome(reply.home));
    return reply;
  }
}

const withSignIn = (plugins: StoredPlugins, key: string, next: StoredSignIn | undefined): StoredPlugins => {
  const { sign_in: _before, ...stored } = storedFor(plugins, key);
  const kept: StoredPlugin = next === undefined ? stored : { ...stored, sign_in: next };
  return { ...plugins, [key]: kept };
};

/**
 * Puts a sign-in in the place of the one with this secret, under whatever key it stands by now; of one that was ended
 * meanwhile nothing is kept.
 */
const replaced = (plugins: StoredPlugins, secret: string, next: StoredSignIn): StoredPlugins => {
  const found = Object.entries(plugins).find(
    ([, { sign_in }]) => secret !== '' && (secretOf(sign_in, 'refresh') || secretOf(sign_in, 'access')) === secret,
  );
  return found ? withSignIn(plugins, found[0], next) : plugins;
};
