import { messagesQueued, messagesUp } from '../../core/arbiter/messages.ts';
import { decodeGrid } from '../../core/flaps/flaps.ts';
import { gridFromRows, gridToRows } from '../../core/flaps/grid.ts';
import { Fault } from '../../fault.ts';
import { toInstant } from '../../platform/clock.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { ListedMessage, MessageMove } from '../../schema/content/messages.ts';
import type { BoardMessage, MessageContent } from '../../schema/state.ts';
import type { BoardParts } from '../boards/parts.ts';
import { boardOf, requireFound } from '../lookup.ts';
import { blankOf } from './blank.ts';
import type { MessageService, PostedMessage } from './messages.ts';

/** The parts that the queue works with. */
export interface MessageQueueServiceOptions extends BoardParts {
  readonly messages: MessageService;
}

/** A message, and the board that it is for. */
interface Found {
  readonly board: StoredBoard;
  readonly message: BoardMessage;
}

/** The messages of the boards: what is up, what waits for its turn, and what is planned. */
export class MessageQueueService {
  readonly #options: MessageQueueServiceOptions;

  constructor(options: MessageQueueServiceOptions) {
    this.#options = options;
  }

  /** The messages of a board: what is up first, then the queue, then what is planned by its time. */
  list(boardId: string): { messages: ListedMessage[] } {
    const board = boardOf(this.#options.store.state, boardId);
    const all = this.#options.stored.list(board.id).filter(({ follows }) => !follows);
    const up = messagesUp(all);
    const planned = all.filter(({ state }) => state === 'planned').sort(byBegin);
    return {
      messages: [...up, ...messagesQueued(all), ...planned].map((message) => this.#listed(board, message, up[0])),
    };
  }

  /** The message of a board that waits for somebody to acknowledge it; null for none. */
  awaited(boardId: string): string | null {
    const board = boardOf(this.#options.store.state, boardId);
    return messagesUp(this.#options.stored.list(board.id)).find(isAwaited)?.id ?? null;
  }

  /**
   * Gives a message that waits or is planned another time: 404 for one that is not there, 409 for one that is up, 400
   * for a time that is over or too far ahead.
   */
  async move(id: string, { at, after_silence }: MessageMove): Promise<ListedMessage> {
    const { board, message } = this.#find(id);
    if (message.state === 'up') throw new Fault(409, 'The message is on the board already: take it down instead.');
    const wish = { at: at ?? message.at ?? null, after_silence: after_silence ?? message.after_silence ?? false };
    const begin = this.#options.messages.beginOf(wish);
    if (!begin) throw new Fault(400, 'at: a planned message needs a time, or after_silence.');
    await this.#options.stored.keep(board.id, { ...message, ...begin, state: 'planned' }, true);
    const moved = this.#find(id).message;
    return this.#listed(board, moved, undefined);
  }

  /** Ends a message, wherever it stands, and shows what the board returns to: 404 for one that is not there. */
  async remove(id: string): Promise<PostedMessage> {
    const { board, message } = this.#find(id);
    const end = () => this.#options.stored.remove(board.id, id);
    const told = { id, state: 'dropped' as const, ends_by: message.ends, warnings: [] };
    const [first] = messagesUp(this.#options.stored.list(board.id));
    if (first?.id === id) return { ...(await this.#options.messages.endOn(board, end)), ...told };
    await end();
    const shown = this.#options.boards.get(board.id)?.view.characters ?? blankOf(board);
    const reason = 'The message was not on the board: nothing had to be written.';
    const facts = { board_id: board.id, characters: gridToRows(shown), text: decodeGrid(shown), expires_at: null };
    return { ...facts, sent: false, reason, code: 'nothing_to_show', ...told };
  }

  /** Somebody has read a message: 404 for one that is not there, 409 for one that does not wait for that. */
  async confirm(id: string): Promise<PostedMessage> {
    const { message } = this.#find(id);
    if (!isAwaited(message)) throw new Fault(409, 'The message does not wait to be acknowledged.');
    return this.remove(id);
  }

  /**
   * Somebody at a board has read what is on it: 404 for an unknown board, 409 when no message waits to be acknowledged.
   */
  async acknowledge(boardId: string): Promise<PostedMessage> {
    const board = boardOf(this.#options.store.state, boardId);
    const id = this.awaited(board.id);
    if (id === null) throw new Fault(409, `No message on the board "${board.name}" waits to be acknowledged.`);
    return this.remove(id);
  }

  /** The same at every board, though one fails; those where no message waits stay as they are. */
  async acknowledgeAll(): Promise<void> {
    const awaited = this.#options.store.state.boards.flatMap(({ id }) => this.awaited(id) ?? []);
    await Promise.all(awaited.map((id) => this.remove(id)));
  }

  #find(id: string): Found {
    const { store, stored } = this.#options;
    const all = store.state.boards.flatMap((board) => stored.list(board.id).map((message) => ({ board, message })));
    const found = all.find(({ message }) => message.id === id && !message.follows);
    return requireFound(found, 'message', id);
  }

  #listed({ id: board_id }: StoredBoard, message: BoardMessage, first: BoardMessage | undefined): ListedMessage {
    const { id, state, priority, ends, expires_at, since, at = null, after_silence = false, content } = message;
    return {
      id,
      board_id,
      state: state === 'up' ? (message === first ? 'shown' : 'queued') : state,
      priority,
      text: this.#textOf(content),
      from: state === 'up' ? (since ?? null) : null,
      until: state === 'planned' ? endOf(message) : expires_at,
      at: state === 'planned' ? at : null,
      after_silence: state === 'planned' && after_silence,
      acknowledge: ends === 'acknowledgement',
      ends_by: ends,
    };
  }

  #textOf(content: MessageContent): string {
    if (content.kind === 'template') return content.template.join('\n');
    if (content.kind === 'grid') return decodeGrid(gridFromRows(content.characters, content.rows, content.cols));
    const { pages, collections } = this.#options.store.state;
    return [...pages, ...collections].find(({ id }) => id === content.page_id)?.name ?? content.page_id;
  }
}

const isAwaited = ({ state, ends }: BoardMessage): boolean => state === 'up' && ends === 'acknowledgement';

const endOf = ({ at, lasts_ms }: BoardMessage): string | null =>
  at && lasts_ms !== null ? toInstant(Date.parse(at) + lasts_ms) : null;

const byBegin = (a: BoardMessage, b: BoardMessage): number => (a.at ?? '').localeCompare(b.at ?? '');
