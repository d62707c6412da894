import { withPause } from '../../core/programme.ts';
import type { BoardRegistry } from '../../board/registry.ts';
import type { DisplayLoop } from '../../loop/display.ts';
import type { Writer } from '../../loop/writer.ts';
import type { Store } from '../../store/store.ts';
import { whileAllHeld } from '../boards/parts.ts';

/** What the pause of all boards depends on. */
export interface PauseServiceOptions {
  readonly store: Store;
  readonly boards: Pick<BoardRegistry, 'get' | 'settle'>;
  readonly writer: Pick<Writer, 'hold'>;
  readonly loop: Pick<DisplayLoop, 'wakeAll'>;
}

/** Pauses and resumes every board together: for the button, MQTT and the interface. */
export class PauseService {
  readonly #options: PauseServiceOptions;

  constructor(options: PauseServiceOptions) {
    this.#options = options;
  }

  /** Whether every board is paused. */
  get allPaused(): boolean {
    return this.#options.store.state.boards.every(({ paused }) => paused);
  }

  /**
   * Pauses every board, before it is stored; answers the ids of those that were not paused. Rejects, and lets them run
   * on, when it cannot be stored.
   */
  async pauseAll(): Promise<string[]> {
    const { store, boards, writer } = this.#options;
    const ids = store.state.boards.map(({ id }) => id);
    // A card may take long to write, and flaps must stop now.
    for (const id of ids) boards.get(id)?.setPaused(true);
    return whileAllHeld(writer, ids, () => this.#set(true, this.#ids(false)));
  }

  /**
   * Resumes the boards of these ids, by default all, and writes their programme; answers the ids of those that were
   * paused.
   */
  async resumeAll(ids: readonly string[] = this.#ids(true)): Promise<string[]> {
    const resumed = await this.#set(
      false,
      ids.filter((id) => this.#ids(true).includes(id)),
    );
    this.#options.loop.wakeAll();
    return resumed;
  }

  #ids(paused: boolean): string[] {
    return this.#options.store.state.boards.filter((board) => board.paused === paused).map(({ id }) => id);
  }

  async #set(paused: boolean, ids: string[]): Promise<string[]> {
    try {
      if (ids.length > 0)
        await this.#options.store.update(({ boards }) => ({
          boards: boards.map((board) => (ids.includes(board.id) ? withPause(board, paused) : board)),
        }));
    } finally {
      for (const { id } of this.#options.store.state.boards) this.#options.boards.settle(id);
    }
    return ids;
  }
}
