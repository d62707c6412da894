import { toInstant, type Cancel, type Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Store } from '../../store/store.ts';
import { screensOf, type FoundScreen } from './found-screen.ts';

/** The screens of the machine. */
export interface ScreenPort {
  /** The first screen that can be drawn on, and the size of a wall that suits it; null where there is none. */
  find(): Promise<FoundScreen | null>;
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

/**
 * Makes a board "Screen" for the first screen that is found on a machine that asks for it, once: an owner who removes
 * it does not get it again (rules, B15). Screens that no board uses any more become black.
 */
export class ScreenBoard {
  readonly #options: ScreenBoardOptions;
  #unfollow: Cancel = () => undefined;
  #cancelLook: Cancel = () => undefined;
  #running = false;

  constructor(options: ScreenBoardOptions) {
    this.#options = options;
  }

  /** Looks for a screen from now on, until one was found. */
  start(): void {
    this.#running = true;
    const { store } = this.#options;
    this.#unfollow = store.onChange((state, previous) => void this.#clearLeft(previous.boards, state.boards));
    if (this.#options.isOffered) void this.#look();
  }

  stop(): void {
    this.#running = false;
    this.#cancelLook();
    this.#unfollow();
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

  async #add(found: FoundScreen): Promise<void> {
    const { store, clock, settled, onAdded, log } = this.#options;
    // It happens once in the life of an appliance, if ever.
    const { withScreenBoard } = require('./board-for-screen.ts') as typeof import('./board-for-screen.ts');
    await store.update((state) => withScreenBoard(state, found, toInstant(clock.now())));
    await settled();
    log.info('A board was made for the screen.', { rows: found.rows, cols: found.cols });
    onAdded();
  }

  async #clearLeft(before: readonly StoredBoard[], now: readonly StoredBoard[]): Promise<void> {
    if (before === now) return;
    const present = screensOf(now);
    const left = [...screensOf(before)].filter((device) => !present.has(device));
    if (left.length === 0) return;
    await this.#options.settled();
    for (const device of left) await this.#options.port.clear(device);
  }
}
