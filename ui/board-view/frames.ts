/** Draws one frame of an animation; answers whether another one is wanted. `now` in ms, as of `performance.now()`. */
export type Draw = (now: number) => boolean;

const running = new Set<Draw>();
let asked = false;

const step = (now: number): void => {
  asked = false;
  for (const draw of running) if (!draw(now)) running.delete(draw);
  ask();
};

const ask = (): void => {
  if (asked || running.size === 0) return;
  asked = true;
  requestAnimationFrame(step);
};

/**
 * Draws with every frame of the screen until `draw` wants no more; all boards share one request, and a hidden tab gets
 * none.
 */
export const animate = (draw: Draw): void => {
  running.add(draw);
  ask();
};

/** Takes a drawing out again. */
export const stopAnimating = (draw: Draw): void => {
  running.delete(draw);
};

/** So long boards are drawn in one task, in ms; those that are left are drawn in the next. */
const TASK_MS = 20;
const waiting = new Set<() => void>();
let spent = 0;

const goOn = (): void => {
  spent = 0;
  for (const paint of waiting) {
    if (spent >= TASK_MS) return;
    waiting.delete(paint);
    paintNow(paint);
  }
};

const paintNow = (paint: () => void): void => {
  const began = performance.now();
  paint();
  if (spent === 0) setTimeout(goOn);
  spent += Math.max(1, performance.now() - began);
};

/** Draws a whole board: at once, or after others when many are drawn, so that the browser answers in between. */
export const paintInTurn = (paint: () => void): void => {
  if (spent < TASK_MS) paintNow(paint);
  else waiting.add(paint);
};

/** Draws a whole board in a task of its own: what covers it until then can be seen already. */
export const paintLater = (paint: () => void): void => {
  waiting.add(paint);
  if (spent === 0) setTimeout(goOn);
};

/** Draws it no more. */
export const dropPaint = (paint: () => void): void => {
  waiting.delete(paint);
};
