import type { BoardParts } from './boards/parts.ts';
import { fits, geometryOf, usualGlyph, type Geometry } from '../core/flaps/geometry.ts';
import { decodeGrid } from '../core/flaps/flaps.ts';
import { createGrid, type Grid } from '../core/flaps/grid.ts';
import { once } from '../core/memo.ts';
import { stepsOf } from '../core/transition/steps.ts';
import { PLAIN, caseOf } from '../core/look/palette.ts';
import { Fault } from '../fault.ts';
import type { Step } from '../board/frame-request.ts';
import type { Animation } from '../loop/animation.ts';
import { gridOf, pageOfLines, type Pictures } from '../loop/picture.ts';
import type { Renderer } from '../loop/renderer.ts';
import type { Drawing, Moment, Subject } from '../picture/drawing.ts';
import type { Asker } from '../picture/queue.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { Page, PageCreate } from '../schema/content/pages.ts';
import { WIDTHS, type MomentQuery, type MotionQuery, type PictureQuery } from '../schema/content/pictures.ts';
import type { RenderRequest } from '../schema/content/templates.ts';
import { boardOf, tellNoTransition } from './lookup.ts';
import { pageOf, requireDrawn } from './pages/showable.ts';
import type { RenderTarget } from './templates/render.ts';
import type { TimelineService } from './timeline.ts';

/** What pictures are made of. */
export interface PictureServiceOptions extends Pick<BoardParts, 'store' | 'programme' | 'clock'> {
  /** What a board shows; null while nobody knows. */
  readonly shown: (boardId: string) => Grid | null;
  readonly renderer: Renderer;
  readonly pictures: Pictures;
  readonly animation: Animation;
  readonly timeline: TimelineService;
  /** Makes a page of a body that is not stored; throws a Fault 400 when its parts do not belong together. */
  readonly draft: (body: PageCreate) => Page;
}

/** The formats of a picture that does not move. */
export type PictureFormat = 'svg' | 'png';

/** A picture that is drawn when somebody wants its bytes; the tag is the same for the same picture. */
export interface PictureFile {
  readonly type: string;
  readonly etag: string;
  /** The colour at its edges, as `#rrggbb`. */
  readonly background: string;
  /** What the flaps say, without colours, in one line; empty when they say nothing. */
  words(): string;
  /** Drawn in the one queue of pictures: a Fault 429 while too many wait, rejects once the asker has gone away. */
  bytes(asker: Asker): Promise<Buffer>;
}

/** Media types of pictures. */
export const PICTURE_TYPES = { svg: 'image/svg+xml', png: 'image/png', apng: 'image/apng' } as const;
/** The most pictures of one animation, and how long the last one is shown, in ms. */
const MOST_MOMENTS = 200;
const LAST_MS = 2000;
const USUAL_INTERVAL_MS = 100;

/** Boards, pages and transitions as picture files. Nothing here touches a board. */
export class PictureService {
  readonly #options: PictureServiceOptions;
  /** Loaded with the first picture, for many appliances never draw one. */
  readonly #drawing = once((): Drawing => {
    const { Drawing } = require('../picture/drawing.ts') as typeof import('../picture/drawing.ts');
    return new Drawing(this.#options.clock, tooMany);
  });

  constructor(options: PictureServiceOptions) {
    this.#options = options;
  }

  /**
   * What a board shows, blank flaps while nobody knows; with `at`, what it will show then with the data of now. 404
   * unknown board, 400 for a time that does not exist, 503 when its page cannot be drawn.
   */
  async ofBoard(id: string, format: PictureFormat, query: MomentQuery): Promise<PictureFile> {
    const board = boardOf(this.#options.store.state, id);
    const grid = query.at === undefined ? this.#shownOn(board) : await this.#planned(board, query.at);
    return this.#file(format, subjectOf(geometryOf(board), board, query), grid);
  }

  /**
   * A page as it would be shown now or, with `at`, then with the data of now: 404 unknown, 400 for a time that does not
   * exist, 503 when it cannot be drawn.
   */
  async ofPage(id: string, format: PictureFormat, query: MomentQuery): Promise<PictureFile> {
    return this.#ofPage(pageOf(this.#options.store.state, id), format, query);
  }

  /**
   * A page that is not stored: 400 when its parts do not belong together or the time does not exist, 503 when it cannot
   * be drawn.
   */
  async ofDraft(body: PageCreate, format: PictureFormat, query: MomentQuery): Promise<PictureFile> {
    return this.#ofPage({ ...this.#options.draft(body), id: '' }, format, query);
  }

  /**
   * A template as it would be shown on a board or, without one, on a display of a form: 404 unknown board, 503 when it
   * cannot be drawn.
   */
  async ofTemplate(
    { template, line_metadata }: RenderRequest,
    { board: id, device_type = 'flagship' }: RenderTarget,
    format: PictureFormat,
    query: PictureQuery,
  ): Promise<PictureFile> {
    const lines = typeof template === 'string' ? template.split('\n') : template;
    const board = id === undefined ? null : boardOf(this.#options.store.state, id);
    const form = board ?? { device_type, notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null };
    return this.#ofPage(pageOfLines(lines, line_metadata ?? null, form), format, query, board);
  }

  /**
   * How a board gets from what it shows to a page, or from blank flaps to what it shows: an animated PNG. 404 unknown
   * board or page, 400 a page of another size or a transition that does not exist, 503 a page that cannot be drawn.
   */
  async ofTransition(id: string, query: MotionQuery): Promise<PictureFile> {
    const { animation, store } = this.#options;
    const board = boardOf(store.state, id);
    const { page_id, strategy, interval_ms, step_size } = query;
    if (strategy !== undefined && !animation.knows(strategy))
      throw new Fault(400, `strategy: ${tellNoTransition(strategy)}`);
    const shown = this.#shownOn(board);
    const page = page_id === undefined ? null : this.#pageFor(page_id, board);
    const to = page ? await this.#render(page, this.#options.clock.now(), geometryOf(board)) : shown;
    const from = page ? shown : createGrid(shown.rows, shown.cols);
    const sent = { strategy, interval_ms, step_size };
    const { transition, animate } = animation.of(page, sent, to);
    const subject = subjectOf(geometryOf(board), board, query);
    return {
      type: PICTURE_TYPES.apng,
      etag: this.#drawing().etagOf(subject, `apng ${animation.nameOf(page, sent)}`, [from, to]),
      background: caseOf(subject.look),
      words: () => wordsOf(to),
      bytes: (asker) => {
        const delay_ms = transition.interval_ms ?? USUAL_INTERVAL_MS;
        const motion: Steps = animate
          ? animate(from)
          : stepsOf(transition.strategy, from, to, transition.step_size ?? 1);
        const last = { grid: to, delay_ms: LAST_MS };
        return this.#drawing().apng(subject, momentsOf(from, motion, delay_ms), last, asker);
      },
    };
  }

  async #ofPage(
    page: Page,
    format: PictureFormat,
    query: MomentQuery,
    board: StoredBoard | null = null,
  ): Promise<PictureFile> {
    const { boards } = this.#options.store.state;
    const geometry = geometryOf(page);
    // A page without a board is drawn as on the first one that it fits.
    const wall = board ?? boards.find((one) => fits(geometry, geometryOf(one)));
    const { board_color } = board ?? boards[0] ?? PLAIN;
    const code62_glyph = query.glyph ?? wall?.code62_glyph ?? usualGlyph(page.device_type);
    const { spellsDegree } = geometryOf({ ...(wall ?? page), code62_glyph });
    const subject = subjectOf(geometryOf(board ?? page), { board_color, code62_glyph }, query);
    const { timeline, clock } = this.#options;
    const at = query.at === undefined ? clock.now() : timeline.instantOf('at', query.at);
    return this.#file(format, subject, await this.#render(page, at, { ...geometryOf(board ?? page), spellsDegree }));
  }

  #file(format: PictureFormat, subject: Subject, grid: Grid): PictureFile {
    return {
      type: PICTURE_TYPES[format],
      etag: this.#drawing().etagOf(subject, format, [grid]),
      background: caseOf(subject.look),
      words: () => wordsOf(grid),
      bytes: (asker) => this.#drawing()[format](subject, grid, asker),
    };
  }

  #shownOn(board: StoredBoard): Grid {
    const { rows, cols } = geometryOf(board);
    const grid = this.#options.shown(board.id);
    return grid && grid.rows === rows && grid.cols === cols ? grid : createGrid(rows, cols);
  }

  async #planned(board: StoredBoard, at: string): Promise<Grid> {
    const { programme, pictures, timeline } = this.#options;
    const instant = timeline.instantOf('at', at);
    const picture = await pictures.preview(programme.decide(board.id, instant), board, instant);
    if ('error' in picture) throw new Fault(503, `The board "${board.name}" cannot be drawn: ${picture.error}`);
    return gridOf(picture) ?? this.#shownOn(board);
  }

  #pageFor(id: string, board: StoredBoard): Page {
    const { programme, clock, store } = this.#options;
    const page = programme.pageFor(id, board.id, clock.now());
    if (page) return page;
    pageOf(store.state, id);
    throw new Fault(400, `page_id: the page does not fit the board "${board.name}".`);
  }

  async #render(page: Page, at: number, on: Geometry): Promise<Grid> {
    return requireDrawn(page, await this.#options.renderer.render(page, at, on)).grid;
  }
}

const tooMany = (retryAfter: number): Fault =>
  new Fault(429, 'Too many pictures wait to be drawn. Ask again in a while, or for fewer at a time.', { retryAfter });

type Steps = Iterable<Step | Grid> | AsyncIterable<Step>;

/** What is shown before the end of a motion: where it begins, and each step but the last, which is the end itself. */
async function* momentsOf(from: Grid, motion: Steps, delay_ms: number): AsyncGenerator<Moment, void, undefined> {
  let moment: Moment = { grid: from, delay_ms };
  let count = 1;
  for await (const step of motion) {
    yield moment;
    if (++count >= MOST_MOMENTS) return;
    moment = 'grid' in step ? step : { grid: step, delay_ms };
  }
}

/** What a grid says; tiles of one colour say nothing. */
const wordsOf = (grid: Grid): string =>
  decodeGrid(grid)
    .replace(/\{\d+\}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Throws a Fault 400 for a margin that leaves the flaps less than half of the width. */
const requireRoom = (width: number, margin: number): void => {
  if (4 * margin > width)
    throw new Fault(400, `margin: at a width of ${width} pixels it is at most ${Math.floor(width / 4)}.`);
};

const subjectOf = (
  geometry: Geometry,
  look: Pick<StoredBoard, 'board_color' | 'code62_glyph'>,
  { width = WIDTHS.usual, height, margin, color, glyph }: PictureQuery,
): Subject => {
  requireRoom(width, margin ?? 0);
  return {
    geometry,
    look: {
      board_color: color ?? look.board_color,
      code62_glyph: glyph ?? look.code62_glyph,
      ...(geometry.places && { places: geometry.places }),
    },
    width,
    height,
    margin,
  };
};
