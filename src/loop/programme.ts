import { getOrInsert } from '../core/memo.ts';
import { arbitrate } from '../core/arbiter/arbiter.ts';
import type { ArbiterInput, Decision, Followed, Trigger } from '../core/arbiter/decision.ts';
import { beginMessage, messagesUp } from '../core/arbiter/messages.ts';
import { baselineAt, resolveReference } from '../core/arbiter/baseline.ts';
import { Fault } from '../fault.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import { Deadline } from '../platform/deadline.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { Page } from '../schema/content/pages.ts';
import type { Target } from '../schema/appliance/settings.ts';
import type { BoardMessage, BoardProgramme, Ending, State } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import { PLAIN_BRIGHTNESS, lightAt, type LightReading } from '../core/brightness.ts';
import { EMPTY_PROGRAMME } from '../core/programme.ts';
import { recordsById } from '../core/records.ts';
import { MINUTE_MS } from '../core/time/durations.ts';

/** What decisions depend on beside the stored state. */
export interface ProgrammeOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly zone: () => string;
  /** Whether a collection's expression is true at an instant. */
  readonly evaluateRule: (expression: string, at: number) => boolean;
  /** Whether a page has nothing to say at an instant. */
  readonly isEmpty: (page: Page, at: number) => boolean;
  /** The trigger of a plugin for a board now. */
  readonly trigger: (boardId: string) => Trigger | null;
  /** The frame that a board follows; null where it follows nothing. */
  readonly followed: (board: StoredBoard) => Followed | null;
}

/** What each board should show, from the stored state (rules, P2). */
export class Programme {
  readonly #options: ProgrammeOptions;
  /** When the timed messages end by the monotonic clock (rules, M4). */
  readonly #deadlines = new WeakMap<BoardMessage | Ending, Deadline>();

  constructor(options: ProgrammeOptions) {
    this.#options = options;
    const anchor = ({ programmes }: State, known: State['programmes']): void => {
      for (const [id, programme] of Object.entries(programmes)) if (programme !== known[id]) this.#anchored(programme);
    };
    anchor(options.store.state, {});
    options.store.onChange(
      (state, previous, changed) => changed.has('programmes') && anchor(state, previous.programmes),
    );
  }

  /** The timed message that is up on a board now, with its end by the present clock. */
  timedOn(boardId: string): BoardMessage | null {
    return this.timedIn(this.decide(boardId, this.#options.clock.now()));
  }

  /** The timed message that is up by a decision. */
  timedIn({ programme: { messages } }: Decision): BoardMessage | null {
    return messagesUp(messages).find(({ ends }) => ends === 'time') ?? null;
  }

  /** The output target; `ui` until an owner chose one or a physical board was added (rules, B12). */
  get target(): Target {
    return this.#options.store.state.settings.output_target ?? 'ui';
  }

  /** What a board shows at an instant (ms), and why. Throws a 404 for a board that is gone. */
  decide(boardId: string, at: number): Decision {
    return arbitrate(this.inputOf(boardId, at));
  }

  /** A programme of a board as it is by an instant (ms): what has ended is gone, and what was to begin is there. */
  settled(boardId: string, programme: BoardProgramme, at: number): BoardProgramme {
    return arbitrate({ ...this.inputOf(boardId, at), programme: this.#anchored(programme) }).programme;
  }

  /** The input of the decision for a board; previews change members of it. */
  inputOf(boardId: string, at: number): ArbiterInput {
    const { store, zone, evaluateRule, isEmpty, trigger, followed } = this.#options;
    const { state } = store;
    const board = recordsById(state.boards).get(boardId);
    if (!board) throw new Fault(404, 'The board has been deleted.');
    return {
      board,
      isPrimary: state.boards[0] === board,
      programme: this.#anchored(state.programmes[boardId] ?? EMPTY_PROGRAMME),
      schedules: state.schedules,
      pages: recordsById(state.pages),
      collections: recordsById(state.collections),
      settings: state.settings,
      zone: zone(),
      at,
      trigger: trigger(boardId),
      followed: followed(board),
      evaluateRule: (expression) => evaluateRule(expression, at),
      isEmpty: (page) => isEmpty(page, at),
    };
  }

  /** How the display of a board is to be lit at an instant, silence apart (rules, B17). */
  light(board: StoredBoard, at: number): LightReading {
    const { store, zone } = this.#options;
    const { brightness_by_board, location } = store.state.settings;
    const usual = board.panel?.connection.brightness ?? null;
    return lightAt(brightness_by_board[board.id] ?? PLAIN_BRIGHTNESS, usual, at, zone(), location);
  }

  /** The page that a page or collection id resolves to on a board at an instant; null when nothing of it fits. */
  pageFor(id: string, boardId: string, at: number): Page | null {
    const input = this.inputOf(boardId, at);
    const resolved = resolveReference(input, id, at);
    return resolved ? (input.pages.get(resolved.page_id) ?? null) : null;
  }

  /** A message as it goes up at an instant (ms), over what its board returns to then. */
  begin(boardId: string, message: BoardMessage, at: number): BoardMessage {
    const input = this.inputOf(boardId, at);
    return beginMessage(message, at, baselineAt(input, at), input);
  }

  /** A programme whose timed messages end when their time is over although the clock was set; else the same object. */
  #anchored(programme: BoardProgramme): BoardProgramme {
    return this.#withMessages(this.#withEndings(programme));
  }

  #withMessages(programme: BoardProgramme): BoardProgramme {
    const messages = programme.messages.map((message) => this.#movedMessage(message));
    return messages.every((message, at) => message === programme.messages[at]) ? programme : { ...programme, messages };
  }

  #movedMessage(message: BoardMessage): BoardMessage {
    const { ends, expires_at, lasts_ms } = message;
    if (ends !== 'time' || expires_at === null || lasts_ms === null) return message;
    return this.#moved(message, expires_at, lasts_ms, (instant) => ({ ...message, expires_at: instant }));
  }

  #withEndings(programme: BoardProgramme): BoardProgramme {
    const { quiet, pin_ends, passing, turn } = programme;
    const hold = turn?.hold;
    const endings = [quiet, pin_ends, passing?.ends, hold?.ends];
    if (endings.every((ending) => !ending || this.#movedEnding(ending) === ending)) return programme;
    return {
      ...programme,
      ...(quiet && { quiet: this.#movedEnding(quiet) }),
      ...(pin_ends && { pin_ends: this.#movedEnding(pin_ends) }),
      ...(passing && { passing: { ...passing, ends: this.#movedEnding(passing.ends) } }),
      ...(hold && { turn: { ...turn, hold: { ...hold, ends: this.#movedEnding(hold.ends) } } }),
    };
  }

  /** An end that comes when its minutes are over although the clock was set; the same object when it was not. */
  #movedEnding(ending: Ending): Ending {
    if (ending.minutes === undefined) return ending;
    return this.#moved(ending, ending.until, ending.minutes * MINUTE_MS, (until) => ({ ...ending, until }));
  }

  /** What ends at an instant, or by the monotonic clock: as `move` makes it when its end is another one by now. */
  #moved<T extends BoardMessage | Ending>(kept: T, until: string, lastsMs: number, move: (instant: string) => T): T {
    const { clock } = this.#options;
    const instant = Date.parse(until);
    const leftMs = (): number => Math.min(instant - clock.now(), lastsMs);
    const deadline = getOrInsert(this.#deadlines, kept, () => new Deadline(clock, leftMs(), instant));
    if (deadline.instant === instant) return kept;
    const moved = move(toInstant(deadline.instant));
    this.#deadlines.set(moved, deadline);
    return moved;
  }
}
