import type { Delivery } from '../board/delivery.ts';
import type { BoardRegistry } from '../board/registry.ts';
import { decodeGrid } from '../core/flaps.ts';
import { geometryOf } from '../core/geometry.ts';
import { createGrid, gridFromRows, gridToRows, type Grid } from '../core/grid.ts';
import { layoutLines, layoutText } from '../core/message.ts';
import { Fault } from '../fault.ts';
import type { Animation } from '../loop/animation.ts';
import { UI_ONLY, type DisplayLoop } from '../loop/display.ts';
import type { Programme } from '../loop/programme.ts';
import type { Renderer } from '../loop/renderer.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { Message, MessageAnswer } from '../schema/message.ts';
import type { Page } from '../schema/page.ts';
import type { BoardProgramme, MessageContent, TimedMessage } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import { boardOf, clip, requireFit, sizeText } from './library.ts';

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

/** A message that passed the checks of its form: what to keep and what to draw. */
interface Draft {
  readonly content: MessageContent;
  readonly grid: Grid | null;
  readonly page: Page | null;
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
    const draft = this.#draft(board, message);
    if (message.revert_mode === 'page' && message.revert_page_id) requireFit(this.#options.store.state, message.revert_page_id, board);
    const release = this.#options.loop.hold(board.id);
    try {
      this.#requireOpen(board);
      const grid = draft.grid ?? (await this.#drawPage(draft.page));
      const outcome = await this.#write(board, draft, grid, message);
      if (outcome.overtaken) return { sent: false, board_id: board.id, ...pictureOf(grid), expires_at: null, reason: outcome.reason };
      const expires_at = message.duration_minutes ? toInstant(this.#options.clock.now() + message.duration_minutes * 60_000) : null;
      await this.#keep(board.id, draft.content, message, expires_at);
      this.#options.loop.note(board.id, grid);
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
      await this.#change(board.id, { timed: null, untimed: null });
      const shown = await this.#options.loop.show(board, true);
      if (shown.delivery?.status === 'failed') throw new Fault(500, `The board "${board.name}" could not be written: ${shown.delivery.reason}`);
      const grid = shown.grid ?? createGrid(geometryOf(board).rows, geometryOf(board).cols);
      const blanked = shown.grid === null && shown.decision.because === 'none' ? await this.#blank(board, grid) : null;
      const reason = blanked ? blanked.reason : shown.reason;
      return { sent: reason === null, board_id: board.id, ...pictureOf(grid), expires_at: null, reason };
    } finally {
      release();
    }
  }

  async #blank(board: StoredBoard, grid: Grid): Promise<{ reason: string | null }> {
    const running = this.#options.boards.get(board.id);
    if (this.#options.programme.target === 'ui' || !running) {
      running?.preview(grid);
      return { reason: UI_ONLY };
    }
    const delivery = await running.show({ grid, force: true, ...this.#options.animation.of(null, null, grid) });
    if (delivery.status === 'failed') throw new Fault(500, `The board "${board.name}" could not be written: ${delivery.reason}`);
    return { reason: delivery.status === 'sent' ? null : delivery.reason };
  }

  #checkRules(message: Message): void {
    const timed = message.duration_minutes !== undefined && message.duration_minutes !== null;
    if (message.revert_mode && !timed) throw new Fault(400, 'revert_mode needs duration_minutes: only a timed message ends by itself.');
    if (message.revert_mode === 'page' && !message.revert_page_id) throw new Fault(400, 'revert_page_id is needed when revert_mode is "page".');
    const strategy = message.transition?.strategy;
    if (strategy && !this.#options.animation.knows(strategy)) throw new Fault(400, `transition.strategy: there is no transition "${clip(strategy)}".`);
  }

  #draft(board: StoredBoard, message: Message): Draft {
    const geometry = geometryOf(board);
    const { rows, cols } = geometry;
    if (message.page_id !== undefined && message.page_id !== null) {
      requireFit(this.#options.store.state, message.page_id, board);
      return { content: { kind: 'page', page_id: message.page_id }, grid: null, page: this.#pageNow(message.page_id, board) };
    }
    if (message.characters) requireSize(message.characters, rows, cols);
    const grid = message.characters
      ? gridFromRows(message.characters, rows, cols)
      : message.lines
        ? layoutLines(message.lines, geometry)
        : typeof message.text === 'string'
          ? layoutText(message.text, geometry)
          : createGrid(rows, cols, message.fill ?? 0);
    return { content: { kind: 'grid', rows, cols, characters: gridToRows(grid) }, grid, page: null };
  }

  #pageNow(id: string, board: StoredBoard): Page {
    const page = this.#options.programme.pageFor(id, board.id, this.#options.clock.now());
    if (!page) throw new Fault(400, `Nothing of "${clip(id)}" can be shown on the board "${board.name}" now.`);
    return page;
  }

  #requireOpen(board: StoredBoard): void {
    const decision = this.#options.programme.decide(board.id, this.#options.clock.now());
    if (decision.paused) throw new Fault(409, `The board "${board.name}" is paused: resume it to send messages.`);
    if (decision.silence.active) throw new Fault(409, `The board "${board.name}" is in its silence window${untilText(decision.silence.next_change)}.`);
  }

  async #drawPage(page: Page | null): Promise<Grid> {
    if (!page) throw new Fault(500, 'There is nothing to draw.');
    const rendering = await this.#options.renderer.render(page, this.#options.clock.now());
    if ('error' in rendering) throw new Fault(503, `The page "${page.name}" cannot be drawn: ${rendering.error}`);
    return rendering.grid;
  }

  /** Why flaps were not written, null when they were; and whether something newer took the message's place. */
  async #write(board: StoredBoard, draft: Draft, grid: Grid, message: Message): Promise<{ reason: string | null; overtaken: boolean }> {
    const running = this.#options.boards.get(board.id);
    if (!running || !board.enabled) throw new Fault(503, `The board "${board.name}" is switched off: enable it in the settings.`);
    if (this.#options.programme.target === 'ui') {
      running.preview(grid);
      return { reason: UI_ONLY, overtaken: false };
    }
    const delivery = await running.show({ grid, force: message.force, ...this.#options.animation.of(draft.page, message.transition ?? null, grid) });
    const overtaken = delivery.status === 'unsent' && (delivery.why === 'superseded' || delivery.why === 'stopped');
    return { reason: requireDelivery(board, delivery), overtaken };
  }

  async #keep(boardId: string, content: MessageContent, message: Message, expires_at: string | null): Promise<void> {
    if (expires_at !== null) {
      const timed: TimedMessage = {
        content,
        expires_at,
        revert_mode: message.revert_mode ?? 'schedule',
        revert_page_id: message.revert_mode === 'page' ? (message.revert_page_id ?? null) : null,
        transition: message.transition ?? null,
      };
      await this.#change(boardId, { timed, untimed: null });
      return;
    }
    await this.#change(boardId, { timed: null, untimed: this.#options.programme.untimedOver(boardId, content, this.#options.clock.now()) });
  }

  async #change(boardId: string, change: Partial<BoardProgramme>): Promise<void> {
    await this.#options.store.update((state) => {
      const before = state.programmes[boardId] ?? { active_page_id: null, timed: null, untimed: null };
      const same = Object.entries(change).every(([key, value]) => value === null && before[key as keyof BoardProgramme] === null);
      return same ? {} : { programmes: { ...state.programmes, [boardId]: { ...before, ...change } } };
    });
  }
}

const requireSize = (characters: readonly (readonly number[])[], rows: number, cols: number): void => {
  const wrong = characters.find((row) => row.length !== cols);
  if (characters.length === rows && !wrong) return;
  const received = `${characters.length} rows x ${wrong?.length ?? characters[0]?.length ?? 0} columns`;
  throw new Fault(400, `characters: expected ${sizeText({ device_type: 'panel', rows, cols })}, received ${received}.`);
};

/** The reason of a harmless non-delivery, null for a delivery; throws the status that stands for any other. */
const requireDelivery = (board: StoredBoard, delivery: Delivery): string | null => {
  switch (delivery.status) {
    case 'sent':
      return null;
    case 'unsent':
      return delivery.reason;
    case 'throttled': {
      const retryAfter = Math.max(1, Math.ceil(delivery.retryAfterMs / 1000));
      throw new Fault(429, `${delivery.reason} Try again in ${retryAfter} s.`, { retryAfter });
    }
    case 'locked':
      throw new Fault(409, delivery.reason);
    case 'unavailable':
      throw new Fault(503, `The board "${board.name}" cannot be used: ${delivery.reason}`);
    case 'failed':
      throw new Fault(500, `The board "${board.name}" could not be written: ${delivery.reason}`);
  }
};

const pictureOf = (grid: Grid): { characters: number[][]; text: string } => ({ characters: gridToRows(grid), text: decodeGrid(grid) });

const untilText = (instant: number | null): string => (instant === null ? '' : ` until ${toInstant(instant)}`);
