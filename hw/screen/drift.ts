/** A number that runs from 0 to `most`, back to -`most`, and so on, by 1 a step. */
const wave = (step: number, most: number): number => {
  const at = (step + most) % (4 * most);
  return at <= 2 * most ? at - most : 3 * most - at;
};

/** How far a wall is moved after some steps: on a way around its place, never further than `play` pixels. */
export const driftAt = (steps: number, play: number): readonly [x: number, y: number] =>
  play === 0 ? [0, 0] : [wave(steps, play), wave(steps + play, play)];
