import { isLit } from '../board/kind.ts';
import { PLAIN_BRIGHTNESS, nextBrightnessEdge } from '../core/brightness.ts';
import { Fault } from '../fault.ts';
import type { Programme } from '../loop/programme.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { Brightness, BrightnessWindow, BrightnessWrite, StoredBrightness } from '../schema/boards/brightness.ts';
import type { State } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import { boardOf } from './lookup.ts';
import { requireEdge } from './moments.ts';

/** What the light of displays is decided with. */
export interface BrightnessOptions {
  readonly store: Store;
  readonly programme: Pick<Programme, 'light'>;
  readonly clock: Clock;
  readonly zone: () => string;
}

const FULL = 100;

/** How displays with light are lit: by hand, by the clock, by the sun, by other programs (rules, B17). */
export class BrightnessService {
  readonly #options: BrightnessOptions;

  constructor(options: BrightnessOptions) {
    this.#options = options;
  }

  /** Whether a board has light that can be set; 404 unknown board. */
  can(boardId: string): boolean {
    return isLit(boardOf(this.#options.store.state, boardId));
  }

  /** How a board is lit now, silence apart: 404 unknown board, 409 for one without light. */
  get(boardId: string): Brightness {
    const board = this.#litBoard(boardId);
    const now = this.#options.clock.now();
    const { on, windows, set } = this.#options.store.state.settings.brightness_by_board[board.id] ?? PLAIN_BRIGHTNESS;
    const { level, until } = this.#options.programme.light(board, now);
    const isSet = set !== null && (set.until === null || Date.parse(set.until) > now);
    return {
      board_id: board.id,
      on: on && level !== 0,
      brightness: level,
      set_by_hand: on && isSet,
      until: until === null ? null : toInstant(until),
      windows,
    };
  }

  /**
   * Applies the sent fields. A brightness holds until a window begins or ends; null ends it. 404 unknown board, 409 for
   * one without light, 400 for a window that cannot be.
   */
  async update(boardId: string, body: BrightnessWrite): Promise<Brightness> {
    const board = this.#litBoard(boardId);
    requireWindows(body.windows ?? []);
    const change = (state: State) => {
      const { brightness_by_board: all } = state.settings;
      const changed = this.#changed(boardOf(state, board.id), all[board.id] ?? PLAIN_BRIGHTNESS, body);
      return { settings: { ...state.settings, brightness_by_board: { ...all, [board.id]: changed } } };
    };
    // A sensor may send each second, which would wear a card; windows are an owner's.
    await (body.windows ? this.#options.store.update(change) : this.#options.store.updateOften(change));
    return this.get(board.id);
  }

  #changed(
    board: StoredBoard,
    before: StoredBrightness,
    { on, brightness, windows }: BrightnessWrite,
  ): StoredBrightness {
    const { clock, store, zone, programme } = this.#options;
    const now = clock.now();
    const next = { on: on ?? before.on, windows: windows ?? before.windows, set: windows ? null : before.set };
    const by = (level: number) => {
      const edge = nextBrightnessEdge(next.windows, now, zone(), store.state.settings.location);
      return { brightness: level, until: edge === null ? null : toInstant(edge) };
    };
    if (brightness === null) return { ...next, set: null };
    if (brightness !== undefined) return { ...next, set: by(brightness) };
    // Who switches on what is dark by its brightness wants to see something.
    const isDark = on === true && before.on && programme.light(board, now).level === 0;
    return isDark ? { ...next, set: by(FULL) } : next;
  }

  #litBoard(boardId: string): StoredBoard {
    const board = boardOf(this.#options.store.state, boardId);
    if (isLit(board)) return board;
    throw new Fault(
      409,
      `The board "${board.name}" has no light: pixel clocks, screens and own walls in the browser have.`,
    );
  }
}

const requireWindows = (windows: readonly BrightnessWindow[]): void => {
  windows.forEach(({ start, end }, at) => {
    requireEdge(`windows[${at}].start`, start);
    requireEdge(`windows[${at}].end`, end);
    if (start === end) throw new Fault(400, `windows[${at}]: start and end are both ${start}: it would never begin.`);
  });
};
