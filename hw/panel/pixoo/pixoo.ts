import type { Driver, ReadOutcome, Watch } from '../../../src/board/driver.ts';
import type { Grid } from '../../../src/core/flaps/grid.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { PanelDeps, PanelSetup } from '../description.ts';
import { Canvas } from '../pixels/canvas.ts';
import { PixelDisplay } from '../pixels/pixel-display.ts';
import { DeviceHttp, NoAnswer, type DeviceTimes } from '../pixels/request.ts';
import { pause } from '../waiting.ts';
import { PixooCommands, SIDE } from './commands.ts';

/** Size and settings of a panel. */
export type PixooSettings = PanelSetup<{ readonly host?: string | null }>;

/** What the driver depends on. */
export interface PixooDeps extends PanelDeps {
  readonly times?: DeviceTimes;
  /** Least time between two pictures, in ms. */
  readonly paceMs?: number;
}

/** The device takes about five pictures a second for a while, and hangs sooner the more it gets. */
const PACE_MS = 1000;
const LOOK_EVERY_MS = 2000;
/** It hangs after some hundred pictures whose count was not begun anew. */
const PICTURES_A_COUNT = 32;

/**
 * Drives a Pixoo 64: each frame is one still picture. The device would repeat an animation for ever, after a picture of
 * its own that says that it loads. It gets one request at a time: of two at once it shows either. What it shows cannot
 * be read.
 */
export class Pixoo extends PixelDisplay<PixooCommands> implements Driver {
  readonly kind = 'pixoo';
  readonly transitions = 'none';
  readonly readBackMs = null;
  readonly watch: Watch = { everyMs: LOOK_EVERY_MS, look: (signal) => this.#look(signal) };
  readonly #clock: Clock;
  readonly #paceMs: number;
  readonly #canvas: Canvas;
  readonly #commands: PixooCommands;
  /** The number of the last picture; 0 before the count is begun anew, as after anything that went wrong. */
  #last = 0;
  /** The number that the device gave when it was last asked, unless there was a picture since. */
  #counted: number | null = null;
  /** Monotonic time of the last picture. */
  #shownAt = Number.NEGATIVE_INFINITY;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor({ rows, cols, panel }: PixooSettings, { clock, times, paceMs = PACE_MS }: PixooDeps) {
    super();
    const { host } = panel.connection;
    if (!host) throw new Error('The Pixoo needs its host: its name or IP address in this network.');
    this.#clock = clock;
    this.#paceMs = paceMs;
    this.#canvas = new Canvas({ width: SIDE, height: SIDE }, rows, cols, 'The Pixoo');
    const http = new DeviceHttp({ host, label: `The Pixoo at ${host}`, login: null }, clock, times);
    this.#commands = new PixooCommands(http, `The Pixoo at ${host}`);
  }

  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.report(signal, async (either) => {
      await this.#look(either);
      return { status: 'read', grid: null };
    });
  }

  protected async open(signal: AbortSignal): Promise<PixooCommands> {
    await this.#commands.count(signal);
    return this.#commands;
  }

  protected release(): void {}

  protected async send(commands: PixooCommands, grid: Grid, signal: AbortSignal): Promise<void> {
    const { pixels } = this.#canvas.draw(grid);
    const wait = this.#shownAt + this.#paceMs - this.#clock.monotonic();
    if (wait > 0) await pause(this.#clock, wait, signal);
    if (this.#last === 0 || this.#last >= PICTURES_A_COUNT) {
      this.#last = 0;
      await commands.restartCount(signal);
    }
    this.#counted = null;
    this.#shownAt = this.#clock.monotonic();
    await commands.show(this.#last + 1, pixels, signal);
    this.#last++;
    await this.bringLight(commands, signal);
  }

  /** The count begins anew with the device, which then shows something of its own. */
  async #look(signal: AbortSignal): Promise<void> {
    const { told: count, isBack } = await this.ask(
      signal,
      (commands, either) => commands.count(either),
      (error) => error instanceof NoAnswer,
    );
    const hasBegunAnew = this.#last > 0 && count < (this.#counted ?? this.#last);
    // Another program drew: numbers that follow ours would be left out without a word, so the next one begins anew.
    if (count > (this.#counted ?? this.#last + 1)) this.#last = 0;
    this.#counted = count;
    if (!hasBegunAnew && !isBack) return;
    this.forget();
    this.tellRestart();
  }

  protected override forget(): void {
    super.forget();
    this.#last = 0;
    this.#counted = null;
  }

  protected async tellLight(commands: PixooCommands, level: number | null, signal: AbortSignal): Promise<void> {
    await commands.power(level !== 0, signal);
    if (level) await commands.brighten(level, signal);
  }
}
