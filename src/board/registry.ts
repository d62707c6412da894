import { geometryOf } from '../core/flaps/geometry.ts';
import type { Grid } from '../core/flaps/grid.ts';
import { shareRuns } from '../core/shared-run.ts';
import type { Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { Polling } from '../schema/appliance/settings.ts';
import { Board } from './board.ts';
import type { Driver, Remains } from './driver.ts';
import { isDrawn } from './kind.ts';
import type { MinimumIntervals } from './minimum-intervals.ts';

/** What the registry depends on. */
export interface RegistryOptions {
  readonly clock: Clock;
  readonly minimumIntervals: MinimumIntervals;
  /** Whether nothing may move on a stored board now: it is paused or quiet. */
  readonly isStill: (boardId: string) => boolean;
  /** Makes the driver that a board's settings ask for; throws with a sentence for the owner. */
  readonly createDriver: (board: StoredBoard) => Driver;
  readonly polling: () => Polling;
  readonly onFrame: (boardId: string, grid: Grid) => void;
  readonly onStatus: (boardId: string) => void;
  /** A board was made, or made anew, and takes frames: nobody knows what is on it. */
  readonly onStarted: (boardId: string) => void;
  /** The device of a board has lost what it showed, and takes frames. */
  readonly onLost: (boardId: string) => void;
}

interface Entry {
  readonly board: Board;
  readonly wiring: string;
}

/** Keeps one running `Board` per stored board, and makes a board anew when its wiring changes. */
export class BoardRegistry {
  readonly #options: RegistryOptions;
  readonly #entries = new Map<string, Entry>();
  /** What is being taken back, by its place. */
  readonly #clearing = new Map<string, AbortController>();
  readonly #syncing = shareRuns(() => this.#sync());
  #stored: readonly StoredBoard[] = [];
  #hasEnded = false;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** The running board of an id. */
  get(id: string): Board | undefined {
    return this.#entries.get(id)?.board;
  }

  /**
   * Follows the stored boards; resolves when those that left or changed have been released. What they leave elsewhere
   * is taken back afterwards, unless another board has taken it over (rules, F8). Of calls that come meanwhile the last
   * counts, when that is done.
   */
  sync(stored: readonly StoredBoard[]): Promise<void> {
    this.#stored = stored;
    return this.#syncing();
  }

  async #sync(): Promise<void> {
    if (this.#hasEnded) return;
    const stored = this.#stored;
    const former = [...this.#entries.values()];
    const ids = new Set(stored.map((board) => board.id));
    const gone = [...this.#entries.keys()].filter((id) => !ids.has(id));
    await Promise.all([this.release(gone), ...stored.map((board) => this.#follow(board))]);
    this.#clear(former);
  }

  /** Stops boards and lets them go; the next `sync` makes those anew that are stored. */
  async release(ids: readonly string[]): Promise<void> {
    const leaving = ids.flatMap((id) => this.#entries.get(id)?.board ?? []);
    for (const id of ids) this.#entries.delete(id);
    await Promise.all(leaving.map((board) => board.stop()));
  }

  /** Lets a board rest or move, as its pause and its quiet say now. */
  settle(id: string): void {
    this.get(id)?.setPaused(this.#options.isStill(id));
  }

  /** Takes over other intervals between two reads of the boards. */
  pace(): void {
    for (const { board } of this.#entries.values()) board.pace();
  }

  /** Lets running writes end within `graceMs` and releases every board, for good. */
  async stop(graceMs: number): Promise<void> {
    this.#hasEnded = true;
    for (const clearing of this.#clearing.values()) clearing.abort();
    await Promise.all([...this.#entries.values()].map(({ board }) => board.stop(graceMs)));
    this.#entries.clear();
  }

  #clear(former: readonly Entry[]): void {
    const taken = new Set([...this.#entries.values()].map(({ board }) => board.remains?.place));
    // It may have waited for a broker that is away, while a board came back to the place.
    for (const [place, clearing] of this.#clearing) if (taken.has(place)) clearing.abort();
    for (const { board } of former) if (board.remains && !taken.has(board.remains.place)) this.#takeBack(board.remains);
  }

  #takeBack({ place, clear }: Remains): void {
    const clearing = new AbortController();
    this.#clearing.get(place)?.abort();
    this.#clearing.set(place, clearing);
    void clear(clearing.signal).finally(() => this.#clearing.get(place) === clearing && this.#clearing.delete(place));
  }

  async #follow(stored: StoredBoard): Promise<void> {
    const wiring = wiringOf(stored);
    const former = this.#entries.get(stored.id);
    if (former?.wiring === wiring) return this.settle(stored.id);
    const board = this.#make(stored);
    this.#entries.set(stored.id, { board, wiring });
    this.settle(stored.id);
    await former?.board.stop();
    // It may have been let go meanwhile.
    if (!stored.enabled || this.#hasEnded || this.get(stored.id) !== board) return;
    board.start();
    this.#options.onStarted(stored.id);
  }

  #make(stored: StoredBoard): Board {
    const { clock, minimumIntervals, createDriver, polling, onFrame, onStatus, onLost } = this.#options;
    return new Board({
      id: stored.id,
      geometry: geometryOf(stored),
      makeDriver: () => createDriver(stored),
      clock,
      minimumIntervals,
      readEvery: (preferred) =>
        stored.api_mode === 'cloud'
          ? readInterval(preferred, 180, polling().board_read_interval_cloud)
          : readInterval(preferred, 30, polling().board_read_interval_local),
      onFrame: (grid) => onFrame(stored.id, grid),
      onStatus: () => onStatus(stored.id),
      onLost: () => onLost(stored.id),
    });
  }
}

/** A driver's own interval, unless the owner changed the install's default. */
const readInterval = (preferredMs: number, defaultSeconds: number, setSeconds: number): number =>
  setSeconds === defaultSeconds ? preferredMs : setSeconds * 1000;

/** Everything of a board that its driver depends on, as text to compare: with another wiring it is made anew. */
const wiringOf = (board: StoredBoard): string => {
  const {
    name: _name,
    schedule_enabled: _follows,
    paused: _paused,
    default_page_id: _page,
    board_color,
    code62_glyph,
    local_api_port: _port,
    follow: _topic,
    ...wiring
  } = board;
  return JSON.stringify(isDrawn(board) ? [wiring, board_color, code62_glyph] : wiring);
};
