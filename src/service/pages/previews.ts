import { decodeGrid } from '../../core/flaps/flaps.ts';
import { fits, geometryOf, type Area, type Geometry } from '../../core/flaps/geometry.ts';
import { gridToRows } from '../../core/flaps/grid.ts';
import { Fault } from '../../fault.ts';
import { gridOf } from '../../loop/picture.ts';
import type { Renderer } from '../../loop/renderer.ts';
import { inTurns, nextTurn } from '../../platform/crowd.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Page, PageCreate, Preview, PreviewBatch } from '../../schema/content/pages.ts';
import type { PluginData } from '../../schema/plugins/plugins.ts';
import type { RawBatch } from '../../schema/content/displays.ts';
import type { BoardParts } from '../boards/parts.ts';
import { boardOf } from '../lookup.ts';
import { pageOf, requireDrawn } from './showable.ts';

/** What previews are made from. */
export interface PreviewServiceOptions extends Pick<BoardParts, 'store' | 'programme' | 'clock'> {
  readonly renderer: Renderer;
  /** What a plugin reports now, fetched again when it is stale; rejects with a Fault 404 for an unknown one. */
  readonly pluginData: (key: string, geometry: Geometry) => Promise<PluginData>;
  readonly isEnabled: (key: string) => boolean;
  /** Makes a page of a body that is not stored; throws a Fault 400 when its parts do not belong together. */
  readonly draft: (body: PageCreate) => Page;
}

/** What pages would look like now. Nothing here touches a board. */
export class PreviewService {
  readonly #options: PreviewServiceOptions;
  /** The turn of the event loop for the last of all that are drawn. */
  #drawing: Promise<void> = Promise.resolve();

  constructor(options: PreviewServiceOptions) {
    this.#options = options;
  }

  /**
   * A page as it would be shown now: 404 unknown, 503 when it cannot be drawn. `refresh` tries sources again that
   * failed a moment ago.
   */
  async preview(id: string, refresh = false): Promise<Preview> {
    return this.#require(pageOf(this.#options.store.state, id), refresh);
  }

  /**
   * A page that is not stored as it would be shown now: 400 when its parts do not belong together, 503 when it cannot
   * be drawn.
   */
  previewDraft(body: PageCreate): Promise<Preview> {
    return this.#require({ ...this.#options.draft(body), id: '' }, false);
  }

  /**
   * Several pages, or collections as the board would show them now; one that is gone or cannot be drawn does not spoil
   * the others. 404 for an unknown board.
   */
  async previewBatch(ids: readonly string[], boardId: string, refresh: boolean): Promise<PreviewBatch> {
    const board = boardOf(this.#options.store.state, boardId);
    const entries = await inTurns(
      new Set(ids),
      async (id) => [id, await this.#previewOne(id, board, refresh)] as const,
    );
    return {
      previews: Object.fromEntries(entries),
      total: entries.length,
      successful: entries.filter(([, one]) => one.available).length,
    };
  }

  /** What plugins report, at the size of the primary board, by plugin; 400 for an empty list. */
  async rawBatch(keys: readonly string[], enabledOnly: boolean): Promise<RawBatch> {
    if (keys.length === 0) throw new Fault(400, 'display_types: name at least one plugin.');
    const wanted = [...new Set(keys)].filter((key) => !enabledOnly || this.#options.isEnabled(key));
    const entries = await Promise.all(wanted.map(async (key) => [key, await this.#rawOne(key)] as const));
    return {
      displays: Object.fromEntries(entries),
      total: entries.length,
      successful: entries.filter(([, one]) => one.available).length,
    };
  }

  async #require(page: Page, refresh: boolean): Promise<Preview> {
    return requireDrawn(page, await this.#draw(page, refresh));
  }

  async #previewOne(id: string, board: StoredBoard, refresh: boolean): Promise<PreviewBatch['previews'][string]> {
    const { pages, collections } = this.#options.store.state;
    const isCollection = collections.some((one) => one.id === id);
    const page = isCollection
      ? this.#options.programme.pageFor(id, board.id, this.#options.clock.now())
      : pages.find((one) => one.id === id);
    if (!page)
      return {
        available: false,
        error: isCollection ? 'No page of the collection fits the board.' : 'There is no such page.',
      };
    const display = geometryOf(board);
    const preview = await this.#draw(page, refresh, fits(geometryOf(page), display) ? display : undefined);
    return 'error' in preview ? { available: false, error: preview.error } : { available: true, ...preview };
  }

  async #rawOne(key: string): Promise<RawBatch['displays'][string]> {
    try {
      const { data, available, error } = await this.#options.pluginData(
        key,
        geometryOf(boardOf(this.#options.store.state, 'primary')),
      );
      return { data, available, error };
    } catch (error) {
      if (error instanceof Fault) return { data: null, available: false, error: error.detail };
      throw error;
    }
  }

  async #draw(page: Page, refresh: boolean, on?: Area): Promise<Preview | { error: string }> {
    const { renderer, clock } = this.#options;
    if (refresh) await Promise.all([...renderer.sourcesOf(page)].map((key) => this.#retry(key, geometryOf(page))));
    await renderer.gather(page);
    // The data of many pages may come at once.
    await (this.#drawing = this.#drawing.then(nextTurn));
    const rendering = await renderer.render(page, clock.now(), on);
    const grid = gridOf(rendering);
    if (!grid) return { error: 'error' in rendering ? rendering.error : 'nothing to draw' };
    const message = decodeGrid(grid);
    return {
      page_id: page.id,
      message,
      lines: message.split('\n'),
      display_type: page.display_type ?? page.type,
      raw: { characters: gridToRows(grid) },
    };
  }

  async #retry(key: string, geometry: Geometry): Promise<void> {
    try {
      await this.#options.pluginData(key, geometry);
    } catch (error) {
      // A page may name a plugin that is gone: it is drawn without it.
      if (!(error instanceof Fault)) throw error;
    }
  }
}
