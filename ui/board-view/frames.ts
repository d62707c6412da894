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
