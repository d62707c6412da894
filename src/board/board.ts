import { withoutHoles } from '../core/flaps/geometry.ts';
import type { Geometry } from '../core/flaps/geometry.ts';
import { createGrid, fitGrid, gridsEqual } from '../core/flaps/grid.ts';
import type { Grid } from '../core/flaps/grid.ts';
import { sentenceOf } from '../core/sentence.ts';
import { underAny } from '../platform/abort.ts';
import type { BoardOptions, BoardView } from './board-port.ts';
import { INSTANT } from './driver.ts';
import type { Driver, Frame, Remains, SetUpPlace, WriteOutcome } from './driver.ts';
import type { FrameRequest } from './frame-request.ts';
import { NewestFirst } from './newest.ts';
import { causedOutcome, outcomeOf, tooSoonOutcome } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { ReadBack } from './read-back.ts';
import { mayHaveArrived, toldOf } from './told-outcome.ts';
import { expectedDurationMs, stepsFor } from './transition.ts';
import { Watchman } from './watchman.ts';

/**
 * A board that can be read and takes no frames fails all the same, for as long as it is tried: the longest pause
 * between two tries, and some.
 */
const WRITE_ERROR_MS = 90_000;

/**
 * One display and everything that happens to it, in order: at most the frame in flight and the newest one exist. Holds
 * the unchanged check, the minimum interval, transitions in software, read-back, drift, and what a device lost that
 * started anew. It decides nothing about what to show, and never retries on its own. Cells without a flap are blank in
 * every frame.
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
  #characters: Grid | null = null;
  #readAt: number | null = null;
  #expected: Grid | null = null;
  #certain = false;
  /** What the board took last: the measure of drift; null when nobody knows what became of the last write. */
  #taken: Grid | null = null;
  #looked = false;
  /** What was sent to the flaps last, whatever became of it. */
  #aimed: Grid | null = null;
  /** How often the device lost what it showed, and which of these losses the last frame came after. */
  #losses = 0;
  #restored = 0;
  #buildError: string | null = null;
  #readError: string | null = null;
  #writeError: { readonly reason: string; readonly at: number } | null = null;
  #substitutions: Readonly<Record<string, string>> = {};
  #missing: Readonly<Record<string, string>> = {};
  #lastSentAt: number | null = null;
  #sent = 0;
  #failed = 0;
  #paused = false;
  #light: number | null = null;
  #halted = false;
  #abort = new AbortController();
  /** Ends the write that runs; a new one after each pause. */
  #writing = new AbortController();
  #wakeStep: (() => void) | null = null;
  #busySince: number | null = null;

  constructor(options: BoardOptions) {
    this.id = options.id;
    this.geometry = options.geometry;
    this.#options = options;
    this.#queue = new NewestFirst((request) => this.#deliverTimed(request));
    this.#readBack = new ReadBack(options.clock, {
      read: (signal) => this.#read(signal),
      expected: () => this.#taken,
      onRead: (grid) => this.#learn(grid),
      onFailure: (reason) => this.#report(() => (this.#readError = reason)),
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
    return {
      characters: this.#characters,
      readAt: this.#driver?.physical === false ? null : this.#readAt,
      expected: this.#expected,
      error: this.#error,
      drifted: this.#readBack.drifted,
      guessed: this.#driver?.guesses === true,
      substitutions: { ...this.#missing, ...this.#substitutions },
      lastSentAt: this.#lastSentAt,
      sent: this.#sent,
      failed: this.#failed,
    };
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
    this.#abort = new AbortController();
    this.#writing = new AbortController();
    try {
      this.#driver = this.#options.makeDriver();
      this.#buildError = null;
    } catch (error) {
      this.#buildError = sentenceOf(error);
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
    this.#wakeStep?.();
    const abort = this.#abort;
    const cancel = this.#options.clock.after(graceMs, () => this.#writing.abort());
    if (graceMs === 0) this.#writing.abort();
    await this.#queue.idle();
    cancel();
    this.#writing.abort();
    abort.abort();
    if (this.#starting) await this.#starting.then(() => this.#driver?.stop());
    this.#starting = null;
  }

  /** While paused nothing is written or read: a waiting frame is dropped, and the write that runs is broken off. */
  setPaused(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) {
      this.#queue.drop(outcomeOf('interrupted'));
      this.#wakeStep?.();
      this.#writing.abort();
      this.#driver?.halt?.();
      this.#readBack.pause();
      this.#watchman.pause();
    } else {
      if (!this.#abort.signal.aborted) this.#writing = new AbortController();
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
    if (!this.#driver) return Promise.resolve(this.#absence);
    this.#readBack.settle();
    this.#wakeStep?.();
    return this.#queue.submit({ ...request, grid: withoutHoles(request.grid, this.geometry) }, outcomeOf('superseded'));
  }

  /** Shows again what the device lost; null when nothing was lost, or something newer is on its way. */
  async restore(): Promise<Outcome | null> {
    const grid = this.#aimed;
    if (!grid || !this.#isLost || this.#paused || this.#queue.overtaken) return null;
    return this.show({ grid, transition: INSTANT, force: true });
  }

  /** Why there is no driver. */
  get #absence(): Outcome {
    return this.#buildError === null ? outcomeOf('disabled') : causedOutcome('misconfigured', this.#buildError);
  }

  /** Notes what would be on the board while output goes to the browser only. */
  preview(wanted: Grid): void {
    const grid = withoutHoles(wanted, this.geometry);
    this.#expect(grid);
    if (this.#driver?.physical === false) this.#learnVirtual(grid);
    else this.#options.onFrame(grid);
  }

  /** Names the characters of what is shown for which no board has a flap. */
  noteMissing(characters: readonly string[]): void {
    if (characters.length === 0 && Object.keys(this.#missing).length === 0) return;
    this.#missing = Object.fromEntries(characters.map((one) => [one, ' ']));
    this.#options.onStatus();
  }

  /** Reads what the board shows now, unless it is paused or cannot be read; why that failed, null when it did not. */
  async readNow(): Promise<string | null> {
    if (!this.#driver) return this.#absence.reason;
    if (this.#paused || this.#driver.readBackMs === null) return null;
    await this.#readBack.look();
    return this.#readError;
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
    this.#wakeStep?.();
  }

  /** Forgets what the board shows, so that the next frame is written whatever it is. */
  forget(): void {
    this.#certain = false;
  }

  get #isLost(): boolean {
    return this.#losses > this.#restored;
  }

  /** The device started anew: nothing of what was known of it holds, and nobody else changed it. */
  #lose(): void {
    if (this.#abort.signal.aborted) return;
    this.#losses++;
    this.#certain = false;
    this.#taken = null;
    this.#readBack.settle();
    this.#tellLoss();
  }

  #tellLoss(): void {
    if (this.#isLost && this.#aimed && !this.#paused && !this.#abort.signal.aborted) this.#options.onLost();
  }

  /** Looks after the device between readings; one that was gone and is back is read at once, so that its error ends. */
  async #watch(signal: AbortSignal): Promise<void> {
    const driver = this.#driver;
    if (!driver?.watch || this.#queue.busy) return;
    if ((await this.#ensureStarted(driver)) !== null || signal.aborted) return;
    await driver.watch.look(signal);
    if (this.#readError !== null && !signal.aborted) this.#readBack.hurry();
  }

  #expect(grid: Grid): void {
    this.#expected = grid;
    this.#readBack.settle();
  }

  #learnVirtual(grid: Grid): void {
    this.#characters = grid;
    this.#options.onFrame(grid);
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
    if (!request.force && this.#certain && this.#characters && gridsEqual(this.#characters, request.grid)) {
      // It was read there, whatever became of the write.
      this.#expect(request.grid);
      this.#taken = request.grid;
      this.#report(() => (this.#writeError = null));
      return outcomeOf('unchanged');
    }
    const { minimumInterval: interval } = driver;
    const { minimumIntervals } = this.#options;
    const wait = interval ? minimumIntervals.left(interval) : 0;
    if (interval && wait > 0) return tooSoonOutcome(wait, `This board takes one frame per ${interval.ms / 1000} s.`);
    this.#expect(request.grid);
    this.#readBack.interrupt();
    this.#watchman.interrupt();
    this.#aimed = request.grid;
    const losses = this.#losses;
    const giveBack = interval && minimumIntervals.reserve(interval);
    const failure = await this.#ensureStarted(driver);
    const outcome: WriteOutcome =
      failure === null ? await this.#write(driver, request) : { status: 'failed', reason: failure, unreached: true };
    if (!mayHaveArrived(outcome)) giveBack?.();
    if (outcome.status === 'sent' || outcome.status === 'unchanged') this.#restored = losses;
    return this.#conclude(driver, request, outcome);
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
    const from = fitGrid(this.#characters ?? createGrid(rows, cols), rows, cols);
    for await (const { grid, delay_ms } of stepsFor(driver, request, from) ?? []) {
      const written = await this.#writeFrame(driver, { grid, transition: INSTANT });
      if (written.status !== 'sent' && written.status !== 'unchanged') return written;
      if (outcome?.status !== 'sent' || written.status === 'sent') outcome = written;
      if (!this.#isCut && delay_ms > 0) await this.#pauseStep(delay_ms);
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
    const frame = { grid: withoutHoles(grid, this.geometry), transition };
    const outcome = await driver.write(frame, this.#writing.signal);
    if (outcome.status === 'sent' || outcome.status === 'unchanged') this.#learnWritten(frame.grid);
    return outcome;
  }

  /** Whether a running transition is to end at its step. */
  get #isCut(): boolean {
    return this.#queue.overtaken || this.#halted || this.#paused || this.#abort.signal.aborted;
  }

  #learnWritten(grid: Grid): void {
    this.#characters = grid;
    this.#readAt = this.#options.clock.now();
    this.#options.onFrame(grid);
  }

  #pauseStep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        this.#wakeStep = null;
        resolve();
      };
      const cancel = this.#options.clock.after(ms, done);
      this.#wakeStep = done;
    });
  }

  #conclude(driver: Driver, request: FrameRequest, outcome: WriteOutcome): Outcome {
    if (driver.minimumInterval && mayHaveArrived(outcome)) {
      const asked = outcome.status === 'throttled' ? outcome.retryAfterMs : 0;
      const { key, ms } = driver.minimumInterval;
      this.#options.minimumIntervals.hold({ key, ms: Math.max(ms, asked) });
    }
    if (driver.readBackMs !== null) this.#readBack.afterWrite(expectedDurationMs(driver, request, this.geometry));
    if (outcome.status === 'failed' && this.#paused) {
      this.#certain = false;
      this.#taken = null;
      return outcomeOf('interrupted');
    }
    this.#report(() => {
      this.#writeError =
        outcome.status === 'failed' ? { reason: outcome.reason, at: this.#options.clock.monotonic() } : null;
      if (outcome.status !== 'failed') this.#readError = null;
    });
    if (outcome.status === 'sent' || outcome.status === 'unchanged') {
      // A transition that was cut took the board as far as its last step.
      this.#taken = this.#characters;
      this.#acknowledge(driver, outcome);
    } else {
      this.#certain = false;
      if (mayHaveArrived(outcome)) this.#taken = null;
    }
    if (outcome.status === 'failed') this.#failed++;
    return toldOf(driver, outcome);
  }

  #acknowledge(driver: Driver, outcome: WriteOutcome): void {
    this.#certain = true;
    if (outcome.status === 'sent') {
      this.#substitutions = outcome.substitutions ?? {};
      if (driver.physical !== false) {
        this.#lastSentAt = this.#options.clock.now();
        this.#sent++;
      }
      this.#options.onStatus();
    }
  }

  get #error(): string | null {
    return this.#buildError ?? this.#writeError?.reason ?? this.#readError;
  }

  #report(change: () => void): void {
    const before = this.#error;
    change();
    this.#watchman.review();
    if (this.#error !== before) this.#options.onStatus();
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
    this.#report(() => {
      this.#readError = null;
      if (this.#writeError && this.#options.clock.monotonic() - this.#writeError.at > WRITE_ERROR_MS)
        this.#writeError = null;
    });
    if (!grid) return;
    const changed = !this.#characters || !gridsEqual(this.#characters, grid);
    this.#characters = grid;
    this.#readAt = this.#options.clock.now();
    this.#certain = true;
    if (changed) this.#options.onFrame(grid);
    this.#tellLoss();
  }
}
