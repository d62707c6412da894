import { Motion, type Landings } from '../../src/core/look/motion.ts';
import type { Look } from '../../src/core/look/palette.ts';
import { heightInFlaps, layOut, widthInFlaps, type Form } from '../../src/core/look/proportions.ts';
import { animate, stopAnimating } from '../board-view/frames.ts';
import { Painter } from '../board-view/painter.ts';

/** What one flap takes to fall, in ms, and by how much one module is quicker or slower than the others. */
const FLAP_MS = 80;
const UNEVEN = 0.06;
/** More pixels than this make no board better and every television slower. */
const MOST_WIDE = 2560;

// The same for a cell each time, and like chance from cell to cell.
const noiseOf = (cell: number): number => {
  const value = Math.sin(cell * 12.9898 + 4.1414) * 43_758.5453;
  return value - Math.floor(value);
};
const flapMsOf = (cell: number): number => FLAP_MS * (1 + UNEVEN * (2 * noiseOf(cell) - 1));

/** A board that fills a screen: how it is made and how it looks. */
export interface Subject {
  readonly form: Form;
  readonly look: Look;
}

/** One board on the canvas of a screen, as large as its room lets it be. */
export class Wall {
  readonly #canvas: HTMLCanvasElement;
  #key = '';
  #subject: Subject | null = null;
  #motion = new Motion(new Uint8Array(0), flapMsOf);
  #painter: Painter | null = null;
  #room = { width: 0, height: 0 };

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    document.addEventListener('visibilitychange', () => this.#settle());
  }

  /**
   * Shows codes, row by row: flaps turn unless the board is another one than before, or `still`. Answers when its flaps
   * will land.
   */
  show(subject: Subject, codes: Uint8Array, still: boolean): Landings[] {
    const key = JSON.stringify(subject);
    if (key !== this.#key) {
      this.#key = key;
      this.#subject = subject;
      this.#motion = new Motion(codes, flapMsOf);
      this.#lay();
      return [];
    }
    const now = performance.now();
    this.#motion.aim(codes, now);
    if (still || document.hidden) {
      this.#settle();
      return [];
    }
    const landings: Landings[] = [];
    this.#motion.moving.forEach((cell) => landings.push(this.#motion.landingsOf(cell, now)));
    this.#canvas.setAttribute('data-moving', String(landings.length > 0));
    if (landings.length > 0) animate(this.#draw);
    return landings;
  }

  /** Gives the board other room, in CSS pixels. */
  fit(width: number, height: number): void {
    if (width === this.#room.width && height === this.#room.height) return;
    this.#room = { width, height };
    this.#lay();
  }

  #lay(): void {
    const pen = this.#canvas.getContext('2d');
    const { width, height } = this.#room;
    if (!this.#subject || !pen || width < 1 || height < 1) return;
    const { form, look } = this.#subject;
    const wide = Math.min(width, (height * widthInFlaps(form)) / heightInFlaps(form));
    const density = Math.min(window.devicePixelRatio || 1, Math.max(1, MOST_WIDE / wide));
    const layout = layOut(form, wide * density);
    this.#canvas.width = layout.width;
    this.#canvas.height = layout.height;
    this.#canvas.style.width = `${layout.width / density}px`;
    this.#canvas.style.height = `${layout.height / density}px`;
    this.#painter = new Painter(pen, layout, look);
    this.#settle();
  }

  readonly #draw = (now: number): boolean => {
    const { moving } = this.#motion;
    if (this.#painter) this.#painter.move(this.#motion, now);
    if (moving.size === 0) this.#canvas.setAttribute('data-moving', 'false');
    return moving.size > 0;
  };

  #settle(): void {
    this.#motion.settle();
    stopAnimating(this.#draw);
    this.#canvas.setAttribute('data-moving', 'false');
    if (this.#painter) this.#painter.settle(this.#motion);
  }
}
