import { gridsEqual, withRegions, type Grid, type Region } from '../core/flaps/grid.ts';
import type { BoardOptions, BoardView } from './board-port.ts';
import type { Driver, WriteOutcome } from './driver.ts';
import { isTaken, mayHaveArrived } from './outcome.ts';

/**
 * A board that can be read and takes no frames fails all the same, for as long as it is tried: the longest pause
 * between two tries, and some.
 */
const WRITE_ERROR_MS = 90_000;

/** What is known of what a board shows, and how its writes and readings went; changes are told at once. */
export class Knowledge {
  readonly #options: BoardOptions;
  readonly #onReport: () => void;
  characters: Grid | null = null;
  expected: Grid | null = null;
  /** Whether the characters are what the board shows, as far as anybody can know. */
  certain = false;
  /** What the board took last: the measure of drift; null when nobody knows what became of the last write. */
  taken: Grid | null = null;
  /** What the board is to show: what was sent to its flaps last, but what failed and is no wish any more. */
  aimed: Grid | null = null;
  /** How often the device lost what it showed, and which of these losses the last frame came after. */
  losses = 0;
  restored = 0;
  /** Why there is no driver. */
  buildError: string | null = null;
  readError: string | null = null;
  #writeError: { readonly reason: string; readonly at: number } | null = null;
  #readAt: number | null = null;
  #substitutions: Readonly<Record<string, string>> = {};
  #missing: Readonly<Record<string, string>> = {};
  #lastSentAt: number | null = null;
  #sent = 0;
  #failed = 0;

  /** `onReport` is called after each write and reading, before a change of the error is told. */
  constructor(options: BoardOptions, onReport: () => void) {
    this.#options = options;
    this.#onReport = onReport;
  }

  /** What is told of the board now. */
  tell(driver: Driver | null, drifted: boolean): BoardView {
    return {
      characters: this.characters,
      readAt: driver?.physical === false ? null : this.#readAt,
      expected: this.expected,
      error: this.#error,
      drifted,
      guessed: driver?.guesses === true,
      substitutions: { ...this.#missing, ...this.#substitutions },
      lastSentAt: this.#lastSentAt,
      sent: this.#sent,
      failed: this.#failed,
    };
  }

  /** Whether the device lost what it showed, and no frame came since. */
  get isLost(): boolean {
    return this.losses > this.restored;
  }

  /** Whether the board is known to show exactly this. */
  isShown(grid: Grid): boolean {
    return this.certain && this.characters !== null && gridsEqual(this.characters, grid);
  }

  /** Nobody knows what the board shows, nor what it took. */
  forget(): void {
    this.certain = false;
    this.taken = null;
  }

  /** The device started anew: nothing of what was known of it holds, and nobody else changed it. */
  noteLoss(): void {
    this.losses++;
    this.forget();
  }

  /** Names the characters of what is shown for which no board has a flap. */
  noteMissing(characters: readonly string[]): void {
    if (characters.length === 0 && Object.keys(this.#missing).length === 0) return;
    this.#missing = Object.fromEntries(characters.map((one) => [one, ' ']));
    this.#options.onStatus();
  }

  /** An earlier run left this frame of the board's size; nothing where more is known. */
  recall(grid: Grid): void {
    const { rows, cols } = this.#options.geometry;
    if (this.characters || grid.rows !== rows || grid.cols !== cols) return;
    this.characters = grid;
    this.#options.onFrame(grid);
  }

  /** A frame is there already: it was read there, whatever became of the write. */
  noteUnchanged(grid: Grid): void {
    this.taken = grid;
    this.aimed = grid;
    this.#report(() => (this.#writeError = null));
  }

  /** The board took a frame, or a step of its transition, but for the cells that it `missed`. */
  noteWritten(grid: Grid, missed: readonly Region[]): void {
    this.characters = withRegions(grid, missed, this.characters);
    this.#readAt = this.#options.clock.now();
    this.#options.onFrame(this.characters);
  }

  /** What became of a write as a whole; `counts`: to something that has flaps. */
  noteOutcome(outcome: WriteOutcome, counts: boolean): void {
    const { clock } = this.#options;
    this.#report(() => {
      this.#writeError = outcome.status === 'failed' ? { reason: outcome.reason, at: clock.monotonic() } : null;
      if (outcome.status !== 'failed') this.readError = null;
    });
    // A transition that was cut took the board as far as its last step.
    if (isTaken(outcome)) this.taken = this.characters;
    else if (mayHaveArrived(outcome)) this.taken = null;
    this.certain = isTaken(outcome);
    if (outcome.status === 'failed') this.#failed++;
    if (outcome.status !== 'sent') return;
    this.#substitutions = outcome.substitutions ?? {};
    if (counts) {
      this.#lastSentAt = clock.now();
      this.#sent++;
    }
    this.#options.onStatus();
  }

  /** A reading brought this; null when the board had nothing to tell. */
  noteReading(grid: Grid | null): void {
    const { clock, onFrame } = this.#options;
    this.#report(() => {
      this.readError = null;
      if (this.#writeError && clock.monotonic() - this.#writeError.at > WRITE_ERROR_MS) this.#writeError = null;
    });
    if (!grid) return;
    const isChanged = !this.characters || !gridsEqual(this.characters, grid);
    this.characters = grid;
    this.#readAt = clock.now();
    this.certain = true;
    if (isChanged) onFrame(grid);
  }

  /** A reading failed. */
  noteReadError(reason: string): void {
    this.#report(() => (this.readError = reason));
  }

  get #error(): string | null {
    return this.buildError ?? this.#writeError?.reason ?? this.readError;
  }

  #report(change: () => void): void {
    const before = this.#error;
    change();
    this.#onReport();
    if (this.#error !== before) this.#options.onStatus();
  }
}
