import { getOrInsert } from '../core/memo.ts';
import { INSTANT } from '../board/driver.ts';
import type { Outcome } from '../board/outcome.ts';
import { skippedRule } from '../core/arbiter/baseline.ts';
import { MESSAGES, type Decision } from '../core/arbiter/decision.ts';
import { messagesUp } from '../core/arbiter/messages.ts';
import { DAY_MS } from '../core/time/durations.ts';
import { nextDifferentDecision } from '../core/timeline.ts';
import { chosenUntil } from '../core/arbiter/stays.ts';
import { resolveTimes } from '../core/schedule/rule-times.ts';
import { toInstant } from '../platform/clock.ts';
import { letOthersIn } from '../platform/crowd.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { Condition, Conditions, RestoreAnswer } from '../schema/boards/conditions.ts';
import type { Page } from '../schema/content/pages.ts';
import type { BoardMessage } from '../schema/state.ts';
import type { BoardService } from './boards/boards.ts';
import { whileHeld, type BoardParts } from './boards/parts.ts';
import { boardOf } from './lookup.ts';
import { requireOpen, requireWritten, toldOutcome } from './outcomes.ts';
import { recordsById } from '../core/records.ts';

/** Boards that are looked at in one turn of the event loop. */
const LOOKS_A_TURN = 16;

/** What of a page has no value, or none that is new enough. */
type Gaps = Pick<Condition, 'missing' | 'stale'>;

/** What conditions are made from. */
export interface ConditionServiceOptions extends BoardParts {
  readonly service: BoardService;
  /** What a page prints as `???` now, by what stands between the braces. */
  readonly missingOn: (page: Page) => string[];
  /** The sources of a page whose values are too old to be shown. */
  readonly staleOn: (page: Page) => Condition['stale'];
}

/** How the boards stand, and the way back for one that somebody else wrote on. */
export class ConditionService {
  readonly #options: ConditionServiceOptions;

  constructor(options: ConditionServiceOptions) {
    this.#options = options;
  }

  /** How every board stands now; of many boards a few are looked at in each turn of the event loop. */
  async list(): Promise<Conditions> {
    const { store } = this.#options;
    const conditions: Condition[] = [];
    let look = this.look();
    for (const [at, { id }] of store.state.boards.entries()) {
      if (at > 0 && at % LOOKS_A_TURN === 0) {
        await letOthersIn();
        look = this.look();
      }
      if (recordsById(store.state.boards).has(id)) conditions.push(look(id));
    }
    const stale = new Map(conditions.flatMap((one) => one.stale.map((source) => [source.plugin, source])));
    return { conditions, stale: [...stale.values()] };
  }

  /**
   * How one board after the other stands now; 404 for an unknown one. What several of them show is looked through once:
   * the function is good for this turn of the event loop.
   */
  look(): (boardId: string) => Condition {
    const { store, missingOn, staleOn } = this.#options;
    const known = new Map<Page, Gaps>();
    const gapsOf = (page: Page): Gaps =>
      getOrInsert(known, page, () => ({ missing: missingOn(page), stale: staleOn(page) }));
    return (boardId) => this.#of(boardOf(store.state, boardId), gapsOf);
  }

  /**
   * Writes again what a board is expected to show, whatever it shows now; messages stay. 404 unknown, 409 paused or
   * silenced, 429 too early, 500 when the board failed.
   */
  async restore(boardId: string): Promise<RestoreAnswer> {
    const { store, writer } = this.#options;
    const board = boardOf(store.state, boardId);
    requireOpen(board, writer.refusal(board));
    return whileHeld(writer, board.id, async () => {
      return { board_id: board.id, ...toldOutcome(requireWritten(board, await this.#rewrite(board))) };
    });
  }

  /** A board that nothing decides about gets back what was written on it last. */
  async #rewrite(board: StoredBoard): Promise<Outcome> {
    const { boards, loop, writer } = this.#options;
    const expected = boards.get(board.id)?.view.expected ?? null;
    const { outcome, decision } = await loop.show(board, true);
    if (decision.because !== 'none' || expected === null) return outcome;
    return writer.write(board, { grid: expected, force: true, transition: INSTANT }, 'message');
  }

  #of(board: StoredBoard, gapsOf: (page: Page) => Gaps): Condition {
    const { programme, clock, service, store } = this.#options;
    const now = clock.now();
    const decision = programme.decide(board.id, now);
    const { error, drifted, guessed, substitutions } = service.status(board, decision);
    const until = this.#untilOf(board.id, decision, now);
    const page = pageOf(decision, store.state.pages);
    return {
      board_id: board.id,
      because: decision.because,
      since: sinceOf(decision),
      until: until === null ? null : toInstant(until),
      waiting: countWaiting(decision.programme),
      page_id: page?.id ?? null,
      skipped: decision.because === 'none' || decision.because === 'default' ? this.#skipped(board.id, now) : null,
      ...(page ? gapsOf(page) : { missing: [], stale: [] }),
      error,
      drifted,
      guessed,
      substitutions,
    };
  }

  #skipped(boardId: string, now: number): Condition['skipped'] {
    const input = this.#options.programme.inputOf(boardId, now);
    const rule = skippedRule(input, now);
    if (!rule) return null;
    const { resolved_start_time: start_time, resolved_end_time: end_time } = resolveTimes(
      rule,
      now,
      input.zone,
      input.settings.location,
    );
    return {
      schedule_id: rule.id,
      start_time,
      end_time,
      page_exists: input.pages.has(rule.page_id) || input.collections.has(rule.page_id),
    };
  }

  #untilOf(boardId: string, { because, silence, quiet_until, programme }: Decision, now: number): number | null {
    const message = messageOf(because, programme);
    if (message) return message.expires_at === null ? null : Date.parse(message.expires_at);
    if (because === 'silence') return silence.next_change;
    if (because === 'quiet') return quiet_until;
    if (because === 'paused') return endOf(recordsById(this.#options.store.state.boards).get(boardId)?.paused_until);
    if (because === 'pin') return endOf(chosenUntil(programme, now));
    if (because !== 'schedule' && because !== 'default') return null;
    return nextDifferentDecision(this.#options.programme.inputOf(boardId, now), DAY_MS);
  }
}

/** The message that is on the board; undefined for anything else. */
const messageOf = (because: Decision['because'], { messages }: Decision['programme']): BoardMessage | undefined =>
  MESSAGES.has(because) ? messagesUp(messages)[0] : undefined;

const endOf = (instant: string | null | undefined): number | null => (instant ? Date.parse(instant) : null);

/** When the message without an end that is up was written. */
const sinceOf = ({ because, programme }: Decision): string | null => {
  const message = messageOf(because, programme);
  return message && message.ends !== 'time' ? (message.since ?? null) : null;
};

const countWaiting = ({ messages }: Decision['programme']): number => {
  const [first] = messagesUp(messages);
  return messages.filter((message) => !message.follows && (message !== first || message.ends === 'acknowledgement'))
    .length;
};

const pageOf = ({ show }: Decision, pages: readonly Page[]): Page | undefined =>
  show.kind === 'page' ? recordsById(pages).get(show.page_id) : undefined;
