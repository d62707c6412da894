import { geometryOf } from '../core/geometry.ts';
import type { Geometry } from '../core/geometry.ts';
import { decodeGrid } from '../core/flaps.ts';
import { createGrid } from '../core/grid.ts';
import type { Grid } from '../core/grid.ts';
import { stepsOf } from '../core/transition/steps.ts';
import { PLAIN, caseOf } from '../core/look/palette.ts';
import { Fault } from '../fault.ts';
import type { Animation } from '../loop/animation.ts';
import { gridOf, pageOfLines } from '../loop/picture.ts';
import type { Pictures } from '../loop/picture.ts';
import type { Programme } from '../loop/programme.ts';
import type { Renderer } from '../loop/renderer.ts';
import type { Drawing, Moment, Subject } from '../picture/drawing.ts';
import type { Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards.ts';
import type { Page, PageCreate } from '../schema/pages.ts';
import { WIDTHS } from '../schema/pictures.ts';
import type { MomentQuery, MotionQuery, PictureQuery } from '../schema/pictures.ts';
import type { RenderRequest } from '../schema/templates.ts';
import type { Store } from '../store/store.ts';
import { boardOf, pageOf } from './lookup.ts';
import type { RenderTarget } from './templates/render.ts';
import type { TimelineService } from './timeline.ts';

/** What pictures are made of. */
export interface PictureServiceOptions {
  readonly store: Store;
  /** What a board shows; null while nobody knows. */
  readonly shown: (boardId: string) => Grid | null;
  readonly programme: Programme;
  readonly renderer: Renderer;
  readonly pictures: Pictures;
  readonly animation: Animation;
  readonly timeline: TimelineService;
  readonly clock: Clock;
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
  bytes(): Promise<Buffer>;
}

const TYPES = { svg: 'image/svg+xml', png: 'image/png', apng: 'image/apng' } as const;
/** The most pictures of one animation, and how long the last one is shown, in ms. */
const MOST_MOMENTS = 200;
const LAST_MS = 2000;
const USUAL_INTERVAL_MS = 100;

/** Boards, pages and transitions as picture files. Nothing here touches a board. */
export class PictureService {
  readonly #options: PictureServiceOptions;
  #loaded: Drawing | null = null;

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
      throw new Fault(400, `strategy: there is no transition "${strategy}".`);
    const shown = this.#shownOn(board);
    const page = page_id === undefined ? null : this.#pageFor(page_id, board);
    const to = page ? await this.#render(page, this.#options.clock.now(), board) : shown;
    const from = page ? shown : createGrid(shown.rows, shown.cols);
    const { transition, animate } = animation.of(page, { strategy, interval_ms, step_size }, to);
    const delay_ms = transition.interval_ms ?? USUAL_INTERVAL_MS;
    const steps: Moment[] = [{ grid: from, delay_ms }];
    const motion = animate ? animate(from) : stepsOf(transition.strategy, from, to, transition.step_size ?? 1);
    for await (const step of motion) {
      if (steps.length >= MOST_MOMENTS) break;
      steps.push('grid' in step ? step : { grid: step, delay_ms });
    }
    const moments = [...steps.slice(0, -1), { grid: to, delay_ms: LAST_MS }];
    const subject = subjectOf(geometryOf(board), board, query);
    return {
      type: TYPES.apng,
      etag: this.#drawing.etagOf(subject, 'apng', moments),
      background: caseOf(subject.look),
      words: () => wordsOf(to),
      bytes: () => this.#drawing.apng(subject, moments),
    };
  }

  /** Loaded with the first picture, for many appliances never draw one. */
  get #drawing(): Drawing {
    if (this.#loaded) return this.#loaded;
    const { Drawing } = require('../picture/drawing.ts') as typeof import('../picture/drawing.ts');
    return (this.#loaded = new Drawing());
  }

  async #ofPage(
    page: Page,
    format: PictureFormat,
    query: MomentQuery,
    board: StoredBoard | null = null,
  ): Promise<PictureFile> {
    const [primary] = this.#options.store.state.boards;
    const look = board ?? primary ?? PLAIN;
    const subject = subjectOf(geometryOf(board ?? page), look, query);
    const { timeline, clock } = this.#options;
    const at = query.at === undefined ? clock.now() : timeline.instantOf('at', query.at);
    return this.#file(format, subject, await this.#render(page, at, board ?? undefined));
  }

  #file(format: PictureFormat, subject: Subject, grid: Grid): PictureFile {
    return {
      type: TYPES[format],
      etag: this.#drawing.etagOf(subject, format, [{ grid, delay_ms: 0 }]),
      background: caseOf(subject.look),
      words: () => wordsOf(grid),
      bytes: async () => (format === 'svg' ? this.#drawing.svg(subject, grid) : this.#drawing.png(subject, grid)),
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

  async #render(page: Page, at: number, board?: StoredBoard): Promise<Grid> {
    const rendering = await this.#options.renderer.render(page, at, board && geometryOf(board).places);
    if ('error' in rendering) throw new Fault(503, `The page "${page.name}" cannot be drawn: ${rendering.error}`);
    return rendering.grid;
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
