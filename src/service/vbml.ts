import { CODE_62, decodeGrid } from '../core/flaps/flaps.ts';
import { geometryOf } from '../core/flaps/geometry.ts';
import { gridToRows, type Grid } from '../core/flaps/grid.ts';
import { drawVbml } from '../core/vbml/vbml.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { VbmlAnswer, VbmlWrite } from '../schema/content/vbml.ts';
import type { Store } from '../store/store.ts';
import { boardOf } from './lookup.ts';
import type { MessageService } from './messages/messages.ts';
import type { PageService } from './pages/pages.ts';

/** How long a page is shown in a rotation unless its owner says otherwise. */
const USUAL_SECONDS = 300;

/** What documents are shown and kept with. */
export interface VbmlServiceOptions {
  readonly store: Store;
  readonly messages: MessageService;
  readonly pages: PageService;
}

/** Documents of Vestaboard's markup language, as messages and as pages. */
export class VbmlService {
  readonly #options: VbmlServiceOptions;

  constructor(options: VbmlServiceOptions) {
    this.#options = options;
  }

  /**
   * Draws a document for a board, and shows it as a message; with `page_name` it is kept as a page, which is shown. 404
   * unknown board, and everything that a message may be refused for; no page is kept then.
   */
  async post(boardId: string, { components, props, style, page_name, ...wishes }: VbmlWrite): Promise<VbmlAnswer> {
    const { store, messages } = this.#options;
    const board = boardOf(store.state, boardId);
    const grid = drawVbml({ components, props, style }, geometryOf(board), Math.random);
    if (!page_name)
      return { ...(await messages.post(board.id, { ...wishes, characters: gridToRows(grid) })), page_id: null };
    const page_id = await this.#keep(board, page_name, grid);
    try {
      return { ...(await messages.post(board.id, { ...wishes, page_id })), page_id };
    } catch (error) {
      await store.update(({ pages }) => ({ pages: pages.filter(({ id }) => id !== page_id) }));
      throw error;
    }
  }

  async #keep(board: StoredBoard, name: string, grid: Grid): Promise<string> {
    const { device_type, notes_wide, notes_tall, grid_rows, grid_cols } = board;
    const template = decodeGrid(grid).replaceAll('°', `{${CODE_62}}`).split('\n');
    const size = { device_type, notes_wide, notes_tall, grid_rows, grid_cols };
    return (
      await this.#options.pages.create({
        name,
        type: 'template',
        template,
        duration_seconds: USUAL_SECONDS,
        ...size,
      })
    ).id;
  }
}
