import { endsByChange, keepMessages, placeMessage } from '../../core/arbiter/messages.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import { EMPTY_PROGRAMME } from '../../core/programme.ts';
import { recordsById } from '../../core/records.ts';
import { Fault } from '../../fault.ts';
import type { Programme } from '../../loop/programme.ts';
import { toInstant, type Clock } from '../../platform/clock.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import { MOST_PLANNED, MOST_QUEUED } from '../../schema/limits.ts';
import type { BoardMessage, BoardProgramme, MessageContent, State } from '../../schema/state.ts';
import type { Store } from '../../store/store.ts';
import { newId, requireFound } from '../lookup.ts';
import { showableOf } from '../pages/showable.ts';

/** How often messages of each kind were ended by hand. */
interface Endings {
  readonly timed: number;
  readonly untimed: number;
}

/** Which messages are ended: those alone that any change ends, or all that are up or wait. */
export interface EndedKinds {
  readonly timed: boolean;
}

type Messages = readonly BoardMessage[];

const NEVER: Endings = { timed: 0, untimed: 0 };
const MOST = { queued: MOST_QUEUED, planned: MOST_PLANNED } as const;

/** A message that is over as soon as anything changes, unless the members say otherwise. */
export const plainMessage = (content: MessageContent): BoardMessage => ({
  id: newId(),
  content,
  priority: 'normal',
  state: 'up',
  ends: 'change',
  expires_at: null,
  lasts_ms: null,
  revert_mode: 'schedule',
  revert_page_id: null,
  transition: null,
  when_busy: 'replace',
});

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

  /** The messages of a board as they are now. */
  list(boardId: string): Messages {
    return this.#programme.decide(boardId, this.#clock.now()).programme.messages;
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

  /** Ends messages of a board, those too that are still on their way, and stores that. */
  async end(boardId: string, kinds: EndedKinds): Promise<void> {
    this.cancel(boardId, kinds);
    await this.#keep(boardId, kinds.timed ? ({ state }) => state === 'planned' : (message) => !endsByChange(message));
  }

  /** Ends one message of a board, and stores that. */
  remove(boardId: string, id: string): Promise<void> {
    return this.#keep(boardId, (message) => message.id !== id);
  }

  /**
   * A message that set out at an instant (ms) is up on a board: it takes the place of those of its level, unless what
   * it shows was deleted meanwhile. Answers it as it is kept.
   */
  async show(boardId: string, message: BoardMessage, since: number): Promise<BoardMessage> {
    const now = this.#clock.now();
    const { content } = message;
    const begun = { ...this.#programme.begin(boardId, message, now), since: toInstant(since) };
    let kept: BoardMessage = begun;
    await this.#change(boardId, (messages, { pages, collections }) => {
      if (
        content.kind === 'page' &&
        ![pages, collections].some((all) => recordsById<{ id: string }>(all).has(content.page_id))
      )
        return messages;
      const placed = placeMessage(messages, begun, now);
      kept = placed.find(({ id }) => id === begun.id) ?? begun;
      return placed;
    });
    return kept;
  }

  /**
   * Keeps a message that waits or is planned, or was until it is moved: 409 when as many do already, 404 for one that
   * is moved and gone, and for one of what was deleted meanwhile.
   */
  keep(boardId: string, message: BoardMessage & { readonly state: keyof typeof MOST }, isMoved = false): Promise<void> {
    const most = MOST[message.state];
    const { content } = message;
    return this.#change(boardId, (messages, state) => {
      if (content.kind === 'page' && !isMoved) showableOf(state, content.page_id);
      if (isMoved) requireFound(recordsById(messages).get(message.id), 'message', message.id);
      const others = messages.filter(({ id }) => id !== message.id);
      if (others.filter(({ state }) => state === message.state).length >= most)
        throw new Fault(
          409,
          `${message.state}: ${most} messages of this board are ${message.state}, the most there may be.`,
        );
      return [...others, message];
    });
  }

  /**
   * Leaves it to the loop to blank a board, as a message that any change ends, as soon as it takes a write; a timed one
   * stays.
   */
  keepBlank(board: StoredBoard): Promise<void> {
    const { rows, cols } = geometryOf(board);
    const content: MessageContent = { kind: 'grid', rows, cols, characters: [] };
    const blank = this.#programme.begin(board.id, { ...plainMessage(content), follows: true }, this.#clock.now());
    return this.#change(board.id, (messages) => [...messages.filter((message) => !endsByChange(message)), blank]);
  }

  /** Changes a message that a board has; nothing without it. */
  changeOne(boardId: string, id: string, change: Partial<BoardMessage>): Promise<void> {
    return this.#change(boardId, (messages) =>
      messages.map((message) => (message.id === id ? { ...message, ...change } : message)),
    );
  }

  /**
   * Stores members of a board's programme, unless the board was removed meanwhile; messages that any change ends are
   * over. Throws Fault 404 for a page or collection that was deleted meanwhile.
   */
  async change(boardId: string, change: Partial<Omit<BoardProgramme, 'messages'>>): Promise<void> {
    this.cancel(boardId, { timed: false });
    const now = this.#clock.now();
    await this.#update(boardId, (before, state) => {
      for (const id of [change.active_page_id, change.passing?.page_id])
        if (typeof id === 'string') showableOf(state, id);
      const messages = keepMessages(before.messages, (message) => !endsByChange(message), now);
      return { ...before, ...change, messages };
    });
  }

  #keep(boardId: string, isKept: (message: BoardMessage) => boolean): Promise<void> {
    return this.#change(boardId, (messages) => keepMessages(messages, isKept, this.#clock.now()));
  }

  /** Stores the messages of a board as they are now, with a change; what stays the same is not written again. */
  #change(boardId: string, change: (messages: Messages, state: State) => Messages): Promise<void> {
    return this.#update(boardId, (before, state) => {
      const messages = change(this.#programme.settled(boardId, before, this.#clock.now()).messages, state);
      return messages === before.messages ? before : { ...before, messages };
    });
  }

  /** Stores the programme of a board with a change; nothing of a board that was removed meanwhile. */
  #update(boardId: string, change: (before: BoardProgramme, state: State) => BoardProgramme): Promise<void> {
    return this.#store.update((state) => {
      const { boards, programmes } = state;
      if (!recordsById(boards).has(boardId)) return {};
      const before = programmes[boardId] ?? EMPTY_PROGRAMME;
      const after = change(before, state);
      return after === before ? {} : { programmes: { ...programmes, [boardId]: after } };
    });
  }

  #endingsOf(boardId: string): Endings {
    return this.#endings.get(boardId) ?? NEVER;
  }
}
