import type {
  DeviceEvents,
  Driver,
  Frame,
  ReadOutcome,
  Transition,
  Watch,
  WriteOutcome,
} from '../../src/board/driver.ts';
import type { Grid } from '../../src/core/flaps/grid.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { formatAddress, type Address } from './address.ts';
import { isAccepted, judge, statusAndText } from './answer.ts';
import { memberOf, parseJson } from '../../src/core/json.ts';
import { decodeGrid, encodeGrid } from './grid-json.ts';
import { LAN, Link, type LinkDeps, type LinkFailure } from './link.ts';

/** A Vestaboard on the LAN. */
export interface LocalSettings extends Address {
  readonly key: string;
  readonly rows: number;
  readonly cols: number;
}

const PATH = '/local-api/message';
const KEY_HEADER = 'X-Vestaboard-Local-Api-Key';
const READ_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 1000;

/** The longest pause between two steps that a board is said to make when it is told none, in ms. */
const OWN_STEP_MS = 3000;

/** A transition at the board's own pace: what it showed before, what it comes to, and when it is surely there. */
interface Way {
  readonly from: Grid;
  readonly to: Grid;
  readonly until: number;
}

/** The strategies that the Local API knows; anything else is shown at once. */
const STRATEGIES: ReadonlySet<string> = new Set([
  'column',
  'reverse-column',
  'edges-to-center',
  'row',
  'diagonal',
  'random',
]);

/** Drives a flagship or a Note through its Local API; the board animates by itself. */
export class VestaboardLocal implements Driver {
  readonly kind = 'vestaboard-local';
  readonly transitions = 'board';
  readonly readBackMs = READ_EVERY_MS;
  /** Waits for a board that went away; one that is there is left in peace. */
  readonly watch: Watch = {
    everyMs: LOOK_EVERY_MS,
    isNeeded: () => this.#isGone,
    look: (signal) => this.#look(signal),
  };
  readonly #settings: LocalSettings;
  readonly #clock: Clock;
  readonly #label: string;
  readonly #link: Link;
  readonly #readHeaders: Readonly<Record<string, string>>;
  readonly #writeHeaders: Readonly<Record<string, string>>;
  #events: DeviceEvents | null = null;
  #isGone = false;
  /** Whether it was given something to show. */
  #isWritten = false;
  /** What it took or told last, and the way on which it may be. */
  #known: Grid | null = null;
  #way: Way | null = null;

  constructor(settings: LocalSettings, deps: LinkDeps) {
    this.#settings = settings;
    this.#clock = deps.clock;
    this.#label = labelOf(settings);
    this.#link = new Link(baseOf(settings), this.#label, LAN, deps);
    this.#readHeaders = { [KEY_HEADER]: settings.key };
    this.#writeHeaders = { ...this.#readHeaders, 'Content-Type': 'application/json' };
  }

  listen(events: DeviceEvents): void {
    this.#events = events;
  }

  start(): Promise<void> {
    return this.#link.open();
  }

  stop(): Promise<void> {
    this.#link.close();
    return Promise.resolve();
  }

  async write(frame: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    const answer = await this.#link.exchange(
      { method: 'POST', path: PATH, headers: this.#writeHeaders, body: messageOf(frame) },
      signal,
    );
    this.#isGone = answer.kind === 'failure' && answer.unreached;
    if (answer.kind === 'failure') return { status: 'failed', reason: answer.reason };
    if (isAccepted(answer.status)) this.#take(frame);
    return judge(answer, { label: this.#label, secret: this.#settings.key, now: this.#clock.now() });
  }

  async read(signal: AbortSignal): Promise<ReadOutcome> {
    const { key, rows, cols } = this.#settings;
    const answer = await this.#link.exchange({ method: 'GET', path: PATH, headers: this.#readHeaders }, signal);
    if (answer.kind === 'failure') return this.#miss(answer);
    if (!isAccepted(answer.status))
      return { status: 'failed', reason: readRefusal(this.#label, answer.status, statusAndText(answer, key)) };
    const decoded = decodeGrid(shownOf(answer.body), rows, cols);
    if ('fault' in decoded) return { status: 'failed', reason: `${this.#label} ${decoded.fault}` };
    this.#meet(decoded.grid);
    const grid = this.#comesTo(decoded.grid);
    this.#known = grid ?? this.#known;
    return { status: 'read', grid };
  }

  /** In a pause nobody looks at it: one that is blank afterwards counts as one that was away. */
  halt(): void {
    this.#isGone = true;
  }

  async #look(signal: AbortSignal): Promise<void> {
    if (!this.#isGone) return;
    const outcome = await this.read(signal);
    if (outcome.status === 'failed') throw new Error(outcome.reason);
  }

  #take({ grid, transition }: Frame): void {
    this.#isWritten = !isBlank(grid);
    const until = this.#clock.monotonic() + stepsAtOwnPace(transition, grid) * OWN_STEP_MS;
    this.#way = this.#known && { from: this.#known, to: grid, until };
    this.#known = grid;
  }

  /** What a board shows, or is on its way to: half-way it has only what it showed before and what it was sent. */
  #comesTo(grid: Grid | null): Grid | null {
    const way = this.#way;
    if (!grid || !way || this.#clock.monotonic() >= way.until) return grid;
    return grid.codes.every((code, cell) => code === way.from.codes[cell] || code === way.to.codes[cell])
      ? way.to
      : grid;
  }

  #miss({ reason, unreached }: LinkFailure): ReadOutcome {
    this.#isGone ||= unreached;
    return { status: 'failed', reason };
  }

  /**
   * A board that was away and comes back with nothing on it has started anew. One that is blank without having been
   * away was blanked by somebody.
   */
  #meet(grid: Grid | null): void {
    const isRestarted = this.#isGone && this.#isWritten && (grid === null || isBlank(grid));
    this.#isGone = false;
    if (!isRestarted) return;
    this.#way = null;
    this.#events?.onRestart();
  }
}

/** Names a board on the LAN at the start of a sentence. */
export const labelOf = (address: Address): string => `The board at ${formatAddress(address)}`;

/** Where a board's Local API begins. */
export const baseOf = (address: Address): URL => new URL(`http://${formatAddress(address)}`);

/** Why a board did not let itself be read. */
export const readRefusal = (label: string, status: number, text: string): string => {
  if (status === 401 || status === 403) return `${label} refused the key ${text}: enter it again.`;
  if (status === 423) return `${label} does not answer now ${text}: it is in its own quiet hours, or limited.`;
  return `${label} did not tell what it shows ${text}.`;
};

/** Whether all flaps of a grid are blank. */
export const isBlank = ({ codes }: Grid): boolean => codes.every((code) => code === 0);

const messageOf = (frame: Frame): string =>
  `{"characters":${encodeGrid(frame.grid)}${transitionMembers(frame.transition)}}`;

/** A step interval of 0 means none to us and something else to the board, so it is left out. */
const transitionMembers = ({ strategy, interval_ms, step_size }: Transition): string => {
  if (strategy === null || !STRATEGIES.has(strategy)) return '';
  const interval = interval_ms ? `,"step_interval_ms":${interval_ms}` : '';
  const size = step_size === null ? '' : `,"step_size":${step_size}`;
  return `,"strategy":"${strategy}"${interval}${size}`;
};

/** The most steps of a transition at the board's own pace; 0 where it is told the pace, and where there is none. */
const stepsAtOwnPace = ({ strategy, interval_ms, step_size }: Transition, { rows, cols }: Grid): number => {
  if (interval_ms || strategy === null || !STRATEGIES.has(strategy)) return 0;
  return Math.ceil((strategy === 'random' ? rows * cols : rows + cols) / (step_size ?? 1));
};

/** Boards answer `{"message": grid}`, older ones the bare grid, and one that shows nothing no byte at all. */
const shownOf = (body: string): unknown => {
  if (body.trim() === '') return null;
  const value = parseJson(body);
  const message = memberOf(value, 'message');
  return message === undefined ? (value ?? body) : message;
};
