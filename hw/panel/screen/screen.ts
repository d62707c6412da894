import type { Driver, Frame, ReadOutcome, SetUpPlace, Watch, WriteOutcome } from '../../../src/board/driver.ts';
import { geometryOf } from '../../../src/core/flaps/geometry.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { MINUTE_MS } from '../../../src/core/time/durations.ts';
import { Motion } from '../../../src/core/look/motion.ts';
import { PLAIN, type Look } from '../../../src/core/look/palette.ts';
import type { Cancel } from '../../../src/platform/clock.ts';
import { driftAt } from '../../screen/drift.ts';
import { FlapPainter, mostFlapPixels } from '../../screen/flap-painter.ts';
import { FlapShow } from '../../screen/flap-show.ts';
import { FrameBuffer, isSameMode, isScreenPath, readMode } from '../../screen/frame-buffer.ts';
import { drawNotice, type NoticePicture } from '../../screen/notice.ts';
import { formatOf } from '../../screen/pixel-format.ts';
import { placeWall, type Rotation, type WallChoice } from '../../screen/placement.ts';
import type { ConnectionOf } from '../../../src/schema/boards/connection-field.ts';
import type { PanelDeps, PanelSetup } from '../description.ts';
import { LinkedDriver } from '../linked-driver.ts';
import { unlessAborted } from '../waiting.ts';
import type { SCREEN_FIELDS } from './fields.ts';

/** What a screen depends on. */
export interface ScreenDeps extends PanelDeps {
  /** The time that one flap of a cell takes to fall; that of a real one unless given. */
  readonly flapMs?: (cell: number) => number;
}

/** Where a wall is drawn, and how. */
export type ScreenConnection = ConnectionOf<typeof SCREEN_FIELDS>;

interface ScreenLink {
  readonly buffer: FrameBuffer;
  readonly painter: FlapPainter;
  readonly show: FlapShow;
  readonly noticeOf: (place: SetUpPlace) => NoticePicture;
}

const LOOK_EVERY_MS = 2000;
const READ_EVERY_MS = 30_000;
const DRIFT_EVERY_MS = 3 * MINUTE_MS;
const FLAP_MS = 80;
/** A display that nobody dimmed. */
const FULL = 100;
const JITTER = 0.2;

/** The time that one flap of a cell takes to fall: every module has a pace of its own, the same at every start. */
export const paceOf = (cell: number): number =>
  FLAP_MS * (1 - JITTER / 2 + (JITTER * (Math.imul(cell + 1, 0x9e3779b1) >>> 0)) / 2 ** 32);

/** Draws flaps on a screen of this machine, which turn as real ones do. */
export class Screen extends LinkedDriver<ScreenLink> implements Driver {
  readonly kind = 'screen';
  readonly transitions = 'cells';
  readonly readBackMs = READ_EVERY_MS;
  readonly watch: Watch = { everyMs: LOOK_EVERY_MS, look: (signal) => this.#look(signal) };
  readonly #device: string;
  readonly #choice: WallChoice;
  readonly #paint: Look;
  readonly #isSwapped: boolean;
  readonly #deps: ScreenDeps;
  readonly #motion: Motion;
  /** Whether there is something to show: a picture that an earlier start left is not painted over before. */
  #hasContent = false;
  #level = FULL;
  #notice: SetUpPlace | null = null;
  /** The screen that has the content: one that was opened since, by whomever, has none yet. */
  #shown: ScreenLink | null = null;
  #steps = 0;
  #cancelDrift: Cancel = () => undefined;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor({ rows, cols, look = PLAIN, panel }: PanelSetup<ScreenConnection>, deps: ScreenDeps) {
    super();
    const { connection } = panel;
    if (!connection.device || !isScreenPath(connection.device))
      throw new Error('The screen needs its device, such as /dev/fb0.');
    this.#device = connection.device;
    this.#choice = {
      rows,
      cols,
      places: geometryOf({ device_type: 'panel', grid_rows: rows, grid_cols: cols, panel }).places,
      framed: connection.frame !== 'borderless',
      margin: connection.margin ?? 0,
      rotation: Number(connection.rotation ?? 0) as Rotation,
      flapSize: connection.flap_size ?? 100,
      drift: connection.drift === true,
    };
    this.#paint = look;
    this.#isSwapped = connection.swap_red_blue === true;
    this.#deps = deps;
    this.#motion = new Motion(new Uint8Array(rows * cols), deps.flapMs ?? paceOf);
  }

  override async start(): Promise<void> {
    await super.start();
    this.#shown = this.link;
    this.#armDrift();
  }

  override stop(): Promise<void> {
    this.#cancelDrift();
    return super.stop();
  }

  write({ grid }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    return this.report(signal, async (either): Promise<WriteOutcome> => {
      const link = await this.#reach(either);
      this.#motion.aim(grid.codes, this.#deps.clock.monotonic());
      if (!this.#hasContent) this.#motion.settle();
      this.#hasContent = true;
      await unlessAborted(link.show.show(), either);
      this.#shown = link;
      return { status: 'sent' };
    });
  }

  /** What the flaps show, or are on their way to: a frame buffer keeps what was drawn, for as long as it is there. */
  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.report(signal, async (either): Promise<ReadOutcome> => {
      await this.#look(either);
      if (!this.#hasContent) return { status: 'read', grid: null };
      const grid = createGrid(this.#choice.rows, this.#choice.cols);
      return { status: 'read', grid: { ...grid, codes: grid.codes.map((_code, cell) => this.#motion.target(cell)) } };
    });
  }

  light(level: number | null): void {
    this.#level = level ?? FULL;
    this.link?.show.light(this.#level).catch(() => undefined);
  }

  announce(place: SetUpPlace | null): void {
    this.#notice = place;
    const link = this.link;
    link?.show.announce(place && link.noticeOf(place)).catch(() => undefined);
  }

  /** Opens a screen that was lost or has another mode, and brings its content back. */
  async #look(signal: AbortSignal): Promise<void> {
    const link = await this.#reach(signal);
    if (link === this.#shown) return;
    if (this.#hasContent) await link.show.show();
    this.#shown = link;
    this.tellRestart();
  }

  /** The screen as it is now: one that is gone or has another mode is opened again. */
  async #reach(signal: AbortSignal): Promise<ScreenLink> {
    const { link } = this;
    if (link && !(await this.#isAsBefore(link))) await this.drop();
    return this.connect(signal);
  }

  async #isAsBefore({ buffer }: ScreenLink): Promise<boolean> {
    const mode = await readMode(this.#device, this.#deps.screenRoot).catch(() => null);
    return mode !== null && isSameMode(mode, buffer.mode);
  }

  protected async open(): Promise<ScreenLink> {
    const buffer = await FrameBuffer.open(this.#device, this.#deps.screenRoot);
    try {
      return this.#linkTo(buffer);
    } catch (error) {
      await buffer.close();
      throw error;
    }
  }

  protected async release({ show, buffer }: ScreenLink): Promise<void> {
    await show.stop();
    await buffer.close();
  }

  #linkTo(buffer: FrameBuffer): ScreenLink {
    const { clock } = this.#deps;
    const { bits, stride, width, height } = buffer.mode;
    const format = formatOf(bits, this.#isSwapped);
    const canvas = { width, height, stride: stride / format.bytes, format };
    const placement = placeWall(this.#choice, canvas, mostFlapPixels(format));
    const painter = new FlapPainter(canvas, placement, this.#paint, this.#choice.framed);
    painter.moveTo(...driftAt(this.#steps, painter.play));
    const onFailure = (): void => {
      if (this.lose(link)) void this.release(link);
    };
    const show = new FlapShow({ buffer, painter, motion: this.#motion, clock, onFailure });
    const noticeOf = (place: SetUpPlace): NoticePicture => drawNotice(place, canvas, this.#choice.rotation);
    const link: ScreenLink = { buffer, painter, show, noticeOf };
    if (this.#level !== FULL) void show.light(this.#level).catch(() => undefined);
    if (this.#notice) void show.announce(noticeOf(this.#notice)).catch(() => undefined);
    return link;
  }

  #moveOn(): void {
    const link = this.link;
    if (!link || !this.#hasContent) return;
    const place = driftAt(this.#steps, link.painter.play);
    link.show.moveTo(...place).catch(() => undefined);
  }

  #armDrift(): void {
    this.#cancelDrift();
    if (!this.#choice.drift) return;
    this.#cancelDrift = this.#deps.clock.after(DRIFT_EVERY_MS, () => {
      this.#steps++;
      this.#armDrift();
      this.#moveOn();
    });
  }
}
