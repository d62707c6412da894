import type { Look } from '../../src/core/look/palette.ts';
import { animate, dropPaint, paintInTurn, paintLater, stopAnimating } from './frames.ts';
import { Motion } from '../../src/core/look/motion.ts';
import { flapMs, isMotionReduced } from './motion-settings.ts';
import { Painter } from './painter.ts';
import { layOut, type Form } from '../../src/core/look/proportions.ts';

const FADE_MS = 180;
/** Above this many moving cells, falling flaps are not drawn in between: only their landing is seen. */
const MOST_SMOOTH = 3000;

/** One board on a canvas: its flaps turn while it is in sight, and cross-fade for those who want no motion. */
export class FlapWall {
  readonly #canvas: HTMLCanvasElement;
  readonly #form: Form;
  readonly #look: Look;
  readonly #sight: IntersectionObserver;
  readonly #size: ResizeObserver;
  #motion: Motion;
  #painter: Painter | null = null;
  #visible = false;
  #fade: { readonly cells: readonly number[]; readonly began: number } | null = null;
  #stale = false;
  #cover: Element | null;

  /** `cover`: a picture of these codes that is shown until the canvas is drawn. */
  constructor(canvas: HTMLCanvasElement, form: Form, look: Look, codes: Uint8Array, cover: Element | null = null) {
    this.#canvas = canvas;
    this.#cover = cover;
    if (cover) canvas.after(cover);
    this.#form = form;
    this.#look = look;
    this.#motion = new Motion(codes, flapMs);
    this.#sight = new IntersectionObserver((entries) => this.#see(entries.at(-1)?.isIntersecting ?? false));
    this.#size = new ResizeObserver(() => this.#resize());
    this.#sight.observe(canvas);
    // Told before the browser paints, when it knows the size without having to be asked.
    this.#size.observe(canvas.parentElement ?? canvas);
  }

  /** Shows other codes, `rows × cols` of them, row by row; without turning flaps when `still`. */
  show(codes: Uint8Array, still = false): void {
    const changed = [...codes.keys()].filter((cell) => codes[cell] !== this.#motion.target(cell));
    if (changed.length === 0) return;
    this.#motion.aim(codes, performance.now());
    if (!this.#visible || still) return this.#settle();
    if (isMotionReduced()) {
      this.#motion.settle();
      this.#fade = { cells: changed, began: performance.now() };
    }
    this.#canvas.dataset['moving'] = 'true';
    animate(this.#draw);
  }

  /** Ends every animation and lets the canvas go. */
  stop(): void {
    stopAnimating(this.#draw);
    dropPaint(this.#paint);
    this.#sight.disconnect();
    this.#size.disconnect();
    this.#cover?.remove();
  }

  readonly #draw = (now: number): boolean => {
    const more = this.#fade ? this.#drawFade(now) : this.#drawTurns(now);
    if (!more) this.#canvas.dataset['moving'] = 'false';
    return more;
  };

  #drawTurns(now: number): boolean {
    const { moving } = this.#motion;
    this.#painter?.move(this.#motion, now, moving.size <= MOST_SMOOTH);
    return moving.size > 0;
  }

  #drawFade(now: number): boolean {
    const fade = this.#fade;
    if (!fade) return false;
    const done = now - fade.began >= FADE_MS;
    for (const cell of fade.cells) this.#painter?.rest(cell, this.#motion.target(cell), done ? 1 : 0.3);
    if (done) this.#fade = null;
    return !done;
  }

  #see(visible: boolean): void {
    this.#visible = visible;
    if (!visible) this.#settle();
    else if (this.#stale) this.#drawAll();
  }

  #settle(): void {
    this.#motion.settle();
    this.#fade = null;
    stopAnimating(this.#draw);
    this.#canvas.dataset['moving'] = 'false';
    if (this.#visible) this.#drawAll();
    else this.#stale = true;
  }

  #resize(): void {
    const room = this.#canvas.parentElement?.clientWidth ?? 0;
    const pen = this.#canvas.getContext('2d');
    if (room === 0 || !pen) return;
    const layout = layOut(this.#form, room * devicePixelRatio);
    if (layout.width === this.#canvas.width && layout.height === this.#canvas.height && this.#painter) return;
    this.#canvas.width = layout.width;
    this.#canvas.height = layout.height;
    this.#painter = new Painter(pen, layout, this.#look);
    // What lies further down is drawn when somebody gets there.
    const { top, bottom } = this.#canvas.getBoundingClientRect();
    if (this.#visible || (bottom >= 0 && top <= innerHeight)) this.#drawAll();
    else this.#stale = true;
  }

  #drawAll(): void {
    this.#stale = false;
    if (this.#cover) paintLater(this.#paint);
    else paintInTurn(this.#paint);
  }

  readonly #paint = (): void => {
    this.#painter?.settle(this.#motion);
    this.#cover?.remove();
    this.#cover = null;
  };
}
