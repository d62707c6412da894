import { geometryOf } from '../core/geometry.ts';
import { EMPTY_PROGRAMME } from '../core/programme.ts';
import type { Programme } from '../loop/programme.ts';
import type { Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { BoardProgramme, MessageContent, TimedMessage } from '../schema/state.ts';
import type { Store } from '../store/store.ts';

/** How often messages of each kind were ended by hand. */
interface Endings {
  readonly timed: number;
  readonly untimed: number;
}

/** Which messages are ended: the one without an end alone, or the timed one too. */
export interface EndedKinds {
  readonly timed: boolean;
}

const NEVER: Endings = { timed: 0, untimed: 0 };

/**
 * The messages of the boards as they are stored, and which of those that are still on their way were ended meanwhile.
 */
export class StoredMessages {
  readonly #store: Store;
  readonly #programme: Programme;
  readonly #clock: Clock;
  readonly #endings = new Map<string, Endings>();

  constructor(store: Store, programme: Programme, clock: Clock) {
    this.#store = store;
    this.#programme = programme;
    this.#clock = clock;
  }

  /**
   * A message sets out to a board; the returned function tells whether it is still wanted, or messages of its kind were
   * ended since.
   */
  track(boardId: string, kind: keyof Endings): () => boolean {
    const before = this.#endingsOf(boardId)[kind];
    return () => this.#endingsOf(boardId)[kind] === before;
  }

  /** Messages that are still on their way to a board are not to be kept. */
  cancel(boardId: string, { timed }: EndedKinds): void {
    const before = this.#endingsOf(boardId);
    this.#endings.set(boardId, { timed: before.timed + Number(timed), untimed: before.untimed + 1 });
  }

  /** Ends the messages of a board, those too that are still on their way, and stores that. */
  async end(boardId: string, kinds: EndedKinds): Promise<void> {
    this.cancel(boardId, kinds);
    await this.change(boardId, { untimed: null, ...(kinds.timed && { timed: null }) });
  }

  /** Keeps a message with an end. It takes the place of any other. */
  keepTimed(boardId: string, timed: TimedMessage): Promise<void> {
    return this.change(boardId, { timed, untimed: null });
  }

  /** Keeps a message without an end, over what the board returns to now. It takes the place of any other. */
  keepUntimed(boardId: string, content: MessageContent): Promise<void> {
    const untimed = this.#programme.untimedOver(boardId, content, this.#clock.now());
    return this.change(boardId, { timed: null, untimed });
  }

  /**
   * Leaves it to the loop to blank a board, as a message without an end, as soon as it takes a write; a timed one
   * stays.
   */
  keepBlank(board: StoredBoard): Promise<void> {
    const { rows, cols } = geometryOf(board);
    const content: MessageContent = { kind: 'grid', rows, cols, characters: [] };
    return this.change(board.id, { untimed: this.#programme.untimedOver(board.id, content, this.#clock.now()) });
  }

  /** Changes the message with an end that a board has; nothing without one. */
  async changeTimed(boardId: string, change: Partial<TimedMessage>): Promise<void> {
    const before = this.#store.state.programmes[boardId]?.timed;
    if (before) await this.change(boardId, { timed: { ...before, ...change } });
  }

  /** Stores members of a board's programme; what is null already is not written again. */
  change(boardId: string, change: Partial<BoardProgramme>): Promise<void> {
    return this.#store.update(({ programmes }) => {
      const before = programmes[boardId] ?? EMPTY_PROGRAMME;
      const changes = Object.entries(change).some(
        ([member, value]) => value !== null || before[member as keyof BoardProgramme] !== null,
      );
      return changes ? { programmes: { ...programmes, [boardId]: { ...before, ...change } } } : {};
    });
  }

  #endingsOf(boardId: string): Endings {
    return this.#endings.get(boardId) ?? NEVER;
  }
}
