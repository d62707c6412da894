import { isMapped } from '../../src/core/flaps/geometry.ts';
import { fallOf, upperHalfOf } from '../../src/core/look/fall.ts';
import type { Motion, Turn } from '../../src/core/look/motion.ts';
import { paintOf, type Look } from '../../src/core/look/palette.ts';
import { flapSheet, type FlapSheet } from './flap-sheet.ts';
import type { Layout } from '../../src/core/look/proportions.ts';

/** Draws the flaps of one board onto its canvas, cell by cell. */
export class Painter {
  readonly #pen: CanvasRenderingContext2D;
  readonly #layout: Layout;
  readonly #sheet: FlapSheet;
  readonly #shade: string;
  readonly #look: Look;

  constructor(pen: CanvasRenderingContext2D, layout: Layout, look: Look) {
    this.#pen = pen;
    this.#layout = layout;
    this.#sheet = flapSheet(look, layout.flapWidth, layout.flapHeight);
    this.#shade = paintOf(look).shade;
    this.#look = look;
  }

  /** Every cell at rest; `codes` row by row. */
  restAll(codes: readonly number[]): void {
    const { canvas } = this.#pen;
    const { flapHeight } = this.#layout;
    this.#sheet.prepare(codes);
    // All at once: a step for each of a hundred cells is felt on a slow machine.
    this.#pen.clearRect(0, 0, canvas.width, canvas.height);
    this.#pen.globalAlpha = 1;
    codes.forEach((code, cell) => this.#hasFlap(cell) && this.#part(cell, code, 0, flapHeight, 0, flapHeight));
  }

  /** Every cell where a motion ends. */
  settle(motion: Motion): void {
    const codes: number[] = [];
    for (let cell = 0; cell < this.#layout.lefts.length * this.#layout.tops.length; cell++)
      codes.push(motion.target(cell));
    this.restAll(codes);
  }

  /** The cells that a motion moves, as they are now; `smooth`: with flaps that are falling. */
  move(motion: Motion, now: number, smooth = true): void {
    motion.moving.forEach((cell) => {
      const turn = motion.turnAt(cell, now);
      if (turn.phase > 0 && smooth) this.turn(cell, turn);
      else this.rest(cell, turn.from);
    });
  }

  /** A cell at rest; `opacity` below 1 lets what it showed shine through. */
  rest(cell: number, code: number, opacity = 1): void {
    if (!this.#hasFlap(cell)) return;
    const { flapHeight } = this.#layout;
    if (opacity === 1) this.#clear(cell);
    this.#pen.globalAlpha = opacity;
    this.#part(cell, code, 0, flapHeight, 0, flapHeight);
    this.#pen.globalAlpha = 1;
  }

  /**
   * A cell whose upper flap is falling: it uncovers the new upper half, and covers the old lower half once past the
   * hinge.
   */
  turn(cell: number, { from, to, phase }: Turn): void {
    if (!this.#hasFlap(cell)) return;
    const { flapHeight } = this.#layout;
    const upper = upperHalfOf(flapHeight);
    const lower = flapHeight - upper;
    const { isUpper, top, height, shade } = fallOf(phase, flapHeight);
    this.#clear(cell);
    this.#part(cell, to, 0, upper, 0, upper);
    this.#part(cell, from, upper, lower, upper, lower);
    if (isUpper) this.#part(cell, from, 0, upper, top, height);
    else this.#part(cell, to, upper, lower, top, height);
    this.#darken(cell, top, height, shade);
  }

  #hasFlap(cell: number): boolean {
    const { length } = this.#layout.lefts;
    return isMapped(this.#look.places, Math.floor(cell / length), cell % length);
  }

  #left(cell: number): number {
    return this.#layout.lefts[cell % this.#layout.lefts.length] ?? 0;
  }

  #top(cell: number): number {
    return this.#layout.tops[Math.floor(cell / this.#layout.lefts.length)] ?? 0;
  }

  #clear(cell: number): void {
    this.#pen.clearRect(this.#left(cell), this.#top(cell), this.#layout.flapWidth, this.#layout.flapHeight);
  }

  #part(cell: number, code: number, fromTop: number, fromHeight: number, top: number, height: number): void {
    const { flapWidth } = this.#layout;
    this.#pen.drawImage(
      this.#sheet.image,
      this.#sheet.leftOf(code),
      fromTop,
      flapWidth,
      fromHeight,
      this.#left(cell),
      this.#top(cell) + top,
      flapWidth,
      height,
    );
  }

  #darken(cell: number, top: number, height: number, opacity: number): void {
    this.#pen.globalAlpha = opacity;
    this.#pen.fillStyle = this.#shade;
    this.#pen.fillRect(this.#left(cell), this.#top(cell) + top, this.#layout.flapWidth, height);
    this.#pen.globalAlpha = 1;
  }
}
