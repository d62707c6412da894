import { onFlaps, type Geometry } from '../core/flaps/geometry.ts';
import { createGrid, fitGrid, type Grid } from '../core/flaps/grid.ts';
import { sentenceOf } from '../core/sentence.ts';
import { underAny } from '../platform/abort.ts';
import type { BoardOptions, BoardView } from './board-port.ts';
import { INSTANT, type Driver, type Frame, type Remains, type SetUpPlace, type WriteOutcome } from './driver.ts';
import type { FrameRequest } from './frame-request.ts';
import { Knowledge } from './knowledge.ts';
import { NewestFirst } from './newest.ts';
import {
  causedOutcome,
  isTaken,
  mayHaveArrived,
  missedBy,
  outcomeOf,
  toldOf,
  tooSoonOutcome,
  type Outcome,
} from './outcome.ts';
import { ReadBack } from './read-back.ts';
import { StepPause } from './step-pause.ts';
import { expectedDurationMs, stepsFor } from './transition.ts';
import { Watchman } from './watchman.ts';

/**
 * One display and everything that happens to it, in order: at most the frame in flight and the newest one exist. Holds
 * the unchanged check, the minimum interval, transitions in software, read-back, drift, and what a device lost that
 * started anew. It decides nothing about what to show, and never retries on its own. Cells without a flap are blank in
 * every frame, and a frame that was drawn for another size is cut and padded.
 */
export class Board {
  readonly id: string;
  readonly geometry: Geometry;
  readonly #options: BoardOptions;
  readonly #queue: NewestFirst<FrameRequest, Outcome>;
  readonly #readBack: ReadBack;
  readonly #watchman: Watchman;
  #driver: Driver | null = null;
  #starting: Promise<string | null> | null = null;
  readonly #knowledge: Knowledge;
  #looked = false;
  #paused = false;
  #light: number | null = null;
  #halted = false;
  readonly #abort = new AbortController();
  /** Ends the write that runs; a new one after each pause. */
  #writing = new AbortController();
  readonly #stepPause: StepPause;
  #busySince: number | null = null;

  constructor(options: BoardOptions) {
    this.id = options.id;
    this.geometry = options.geometry;
    this.#options = options;
    this.#knowledge = new Knowledge(options, () => this.#watchman.review());
    this.#stepPause = new StepPause(options.clock);
    this.#queue = new NewestFirst((request) => this.#deliverTimed(request));
    this.#readBack = new ReadBack(options.clock, {
      read: (signal) => this.#read(signal),
      expected: () => this.#knowledge.taken,
      onRead: (grid) => this.#learn(grid),
      onFailure: (reason) => this.#knowledge.noteReadError(reason),
      onDrift: () => options.onStatus(),
    });
    this.#watchman = new Watchman(
      options.clock,
      (signal) => this.#watch(signal),
      () => this.#starting === null || this.#driver?.watch?.isNeeded?.() !== false,
    );
  }

  /** What is known of the board now. */
  get view(): BoardView {
    return this.#knowledge.tell(this.#driver, this.#readBack.drifted);
  }

  /** Whether the board has flaps; also true while nobody knows. */
  get physical(): boolean {
    return this.#driver?.physical ?? true;
  }

  /**
   * Whether frames of a transition plugin can be played on it: boards with a minimum interval take whole frames only.
   */
  get playsFrames(): boolean {
    return this.#driver !== null && !this.#driver.minimumInterval && this.#driver.transitions !== 'none';
  }

  /** How long the frame that is on its way has been so, in ms; 0 when there is none. */
  get busyForMs(): number {
    return this.#busySince === null ? 0 : this.#options.clock.monotonic() - this.#busySince;
  }

  /** The driver's commands for its hardware, by name. */
  get actions(): Driver['actions'] {
    return this.#driver?.actions;
  }

  /**
   * What its driver leaves elsewhere, also after the stop; null for nothing, and for a board that was never started.
   */
  get remains(): Remains | null {
    return this.#driver?.remains ?? null;
  }

  /** Makes the driver and reads what the board shows. */
  start(): void {
    try {
      this.#driver = this.#options.makeDriver();
      this.#knowledge.buildError = null;
    } catch (error) {
      this.#knowledge.buildError = sentenceOf(error);
      return this.#options.onStatus();
    }
    this.#driver.listen?.({ onRestart: () => this.#lose() });
    if (this.#light !== null) this.#driver.light?.(this.#light);
    this.pace();
    if (this.#driver.watch) this.#watchman.start(this.#driver.watch.everyMs);
  }

  /** Lets a write that runs end within `graceMs`, then releases the board. */
  async stop(graceMs = 0): Promise<void> {
    this.#queue.drop(outcomeOf('interrupted'));
    this.#readBack.stop();
    this.#watchman.stop();
    this.#stepPause.end();
    const cancel = this.#options.clock.after(graceMs, () => {
      this.#writing.abort();
      this.#stepPause.end();
    });
    if (graceMs === 0) this.#writing.abort();
    await this.#queue.idle();
    cancel();
    this.#writing.abort();
    this.#abort.abort();
    if (this.#starting) await this.#starting.then(() => this.#driver?.stop());
    this.#starting = null;
  }

  /** While paused nothing is written or read: a waiting frame is dropped, and the write that runs is broken off. */
  setPaused(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) {
      this.#queue.drop(outcomeOf('interrupted'));
      this.#stepPause.end();
      this.#writing.abort();
      this.#driver?.halt?.();
      this.#readBack.pause();
      this.#watchman.pause();
    } else {
      if (this.#writing.signal.aborted && !this.#abort.signal.aborted) this.#writing = new AbortController();
      this.#readBack.resume();
      this.#watchman.resume();
      this.#tellLoss();
    }
  }

  /** How its display is lit, in per cent: 0 is off, null what the device is set to. */
  get light(): number | null {
    return this.#light;
  }

  /** Lights its display, where it has light. */
  setLight(level: number | null): void {
    if (level === this.#light) return;
    this.#light = level;
    this.#driver?.light?.(level);
    this.#options.onStatus();
  }

  /** Shows where Wi-Fi set-up is, or with null its content again; whether the board can do so besides its frames. */
  announce(place: SetUpPlace | null): boolean {
    this.#driver?.announce?.(place);
    return this.#driver?.announce !== undefined;
  }

  /** Shows a frame. Never rejects: the outcome says what became of it. */
  show(request: FrameRequest): Promise<Outcome> {
    if (!this.#driver) {
      const { buildError } = this.#knowledge;
      return Promise.resolve(
        buildError === null ? outcomeOf('interrupted') : causedOutcome('misconfigured', buildError),
      );
    }
    this.#stepPause.end();
    return this.#queue.submit({ ...request, grid: onFlaps(request.grid, this.geometry) }, outcomeOf('superseded'));
  }

  /** Shows again what the device lost; null when nothing was lost, or something newer is on its way. */
  async restore(): Promise<Outcome | null> {
    const { aimed: grid, isLost } = this.#knowledge;
    if (!grid || !isLost || this.#paused || this.#queue.overtaken) return null;
    return this.show({ grid, transition: INSTANT, force: true });
  }

  /** Notes what would be on the board while output goes to the browser only. */
  preview(wanted: Grid): void {
    const grid = onFlaps(wanted, this.geometry);
    this.#expect(grid);
    if (this.#driver?.physical === false) this.#knowledge.characters = grid;
    this.#options.onFrame(grid);
  }

  /** What an earlier run left on a board without flaps, which cannot be asked; nothing where more is known. */
  recall(grid: Grid): void {
    if (!this.physical) this.#knowledge.recall(grid);
  }

  /** Names the characters of what is shown for which no board has a flap. */
  noteMissing(characters: readonly string[]): void {
    this.#knowledge.noteMissing(characters);
  }

  /** Reads what the board shows now, unless it is paused or cannot be read; why that failed, null when it did not. */
  async readNow(): Promise<string | null> {
    if (!this.#driver) return this.#knowledge.buildError ?? outcomeOf('disabled').reason;
    if (this.#paused || this.#driver.readBackMs === null) return null;
    await this.#readBack.look();
    return this.#knowledge.readError;
  }

  /** Takes over another interval between two reads. */
  pace(): void {
    const every = this.#driver?.readBackMs ?? null;
    if (every !== null)
      this.#readBack.start(this.#options.readEvery(every), this.#driver?.watch?.isNeeded && this.#driver.watch.everyMs);
  }

  /** Ends a running transition at its step; nothing else changes. */
  halt(): void {
    this.#halted = true;
    this.#stepPause.end();
  }

  /** Forgets what the board shows, so that the next frame is written whatever it is. */
  forget(): void {
    this.#knowledge.certain = false;
  }

  /** The device started anew: nothing of what was known of it holds, and nobody else changed it. */
  #lose(): void {
    if (this.#abort.signal.aborted) return;
    this.#knowledge.noteLoss();
    this.#readBack.settle();
    this.#tellLoss();
  }

  #tellLoss(): void {
    const { isLost, aimed } = this.#knowledge;
    if (isLost && aimed && !this.#paused && !this.#abort.signal.aborted) this.#options.onLost();
  }

  /** Looks after the device between readings; one that was gone and is back is read at once, so that its error ends. */
  async #watch(signal: AbortSignal): Promise<void> {
    const driver = this.#driver;
    if (!driver?.watch || this.#queue.busy) return;
    if ((await this.#ensureStarted(driver)) !== null || signal.aborted) return;
    await driver.watch.look(signal);
    if (this.#knowledge.readError !== null && !signal.aborted) this.#readBack.hurry();
  }

  #expect(grid: Grid): void {
    this.#knowledge.expected = grid;
    this.#readBack.settle();
  }

  async #deliverTimed(request: FrameRequest): Promise<Outcome> {
    this.#busySince = this.#options.clock.monotonic();
    try {
      return await this.#deliver(request);
    } finally {
      this.#busySince = null;
    }
  }

  async #deliver(request: FrameRequest): Promise<Outcome> {
    const driver = this.#driver;
    this.#halted = false;
    if (driver?.minimumInterval && !request.force && !this.#looked) await this.#lookFirst(driver);
    if (!driver || this.#abort.signal.aborted || (this.#paused && !request.passes)) return outcomeOf('interrupted');
    if (this.#paused) this.#writing = new AbortController();
    const { signal } = this.#writing;
    if (!request.force && this.#knowledge.isShown(request.grid)) {
      this.#expect(request.grid);
      this.#knowledge.noteUnchanged(request.grid);
      return outcomeOf('unchanged');
    }
    const { minimumInterval: interval } = driver;
    const { minimumIntervals } = this.#options;
    const wait = interval ? minimumIntervals.left(interval) : 0;
    if (interval && wait > 0) return tooSoonOutcome(wait, `This board takes one frame per ${interval.ms / 1000} s.`);
    this.#expect(request.grid);
    this.#readBack.interrupt();
    this.#watchman.interrupt();
    const { losses, aimed } = this.#knowledge;
    this.#knowledge.aimed = request.grid;
    const giveBack = interval && minimumIntervals.reserve(interval);
    const failure = await this.#ensureStarted(driver);
    const outcome: WriteOutcome =
      failure === null ? await this.#write(driver, request) : { status: 'failed', reason: failure, unreached: true };
    if (!mayHaveArrived(outcome)) giveBack?.();
    if (isTaken(outcome)) this.#knowledge.restored = losses;
    else if (request.once || (outcome.status === 'failed' && outcome.refused)) this.#knowledge.aimed = aimed;
    return this.#conclude(driver, request, outcome, signal.aborted);
  }

  /**
   * A board with a minimum interval is asked once what it shows, so that the same frame again after a restart does not
   * use up the minimum interval.
   */
  async #lookFirst(driver: Driver): Promise<void> {
    this.#looked = true;
    if (this.#paused || driver.readBackMs === null) return;
    this.#readBack.interrupt();
    this.#readBack.afterWrite(this.#options.readEvery(driver.readBackMs));
    if ((await this.#ensureStarted(driver)) !== null) return;
    const outcome = await underAny([this.#writing.signal, this.#abort.signal], (either) => driver.read(either));
    if (outcome.status === 'read') this.#learn(outcome.grid);
  }

  /** Starts the driver once; a failed start is tried again by the next write or read. */
  #ensureStarted(driver: Driver): Promise<string | null> {
    this.#starting ??= driver.start().then(
      () => null,
      (error: unknown) => {
        this.#starting = null;
        return sentenceOf(error);
      },
    );
    return this.#starting;
  }

  async #write(driver: Driver, request: FrameRequest): Promise<WriteOutcome> {
    let outcome: WriteOutcome | null = null;
    const { rows, cols } = this.geometry;
    const from = fitGrid(this.#knowledge.characters ?? createGrid(rows, cols), rows, cols);
    for await (const { grid, delay_ms } of stepsFor(driver, request, from) ?? []) {
      const written = await this.#writeFrame(driver, { grid, transition: INSTANT });
      if (!isTaken(written)) return written;
      if (outcome?.status !== 'sent' || written.status === 'sent') outcome = written;
      if (!this.#isCut && delay_ms > 0) await this.#stepPause.wait(delay_ms);
      if (this.#isCut) return outcome;
    }
    return (
      outcome ??
      this.#writeFrame(driver, {
        grid: request.grid,
        transition: driver.transitions === 'board' ? request.transition : INSTANT,
      })
    );
  }

  async #writeFrame(driver: Driver, { grid, transition }: Frame): Promise<WriteOutcome> {
    const frame = { grid: onFlaps(grid, this.geometry), transition };
    const outcome = await driver.write(frame, this.#writing.signal);
    const missed = missedBy(outcome);
    if (missed) this.#knowledge.noteWritten(frame.grid, missed);
    return outcome;
  }

  /** Whether a running transition is to end at its step. */
  get #isCut(): boolean {
    return this.#queue.overtaken || this.#halted || this.#paused;
  }

  /** `isBrokenOff`: the write was to end, be it that the pause is over already. */
  #conclude(driver: Driver, request: FrameRequest, outcome: WriteOutcome, isBrokenOff: boolean): Outcome {
    if (driver.minimumInterval && mayHaveArrived(outcome)) {
      const asked = outcome.status === 'throttled' ? outcome.retryAfterMs : 0;
      const { key, ms } = driver.minimumInterval;
      this.#options.minimumIntervals.hold({ key, ms: Math.max(ms, asked) });
    }
    if (driver.readBackMs !== null) this.#readBack.afterWrite(expectedDurationMs(driver, request, this.geometry));
    if (outcome.status === 'failed' && isBrokenOff) {
      this.#knowledge.forget();
      return outcomeOf('interrupted');
    }
    this.#knowledge.noteOutcome(outcome, driver.physical !== false);
    return toldOf(driver, outcome);
  }

  async #read(signal: AbortSignal): Promise<{ grid: Grid | null } | { failure: string } | null> {
    const driver = this.#driver;
    if (!driver || this.#queue.busy) return null;
    const failure = await this.#ensureStarted(driver);
    if (failure !== null) return { failure };
    const outcome = await underAny([signal, this.#abort.signal], (either) => driver.read(either));
    return outcome.status === 'read' ? { grid: outcome.grid } : { failure: outcome.reason };
  }

  #learn(grid: Grid | null): void {
    this.#looked = true;
    this.#knowledge.noteReading(grid);
    if (!grid) return;
    this.#tellLoss();
  }
}
