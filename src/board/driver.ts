import type { Grid, Region } from '../core/flaps/grid.ts';

/**
 * How a board gets to a frame: a strategy of the spec's built-in six, or null for at once. Times in ms, steps in
 * columns, rows or cells.
 */
export interface Transition {
  readonly strategy: string | null;
  readonly interval_ms: number | null;
  readonly step_size: number | null;
}

/** No animation: all flaps start together. */
export const INSTANT: Transition = { strategy: null, interval_ms: null, step_size: null };

/** What a driver is asked to show. */
export interface Frame {
  readonly grid: Grid;
  readonly transition: Transition;
}

/** What became of a write that did not reach the whole board. */
interface Unfinished {
  readonly reason: string;
  /** Where a part of the board took the frame: the cells that did not. Absent where nothing is known to be written. */
  readonly failedRegions?: readonly Region[];
}

/** What became of a write. A driver reports, it never throws. */
export type WriteOutcome =
  /** The board took the frame. `substitutions`: glyph asked for → glyph shown, where the hardware has no such flap. */
  | { readonly status: 'sent'; readonly substitutions?: Readonly<Record<string, string>> }
  /** The board says that it shows this already. */
  | { readonly status: 'unchanged'; readonly reason: string }
  /** The board, or a part of it, asks for a pause before the next write. */
  | ({ readonly status: 'throttled'; readonly retryAfterMs: number } & Unfinished)
  /** The board, or a part of it, is in its own quiet hours. */
  | ({ readonly status: 'locked' } & Unfinished)
  /** The board works, but takes no such frame; it stays as it is. */
  | { readonly status: 'declined'; readonly reason: string }
  /**
   * Nothing, or only a part, was written. `refused`: trying the same again is useless until an owner changes something.
   * `unreached`: nothing of it can have come to the board; otherwise that is not known.
   */
  | ({ readonly status: 'failed'; readonly refused?: boolean; readonly unreached?: boolean } & Unfinished);

/**
 * What a read brought. `grid` null: the board has nothing to tell (blank since it was made, or its hardware cannot
 * know).
 */
export type ReadOutcome =
  | { readonly status: 'read'; readonly grid: Grid | null }
  | { readonly status: 'failed'; readonly reason: string };

/** What a device tells without being asked. */
export interface DeviceEvents {
  /**
   * It started anew, or its power was gone, and what it showed may be lost. It may tell so more often than it happened:
   * its content is written again.
   */
  onRestart(): void;
}

/** Where Wi-Fi set-up can be found: the name of its open access point, and the address of its page. */
export interface SetUpPlace {
  readonly name: string;
  readonly address: string;
}

/** How a driver finds out what its device does not say by itself. */
export interface Watch {
  /** Pause between two looks in ms. */
  readonly everyMs: number;
  /** Whether there is something to find out now; asked after each write and reading. Always, unless given. */
  isNeeded?(): boolean;
  /**
   * Finds a device that was lost, or asks one whether it is still the same, in a moment; what it finds goes to
   * `onRestart`. Rejects with a sentence while the device cannot be reached, and ends soon after the signal aborts.
   */
  look(signal: AbortSignal): Promise<void>;
}

/** The least time between two writes. */
export interface MinimumInterval {
  readonly ms: number;
  /**
   * Names the credential or device that it belongs to; stable over restarts and free of secrets (a digest).
   */
  readonly key: string;
}

/** What stays elsewhere when a driver is stopped, such as messages that a broker retains. */
export interface Remains {
  /** Names the place; a driver at the same place has taken it over. */
  readonly place: string;
  /**
   * Takes it back after the stop, later when it cannot be reached; never rejects, and ends soon after the signal
   * aborts.
   */
  clear(signal: AbortSignal): Promise<void>;
}

/**
 * The port to one display. Drivers are pipes: pause, silence, the unchanged check, the minimum interval, newest-wins
 * and back-off are the board's (src/board/board.ts). The constructor only assigns; `start` acquires, `stop` releases
 * and ends whatever is running. One write at a time; `write` and `read` end soon after `signal` aborts.
 */
export interface Driver {
  /** What it drives, for logs and the status: `vestaboard-local`, `mbus` … */
  readonly kind: string;
  /** False when there are no flaps: the board lives in the browser only. Absent for a board that is a thing. */
  readonly physical?: boolean;
  /** Absent where one write may follow another at once. */
  readonly minimumInterval?: MinimumInterval;
  /** Who runs a transition's steps: the board itself, flapbox by writing cells step by step, or nobody. */
  readonly transitions: 'board' | 'cells' | 'none';
  /** Pause between two reads in ms while nothing is written; null when the hardware cannot be read. */
  readonly readBackMs: number | null;
  /** Whether where its flaps stand is counted and never checked, so that what it reads is a guess; absent for no. */
  readonly guesses?: boolean;
  /**
   * Acquires what it needs. Rejects with a sentence for the owner when the board cannot be reached or is set up
   * wrongly; a later `start` may succeed.
   */
  start(): Promise<void>;
  /** Releases everything; never rejects. */
  stop(): Promise<void>;
  write(frame: Frame, signal: AbortSignal): Promise<WriteOutcome>;
  read(signal: AbortSignal): Promise<ReadOutcome>;
  /**
   * Nothing moves until something is asked of it again: movements that were accepted and have not begun yet are
   * dropped, and told as a loss of what it shows. Until then it is not read either. Absent where all begin at once and
   * nothing is lost unseen.
   */
  halt?(): void;
  /**
   * Takes the listener to what the device tells, once and before the start; absent where a restart cannot be told from
   * anything else.
   */
  listen?(events: DeviceEvents): void;
  /**
   * Lights its display, in per cent: 0 switches it off, null leaves it as the device is set; never rejects, and holds
   * for a device that comes later. Absent where there is no light.
   */
  light?(level: number | null): void;
  /** Shows where Wi-Fi set-up is found instead of its content, and with null its content again; never rejects. */
  announce?(place: SetUpPlace | null): void;
  /** Absent where nothing outlives it. */
  readonly remains?: Remains;
  /** Absent where the device says everything by itself, or nothing at all. */
  readonly watch?: Watch;
  /** Commands beyond showing frames (homing, calibration, self-test), by name; absent when there are none. */
  readonly actions?: Readonly<Record<string, DriverAction>>;
}

/** What a command was given cannot be used; the message names the member and says what is expected. */
export class UnusableInput extends Error {
  override name = 'UnusableInput';
}

/** Whether an error is that; drivers that are bundles of their own bring a class of their own. */
export const isUnusableInput = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'UnusableInput';

/** A command that cannot be carried out as the device is now; the message names what to do first, or instead. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

/** Whether an error is that, as for input. */
export const isCommandRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'CommandRefused';

/** A command that an owner may give to a board's hardware. */
export interface DriverAction {
  /** What it does, in a sentence. */
  readonly summary: string;
  /** The members that its input may have. */
  readonly members: readonly string[];
  /** It only looks: flaps stay as they are, and so does what is known of them. */
  readonly looks?: boolean;
  run(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Record<string, unknown>>;
}
