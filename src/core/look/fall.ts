/** How dark a falling flap gets when it stands on edge, 0 to 1. */
const SHADE = 0.5;

/** A falling flap as it is seen: a strip between `top` and `top + height` pixels of its cell. */
export interface Fall {
  /** Whether the strip is the upper half of the flap that falls, or the lower half of the one that it uncovers. */
  readonly isUpper: boolean;
  readonly top: number;
  readonly height: number;
  /** Opacity of the shade over the strip. */
  readonly shade: number;
}

/** Height of the upper half of a cell in whole pixels. */
export const upperHalfOf = (height: number): number => Math.round(height / 2);

/**
 * Where the flap of a cell of `height` pixels is when `phase`, 0 to 1, of its way down is done. It uncovers the upper
 * half of the next flap, and covers the lower half of its own flap once it is past the hinge.
 */
export const fallOf = (phase: number, height: number): Fall => {
  const upper = upperHalfOf(height);
  const lean = Math.cos(phase * Math.PI);
  const isUpper = lean > 0;
  const tall = Math.abs(lean) * (isUpper ? upper : height - upper);
  return { isUpper, top: isUpper ? upper - tall : upper, height: tall, shade: (1 - Math.abs(lean)) * SHADE };
};
