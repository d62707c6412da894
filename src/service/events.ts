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
 * Answers what is to be called when something of a board may have changed.
 */
export const followChanges = (
  publisher: EventPublisher,
  store: Store,
  services: () => ToldServices,
): ((boardId: string) => void) => {
  const told = new Map<string, { readonly sketch: BoardSketch; readonly text: string }>();
  const toldConditions = new Map<string, string>();
  let look: ReturnType<ConditionService['look']> | null = null;

  const tellDetail = (id: string): void => {
    const { boards } = services();
    const sketch = boards.sketch(id);
    const before = told.get(id);
    // Boards are looked at often, and the grids of a large panel take their time to be written out.
    if (before && isSame(before.sketch, sketch)) return;
    const detail = boards.detail(id);
    const text = JSON.stringify(detail);
    told.set(id, { sketch, text });
    if (before?.text !== text) publisher.publish('board', detail);
  };

  const tellCondition = (id: string): void => {
    if (!look) queueMicrotask(() => (look = null));
    look ??= services().conditions.look();
    const condition = look(id);
    const text = JSON.stringify(condition);
    if (toldConditions.get(id) === text) return;
    toldConditions.set(id, text);
    publisher.publish('condition', condition);
  };

  const turns = new SlicedQueue<string>((id) => {
    if (!recordsById(store.state.boards).has(id)) return;
    tellDetail(id);
    tellCondition(id);
  }, setImmediate);

  const boardChanged = (id: string): void => {
    if (publisher.listening) return turns.add(id);
    for (const known of [told, toldConditions]) if (known.size > 0) known.clear();
  };

  store.onChange((state, previous, changed) => {
    // Messages and pins are told with the details of their boards, the account not at all.
    const parts = [...changed].filter((part) => part !== 'auth' && part !== 'programmes' && part !== 'devices');
    if (parts.length > 0) publisher.publish('library', { changed: parts });
    for (const id of affectedBoards(state, previous, changed)) boardChanged(id);
  });
  return boardChanged;
};

const isSame = (a: BoardSketch, b: BoardSketch): boolean =>
  a.facts === b.facts && a.characters === b.characters && a.expected === b.expected;
