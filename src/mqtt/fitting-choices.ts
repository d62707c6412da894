import type { BoardSummary } from '../schema/boards/boards.ts';
import type { Collection } from '../schema/content/collections.ts';
import type { Page } from '../schema/content/pages.ts';
import { choicesFor, type Choice } from './entities.ts';

/** What decides which pages fit. */
type Size = Pick<BoardSummary, 'device_type' | 'rows' | 'cols'>;

/** The pages and collections that fit a board: found once for all boards of a size, until there are others. */
export class FittingChoices {
  readonly #known = new Map<string, readonly Choice[]>();
  #pages: readonly Page[] = [];
  #collections: readonly Collection[] = [];

  /** The same list for the same size, pages and collections. */
  of(board: Size, pages: readonly Page[], collections: readonly Collection[]): readonly Choice[] {
    if (pages !== this.#pages || collections !== this.#collections) this.#known.clear();
    [this.#pages, this.#collections] = [pages, collections];
    const { device_type, rows, cols } = board;
    const size = `${device_type} ${rows} ${cols}`;
    const known = this.#known.get(size) ?? choicesFor(board, pages, collections);
    this.#known.set(size, known);
    return known;
  }
}
