import type { DeviceEvents, Driver, Frame, ReadOutcome, Watch, WriteOutcome } from '../../../src/board/driver.ts';
import { sentenceOf } from '../../../src/core/sentence.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { refuseHost } from '../../../src/platform/network/net.ts';
import type { PanelDeps, PanelSetup } from '../description.ts';
import { Lifecycle } from '../lifecycle.ts';
import { Canvas } from '../pixels/canvas.ts';
import { DisplayLight } from '../pixels/display-light.ts';
import type { TellLight } from '../pixels/display-light.ts';
import { DeviceHttp, NoAnswer } from '../pixels/request.ts';
import type { DeviceTimes } from '../pixels/request.ts';
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
 * its own that says that it loads. What it shows cannot be read.
 */
export class Pixoo implements Driver {
  readonly kind = 'pixoo';
  readonly transitions = 'none';
  readonly readBackMs = null;
  readonly watch: Watch = { everyMs: LOOK_EVERY_MS, look: (signal) => this.#look(signal) };
  readonly #clock: Clock;
  readonly #paceMs: number;
  readonly #host: string;
  readonly #canvas: Canvas;
  readonly #commands: PixooCommands;
  /** The device gets one request at a time: of two at once it shows either. */
  readonly #lifecycle: Lifecycle<PixooCommands>;
  /** The number of the last picture; 0 before the count is begun anew, as after anything that went wrong. */
  #last = 0;
  /** The number that the device gave when it was last asked, unless there was a picture since. */
  #counted: number | null = null;
  readonly #light: DisplayLight<PixooCommands>;
  /** Monotonic time of the last picture. */
  #shownAt = Number.NEGATIVE_INFINITY;
  /** Whether the last frame did not get there, and whether the device was away since. */
  #isOwed = false;
  #isGone = false;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor({ rows, cols, panel }: PixooSettings, { clock, times, paceMs = PACE_MS }: PixooDeps) {
    const { host } = panel.connection;
    if (!host) throw new Error('The Pixoo needs its host: its name or IP address in this network.');
    this.#clock = clock;
    this.#paceMs = paceMs;
    this.#host = host;
    this.#canvas = new Canvas({ width: SIDE, height: SIDE }, rows, cols, 'The Pixoo');
    const http = new DeviceHttp({ host, label: `The Pixoo at ${host}`, login: null }, clock, times);
    this.#commands = new PixooCommands(http, `The Pixoo at ${host}`);
    this.#lifecycle = new Lifecycle({ open: (signal) => this.#open(signal), release: () => undefined });
    this.#light = new DisplayLight(this.#lifecycle, tellLight);
  }

  listen(events: DeviceEvents): void {
    this.#lifecycle.listen(events);
  }

  start = (): Promise<void> => this.#lifecycle.start();

  async stop(): Promise<void> {
    await this.#lifecycle.stop();
    this.#forget();
  }

  light(level: number | null): void {
    this.#light.set(level);
  }

  async write({ grid }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    const { pixels } = this.#canvas.draw(grid);
    try {
      await this.#lifecycle.inTurn(signal, (commands, either) => this.#send(commands, pixels, either));
      this.#isOwed = this.#isGone = false;
      return { status: 'sent' };
    } catch (error) {
      await this.#lifecycle.drop();
      const unreached = error instanceof NoAnswer && error.unreached;
      this.#isOwed = true;
      this.#isGone ||= unreached;
      this.#forget();
      return { status: 'failed', reason: sentenceOf(error), ...(unreached ? { unreached } : {}) };
    }
  }

  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.#lifecycle.report(signal, async (either) => {
      await this.#look(either);
      return { status: 'read', grid: null };
    });
  }

  async #open(signal: AbortSignal): Promise<PixooCommands> {
    const problem = await refuseHost(this.#host);
    if (problem) throw new Error(problem);
    await this.#commands.count(signal);
    return this.#commands;
  }

  async #send(commands: PixooCommands, pixels: Uint32Array, signal: AbortSignal): Promise<void> {
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
    await this.#light.bring(commands, signal);
  }

  /** The count begins anew with the device, which then shows something of its own. */
  async #look(signal: AbortSignal): Promise<void> {
    const count = await this.#lifecycle
      .inTurn(signal, async (commands, either) => {
        const told = await commands.count(either);
        await this.#light.bring(commands, either);
        return told;
      })
      .catch((error: unknown) => {
        this.#isGone ||= error instanceof NoAnswer;
        throw error;
      });
    const hasBegunAnew = this.#last > 0 && count < (this.#counted ?? this.#last);
    const isBack = this.#isOwed && this.#isGone;
    // Another program drew: numbers that follow ours would be left out without a word, so the next one begins anew.
    if (count > (this.#counted ?? this.#last + 1)) this.#last = 0;
    this.#counted = count;
    this.#isGone = false;
    if (!hasBegunAnew && !isBack) return;
    this.#forget();
    this.#lifecycle.tellRestart();
  }

  #forget(): void {
    this.#last = 0;
    this.#counted = null;
    this.#light.forget();
  }
}

const tellLight: TellLight<PixooCommands> = async (commands, level, signal) => {
  await commands.power(level !== 0, signal);
  if (level) await commands.brighten(level, signal);
};
