import { createRedactor } from '../../platform/redactor.ts';
import type { StoredSignIn } from '../../schema/state.ts';
import { planForm, type SignInFields } from '../../sources/sign-in/plans.ts';
import type { Installation } from '../keeping/installation.ts';
import { SourceConsent } from '../keeping/source-consent.ts';
import type { SourceAnswer, SourceFailure } from '../network/source-net.ts';
import { secretOf } from './stored-sign-in.ts';
import type { Subject } from './subject.ts';
import { readTokenAnswer, type TokenAnswer } from './token-answer.ts';

const SECRET_FIELDS = ['code', 'code_verifier', 'refresh_token', 'device_code', 'token'];

/** The services at which the owner signs in: what is asked of them, and what they answer. */
export class SignInService {
  readonly #consents: Installation['consents'];

  constructor({ consents }: Pick<Installation, 'consents'>) {
    this.#consents = consents;
  }

  /** What the service says to a form that asks for tokens. */
  async ask(subject: Subject, fields: SignInFields): Promise<TokenAnswer> {
    return readTokenAnswer(await this.post(subject, 'token', fields), subject.oauth);
  }

  /** Sends a form of the sign-in; asks nobody but those that file, settings and owner agree on. */
  async post(
    { key, options, moment }: Subject,
    to: 'token' | 'device' | 'revoke',
    fields: SignInFields,
  ): Promise<SourceAnswer | SourceFailure> {
    const planned = planForm(options.compiled, to, fields, moment);
    if ('error' in planned) return planned;
    const consent = this.#consents.of(key);
    const needs = new SourceConsent(options, moment.settings);
    const permit = needs.permit(planned.url, consent);
    if ('error' in permit) return permit;
    const secrets = createRedactor(SECRET_FIELDS.flatMap((name) => fields[name] ?? []));
    const reply = await options.net.ask(planned, {
      ...permit,
      maxAgeMs: 0,
      source: options.isStock ? null : options.compiled.source.id,
      daily: undefined,
      hide: (text) => secrets.hide(permit.hide(text)),
      signal: new AbortController().signal,
    });
    if ('error' in reply && reply.home !== undefined) consent.want(needs.atHome(reply.home, reply.certificate));
    return reply;
  }

  /** Whether the service ended what it has given; null when there is nothing to end, or no address for it. */
  async revoke(subject: Subject, stored: StoredSignIn | undefined): Promise<boolean | null> {
    const token = secretOf(stored, 'refresh') || secretOf(stored, 'access');
    if (token === '' || subject.oauth.revoke === undefined) return null;
    return !('error' in (await this.post(subject, 'revoke', { token })));
  }
}
