import { affectedBoards } from '../loop/affected-boards.ts';
import { SlicedQueue } from '../platform/sliced-queue.ts';
import type { Store } from '../store/store.ts';
import type { BoardService, BoardSketch } from './boards/boards.ts';
import type { ConditionService } from './conditions.ts';
import { recordsById } from '../core/records.ts';

/** Where events for listening pages go. */
export interface EventPublisher {
  readonly listening: boolean;
  publish(event: string, data: object): void;
}

/** The use cases that answer what is told; asked for only while somebody listens. */
export interface ToldServices {
  readonly boards: BoardService;
  readonly conditions: ConditionService;
}

/**
 * Tells listening pages when a board's detail, its condition or anything of the library changes; each once per change.
 */
export class ChangeEvents {
  readonly #publisher: EventPublisher;
  readonly #store: Store;
  readonly #services: () => ToldServices;
  readonly #told = new Map<string, { readonly sketch: BoardSketch; readonly text: string }>();
  readonly #toldConditions = new Map<string, string>();
  #look: ReturnType<ConditionService['look']> | null = null;
  readonly #turns = new SlicedQueue<string>((id) => this.#tell(id), setImmediate);

  constructor(publisher: EventPublisher, store: Store, services: () => ToldServices) {
    this.#publisher = publisher;
    this.#store = store;
    this.#services = services;
  }

  /** Follows the store; returns what ends that. */
  start(): () => void {
    return this.#store.onChange((state, previous, changed) => {
      // Messages and pins are told with the details of their boards, the account not at all.
      const parts = [...changed].filter((part) => part !== 'auth' && part !== 'programmes' && part !== 'devices');
      if (parts.length > 0) this.#publisher.publish('library', { changed: parts });
      for (const id of affectedBoards(state, previous, changed)) this.boardChanged(id);
    });
  }

  /** Something of a board may have changed: its detail is told when it has. */
  boardChanged(boardId: string): void {
    if (!this.#publisher.listening) return this.#forget();
    this.#turns.add(boardId);
  }

  #tell(id: string): void {
    if (!recordsById(this.#store.state.boards).has(id)) return;
    this.#tellDetail(id);
    this.#tellCondition(id);
  }

  #tellDetail(id: string): void {
    const { boards } = this.#services();
    const sketch = boards.sketch(id);
    const told = this.#told.get(id);
    // Boards are looked at often, and the grids of a large panel take their time to be written out.
    if (told && isSame(told.sketch, sketch)) return;
    const detail = boards.detail(id);
    const text = JSON.stringify(detail);
    this.#told.set(id, { sketch, text });
    if (told?.text !== text) this.#publisher.publish('board', detail);
  }

  #tellCondition(id: string): void {
    if (!this.#look) queueMicrotask(() => (this.#look = null));
    this.#look ??= this.#services().conditions.look();
    const condition = this.#look(id);
    const text = JSON.stringify(condition);
    if (this.#toldConditions.get(id) === text) return;
    this.#toldConditions.set(id, text);
    this.#publisher.publish('condition', condition);
  }

  #forget(): void {
    if (this.#told.size > 0) this.#told.clear();
    if (this.#toldConditions.size > 0) this.#toldConditions.clear();
  }
}

const isSame = (a: BoardSketch, b: BoardSketch): boolean =>
  a.facts === b.facts && a.characters === b.characters && a.expected === b.expected;
