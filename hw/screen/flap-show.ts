import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Motion, Turn } from '../../src/core/look/motion.ts';
import { REEL } from '../../src/core/look/reel.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { pause } from '../panel/waiting.ts';
import type { FlapPainter, Strip } from './flap-painter.ts';
import type { FrameBuffer } from './frame-buffer.ts';
import type { NoticePicture } from './notice.ts';

/** Time between two frames. */
const FRAME_MS = 1000 / 30;

const BLANK: Turn = { from: 0, to: 0, phase: 0 };

/** What a show works with. */
export interface ShowOptions {
  readonly buffer: FrameBuffer;
  readonly painter: FlapPainter;
  readonly motion: Motion;
  readonly clock: Clock;
  /** Called when the screen is gone in the middle of a frame, with a sentence. */
  readonly onFailure: (problem: Error) => void;
}

interface Waiting {
  resolve(): void;
  reject(problem: unknown): void;
}

/**
 * Brings turning flaps to one screen, 30 frames a second while any turns and none at rest. Each strip is painted and
 * written before the next one, so that the rest of the service gets its turn in between.
 */
export class FlapShow {
  readonly #options: ShowOptions;
  readonly #end = new AbortController();
  /** Strips that were painted with a flap on its way. */
  #turning = new Set<number>();
  #isWhole = true;
  #isDark = false;
  #notice: NoticePicture | null = null;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  /** Numbers of the strips by cell. */
  readonly #bandOf = new Map<number, number>();

  constructor(options: ShowOptions) {
    this.#options = options;
    options.painter.bands.forEach(({ cells }, band) => {
      for (const { cell } of cells) this.#bandOf.set(cell, band);
    });
  }

  /** Paints what changes from now on; resolves with the first frame, rejects with a sentence when that failed. */
  show(): Promise<void> {
    if (this.#end.signal.aborted) return Promise.reject(new Error('The screen was let go.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Moves the wall by some pixels, and paints it there. */
  moveTo(x: number, y: number): Promise<void> {
    this.#options.painter.moveTo(x, y);
    return this.#showAll();
  }

  /**
   * Lights the screen with so many per cent; with 0 it is switched off, and what cannot be switched off becomes black.
   */
  async light(level: number): Promise<void> {
    const isDimmed = level > 0 && this.#options.painter.dimTo(level);
    if ((level === 0) === this.#isDark && !isDimmed) return;
    this.#isDark = level === 0;
    await this.#showAll();
  }

  /** Shows a notice instead of the wall, or with null the wall again. */
  announce(notice: NoticePicture | null): Promise<void> {
    this.#notice = notice;
    return this.#showAll();
  }

  /** Ends all painting; the picture stays. */
  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  #showAll(): Promise<void> {
    this.#isWhole = true;
    return this.show();
  }

  async #run(): Promise<void> {
    const { clock, motion, onFailure } = this.#options;
    const { signal } = this.#end;
    // Never within the call of `show`: its caller has to know of the work first.
    await nextTurn();
    let due = clock.monotonic();
    let served: Waiting[] = [];
    try {
      while (!signal.aborted && (this.#waiting.length > 0 || this.#isChanging)) {
        served = this.#waiting;
        this.#waiting = [];
        await this.#frame(clock.monotonic());
        for (const { resolve } of served) resolve();
        served = [];
        due = Math.max(due + FRAME_MS, clock.monotonic());
        if (this.#isChanging) await pause(clock, due - clock.monotonic(), signal);
      }
      if (signal.aborted) throw new Error('The write was called off.');
      void this.#drawRest();
    } catch (error) {
      motion.settle();
      this.#isWhole = true;
      for (const { reject } of [...served, ...this.#waiting.splice(0)]) reject(error);
      if (!signal.aborted && error instanceof Error) onFailure(error);
    } finally {
      this.#running = null;
      if (this.#waiting.length > 0) this.#running = this.#run();
    }
  }

  get #isChanging(): boolean {
    return !this.#isDark && !this.#notice && (this.#options.motion.moving.size > 0 || this.#turning.size > 0);
  }

  async #frame(now: number): Promise<void> {
    if (this.#isDark) return this.#darken();
    const isWhole = this.#isWhole;
    this.#isWhole = false;
    // A screen that an earlier start switched off is still off.
    if (isWhole) await this.#options.buffer.setBlank(false);
    if (this.#notice) return this.#showNotice(this.#notice);
    const { painter, motion } = this.#options;
    const changed = new Set([...this.#turning, ...[...motion.moving].map((cell) => this.#bandOf.get(cell) ?? 0)]);
    this.#turning = new Set();
    for (const [at, band] of painter.bands.entries()) {
      if (!isWhole && !changed.has(at)) continue;
      const turns = new Map(band.cells.map(({ cell }) => [cell, motion.turnAt(cell, now)]));
      if (band.cells.some(({ cell }) => motion.moving.has(cell))) this.#turning.add(at);
      await this.#prepare([...turns.values()].flatMap(({ from, to }) => [from, to]));
      const { top, bytes } = painter.paint(band, (cell) => turns.get(cell) ?? BLANK);
      await this.#options.buffer.write(top, bytes);
      if (this.#end.signal.aborted) return;
    }
    if (isWhole) await this.#write(painter.paintGaps());
  }

  async #showNotice(notice: NoticePicture): Promise<void> {
    await notice.prepare();
    await this.#write(notice.paint());
  }

  async #darken(): Promise<void> {
    this.#options.motion.settle();
    this.#turning.clear();
    if (!this.#isWhole) return;
    this.#isWhole = false;
    if (!(await this.#options.buffer.setBlank(true))) await this.#write(this.#options.painter.paintBlack());
  }

  async #write(strips: Iterable<Strip>): Promise<void> {
    for (const { top, bytes } of strips) {
      await this.#options.buffer.write(top, bytes);
      if (this.#end.signal.aborted) return;
    }
  }

  /** Draws flaps that were not drawn yet, and lets others have their turn after each. */
  async #prepare(codes: Iterable<number>): Promise<void> {
    for (const code of codes) if (this.#options.painter.prepare(code)) await nextTurn();
  }

  /** At rest all other flaps are drawn, so that none has to be when it turns. */
  async #drawRest(): Promise<void> {
    for (const code of REEL) {
      if (this.#end.signal.aborted || this.#running) return;
      if (this.#options.painter.prepare(code)) await nextTurn();
    }
  }
}
