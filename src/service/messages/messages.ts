import type { Outcome } from '../../board/outcome.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import { decodeGrid } from '../../core/flaps.ts';
import { geometryOf, withoutHoles } from '../../core/geometry.ts';
import { createGrid, gridFromRows, gridToRows } from '../../core/grid.ts';
import type { Grid } from '../../core/grid.ts';
import { layoutLines, layoutText } from '../../core/message.ts';
import { Fault } from '../../fault.ts';
import type { Animation } from '../../loop/animation.ts';
import type { Renderer } from '../../loop/renderer.ts';
import { toInstant } from '../../platform/clock.ts';
import type { StoredBoard } from '../../schema/boards.ts';
import type { Message, MessageAnswer, RevertMode, TransitionOverride } from '../../schema/messages.ts';
import type { OutcomeCode } from '../../schema/outcomes.ts';
import type { Page } from '../../schema/pages.ts';
import type { MessageContent } from '../../schema/state.ts';
import { whileHeld } from '../boards/parts.ts';
import type { BoardParts } from '../boards/parts.ts';
import { boardOf, clip, requireFit, showableOf, sizeText } from '../lookup.ts';
import { requireOpen, requireWritten, toldOutcome } from '../outcomes.ts';
import { blankBoard, blankOf } from './blank.ts';

/** The parts that messages work with. */
export interface MessageServiceOptions extends BoardParts {
  readonly renderer: Renderer;
  readonly animation: Animation;
}

/** The answer to a message, with the code of what became of it. */
export type MessageResult = MessageAnswer & { readonly code: OutcomeCode };

/** When a timed message ends (never by itself with null minutes), and what follows it. */
export interface Expiry {
  readonly minutes: number | null;
  readonly revert_mode: RevertMode;
  readonly revert_page_id: string | null;
}

/** What to put on a board past its programme: a grid, or the page to draw it from. */
export interface MessageRequest {
  readonly content: MessageContent;
  readonly picture: Grid | Page;
  readonly force: boolean;
  readonly transition: TransitionOverride | null;
  /** Null: it stays until something else replaces it. */
  readonly expiry: Expiry | null;
}

/** One-off writes to a board, past its programme. */
export class MessageService {
  readonly #options: MessageServiceOptions;

  constructor(options: MessageServiceOptions) {
    this.#options = options;
  }

  /**
   * Shows a message on a board. The order of the checks is fixed (rules, M2): 404 board, 400 rules, 404 page, 409
   * paused, 409 silence, 200 browser only, 200 unchanged, 429 floor, then the write; `sent` is true only when this
   * request moved flaps.
   */
  async send(boardId: string, message: Message): Promise<MessageResult> {
    const board = boardOf(this.#options.store.state, boardId);
    this.#checkRules(message);
    const drawn = this.#draw(board, message);
    const expiry = expiryOf(message);
    if (message.revert_page_id) showableOf(this.#options.store.state, message.revert_page_id);
    if (expiry?.revert_page_id) requireFit(this.#options.store.state, expiry.revert_page_id, board);
    return this.put(board, { ...drawn, force: message.force, transition: message.transition ?? null, expiry });
  }

  /**
   * Puts something on a board and keeps it as its message: 409 paused or silenced, 429 too early, 500 the board failed.
   */
  async put(board: StoredBoard, request: MessageRequest): Promise<MessageResult> {
    const { writer, stored, clock } = this.#options;
    return whileHeld(writer, board.id, async () => {
      const isWanted = stored.track(board.id, request.expiry ? 'timed' : 'untimed');
      requireOpen(board, writer.refusal(board));
      const page = 'codes' in request.picture ? null : request.picture;
      const grid = 'codes' in request.picture ? request.picture : await this.#drawPage(request.picture, board);
      const motion = this.#options.animation.of(page, request.transition, grid);
      const outcome = await writer.write(board, { grid, force: request.force, ...motion }, 'message');
      requireWritten(board, outcome);
      const isKept = !isOvertaken(outcome) && isWanted();
      const minutes = isKept ? (request.expiry?.minutes ?? null) : null;
      const expires_at = minutes === null ? null : toInstant(clock.now() + minutes * MINUTE_MS);
      if (isKept) await this.#keep(board.id, request, expires_at);
      return resultOf(board, grid, outcome, expires_at);
    });
  }

  /**
   * Ends every message and shows what the board returns to; with nothing to return to, blanks it. Never 409: `sent` and
   * `reason` tell.
   */
  async clear(boardId: string): Promise<MessageResult> {
    const { store, writer, stored } = this.#options;
    const board = boardOf(store.state, boardId);
    return whileHeld(writer, board.id, async () => {
      await stored.end(board.id, { timed: true });
      const refusal = writer.refusal(board);
      if (refusal) return resultOf(board, await this.#leave(board), refusal, null);
      const { grid, outcome } = await this.#return(board);
      return resultOf(board, grid, outcome, null);
    });
  }

  async #return(board: StoredBoard): Promise<{ grid: Grid; outcome: Outcome }> {
    const { grid, decision, outcome } = await this.#options.loop.show(board, true);
    if (outcome.code === 'refused' || outcome.code === 'unreachable') requireWritten(board, outcome);
    if (grid !== null || decision.because !== 'none') return { grid: grid ?? blankOf(board), outcome };
    const blank = blankOf(board);
    return {
      grid: blank,
      outcome: await blankBoard(this.#options, board, this.#options.animation.of(null, null, blank)),
    };
  }

  /**
   * What a board that takes no write now returns to; one with nothing to return to is blanked when it takes writes
   * again.
   */
  async #leave(board: StoredBoard): Promise<Grid> {
    const now = this.#options.clock.now();
    const id = this.#options.programme.decide(board.id, now).resolved_page_id;
    if (id === null) await this.#options.stored.keepBlank(board);
    const page = id === null ? null : this.#options.programme.pageFor(id, board.id, now);
    const rendering = page ? await this.#options.renderer.render(page, now, geometryOf(board).places) : null;
    return rendering && 'grid' in rendering ? rendering.grid : blankOf(board);
  }

  #checkRules(message: Message): void {
    const timed = message.duration_minutes !== undefined && message.duration_minutes !== null;
    if (message.revert_mode && !timed)
      throw new Fault(400, 'revert_mode needs duration_minutes: only a timed message ends by itself.');
    if (message.revert_mode === 'page' && !message.revert_page_id)
      throw new Fault(400, 'revert_page_id is needed when revert_mode is "page".');
    const strategy = message.transition?.strategy;
    if (typeof strategy === 'string' && !this.#options.animation.knows(strategy))
      throw new Fault(400, `transition.strategy: there is no transition "${clip(strategy)}".`);
  }

  #draw(board: StoredBoard, message: Message): Pick<MessageRequest, 'content' | 'picture'> {
    const geometry = geometryOf(board);
    const { rows, cols } = geometry;
    if (message.page_id !== undefined && message.page_id !== null) return this.pageContent(board, message.page_id);
    if (message.characters) requireSize(message.characters, rows, cols);
    const drawn = message.characters
      ? gridFromRows(message.characters, rows, cols)
      : message.lines
        ? layoutLines(message.lines, geometry)
        : typeof message.text === 'string'
          ? layoutText(message.text, geometry)
          : createGrid(rows, cols, message.fill ?? 0);
    const grid = withoutHoles(drawn, geometry);
    return { content: { kind: 'grid', rows, cols, characters: gridToRows(grid) }, picture: grid };
  }

  /** A page or collection as content: 404 unknown, 400 of another size. */
  pageContent(board: StoredBoard, id: string): Pick<MessageRequest, 'content' | 'picture'> {
    requireFit(this.#options.store.state, id, board);
    return { content: { kind: 'page', page_id: id }, picture: this.#pageNow(id, board) };
  }

  #pageNow(id: string, board: StoredBoard): Page {
    const page = this.#options.programme.pageFor(id, board.id, this.#options.clock.now());
    if (!page) throw new Fault(400, `Nothing of "${clip(id)}" can be shown on the board "${board.name}" now.`);
    return page;
  }

  async #drawPage(page: Page, board: StoredBoard): Promise<Grid> {
    const rendering = await this.#options.renderer.render(page, this.#options.clock.now(), geometryOf(board).places);
    if ('error' in rendering) throw new Fault(503, `The page "${page.name}" cannot be drawn: ${rendering.error}`);
    return rendering.grid;
  }

  #keep(boardId: string, { content, expiry, transition }: MessageRequest, expires_at: string | null): Promise<void> {
    const { stored } = this.#options;
    if (expiry === null) return stored.keepUntimed(boardId, content);
    const { minutes, revert_mode, revert_page_id } = expiry;
    return stored.keepTimed(boardId, {
      content,
      expires_at,
      ...(minutes !== null && { duration_minutes: minutes }),
      revert_mode,
      revert_page_id,
      transition,
    });
  }
}

/** Whether something newer took the place of a message: it is not kept. */
const isOvertaken = ({ code }: Outcome): boolean => code === 'superseded' || code === 'interrupted';

const resultOf = (board: StoredBoard, grid: Grid, outcome: Outcome, expires_at: string | null): MessageResult => ({
  board_id: board.id,
  characters: gridToRows(grid),
  text: decodeGrid(grid),
  expires_at,
  ...toldOutcome(outcome),
});

const expiryOf = ({ duration_minutes, revert_mode, revert_page_id }: Message): Expiry | null => {
  if (!duration_minutes) return null;
  const page = revert_mode === 'page' ? (revert_page_id ?? null) : null;
  return { minutes: duration_minutes, revert_mode: revert_mode ?? 'schedule', revert_page_id: page };
};

const requireSize = (characters: readonly (readonly number[])[], rows: number, cols: number): void => {
  const wrong = characters.find((row) => row.length !== cols);
  if (characters.length === rows && !wrong) return;
  const received = `${characters.length} rows x ${wrong?.length ?? characters[0]?.length ?? 0} columns`;
  throw new Fault(400, `characters: expected ${sizeText({ device_type: 'panel', rows, cols })}, received ${received}.`);
};
