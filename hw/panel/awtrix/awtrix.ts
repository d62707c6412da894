import type { Driver, ReadOutcome, Watch } from '../../../src/board/driver.ts';
import { gridsEqual, type Grid } from '../../../src/core/flaps/grid.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { ConnectionOf } from '../../../src/schema/boards/connection-field.ts';
import { brokerAt, isBrokerUrl, requireTopic } from '../broker-link.ts';
import type { PanelDeps, PanelSetup } from '../description.ts';
import { pause } from '../waiting.ts';
import { Canvas, type Picture } from '../pixels/canvas.ts';
import { PixelDisplay } from '../pixels/pixel-display.ts';
import { DeviceHttp, type DeviceTimes } from '../pixels/request.ts';
import type { CLOCK_FIELDS } from './fields.ts';
import { openByHttp } from './http-link.ts';
import { APP, HEIGHT, WIDTH, type ClockLink, type ClockStats, type OpenClock } from './link.ts';
import { openByMqtt } from './mqtt-link.ts';

type AwtrixConnection = ConnectionOf<typeof CLOCK_FIELDS>;

/** Size and settings of a panel. */
export type AwtrixSettings = PanelSetup<AwtrixConnection>;

/** What the driver depends on. */
export interface AwtrixDeps extends PanelDeps {
  readonly times?: DeviceTimes;
  /** Replaces the connection. */
  readonly open?: OpenClock;
}

const READ_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 2000;
/** How long the clock stays with the board before it goes through its other apps, in s. */
const STAY_SECONDS = 86_400;
const BRIGHTEST = 255;
/** Stats may be this old when they come. */
const STATS_DELAY_MS = 4000;
/** How long a clock may take to turn to the board, and how often it is asked meanwhile. */
const FRONT_MS = 3000;
const FRONT_PAUSE_MS = 250;

/**
 * Drives a clock with the AWTRIX 3 firmware: the board is an app of the clock, which each new frame brings to the
 * front. It has little memory, so it gets one request at a time.
 */
export class Awtrix extends PixelDisplay<ClockLink> implements Driver {
  readonly kind = 'awtrix';
  readonly transitions = 'cells';
  readonly readBackMs = READ_EVERY_MS;
  readonly watch: Watch = { everyMs: LOOK_EVERY_MS, look: (signal) => this.#look(signal) };
  readonly #clock: Clock;
  readonly #opener: OpenClock;
  readonly #canvas: Canvas;
  #asked: Grid | null = null;
  /** For how long the clock was up in s when it last told so, and when that was, in ms of monotonic time. */
  #told: { readonly uptime: number; readonly at: number } | null = null;
  #isInFront = false;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor({ rows, cols, panel }: AwtrixSettings, { clock, times, open }: AwtrixDeps) {
    super();
    const opener = openerOf(panel.connection, clock, times);
    this.#opener = open ?? opener;
    this.#clock = clock;
    this.#canvas = new Canvas({ width: WIDTH, height: HEIGHT }, rows, cols, 'The clock');
  }

  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.report(signal, async (either): Promise<ReadOutcome> => {
      const pixels = await this.inTurn(either, (link, both) => link.screen(both));
      // What a dark display would show is what it was given last.
      if (this.isOff) return { status: 'read', grid: this.#asked };
      return { status: 'read', grid: this.#canvas.read({ width: WIDTH, height: HEIGHT, pixels }, this.#asked) };
    });
  }

  protected async open(signal: AbortSignal): Promise<ClockLink> {
    const link = await this.#opener(
      {
        onStats: (stats) => this.#learn(stats),
        onArrival: () => this.#begin(),
        onClose: () => this.lose(link),
      },
      signal,
    );
    return link;
  }

  protected release(link: ClockLink): void {
    link.close();
  }

  protected async send(link: ClockLink, grid: Grid, signal: AbortSignal): Promise<void> {
    const picture = this.#canvas.draw(grid);
    this.#asked = grid;
    await link.show(appOf(picture), signal);
    const isShown = (pixels: Uint32Array): boolean => {
      const shown = this.#canvas.read({ width: WIDTH, height: HEIGHT, pixels }, grid);
      return shown !== null && gridsEqual(shown, grid);
    };
    if (this.isOff) await link.bring(signal);
    else if (!this.#isInFront || !(await link.isInFront(isShown, signal))) await this.#bring(link, isShown, signal);
    this.#isInFront = !this.isOff;
    await this.bringLight(link, signal);
  }

  /** A clock takes a moment to turn to another app; one that does not get there does not show the frame. */
  async #bring(link: ClockLink, isShown: (pixels: Uint32Array) => boolean, signal: AbortSignal): Promise<void> {
    await link.bring(signal);
    for (let waited = 0; !(await link.isInFront(isShown, signal)); waited += FRONT_PAUSE_MS) {
      if (waited >= FRONT_MS) throw new Error('The clock has the frame, and shows another of its apps.');
      await pause(this.#clock, FRONT_PAUSE_MS, signal);
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { told, isBack } = await this.ask(
      signal,
      (link, either) => link.look(either),
      () => !signal.aborted,
    );
    if (told) this.#learn(told);
    if (isBack) this.#begin();
  }

  #learn({ uptime, app }: ClockStats): void {
    if (app !== null) this.#isInFront &&= app === APP;
    if (uptime === null) return;
    const before = this.#told;
    const at = this.#clock.monotonic();
    this.#told = { uptime, at };
    // One that was away for long may be up longer than when it was last heard.
    const least = before && before.uptime + (at - before.at - STATS_DELAY_MS) / 1000;
    if (before && least !== null && (uptime < before.uptime || uptime < least)) this.#begin();
  }

  /** A clock that starts has none of the apps that it was given. */
  #begin(): void {
    this.forget();
    this.tellRestart();
  }

  protected override forget(): void {
    super.forget();
    this.#isInFront = false;
  }

  protected async tellLight(link: ClockLink, level: number | null, signal: AbortSignal): Promise<void> {
    await link.power(level !== 0, signal);
    if (level) await link.set({ ABRI: false, BRI: Math.max(1, Math.round((level * BRIGHTEST) / 100)) }, signal);
  }
}

const appOf = ({ width, height, pixels }: Picture): object => ({
  draw: [{ db: [0, 0, width, height, [...pixels]] }],
  duration: STAY_SECONDS,
  noScroll: true,
});

/** The way that the settings name; a broker goes before a host. */
const openerOf = (connection: AwtrixConnection, clock: Clock, times: DeviceTimes | undefined): OpenClock => {
  const { host, url, username, password, topic_prefix } = connection;
  // An empty address is a broker that was chosen and not filled in.
  if (typeof url === 'string' && (url !== '' || !host)) {
    if (!isBrokerUrl(url))
      throw new Error('The clock needs the address of its MQTT broker, such as mqtt://192.168.1.10:1883.');
    const prefix = (topic_prefix ?? '').replace(/\/+$/, '');
    if (prefix === '') throw new Error('The clock needs the prefix of its topics, as it stands in its own settings.');
    requireTopic('The prefix of the clock', prefix);
    return openByMqtt({ ...brokerAt(url, connection), prefix }, clock);
  }
  if (!host) throw new Error('The clock needs its host: its name or IP address in this network.');
  const label = `The clock at ${host}`;
  const login = username || password ? `${username ?? ''}:${password ?? ''}` : null;
  return openByHttp(new DeviceHttp({ host, label, login }, clock, times), label);
};
