import { fits, geometryOf, type Geometry } from '../../core/flaps/geometry.ts';
import { Fault } from '../../fault.ts';
import { mapValues, sentMembers } from '../../core/record.ts';
import { recordsById } from '../../core/records.ts';
import { silenceOf, windowsOf } from '../../core/silence.ts';
import type { Silence } from '../../schema/appliance/silence.ts';
import { toInstant, type Clock } from '../../platform/clock.ts';
import { completed } from '../../schema/common.ts';
import {
  PageSchema,
  type Page,
  type PageCreate,
  type PageDeleteAnswer,
  type PageUpdate,
  type PageUpdateAnswer,
  type IncompatibleReference,
  type RowConfig,
} from '../../schema/content/pages.ts';
import type { BoardProgramme, MessageContent, State } from '../../schema/state.ts';
import type { Store } from '../../store/store.ts';
import { newId, tellNoTransition } from '../lookup.ts';
import { pageOf } from './showable.ts';
import { restorePage, type Removal } from './removal.ts';
import { welcomePage } from './welcome.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';

/** The shared library of pages. */
export class PageService {
  readonly #store: Store;
  readonly #clock: Clock;
  /** Whether a transition strategy may be stored. */
  readonly #knowsStrategy: (strategy: string) => boolean;
  /** What was removed last, while the service runs. */
  #removal: Removal | null = null;

  constructor(store: Store, clock: Clock, knowsStrategy: (strategy: string) => boolean) {
    this.#store = store;
    this.#clock = clock;
    this.#knowsStrategy = knowsStrategy;
  }

  /** All pages in the order in which they were made. */
  list(): { pages: readonly Page[]; total: number } {
    const { pages } = this.#store.state;
    return { pages, total: pages.length };
  }

  /** One page; 404 when there is none. */
  get(id: string): Page {
    return pageOf(this.#store.state, id);
  }

  /** Stores a new page; 400 when its parts do not belong together. */
  async create(body: PageCreate): Promise<Page> {
    const page = this.draft(body);
    await this.#store.update((state) => ({ pages: [...state.pages, page] }));
    return page;
  }

  /** A page as it would be stored; 400 when its parts do not belong together. Nothing is stored. */
  draft(body: PageCreate): Page {
    const page = completed(PageSchema, {
      ...body,
      id: newId(),
      notes_wide: body.notes_wide ?? 1,
      notes_tall: body.notes_tall ?? 1,
      created_at: toInstant(this.#clock.now()),
    });
    checkPage(page, this.#knowsStrategy);
    return page;
  }

  /**
   * Applies the sent fields; 400 when the result does not hold together. Names the uses that the new size no longer
   * fits.
   */
  async update(id: string, body: PageUpdate): Promise<PageUpdateAnswer> {
    // The change is made at once, before it is written.
    let answer!: PageUpdateAnswer;
    await this.#store.update((state) => {
      const before = pageOf(state, id);
      const page = merge(before, body, toInstant(this.#clock.now()));
      // A strategy whose plugin is off by now may stay, so that the page can be edited.
      checkPage(page, (strategy) => strategy === before.transition_strategy || this.#knowsStrategy(strategy));
      const next = { ...state, pages: state.pages.map((one) => (one.id === id ? page : one)) };
      answer = {
        page,
        incompatible_references: fits(geometryOf(before), geometryOf(page)) ? [] : incompatibleReferences(next, page),
      };
      return { pages: next.pages };
    });
    return answer;
  }

  /**
   * Removes a page, and it from pins, default pages, reverts and silence; the last one is replaced by a Welcome page of
   * its size.
   */
  async remove(id: string): Promise<PageDeleteAnswer> {
    let answer!: PageDeleteAnswer;
    await this.#store.update((state) => {
      const removal = removePage(state, id, toInstant(this.#clock.now()));
      answer = removal.answer;
      this.#removal = { page: pageOf(state, id), before: state, after: removal.change };
      return removal.change;
    });
    return answer;
  }

  /** Brings the page back that was removed last, under its id and with its uses; 404 for every other one. */
  async restore(id: string): Promise<Page> {
    const removal = this.#removal;
    await this.#store.update((state) => {
      if (removal?.page.id !== id || recordsById(state.pages).has(id))
        throw new Fault(404, 'This page cannot be brought back: only the one that was deleted last is kept.');
      return restorePage(removal, state);
    });
    if (this.#removal === removal) this.#removal = null;
    return this.get(id);
  }
}

/** Fields that null empties; null leaves every other field as it is. */
const CLEARABLE = new Set([
  'display_type',
  'rows',
  'template',
  'line_metadata',
  'transition_strategy',
  'transition_interval_ms',
  'transition_step_size',
]);

/** What a page of a type cannot be without. */
const NEEDED = { template: 'template', single: 'display_type', composite: 'rows' } as const;

const merge = (page: Page, body: PageUpdate, now: string): Page => {
  const canBeEmpty = (name: string): boolean => CLEARABLE.has(name) && name !== NEEDED[page.type];
  return { ...page, ...(sentMembers(body, canBeEmpty) as Partial<Page>), updated_at: now };
};

const removePage = (state: State, id: string, now: string): { change: Partial<State>; answer: PageDeleteAnswer } => {
  const page = pageOf(state, id);
  const rest = state.pages.filter((one) => one.id !== id);
  const welcome = rest.length === 0 ? welcomePage(page, now) : null;
  const pages = welcome ? [welcome] : rest;
  const moved = mapValues(state.programmes, (programme, boardId) =>
    withoutPage(programme, id, replacementFor(state, pages, boardId)),
  );
  const repointed = Object.keys(moved).find((boardId) => state.programmes[boardId]?.active_page_id === id);
  return {
    change: {
      pages,
      programmes: moved,
      boards: state.boards.map((board) => (board.default_page_id === id ? { ...board, default_page_id: null } : board)),
      settings: withoutSilencePage(state.settings, id),
    },
    answer: {
      id,
      message: welcome
        ? `The page "${page.name}" was deleted; it was the last one, so a Welcome page took its place.`
        : `The page "${page.name}" was deleted.`,
      default_page_created: welcome !== null,
      new_page_id: welcome?.id ?? null,
      active_page_updated: repointed !== undefined,
      new_active_page_id: repointed === undefined ? null : (moved[repointed]?.active_page_id ?? null),
    },
  };
};

const replacementFor = (state: State, pages: readonly Page[], boardId: string): string | null => {
  const board = recordsById(state.boards).get(boardId);
  return (board && pages.find((page) => fits(geometryOf(page), geometryOf(board)))?.id) ?? null;
};

const shows = (content: MessageContent, id: string): boolean => content.kind === 'page' && content.page_id === id;

const withoutPage = (programme: BoardProgramme, id: string, replacement: string | null): BoardProgramme => ({
  ...programme,
  active_page_id: programme.active_page_id === id ? replacement : programme.active_page_id,
  ...(programme.passing?.page_id === id && { passing: null }),
  messages: programme.messages
    .filter(({ content }) => !shows(content, id))
    .map((message) =>
      message.revert_page_id === id ? { ...message, revert_page_id: null, revert_mode: 'schedule' } : message,
    ),
});

const quietWithout = <T extends Partial<Silence>>(silence: T, id: string): T => {
  const { further } = silence;
  const others = further?.some(({ page_id }) => page_id === id)
    ? { further: further.map((one) => (one.page_id === id ? { ...one, page_id: null } : one)) }
    : {};
  return { ...silence, ...(silence.page_id === id && { page_id: null }), ...others };
};

const withoutSilencePage = (settings: State['settings'], id: string): State['settings'] => ({
  ...settings,
  silence: quietWithout(settings.silence, id),
  silence_by_board: mapValues(settings.silence_by_board, (own) => quietWithout(own, id)),
});

/** The uses of a page on boards of another size: in rules, pins and silence. A warning only; nothing is changed. */
const incompatibleReferences = (state: State, page: Page): IncompatibleReference[] =>
  state.boards
    .filter((board) => !fits(geometryOf(page), geometryOf(board)))
    .flatMap((board) => referencesOn(state, page, board));

const referencesOn = (state: State, page: Page, board: StoredBoard): IncompatibleReference[] => {
  const found: IncompatibleReference[] = [];
  const add = (surface: IncompatibleReference['surface'], schedule_id: string | null) =>
    found.push({ board_id: board.id, board_name: board.name, surface, schedule_id });
  const isPrimary = state.boards[0]?.id === board.id;
  for (const rule of state.schedules) {
    if (rule.page_id === page.id && (rule.board_id === board.id || (isPrimary && rule.board_id === '')))
      add('schedule', rule.id);
  }
  if (board.default_page_id === page.id) add('schedule', null);
  if (state.programmes[board.id]?.active_page_id === page.id) add('active_page', null);
  const windows = windowsOf(silenceOf(board.id, state.settings));
  if (windows.some(({ mode, page_id }) => mode === 'page' && page_id === page.id)) add('silence', null);
  return found;
};

/** Sees to it that the parts of a page belong together; 400 names the field that does not (rules, L4). */
const checkPage = (page: Page, knowsStrategy: (strategy: string) => boolean): void => {
  if (page.device_type === 'panel' && (page.grid_rows === null || page.grid_cols === null)) {
    throw new Fault(400, 'grid_rows and grid_cols are needed for a page of device_type "panel".');
  }
  if (page.type === 'template' && !page.template?.length)
    throw new Fault(400, 'template: a page of type "template" needs at least one line.');
  if (page.type === 'single' && !page.display_type)
    throw new Fault(400, 'display_type: a page of type "single" names the plugin that it shows.');
  if (page.type === 'composite') checkRows(page.rows ?? [], geometryOf(page));
  if (page.transition_strategy !== null && !knowsStrategy(page.transition_strategy)) {
    throw new Fault(400, `transition_strategy: ${tellNoTransition(page.transition_strategy)}`);
  }
};

const checkRows = (rows: readonly RowConfig[], { rows: height }: Geometry): void => {
  if (rows.length === 0) throw new Fault(400, 'rows: a page of type "composite" needs at least one row.');
  const targets = new Set<number>();
  for (const row of rows) {
    if (row.row_index >= height)
      throw new Fault(400, `rows: row_index ${row.row_index} is beyond the ${height} rows of the page.`);
    if (row.target_row >= height)
      throw new Fault(400, `rows: target_row ${row.target_row} is beyond the ${height} rows of the page.`);
    if (targets.has(row.target_row)) throw new Fault(400, `rows: target_row ${row.target_row} is used twice.`);
    targets.add(row.target_row);
  }
};
