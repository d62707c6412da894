import type { Clock } from '../../../src/platform/clock.ts';
import type { Conversation } from './conversation.ts';
import { parseHealth, type ModuleHealth } from './frames.ts';

/**
 * For each `Q` the firmware writes a byte of its EEPROM three times, as a test of that memory, and such a byte is rated
 * for about 100,000 writes. One question every 3 h on average is 8 × 3 = 24 writes a day, which is 87,660 in ten years
 * of 365.25 days; the few that may come close together are not more than that on any later day.
 */
const LEAST_INTERVAL_MS = 3 * 3_600_000;
/** Questions that may come close together after a time without any. */
const MOST_AT_ONCE = 8;

interface Allowance {
  left: number;
  at: number;
}

/** What health checks need. */
export interface HealthChecksOptions {
  readonly clock: Clock;
  readonly talk: Conversation;
  readonly replyMs: number;
}

/**
 * Asks modules for their health, each as seldom as its memory needs it. Kept over a lost line, for the modules stay the
 * same.
 */
export class HealthChecks {
  readonly #options: HealthChecksOptions;
  readonly #allowances = new Map<number, Allowance>();
  readonly #last = new Map<number, ModuleHealth>();

  constructor(options: HealthChecksOptions) {
    this.#options = options;
  }

  /**
   * The health of a module, by its id and serial number; null when it was asked too often lately, or does not answer.
   */
  async ask(id: number, serial: string | null, signal: AbortSignal): Promise<ModuleHealth | null> {
    if (signal.aborted || !this.#take(id)) return null;
    const { talk, replyMs } = this.#options;
    const data = await talk.askWhoHas(id, serial, 'Q', replyMs, signal);
    const health = data === null ? null : parseHealth(data);
    if (health) this.#last.set(id, health);
    return health;
  }

  /** What a module told last; null before that. */
  lastOf(id: number): ModuleHealth | null {
    return this.#last.get(id) ?? null;
  }

  #take(id: number): boolean {
    const now = this.#options.clock.monotonic();
    const { left, at } = this.#allowances.get(id) ?? { left: MOST_AT_ONCE, at: now };
    const grown = Math.min(MOST_AT_ONCE, left + (now - at) / LEAST_INTERVAL_MS);
    const isAllowed = grown >= 1;
    this.#allowances.set(id, { left: isAllowed ? grown - 1 : grown, at: now });
    return isAllowed;
  }
}
