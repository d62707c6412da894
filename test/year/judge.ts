import type { FrameText } from './pages.ts';
import {
  momentsBetween,
  passTime,
  silentSince,
  wantedAt,
  type ModelBoard,
  type ModelHouse,
  type Wanted,
} from './model.ts';
import type { FakeBoard, Written } from './world.ts';

/** How a board is judged: to the millisecond, or, where it fails or is slow or has a floor, by what it comes to. */
export type Strictness = 'exact' | 'lenient';

/** How long a board that is not exact may be behind: the longest back-off, a floor, and a slow write. */
const LENIENT_MS = 90_000;

interface Past {
  readonly at: number;
  readonly wanted: Wanted;
}

const describe = (frame: FrameText | null): string =>
  frame === null
    ? 'nothing'
    : JSON.stringify(
        [...frame]
          .slice(0, 24)
          .map((code) => code.charCodeAt(0))
          .join(' '),
      );

/** Compares what was written to one board with what the model wants, and throws at the first difference. */
export class Judge {
  readonly #house: ModelHouse;
  readonly #model: ModelBoard;
  readonly #board: FakeBoard;
  readonly #strictness: Strictness;
  /** What ought to stand on the board; null when nobody knows. */
  #shown: FrameText | null = null;
  #wasSilent = false;
  /** Leaving a silence window, or a start, writes whatever is there. */
  #repaint = true;
  #past: Past[] = [];
  #trouble = 0;
  /** Frames that were judged. */
  frames = 0;

  constructor(house: ModelHouse, model: ModelBoard, board: FakeBoard, strictness: Strictness) {
    this.#house = house;
    this.#model = model;
    this.#board = board;
    this.#strictness = strictness;
  }

  /** The power was off: what the board shows is not known. */
  restarted(): void {
    this.#model.passing = false;
    this.#shown = null;
    this.#wasSilent = false;
    this.#repaint = true;
    this.#trouble = Infinity;
  }

  /** From now on the board works, or does not. */
  troubled(at: number): void {
    this.#trouble = at;
  }

  /** Judges what happened by itself after one instant and up to another. */
  pass(from: number, to: number): void {
    const written = this.#board.written.splice(0);
    for (const at of momentsBetween(this.#house, this.#model, from, to)) this.#moment(at, written, false);
    this.#leftOver(written);
  }

  /** Judges what came of a deed of the owner; `forced`: it writes even what is there. */
  deed(at: number, forced: boolean): void {
    const written = this.#board.written.splice(0);
    this.#moment(at, written, forced);
    this.#leftOver(written);
  }

  #moment(at: number, written: Written[], forced: boolean): void {
    passTime(this.#house, this.#model, at);
    const silent = silentSince(this.#model, at) !== null;
    if (this.#wasSilent && !silent) this.#repaint = true;
    this.#wasSilent = silent;
    const wanted = wantedAt(this.#house, this.#model, at);
    if (this.#strictness === 'exact') this.#exactly(at, wanted, written, forced);
    else this.#leniently(at, wanted, written);
  }

  #exactly(at: number, wanted: Wanted, written: Written[], forced: boolean): void {
    const next = written[0]?.at === at ? written.shift() : undefined;
    const due = wanted !== null && (this.#repaint || wanted !== this.#shown);
    if (due && !next) return this.#fail(at, `missed a change to ${describe(wanted)}`);
    if (!next) return;
    if (!due && !forced) return this.#fail(at, `wrote ${describe(next.frame)} for no reason`);
    if (next.frame !== wanted) return this.#fail(at, `wrote ${describe(next.frame)} instead of ${describe(wanted)}`);
    this.#shown = next.frame;
    this.#repaint = false;
    this.frames++;
  }

  #leniently(at: number, wanted: Wanted, written: Written[]): void {
    this.#past = [
      ...this.#past.filter((_, index, all) => (all[index + 1]?.at ?? Infinity) > at - LENIENT_MS),
      { at, wanted },
    ];
    const [first] = this.#past;
    while (written[0] && written[0].at <= at) this.#frameOf(written.shift() as Written);
    const since = [...this.#past].reverse().find((one) => one.wanted !== wanted)?.at ?? first?.at ?? at;
    const settled = wanted !== null && at - Math.max(since, this.#trouble) > LENIENT_MS && this.#board.way === 'works';
    if (settled && wanted !== this.#board.shown)
      this.#fail(at, `still shows ${describe(this.#board.shown)} instead of ${describe(wanted)}`);
    if (this.#trouble === Infinity) this.#trouble = at;
  }

  #frameOf({ at, frame, ok }: Written): void {
    if (!this.#past.some(({ wanted }) => wanted === frame))
      this.#fail(at, `wrote ${describe(frame)}, which nobody wants any more`);
    if (ok) this.frames++;
  }

  #leftOver(written: readonly Written[]): void {
    const [one] = written;
    if (one && this.#strictness === 'exact')
      this.#fail(one.at, `wrote ${describe(one.frame)} at a moment of no meaning`);
  }

  #fail(at: number, what: string): void {
    const { paused, pin, timed, untimed } = this.#model;
    throw new Error(
      `${this.#model.id} at ${new Date(at).toISOString()} (${this.#house.calendar.at(at).date} ${this.#house.calendar.at(at).minute}): ${what}; on it ${describe(this.#shown)}; ${JSON.stringify({ paused, pin, timed, untimed })}`,
    );
  }
}
