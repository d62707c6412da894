import { FLAGSHIP, fits, geometryOf, onFlaps, type Geometry } from '../core/flaps/geometry.ts';
import { createGrid, gridFromRows, layBelow, type Grid } from '../core/flaps/grid.ts';
import { PASSING, indicatorOf, type Decision, type Show } from '../core/arbiter/decision.ts';
import { layoutIndicator } from '../core/flaps/indicator.ts';
import { layoutLines, layoutText } from '../core/flaps/message.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { TransitionOverride } from '../schema/content/messages.ts';
import { PageSchema, type LineMetadata, type Page } from '../schema/content/pages.ts';
import { completed } from '../schema/common.ts';
import type { Store } from '../store/store.ts';
import type { Renderer, Rendering } from './renderer.ts';
import type { DataSources } from './sources.ts';
import { recordsById } from '../core/records.ts';

/** The drawing of a decision; `page` is the page it was made from. `idle`: the flaps stay as they are. */
export type Picture = (
  | { readonly grid: Grid; readonly transition?: TransitionOverride | null }
  | { readonly error: string }
  | { readonly idle: true }
) & {
  readonly page: Page | null;
};

/** What drawing depends on. */
export interface PicturesOptions {
  readonly store: Store;
  readonly renderer: Renderer;
  readonly sources: DataSources;
}

const NO_KEYS: ReadonlySet<string> = new Set();
const IDLE: Picture = { idle: true, page: null };

/** Draws the decision for a board, and keeps the data of what is shown up to date. */
export class Pictures {
  readonly #options: PicturesOptions;
  readonly #shown = new Map<string, ReadonlySet<string>>();
  /** The frame of a silence window that shows a page, by board. */
  readonly #frozen = new Map<string, { since: number | null; page_id: string; picture: Picture }>();
  /** The boards whose last picture was one that passes: of the silence, or of what a plugin wanted seen. */
  readonly #passing = new Set<string>();

  constructor(options: PicturesOptions) {
    this.#options = options;
  }

  /** Whether the picture of a board depends on a plugin's data. */
  shows(boardId: string, key: string): boolean {
    return this.#shown.get(boardId)?.has(key) ?? false;
  }

  /**
   * The picture of a decision at an instant (ms), after its data has come. Where nothing follows a picture that passes,
   * the board is blanked.
   */
  async of(decision: Decision, board: StoredBoard, at: number): Promise<Picture> {
    const { show, because, silence } = decision;
    if (show.kind !== 'nothing') this.notePassing(board.id, because);
    if (because !== 'silence' || show.kind !== 'page') {
      this.#frozen.delete(board.id);
      const isBare = because === 'none' && this.#passing.has(board.id);
      return this.#draw(isBare ? { ...decision, show: { kind: 'blank' } } : decision, board, at);
    }
    const frozen = this.#frozen.get(board.id);
    if (frozen && frozen.since === silence.since && frozen.page_id === show.page_id) return frozen.picture;
    const drawn = await this.#draw(decision, board, at);
    const picture = 'error' in drawn ? draw(indicatorOf(silence.window), geometryOf(board)) : drawn;
    this.#frozen.set(board.id, { since: silence.since, page_id: show.page_id, picture });
    return picture;
  }

  /** A board was removed. */
  forget(boardId: string): void {
    for (const kept of [this.#shown, this.#frozen, this.#passing]) kept.delete(boardId);
    this.#options.sources.demand(boardId, NO_KEYS, { device_type: 'flagship', ...FLAGSHIP });
  }

  /** Notes why a board shows what it does: what passes is blanked where nothing follows it. */
  notePassing(boardId: string, why: string): void {
    if (PASSING.has(why)) this.#passing.add(boardId);
    else this.#passing.delete(boardId);
  }

  /** What a decision would look like at an instant (ms), with the data that there is; nothing is kept fresh for it. */
  async preview(decision: Decision, board: StoredBoard, at: number): Promise<Picture> {
    return this.#render(decision.show, board, at);
  }

  async #draw({ show, selected_page_id }: Decision, board: StoredBoard, at: number): Promise<Picture> {
    const own = this.#sourcesOf(show, board);
    const others = show.kind === 'page' ? this.#sourcesOfMembers(selected_page_id) : NO_KEYS;
    const keys = others.size > 0 ? new Set([...own, ...others]) : own;
    this.#shown.set(board.id, keys);
    this.#options.sources.demand(board.id, keys, geometryOf(board));
    return this.#render(show, board, at);
  }

  #sourcesOf(show: Show, board: StoredBoard): ReadonlySet<string> {
    if (show.kind === 'overlay')
      return new Set([...this.#sourcesOf(show.content, board), ...this.#sourcesOf(show.beneath, board)]);
    const page = this.#pageOf(show, board);
    return page ? this.#options.renderer.sourcesOf(page) : NO_KEYS;
  }

  /** What says whether members of a collection are skipped: it has to come although none of them is shown. */
  #sourcesOfMembers(id: string | null): ReadonlySet<string> {
    const { pages, collections } = this.#options.store.state;
    const collection = recordsById(collections).get(id ?? '');
    if (!collection || collection.skip_empty === false) return NO_KEYS;
    const members = pages.filter((page) => collection.page_ids.includes(page.id));
    return new Set(members.flatMap((page) => [...this.#options.renderer.sourcesOf(page)]));
  }

  async #render(show: Show, board: StoredBoard, at: number): Promise<Picture> {
    if (show.kind === 'overlay') {
      const [content, beneath] = [
        await this.#render(show.content, board, at),
        await this.#render(show.beneath, board, at),
      ];
      return 'grid' in content ? { grid: layBelow(content.grid, gridOf(beneath)), page: content.page } : content;
    }
    const geometry = geometryOf(board);
    const page = this.#pageOf(show, board);
    const data = show.kind === 'trigger' ? (show.triggerData ?? null) : null;
    if (page) return { ...(await this.#options.renderer.render(page, at, geometry, data)), page };
    return draw(show, geometry);
  }

  #pageOf(show: Show, board: StoredBoard): Page | null {
    if (show.kind === 'template') return templatePage(show, board);
    const id = show.kind === 'page' || show.kind === 'trigger' ? show.page_id : null;
    return id === null ? null : (recordsById(this.#options.store.state.pages).get(id) ?? null);
  }
}

const draw = (show: Show, geometry: Geometry): Picture => {
  const { rows, cols } = geometry;
  switch (show.kind) {
    case 'blank':
      return { grid: createGrid(rows, cols), page: null };
    case 'grid':
      return {
        grid: onFlaps(gridFromRows(show.characters, rows, cols), geometry),
        page: null,
        ...(show.transition && { transition: show.transition }),
      };
    case 'indicator':
      return { grid: layoutIndicator(show.text, show.position, geometry), page: null };
    case 'trigger':
      return {
        grid: show.lines ? layoutLines(show.lines, geometry) : layoutText(show.message ?? '', geometry),
        page: null,
      };
    default:
      return IDLE;
  }
};

const drafts = new WeakMap<Show, Page>();

/** Template lines of a message as a page, the same one for the same message as long as the board has the same size. */
const templatePage = (show: Show & { kind: 'template' }, board: StoredBoard): Page => {
  const known = drafts.get(show);
  if (known && fits(geometryOf(known), geometryOf(board))) return known;
  const page = pageOfLines(show.template, show.line_metadata, board);
  drafts.set(show, page);
  return page;
};

/** Template lines as a page of a board's size that is not in the library. */
export const pageOfLines = (
  template: readonly string[],
  line_metadata: readonly LineMetadata[] | null,
  board: Pick<StoredBoard, 'device_type' | 'notes_wide' | 'notes_tall' | 'grid_rows' | 'grid_cols'>,
): Page => {
  const { device_type, notes_wide, notes_tall, grid_rows, grid_cols } = board;
  const size = { device_type, notes_wide, notes_tall, grid_rows, grid_cols };
  const lines = { template: [...template], line_metadata: line_metadata && [...line_metadata] };
  const unsaid = { id: '', name: 'Message', duration_seconds: 300, created_at: '' };
  return completed(PageSchema, { ...unsaid, type: 'template', ...lines, ...size });
};

/** The grid of a rendering or picture; null when there is none. */
export const gridOf = (picture: Rendering | Picture): Grid | null => ('grid' in picture ? picture.grid : null);

/** How a picture wants to be reached; null for the way of its page or of the install. */
export const transitionOf = (picture: Picture): TransitionOverride | null =>
  ('grid' in picture && picture.transition) || null;
