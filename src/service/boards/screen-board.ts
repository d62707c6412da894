import { EMPTY_PROGRAMME } from '../../core/programme.ts';
import { fits, geometryOf } from '../../core/geometry.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { MOST_BOARDS } from '../../schema/limits.ts';
import type { StoredBoard } from '../../schema/boards.ts';
import type { Page } from '../../schema/pages.ts';
import type { State } from '../../schema/state.ts';
import type { Store } from '../../store/store.ts';
import { welcomePage } from '../pages/welcome.ts';
import { applyInstance, newBoard, withBoards } from './settings.ts';

/** The screens of the machine. */
export interface ScreenPort {
  /** The first screen that can be drawn on, and the size of a wall that suits it; null where there is none. */
  find(): Promise<{ readonly path: string; readonly rows: number; readonly cols: number } | null>;
  /** Makes a screen black. */
  clear(path: string): Promise<void>;
}

/** What it works with. */
export interface ScreenBoardOptions {
  readonly store: Store;
  readonly port: ScreenPort;
  readonly clock: Clock;
  readonly log: Log;
  /** Resolves when the running boards follow the stored ones. */
  readonly settled: () => Promise<void>;
  /** Whether a board is made for the first screen that is found. */
  readonly isOffered: boolean;
  /** Called when the board was made. */
  readonly onAdded: () => void;
}

const LOOK_EVERY_MS = 3000;

const devicesOf = (boards: readonly StoredBoard[]): Set<string> =>
  new Set(
    boards.flatMap(({ enabled, panel }) =>
      enabled && panel?.driver === 'screen' ? (panel.connection.device ?? []) : [],
    ),
  );

/**
 * Makes a board "Screen" for the first screen that is found on a machine that asks for it, once: an owner who removes
 * it does not get it again (rules, B15). Screens that no board uses any more become black.
 */
export class ScreenBoard {
  readonly #options: ScreenBoardOptions;
  #cancels: Cancel[] = [];
  #cancelLook: Cancel = () => undefined;
  #running = false;

  constructor(options: ScreenBoardOptions) {
    this.#options = options;
  }

  /** Looks for a screen from now on, until one was found. */
  start(): void {
    this.#running = true;
    const { store } = this.#options;
    this.#cancels = [store.onChange((state, previous) => void this.#clearLeft(previous.boards, state.boards))];
    if (this.#options.isOffered) void this.#look();
  }

  stop(): void {
    this.#running = false;
    this.#cancelLook();
    for (const cancel of this.#cancels.splice(0)) cancel();
  }

  async #look(): Promise<void> {
    const { store, port, clock, log } = this.#options;
    if (!this.#running || store.state.settings.screen_offered) return;
    try {
      const found = await port.find();
      if (found) return await this.#add(found);
    } catch (error) {
      log.warn('A board for the screen could not be made.', { error });
    }
    if (this.#running) this.#cancelLook = clock.after(LOOK_EVERY_MS, () => void this.#look());
  }

  async #add({ path, rows, cols }: { path: string; rows: number; cols: number }): Promise<void> {
    const { store, clock, settled, onAdded, log } = this.#options;
    await store.update((state) => {
      const settings = { ...state.settings, screen_offered: true };
      if (devicesOf(state.boards).has(path) || state.boards.length >= MOST_BOARDS) return { settings };
      const board = screenBoard(state.boards, path, rows, cols);
      const next = withBoards(state, [...state.boards, board]);
      // Where the owner chose what new boards begin with, that counts.
      if (next.programmes[board.id]?.active_page_id || state.settings.new_boards.board_id !== null)
        return { ...next, settings: { ...settings, ...next.settings, screen_offered: true } };
      const page = greetingFor(state, board) ?? welcomePage(board, toInstant(clock.now()));
      return {
        ...next,
        settings: { ...settings, ...next.settings, screen_offered: true },
        pages: state.pages.includes(page) ? state.pages : [...state.pages, page],
        programmes: { ...next.programmes, [board.id]: { ...EMPTY_PROGRAMME, active_page_id: page.id } },
      };
    });
    await settled();
    log.info('A board was made for the screen.', { rows, cols });
    onAdded();
  }

  async #clearLeft(before: readonly StoredBoard[], now: readonly StoredBoard[]): Promise<void> {
    if (before === now) return;
    const present = devicesOf(now);
    const left = [...devicesOf(before)].filter((device) => !present.has(device));
    if (left.length === 0) return;
    await this.#options.settled();
    for (const device of left) await this.#options.port.clear(device);
  }
}

const screenBoard = (
  others: readonly StoredBoard[],
  device: string,
  grid_rows: number,
  grid_cols: number,
): StoredBoard => {
  const panel = {
    driver: 'screen' as const,
    connection: { device, frame: 'framed' as const, drift: true },
    flaps: null,
    modules: { layout: 'rows' as const, first: 0 },
    max_moving: null,
    land_together: false,
  };
  const body = { name: 'Screen', device_type: 'panel' as const, grid_rows, grid_cols, panel };
  return applyInstance(body, newBoard(body, others));
};

/** The page with which the appliance greets, where it has the size of the board. */
const greetingFor = ({ pages, boards, programmes }: State, board: StoredBoard): Page | undefined => {
  const pinned = programmes[boards[0]?.id ?? '']?.active_page_id;
  return pages.find((page) => page.id === pinned && fits(geometryOf(page), geometryOf(board)));
};
