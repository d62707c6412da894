import type { BoardRegistry } from '../board/registry.ts';
import { decodeGrid } from '../core/flaps.ts';
import { geometryOf } from '../core/geometry.ts';
import { createGrid, gridFromRows, gridsEqual, gridToRows, type Grid } from '../core/grid.ts';
import { layoutLines, layoutText } from '../core/message.ts';
import { UI_ONLY } from '../core/no-flaps.ts';
import { Fault } from '../fault.ts';
import type { Animation } from '../loop/animation.ts';
import type { DisplayLoop } from '../loop/display.ts';
import type { Programme } from '../loop/programme.ts';
import type { Renderer } from '../loop/renderer.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { Message, MessageAnswer, RevertMode, TransitionOverride } from '../schema/message.ts';
import type { Page } from '../schema/page.ts';
import type { BoardProgramme, MessageContent } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import { blankBoard, blankLater, blankOf } from './blank.ts';
import { closedReason } from './closing.ts';
import { requireDelivery } from './deliveries.ts';
import { boardOf, clip, requireFit, showableOf, sizeText } from './library.ts';

/** What messages need from their surroundings. */
export interface MessageServiceOptions {
  readonly store: Store;
  readonly boards: BoardRegistry;
  readonly loop: DisplayLoop;
  readonly programme: Programme;
  readonly renderer: Renderer;
  readonly animation: Animation;
  readonly clock: Clock;
}

/** When a timed message ends (never by itself with null minutes), and what follows it. */
export interface Term {
  readonly minutes: number | null;
  readonly revert_mode: RevertMode;
  readonly revert_page_id: string | null;
}

/** What to put on a board past its programme: a grid, or the page to draw it from. */
export interface Wish {
  readonly content: MessageContent;
  readonly picture: Grid | Page;
  readonly force: boolean;
  readonly transition: TransitionOverride | null;
  /** Null: it stays until something else replaces it. */
  readonly term: Term | null;
}

/** What came of a message's write. */
interface Written {
  /** Why flaps were not written; null when they were. */
  readonly reason: string | null;
  /** Whether something newer took its place. */
  readonly overtaken: boolean;
  /** Whether its transition was ended at a step, by a silence window that began: the loop writes the rest, if the message runs on. */
  readonly cut: boolean;
}

/** One-off writes to a board, past its programme. */
export class MessageService {
  readonly #options: MessageServiceOptions;

  constructor(options: MessageServiceOptions) {
    this.#options = options;
  }

  /**
   * Shows a message on a board. The order of the checks is fixed (decisions, Messages): 404 board, 400 rules, 404 page, 409 paused,
   * 409 silence, 200 browser only, 200 unchanged, 429 floor, then the write; `sent` is true only when this request moved flaps.
   */
  async send(boardId: string, message: Message): Promise<MessageAnswer> {
    const board = boardOf(this.#options.store.state, boardId);
    this.#checkRules(message);
    const drawn = this.#draw(board, message);
    const term = termOf(message);
    if (message.revert_page_id) showableOf(this.#options.store.state, message.revert_page_id);
    if (term?.revert_page_id) requireFit(this.#options.store.state, term.revert_page_id, board);
    return this.put(board, { ...drawn, force: message.force, transition: message.transition ?? null, term });
  }

  /** Puts something on a board and keeps it as its message: 409 paused or silenced, 429 too early, 500 the board failed. */
  async put(board: StoredBoard, wish: Wish): Promise<MessageAnswer> {
    const release = this.#options.loop.hold(board.id);
    const endings = this.#options.loop.endingsOf(board.id);
    try {
      const closed = this.#closedReason(board);
      if (closed !== null) throw new Fault(409, closed);
      const page = 'codes' in wish.picture ? null : wish.picture;
      const grid = 'codes' in wish.picture ? wish.picture : await this.#drawPage(wish.picture);
      const outcome = await this.#write(board, page, grid, wish);
      if (outcome.overtaken) return { sent: false, board_id: board.id, ...pictureOf(grid), expires_at: null, reason: outcome.reason };
      const kind = wish.term ? 'timed' : 'untimed';
      const wanted = this.#options.loop.endingsOf(board.id)[kind] === endings[kind];
      const expires_at = wanted && wish.term?.minutes ? toInstant(this.#options.clock.now() + wish.term.minutes * 60_000) : null;
      // Noted before anything is awaited: the next frame may arrive while this message is being stored.
      this.#options.loop.note(board.id, outcome.cut ? null : grid);
      if (wanted) await this.#keep(board.id, wish, expires_at);
      return { sent: outcome.reason === null, board_id: board.id, ...pictureOf(grid), expires_at, reason: outcome.reason };
    } finally {
      release();
    }
  }

  /** Ends every message and shows what the board returns to; with nothing to return to, blanks it. Never 409: `sent` and `reason` tell. */
  async clear(boardId: string): Promise<MessageAnswer> {
    const board = boardOf(this.#options.store.state, boardId);
    const release = this.#options.loop.hold(board.id);
    try {
      this.#options.loop.endMessages(board.id, { timed: true });
      await this.#change(board.id, { timed: null, untimed: null });
      const closed = this.#closedReason(board);
      const { grid, reason } = closed === null ? await this.#return(board) : { grid: await this.#leave(board), reason: closed };
      return { sent: reason === null, board_id: board.id, ...pictureOf(grid), expires_at: null, reason };
    } finally {
      release();
    }
  }

  #closedReason(board: StoredBoard): string | null {
    return closedReason(this.#options.programme.decide(board.id, this.#options.clock.now()), board);
  }

  async #return(board: StoredBoard): Promise<{ grid: Grid; reason: string | null }> {
    const shown = await this.#options.loop.show(board, true);
    if (shown.delivery?.status === 'failed') throw new Fault(500, `The board "${board.name}" could not be written: ${shown.delivery.reason}`);
    const grid = shown.grid ?? blankOf(board);
    const isEmpty = shown.grid === null && shown.decision.because === 'none';
    return { grid, reason: isEmpty ? await blankBoard(this.#options, board, this.#options.animation.of(null, null, grid)) : shown.reason };
  }

  /** What a board that takes no write now returns to; one with nothing to return to is blanked when it takes writes again. */
  async #leave(board: StoredBoard): Promise<Grid> {
    const now = this.#options.clock.now();
    const id = this.#options.programme.decide(board.id, now).resolved_page_id;
    if (id === null) await blankLater(this.#options, board);
    const page = id === null ? null : this.#options.programme.pageFor(id, board.id, now);
    const rendering = page ? await this.#options.renderer.render(page, now) : null;
    return rendering && 'grid' in rendering ? rendering.grid : blankOf(board);
  }

  #checkRules(message: Message): void {
    const timed = message.duration_minutes !== undefined && message.duration_minutes !== null;
    if (message.revert_mode && !timed) throw new Fault(400, 'revert_mode needs duration_minutes: only a timed message ends by itself.');
    if (message.revert_mode === 'page' && !message.revert_page_id) throw new Fault(400, 'revert_page_id is needed when revert_mode is "page".');
    const strategy = message.transition?.strategy;
    if (typeof strategy === 'string' && !this.#options.animation.knows(strategy)) throw new Fault(400, `transition.strategy: there is no transition "${clip(strategy)}".`);
  }

  #draw(board: StoredBoard, message: Message): Pick<Wish, 'content' | 'picture'> {
    const geometry = geometryOf(board);
    const { rows, cols } = geometry;
    if (message.page_id !== undefined && message.page_id !== null) return this.pageWish(board, message.page_id);
    if (message.characters) requireSize(message.characters, rows, cols);
    const grid = message.characters
      ? gridFromRows(message.characters, rows, cols)
      : message.lines
        ? layoutLines(message.lines, geometry)
        : typeof message.text === 'string'
          ? layoutText(message.text, geometry)
          : createGrid(rows, cols, message.fill ?? 0);
    return { content: { kind: 'grid', rows, cols, characters: gridToRows(grid) }, picture: grid };
  }

  /** A page or collection as content: 404 unknown, 400 of another size. */
  pageWish(board: StoredBoard, id: string): Pick<Wish, 'content' | 'picture'> {
    requireFit(this.#options.store.state, id, board);
    return { content: { kind: 'page', page_id: id }, picture: this.#pageNow(id, board) };
  }

  #pageNow(id: string, board: StoredBoard): Page {
    const page = this.#options.programme.pageFor(id, board.id, this.#options.clock.now());
    if (!page) throw new Fault(400, `Nothing of "${clip(id)}" can be shown on the board "${board.name}" now.`);
    return page;
  }

  async #drawPage(page: Page): Promise<Grid> {
    const rendering = await this.#options.renderer.render(page, this.#options.clock.now());
    if ('error' in rendering) throw new Fault(503, `The page "${page.name}" cannot be drawn: ${rendering.error}`);
    return rendering.grid;
  }

  /** What came of the write of a message. */
  async #write(board: StoredBoard, page: Page | null, grid: Grid, { force, transition }: Wish): Promise<Written> {
    const running = this.#options.boards.get(board.id);
    if (!running || !board.enabled) throw new Fault(503, `The board "${board.name}" is switched off: enable it in the settings.`);
    if (this.#options.programme.target === 'ui') {
      running.preview(grid);
      return { reason: UI_ONLY, overtaken: false, cut: false };
    }
    const delivery = await running.show({ grid, force, ...this.#options.animation.of(page, transition, grid) });
    const why = delivery.status === 'unsent' ? delivery.why : delivery.status;
    if (delivery.status === 'failed' && !delivery.refused) this.#options.loop.lose(board.id);
    // A pause that broke it off may have left anything on the flaps.
    if (why === 'stopped') this.#options.loop.note(board.id, null);
    const { characters } = running.view;
    return {
      reason: requireDelivery(board, delivery),
      overtaken: why === 'superseded' || why === 'stopped',
      cut: (why === 'sent' || why === 'virtual') && characters !== null && !gridsEqual(characters, grid),
    };
  }

  async #keep(boardId: string, { content, term, transition }: Wish, expires_at: string | null): Promise<void> {
    if (term === null) return this.#change(boardId, { timed: null, untimed: this.#options.programme.untimedOver(boardId, content, this.#options.clock.now()) });
    const { revert_mode, revert_page_id } = term;
    return this.#change(boardId, { timed: { content, expires_at, revert_mode, revert_page_id, transition }, untimed: null });
  }

  async #change(boardId: string, change: Partial<BoardProgramme>): Promise<void> {
    await this.#options.store.update((state) => {
      const before = state.programmes[boardId] ?? { active_page_id: null, timed: null, untimed: null };
      const same = Object.entries(change).every(([key, value]) => value === null && before[key as keyof BoardProgramme] === null);
      return same ? {} : { programmes: { ...state.programmes, [boardId]: { ...before, ...change } } };
    });
  }
}

const termOf = ({ duration_minutes, revert_mode, revert_page_id }: Message): Term | null =>
  duration_minutes ? { minutes: duration_minutes, revert_mode: revert_mode ?? 'schedule', revert_page_id: revert_mode === 'page' ? (revert_page_id ?? null) : null } : null;

const requireSize = (characters: readonly (readonly number[])[], rows: number, cols: number): void => {
  const wrong = characters.find((row) => row.length !== cols);
  if (characters.length === rows && !wrong) return;
  const received = `${characters.length} rows x ${wrong?.length ?? characters[0]?.length ?? 0} columns`;
  throw new Fault(400, `characters: expected ${sizeText({ device_type: 'panel', rows, cols })}, received ${received}.`);
};

const pictureOf = (grid: Grid): { characters: number[][]; text: string } => ({ characters: gridToRows(grid), text: decodeGrid(grid) });
