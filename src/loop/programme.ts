import { arbitrate } from '../core/arbiter.ts';
import type { ArbiterInput, Decision, Followed, Trigger } from '../core/arbiter/decision.ts';
import { untimedOver } from '../core/arbiter/messages.ts';
import { resolveReference } from '../core/arbiter/baseline.ts';
import { Fault } from '../fault.ts';
import { toInstant } from '../platform/clock.ts';
import type { Clock } from '../platform/clock.ts';
import { Deadline } from '../platform/deadline.ts';
import type { StoredBoard } from '../schema/boards.ts';
import type { Collection } from '../schema/collections.ts';
import type { Page } from '../schema/pages.ts';
import type { Target } from '../schema/settings.ts';
import type { BoardProgramme, MessageContent, State, TimedMessage, UntimedMessage } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import { EMPTY_PROGRAMME } from '../core/programme.ts';
import { MINUTE_MS } from '../core/durations.ts';

/** What decisions depend on beside the stored state. */
export interface ProgrammeOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly zone: () => string;
  /** Whether a collection's expression is true at an instant. */
  readonly evaluateRule: (expression: string, at: number) => boolean;
  /** The trigger of a plugin for a board now. */
  readonly trigger: (boardId: string) => Trigger | null;
  /** The frame that a board follows; none where boards follow nothing. */
  readonly followed?: (board: StoredBoard) => Followed | null;
}

/** No message is sent for longer. */
const LONGEST_MINUTES = 480;

interface Library {
  readonly pages: ReadonlyMap<string, Page>;
  readonly collections: ReadonlyMap<string, Collection>;
}

/** What each board should show, from the stored state (rules, P2). */
export class Programme {
  readonly #options: ProgrammeOptions;
  /** When the timed messages end by the monotonic clock (rules, M4). */
  readonly #deadlines = new WeakMap<TimedMessage, Deadline>();
  #indexed: { pages: State['pages']; collections: State['collections']; library: Library } | null = null;

  constructor(options: ProgrammeOptions) {
    this.#options = options;
    const anchor = ({ programmes }: State): void => {
      for (const { timed } of Object.values(programmes)) if (timed) this.#deadlineOf(timed);
    };
    anchor(options.store.state);
    options.store.onChange((state, _previous, changed) => changed.has('programmes') && anchor(state));
  }

  /** The timed message that runs on a board now, with its end by the present clock. */
  timedOn(boardId: string): TimedMessage | null {
    const { timed } = this.#anchored(this.#options.store.state.programmes[boardId] ?? EMPTY_PROGRAMME);
    return timed && (timed.expires_at === null || Date.parse(timed.expires_at) > this.#options.clock.now())
      ? timed
      : null;
  }

  /** The output target; `ui` until an owner chose one or a physical board was added (rules, B12). */
  get target(): Target {
    return this.#options.store.state.settings.output_target ?? 'ui';
  }

  /** What a board shows at an instant (ms), and why. Throws a 404 for a board that is gone. */
  decide(boardId: string, at: number): Decision {
    return arbitrate(this.inputOf(boardId, at));
  }

  /** The input of the decision for a board; previews change members of it. */
  inputOf(boardId: string, at: number): ArbiterInput {
    const { store, zone, evaluateRule, trigger, followed } = this.#options;
    const { state } = store;
    const board = state.boards.find((one) => one.id === boardId);
    if (!board) throw new Fault(404, 'The board has been deleted.');
    return {
      board,
      isPrimary: state.boards[0] === board,
      programme: this.#anchored(state.programmes[boardId] ?? EMPTY_PROGRAMME),
      schedules: state.schedules,
      ...this.#library(state),
      settings: state.settings,
      zone: zone(),
      at,
      trigger: trigger(boardId),
      followed: followed?.(board) ?? null,
      evaluateRule: (expression) => evaluateRule(expression, at),
    };
  }

  /** The page that a page or collection id resolves to on a board at an instant; null when nothing of it fits. */
  pageFor(id: string, boardId: string, at: number): Page | null {
    const input = this.inputOf(boardId, at);
    const resolved = resolveReference(input, id, at);
    return resolved ? (input.pages.get(resolved.page_id) ?? null) : null;
  }

  /** An untimed message over what the board returns to at an instant. */
  untimedOver(boardId: string, content: MessageContent, at: number): UntimedMessage {
    return untimedOver(
      content,
      this.decide(boardId, at).resolved_page_id,
      this.#library(this.#options.store.state),
      at,
    );
  }

  #deadlineOf(timed: TimedMessage): Deadline | null {
    const { expires_at, duration_minutes = LONGEST_MINUTES } = timed;
    if (expires_at === null) return null;
    const known = this.#deadlines.get(timed);
    if (known) return known;
    const { clock } = this.#options;
    const instant = Date.parse(expires_at);
    const deadline = new Deadline(clock, Math.min(instant - clock.now(), duration_minutes * MINUTE_MS), instant);
    this.#deadlines.set(timed, deadline);
    return deadline;
  }

  /**
   * A programme whose timed message ends when its time is over although the clock was set; the same object when it was
   * not.
   */
  #anchored(programme: BoardProgramme): BoardProgramme {
    const { timed } = programme;
    const deadline = timed && this.#deadlineOf(timed);
    if (!deadline || deadline.instant === Date.parse(timed.expires_at ?? '')) return programme;
    const moved: TimedMessage = { ...timed, expires_at: toInstant(deadline.instant) };
    this.#deadlines.set(moved, deadline);
    return { ...programme, timed: moved };
  }

  #library(state: State): Library {
    if (this.#indexed?.pages !== state.pages || this.#indexed.collections !== state.collections) {
      const library = {
        pages: new Map(state.pages.map((page) => [page.id, page])),
        collections: new Map(state.collections.map((collection) => [collection.id, collection])),
      };
      this.#indexed = { pages: state.pages, collections: state.collections, library };
    }
    return this.#indexed.library;
  }
}
