import { randomBytes } from 'node:crypto';
import type { BoardSecrets } from '../../schema/boards/boards.ts';
import type { ServedLocalApi } from '../../schema/boards/wiring.ts';
import type { Store } from '../../store/store.ts';
import { boardOf } from '../lookup.ts';

/** Where a board is served just now. */
export interface Serving {
  readonly listening: boolean;
  /** Why nothing listens although a port is set. */
  readonly error: string | null;
}

const newSecret = (): string => randomBytes(24).toString('base64url');

/** The tokens and keys with which other programs write on boards through the served Local API. */
export class ServedBoards {
  readonly #store: Store;
  readonly #serving: (boardId: string) => Serving;

  constructor(store: Store, serving: (boardId: string) => Serving) {
    this.#store = store;
    this.#serving = serving;
  }

  /** How a board is served; with a port it has an enablement token. 404 for an unknown board. */
  async get(boardId: string): Promise<ServedLocalApi> {
    const board = boardOf(this.#store.state, boardId);
    if (board.local_api_port !== null && !board.secrets.served_enablement_token)
      await this.#change(board.id, { served_enablement_token: newSecret() });
    return this.#view(board.id);
  }

  /** Gives a board a new enablement token and takes the key away from whoever had one. 404 for an unknown board. */
  async rotate(boardId: string): Promise<ServedLocalApi> {
    const { id } = boardOf(this.#store.state, boardId);
    await this.#change(id, { served_enablement_token: newSecret(), served_local_api_key: '' });
    return this.#view(id);
  }

  /** A new key for a board; the one before stops working. */
  async enable(boardId: string): Promise<string> {
    const key = newSecret();
    await this.#change(boardId, { served_local_api_key: key });
    return key;
  }

  #view(boardId: string): ServedLocalApi {
    const { id, local_api_port, secrets } = boardOf(this.#store.state, boardId);
    const { listening, error } = this.#serving(id);
    return {
      board_id: id,
      port: local_api_port,
      listening,
      error,
      key_set: Boolean(secrets.served_local_api_key),
      enablement_token: local_api_port === null ? null : (secrets.served_enablement_token ?? null),
    };
  }

  #change(boardId: string, change: Partial<BoardSecrets>): Promise<void> {
    return this.#store.update(({ boards }) => ({
      boards: boards.map((board) =>
        board.id === boardId ? { ...board, secrets: { ...board.secrets, ...change } } : board,
      ),
    }));
  }
}
