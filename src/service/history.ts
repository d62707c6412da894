import { geometryOf } from '../core/flaps/geometry.ts';
import { gridToRows } from '../core/flaps/grid.ts';
import { Fault } from '../fault.ts';
import { actAs } from '../platform/actor.ts';
import { toInstant } from '../platform/clock.ts';
import type { History, HistoryEntry } from '../schema/content/history.ts';
import type { ShownFrame, ShownFrames } from '../store/shown-frames.ts';
import type { Store } from '../store/store.ts';
import { boardOf, clip } from './lookup.ts';
import { sizeText } from './pages/showable.ts';
import type { MessageResult, MessageService } from './messages/messages.ts';

/** What the history is made from. */
export interface HistoryServiceOptions {
  readonly store: Store;
  readonly frames: ShownFrames;
  readonly messages: MessageService;
}

const toEntry = ({ grid, at, ...about }: ShownFrame): HistoryEntry => ({
  ...about,
  by: about.by as HistoryEntry['by'],
  at: toInstant(at),
  characters: gridToRows(grid),
});

/** What was on the boards, and the way back to it. */
export class HistoryService {
  readonly #options: HistoryServiceOptions;

  constructor(options: HistoryServiceOptions) {
    this.#options = options;
  }

  /** The last frames of a board, the newest first: 404 unknown. */
  async list(boardId: string, most: number): Promise<History> {
    const board = boardOf(this.#options.store.state, boardId);
    await this.#options.frames.load();
    return { entries: this.#options.frames.of(board.id, most).map(toEntry) };
  }

  /**
   * Shows a frame again on its board, as a message: 404 forgotten, 400 when the board has another size now, otherwise
   * as a message.
   */
  async send(id: string, minutes: number | null): Promise<MessageResult> {
    const { store, frames, messages } = this.#options;
    await frames.load();
    const found = frames.find(id);
    if (!found) throw new Fault(404, `There is no frame "${clip(id)}" in the history.`);
    const { rows, cols } = geometryOf(boardOf(store.state, found.boardId));
    const { grid } = found.frame;
    if (grid.rows !== rows || grid.cols !== cols)
      throw new Fault(400, `The board is ${sizeText({ rows, cols })} now: the frame does not fit.`);
    return actAs({ why: 'history' }, () =>
      messages.send(found.boardId, { characters: gridToRows(grid), duration_minutes: minutes, force: false }),
    );
  }
}
