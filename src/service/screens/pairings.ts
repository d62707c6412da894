import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '../../core/time/durations.ts';
import { largestShare, sharesOf } from '../../core/bounds/shares.ts';
import { Fault } from '../../fault.ts';
import { toInstant, type Clock } from '../../platform/clock.ts';
import { networkOf } from '../../platform/network/net.ts';
import type { Collected, Pairing, PairingBegin, WaitingScreen } from '../../schema/appliance/screens.ts';
import { AttemptLimit } from '../auth/attempt-limit.ts';
import { hashOf, matches, newToken } from '../auth/tokens.ts';

/** Letters and digits that nobody takes for each other. */
const SIGNS = 'ACDEFGHJKMNPQRTUVWXY34679';
const LENGTH = 6;
const VALID_MS = 10 * MINUTE_MS;
const POLL_SECONDS = 3;
const MOST_WAITING = 128;
const MOST_OF_ONE = 4;

/** A screen that asks to be paired: the address and the words by which its owner tells it from others. */
export interface Candidate extends PairingBegin {
  readonly address: string;
  readonly user_agent: string;
}

/** One code that somebody may confirm. */
export interface Waiting extends Candidate {
  readonly code: string;
  readonly secretHash: string;
  readonly until: number;
  readonly expires_at: string;
  /** The code is being confirmed, and is not there for anybody else. */
  isTaken: boolean;
  /** What the screen collects. */
  token: string | null;
}

const newCode = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** A code as it was typed: letters in either case, with blanks and dashes. */
const readCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '');

/**
 * The codes that screens show, each for ten minutes and in memory only: 128 at most, 4 of one address. Of IPv6 the
 * network of a house counts as one address. When there is no room, the address with most codes gives way (rules, A9).
 */
export class Pairings {
  readonly #clock: Clock;
  readonly #begun: AttemptLimit;
  readonly #guesses: AttemptLimit;
  #all: Waiting[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#begun = new AttemptLimit(clock, 'This device asks for codes too often. Wait a minute.');
    this.#guesses = new AttemptLimit(clock, 'Too many wrong codes. Wait a minute and try again.');
  }

  /** A new code; the oldest of the address with most of them makes room. 429 for more than ten a minute. */
  begin(candidate: Candidate): Pairing {
    const network = networkOf(candidate.address);
    this.#begun.admit(network);
    this.#begun.fail(network);
    this.#makeRoom(network);
    const secret = newToken();
    const code = this.#unusedCode();
    this.#all.push({
      ...candidate,
      code,
      secretHash: hashOf(secret),
      until: this.#clock.monotonic() + VALID_MS,
      expires_at: toInstant(this.#clock.now() + VALID_MS),
      isTaken: false,
      token: null,
    });
    return { code, secret, expires_in_seconds: VALID_MS / 1000, poll_seconds: POLL_SECONDS };
  }

  /** The screens whose code nobody has confirmed, the latest first. */
  list(): WaitingScreen[] {
    return this.#valid()
      .filter(({ isTaken }) => !isTaken)
      .map(({ code, address, user_agent, width, height, expires_at }) => ({
        code,
        address,
        user_agent,
        width,
        height,
        expires_at,
      }))
      .reverse();
  }

  /** Takes a code for whoever confirms it: 404 when no screen shows it, 429 after ten wrong ones in a minute. */
  take(typed: string, client: string): Waiting {
    this.#guesses.admit(client);
    const code = readCode(typed);
    const found = this.#valid().find((one) => one.code === code && !one.isTaken);
    if (!found) {
      this.#guesses.fail(client);
      throw new Fault(404, 'code: no screen shows this code. It is valid for ten minutes.');
    }
    found.isTaken = true;
    return found;
  }

  /** The token of a confirmed code, once: 404 when the code is not valid any more. */
  collect(secret: string): Collected {
    const found = this.#valid().find(({ secretHash }) => matches(secret, secretHash));
    if (!found) throw new Fault(404, 'This code is not valid any more. Ask for a new one.');
    if (found.token === null) return { status: 'waiting', token: null };
    this.#all = this.#all.filter((one) => one !== found);
    return { status: 'confirmed', token: found.token };
  }

  #valid(): Waiting[] {
    const now = this.#clock.monotonic();
    this.#all = this.#all.filter(({ until }) => until > now);
    return this.#all;
  }

  #makeRoom(network: string): void {
    const open = this.#valid().flatMap((one) => (one.isTaken ? [] : [{ address: networkOf(one.address), one }]));
    const own = open.filter(({ address }) => address === network);
    if (own.length < MOST_OF_ONE && this.#all.length < MOST_WAITING) return;
    const { address } =
      own.length < MOST_OF_ONE
        ? largestShare(
            sharesOf(open, () => 1),
            network,
          )
        : { address: network };
    const victim = open.find((waiting) => waiting.address === address)?.one;
    this.#all = this.#all.filter((one) => one !== victim);
    if (this.#all.length >= MOST_WAITING)
      throw new Fault(429, 'Too many screens are being paired. Try again in a minute.', {
        retryAfter: MINUTE_MS / 1000,
      });
  }

  #unusedCode(): string {
    for (;;) {
      const code = newCode();
      if (!this.#all.some((one) => one.code === code)) return code;
    }
  }
}
