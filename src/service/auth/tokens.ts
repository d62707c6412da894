import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Fault } from '../../fault.ts';
import type { TokenStatus } from '../../schema/appliance/auth.ts';
import type { StoredAuth } from '../../schema/state.ts';
import type { Actor, Audit } from './audit.ts';

const TOKEN_BYTES = 32;

/** A new token that nobody can guess, of 43 characters. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored of a token: SHA-256, hex. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
export const equalInConstantTime = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The bearer token of scripts and MCP clients: pinned by the environment, or stored as a hash, or none. */
export class Tokens {
  readonly #pinned: string | null;
  readonly #auth: () => StoredAuth;
  readonly #audit: Audit;
  /** Told after whoever was let in before may have to leave. */
  readonly #onChange: () => void;

  constructor(pinned: string | undefined, auth: () => StoredAuth, audit: Audit, onChange: () => void) {
    this.#pinned = pinned === undefined ? null : hashOf(pinned);
    this.#auth = auth;
    this.#audit = audit;
    this.#onChange = onChange;
  }

  /** Whether there is a token, and where it comes from. */
  status(): TokenStatus {
    if (this.#pinned !== null) return { configured: true, source: 'env' };
    return this.#auth().token_hash === null
      ? { configured: false, source: 'none' }
      : { configured: true, source: 'stored' };
  }

  /** Whether a token is the one that counts. */
  accepts(token: string): boolean {
    return matches(token, this.#pinned ?? this.#auth().token_hash);
  }

  /** Whether a token is the stored one; true when none is stored. */
  isHeld(token: string | null): boolean {
    const stored = this.#auth().token_hash;
    return stored === null || (token !== null && matches(token, stored));
  }

  /**
   * Replaces the stored token; the answer is the only time that the new one can be read. 409 while the environment pins
   * one.
   */
  async rotate(actor: Actor): Promise<string> {
    this.#requireUnpinned();
    const token = newToken();
    const event = this.#auth().token_hash === null ? 'token_created' : 'token_rotated';
    await this.#audit.change(event, actor, () => ({ token_hash: hashOf(token) }));
    this.#onChange();
    return token;
  }

  /** Removes the stored token, if there is one. 409 while the environment pins one. */
  async revoke(actor: Actor): Promise<void> {
    this.#requireUnpinned();
    if (this.#auth().token_hash === null) return;
    await this.#audit.change('token_revoked', actor, () => ({ token_hash: null }));
    this.#onChange();
  }

  #requireUnpinned(): void {
    if (this.#pinned !== null)
      throw new Fault(409, 'The token is set by SERVICE_MCP_TOKEN, and can be changed only there.');
  }
}

/** Whether a token is the one of a hash; false without one. */
export const matches = (token: string, hash: string | null): boolean =>
  hash !== null && equalInConstantTime(hashOf(token), hash);

/** The record that a token opens. Every one is compared, so that the time tells nothing about which is near. */
export const openedBy = <T extends { readonly token_hash: string }>(
  records: readonly T[] | undefined,
  token: string,
): T | undefined => records?.filter(({ token_hash }) => matches(token, token_hash)).at(-1);
