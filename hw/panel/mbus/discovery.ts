import type { Clock } from '../../../src/platform/clock.ts';
import type { Conversation } from './conversation.ts';
import { rangePoll } from './frames.ts';
import type { BusTimes } from './times.ts';

/** Modules that are asked one by one before it is taken that none answers. */
export const FIRST_ASKED = 3;

/** The most modules that one poll asks, and what passes before the first of them answers, in ms. */
const POLL_SIZE = 50;
const POLL_LEAD_MS = 30;

/** A module that answered a poll, and its answer to `v`. */
export interface FoundModule {
  readonly id: number;
  readonly version: string;
}

/** Asks all modules with ids `from` to `to` who they are, in ranges; each answers in a slot of its own. */
export async function* pollRange(
  talk: Conversation,
  from: number,
  to: number,
  { slotMs, replyMs }: BusTimes,
  signal: AbortSignal,
): AsyncGenerator<FoundModule> {
  for (let low = from; low <= to && !signal.aborted; low += POLL_SIZE) {
    const high = Math.min(to, low + POLL_SIZE - 1);
    const replies = await talk.collect(rangePoll(low, high), POLL_LEAD_MS + (high - low) * slotMs + replyMs, signal);
    for (const reply of replies)
      if (reply.kind === 'answer' && reply.letter === 'v') yield { id: reply.id, version: reply.data };
  }
}

/**
 * The first of these modules, in ascending order, that answers; null when none does. A few are asked singly, which is
 * quicker than a poll.
 */
export const findModule = async (
  talk: Conversation,
  ids: readonly number[],
  times: BusTimes,
  signal: AbortSignal,
): Promise<number | null> => {
  for (const id of ids.slice(0, FIRST_ASKED))
    if ((await talk.askModule(id, 'v', times.replyMs, signal)) !== null) return id;
  for await (const { id } of pollRange(talk, ids[0] ?? 0, ids.at(-1) ?? 0, times, signal))
    if (ids.includes(id)) return id;
  return null;
};

const FIRST_PAUSE_MS = 120_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Says when modules that are all silent are asked by their ids: after pauses that grow, for on a damaged line what is
 * sent by id may become another command.
 */
export class SearchPauses {
  readonly #clock: Clock;
  #pauseMs = FIRST_PAUSE_MS;
  #dueAt: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether it is time; the first pause begins with the first time of asking. */
  take(): boolean {
    const now = this.#clock.monotonic();
    const isDue = this.#dueAt !== null && now >= this.#dueAt;
    if (isDue) this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    if (isDue || this.#dueAt === null) this.#dueAt = now + this.#pauseMs;
    return isDue;
  }

  /** Somebody answered. */
  reset(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#dueAt = null;
  }
}
