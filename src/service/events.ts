import type { Store } from '../store/store.ts';
import type { BoardService } from './boards.ts';

/** Where news for listening pages go. */
export interface NewsStand {
  readonly listening: boolean;
  publish(event: string, data: object): void;
}

/** Tells listening pages when a board's detail or anything of the library changes; each detail once per change. */
export class News {
  readonly #stand: NewsStand;
  readonly #store: Store;
  readonly #boards: BoardService;
  readonly #told = new Map<string, string>();
  readonly #pending = new Set<string>();

  constructor(stand: NewsStand, store: Store, boards: BoardService) {
    this.#stand = stand;
    this.#store = store;
    this.#boards = boards;
  }

  /** Follows the store; returns what ends that. */
  start(): () => void {
    return this.#store.onChange((state, _previous, changed) => {
      this.#stand.publish('library', { changed: [...changed].filter((part) => part !== 'auth') });
      for (const board of state.boards) this.boardChanged(board.id);
    });
  }

  /** Something of a board may have changed: its detail is told when it has. */
  boardChanged(boardId: string): void {
    if (!this.#stand.listening) return void this.#told.clear();
    if (this.#pending.size === 0) setImmediate(() => this.#tell());
    this.#pending.add(boardId);
  }

  #tell(): void {
    const ids = [...this.#pending];
    this.#pending.clear();
    for (const id of ids) {
      if (!this.#store.state.boards.some((board) => board.id === id)) continue;
      const detail = this.#boards.detail(id);
      const text = JSON.stringify(detail);
      if (this.#told.get(id) === text) continue;
      this.#told.set(id, text);
      this.#stand.publish('board', detail);
    }
  }
}
