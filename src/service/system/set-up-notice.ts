import { INSTANT, type SetUpPlace } from '../../board/driver.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import { layoutLines } from '../../core/flaps/message.ts';
import type { Cancel } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { OutcomeCode } from '../../schema/boards/outcomes.ts';
import type { BoardParts } from '../boards/parts.ts';

/** The parts that the notice works with. */
export interface SetUpNoticeOptions extends Pick<BoardParts, 'store' | 'boards' | 'writer' | 'loop'> {
  readonly log: Log;
}

/** Outcomes after which the panel does not say where set-up is. */
const UNSHOWN: ReadonlySet<OutcomeCode> = new Set<OutcomeCode>(['refused', 'unreachable', 'misconfigured', 'disabled']);

/**
 * While Wi-Fi set-up runs, every panel that can be written says where: phones do not always open the page by
 * themselves. Paused panels and those in their silence window stay as they are; messages, pins and rules are untouched,
 * and shown again afterwards.
 */
export class SetUpNotice {
  readonly #options: SetUpNoticeOptions;
  readonly #held = new Map<string, Cancel>();
  #work: Promise<void> = Promise.resolve();

  constructor(options: SetUpNoticeOptions) {
    this.#options = options;
  }

  /** Shows the place, or with null what belongs on the panels, one call after another. Never rejects. */
  show(place: SetUpPlace | null): Promise<void> {
    this.#work = this.#work.then(() => this.#show(place));
    return this.#work;
  }

  async #show(place: SetUpPlace | null): Promise<void> {
    for (const [boardId, release] of this.#held) await this.#restore(boardId, release);
    if (place === null || this.#options.writer.isBrowserOnly) return;
    await Promise.all(this.#options.store.state.boards.map((board) => this.#write(board, place)));
  }

  async #write(stored: StoredBoard, place: SetUpPlace): Promise<void> {
    const { boards, writer, log } = this.#options;
    const board = boards.get(stored.id);
    if (!board?.physical || stored.device_type !== 'panel' || writer.refusal(stored)) return;
    this.#held.set(stored.id, writer.hold(stored.id));
    if (board.announce(place)) return;
    const { name, address } = place;
    const grid = layoutLines(['WIFI', name, address], geometryOf(stored));
    const { code } = await writer.write(stored, { grid, force: true, transition: INSTANT }, 'message');
    if (UNSHOWN.has(code)) log.warn('A panel does not show where Wi-Fi set-up is.', { board: stored.id });
  }

  async #restore(boardId: string, release: Cancel): Promise<void> {
    const { store, loop, log } = this.#options;
    this.#held.delete(boardId);
    const board = store.state.boards.find(({ id }) => id === boardId);
    try {
      this.#options.boards.get(boardId)?.announce(null);
      if (board) await loop.show(board, false, true);
    } catch (error) {
      log.warn('A panel could not be brought back to what it showed before Wi-Fi set-up.', { board: boardId, error });
    } finally {
      release();
    }
  }
}
