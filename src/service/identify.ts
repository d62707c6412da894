import { INSTANT } from '../board/driver.ts';
import type { BoardRegistry } from '../board/registry.ts';
import { geometryOf } from '../core/geometry.ts';
import type { Grid } from '../core/grid.ts';
import { layoutText } from '../core/message.ts';
import { UI_ONLY } from '../core/no-flaps.ts';
import { Fault } from '../fault.ts';
import type { DisplayLoop } from '../loop/display.ts';
import type { Programme } from '../loop/programme.ts';
import type { Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { IdentifyAnswer } from '../schema/control.ts';
import type { Store } from '../store/store.ts';
import { closedReason } from './closing.ts';
import { requireDelivery } from './deliveries.ts';
import { boardOf } from './library.ts';

/** What identifying needs from its surroundings. */
export interface IdentifyServiceOptions {
  readonly store: Store;
  readonly boards: BoardRegistry;
  readonly loop: DisplayLoop;
  readonly programme: Programme;
  readonly clock: Clock;
}

const SHOWN_MS = 10_000;

/** Tells boards apart: each can be asked to say its name. */
export class IdentifyService {
  readonly #options: IdentifyServiceOptions;

  constructor(options: IdentifyServiceOptions) {
    this.#options = options;
  }

  /**
   * Shows the name of a board on it for 10 s and then what it showed: 404 unknown, 409 paused or silenced, 429 too early, 500 when the
   * board failed. Messages, pins and rules stay as they are.
   */
  async show(boardId: string): Promise<IdentifyAnswer> {
    const { store, boards, loop, programme, clock } = this.#options;
    const board = boardOf(store.state, boardId);
    const closed = closedReason(programme.decide(board.id, clock.now()), board);
    if (closed !== null) throw new Fault(409, closed);
    const before = boards.get(board.id)?.view.characters ?? null;
    const release = loop.hold(board.id);
    try {
      const place = store.state.boards.indexOf(board) + 1;
      const reason = await this.#write(board, layoutText(`${board.name}\nBOARD ${place}`, geometryOf(board)));
      clock.after(SHOWN_MS, () => void this.#restore(board.id, before).finally(release));
      return { board_id: board.id, sent: reason === null, reason };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Why flaps were not moved; null when they were. */
  async #write(board: StoredBoard, grid: Grid): Promise<string | null> {
    const running = this.#options.boards.get(board.id);
    if (!running) throw new Fault(503, `The board "${board.name}" is not running.`);
    if (this.#options.programme.target === 'ui') {
      running.preview(grid);
      return UI_ONLY;
    }
    return requireDelivery(board, await running.show({ grid, force: true, transition: INSTANT }));
  }

  /** Shows the programme again; a board without one gets back what was on it. Never rejects for a board that fails: the loop tries again. */
  async #restore(boardId: string, before: Grid | null): Promise<void> {
    const { store, boards, loop, programme } = this.#options;
    const board = store.state.boards.find(({ id }) => id === boardId);
    const running = boards.get(boardId);
    if (!board || !running) return;
    const { decision } = await loop.show(board, false, true);
    if (decision.because !== 'none' || before === null) return;
    if (programme.target === 'ui') running.preview(before);
    else await running.show({ grid: before, transition: INSTANT });
  }
}
