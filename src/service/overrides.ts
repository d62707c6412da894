import { Fault } from '../fault.ts';
import { pageOfLines } from '../loop/picture.ts';
import { toInstant } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { RevertMode } from '../schema/content/messages.ts';
import type { Override, OverrideAnswer, OverrideWrite } from '../schema/content/overrides.ts';
import type { BoardMessage } from '../schema/state.ts';
import { whileHeld, type BoardParts } from './boards/parts.ts';
import { boardOf } from './lookup.ts';
import { requireFit } from './pages/showable.ts';
import type { MessageService } from './messages/messages.ts';
import { toldOutcome } from './outcomes.ts';

/** The parts that temporary overrides work with. */
export interface OverrideServiceOptions extends BoardParts {
  readonly messages: MessageService;
}

/** What follows when something ends. */
export interface Revert {
  readonly revert_mode?: RevertMode | null | undefined;
  readonly revert_page_id?: string | null | undefined;
}

/** The timed message of a board, as the interface sees it: with pages or template lines; without an end if so asked. */
export class OverrideService {
  readonly #options: OverrideServiceOptions;

  constructor(options: OverrideServiceOptions) {
    this.#options = options;
  }

  /** What runs on a board; 404 for an unknown one. Reading changes nothing. */
  get(boardId: string): Override {
    const board = boardOf(this.#options.store.state, boardId);
    return view(board, this.#options.programme.timedOn(board.id), this.#options.clock.now());
  }

  /**
   * Shows a page or template lines for a while: 404 unknown board or page, 400 of another size, 409 paused or silenced,
   * 429, 500.
   */
  async set(body: OverrideWrite): Promise<OverrideAnswer> {
    const { store, messages } = this.#options;
    const board = boardOf(store.state, body.board_id || 'primary');
    const { revert_mode = 'schedule', revert_page_id = null } = this.#revertOf(board, body);
    const line_metadata = body.line_metadata ?? null;
    const shown = body.page_id
      ? messages.pageContent(board, body.page_id)
      : {
          content: { kind: 'template' as const, template: body.template ?? [], line_metadata },
          picture: pageOfLines(body.template ?? [], line_metadata, board),
        };
    const expiry = { minutes: body.duration_minutes ?? null, revert_mode, revert_page_id };
    const { sent, reason, code } = await messages.put(board, { ...shown, force: false, transition: null, expiry });
    return { ...this.get(board.id), sent, reason, code };
  }

  /**
   * Ends what runs now and shows what it reverts to, or what `revert` asks for instead. Nothing to end is no error, nor
   * is a paused or silenced board. 400 without the page that `page` needs or of another size, 404 unknown board or
   * page.
   */
  async end(boardId: string, revert: Revert = {}): Promise<OverrideAnswer> {
    const { store, writer, stored, loop, clock } = this.#options;
    const board = boardOf(store.state, boardId);
    const running = this.#options.programme.timedOn(board.id);
    const wanted = this.#revertOf(board, revert);
    if (!running)
      return { ...this.get(board.id), sent: false, reason: 'There is no temporary override.', code: 'nothing_to_show' };
    return whileHeld(writer, board.id, async () => {
      // An expired message is reverted by the rules of expiry, so that both ways of ending are one.
      await stored.changeOne(board.id, running.id, { ...wanted, expires_at: toInstant(clock.now()) });
      const { outcome } = await loop.show(board, false);
      return { ...this.get(board.id), ...toldOutcome(outcome) };
    });
  }

  #revertOf(
    board: StoredBoard,
    { revert_mode, revert_page_id }: Revert,
  ): Partial<Pick<BoardMessage, 'revert_mode' | 'revert_page_id'>> {
    if (!revert_mode) return {};
    if (revert_mode !== 'page') return { revert_mode, revert_page_id: null };
    if (!revert_page_id) throw new Fault(400, 'revert_page_id is needed when revert_mode is "page".');
    requireFit(this.#options.store.state, revert_page_id, board);
    return { revert_mode, revert_page_id };
  }
}

const view = (board: StoredBoard, timed: BoardMessage | null, now: number): Override => {
  const content = timed?.content;
  const expires_at = timed?.expires_at ?? null;
  return {
    board_id: board.id,
    active: timed !== null,
    page_id: content?.kind === 'page' ? content.page_id : null,
    template: content?.kind === 'template' ? content.template : null,
    line_metadata: content?.kind === 'template' ? content.line_metadata : null,
    device_type: timed && board.device_type,
    notes_wide: timed && board.notes_wide,
    notes_tall: timed && board.notes_tall,
    grid_rows: timed && board.grid_rows,
    grid_cols: timed && board.grid_cols,
    expires_at,
    remaining_seconds: expires_at === null ? null : Math.round((Date.parse(expires_at) - now) / 100) / 10,
    revert_mode: timed && timed.revert_mode,
    revert_page_id: timed && timed.revert_page_id,
  };
};
