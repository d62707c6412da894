import type { Landings } from '../../src/core/look/motion.ts';

/** Enough for a sound that has hardly anything above 8 kHz; half the work of the usual rate. */
export const RATE = 22_050;
const CLICK_MS = 15;
const VARIANTS = 6;
const LOUDEST = 0.9;
/** What one flap alone sounds like, as a share of the loudest. */
const ONE = 0.12;

/** A click: a knock of noise that is gone after 6 ms, over a short falling tone. `random` answers 0 to 1. */
const makeClick = (random: () => number): Float32Array => {
  const samples = new Float32Array(Math.round((CLICK_MS * RATE) / 1000));
  const pitch = 150 + 60 * random();
  let before = 0;
  for (let at = 0; at < samples.length; at++) {
    const ms = (at * 1000) / RATE;
    const noise = 2 * random() - 1;
    const decay = Math.max(0, 1 - ms / 6);
    const tone = Math.sin((2 * Math.PI * pitch * ms) / 1000) * Math.exp(-ms / 4);
    // The difference of two samples leaves out what is low in the noise.
    samples[at] = (noise - before) * 0.5 * decay * decay + tone * 0.4;
    before = noise;
  }
  return samples;
};

/** How many flaps land in each millisecond from now on. */
const countLandings = (landings: readonly Landings[]): number[] => {
  const counts: number[] = [];
  for (const { first, every, count } of landings) {
    for (let flap = 0; flap < count; flap++) {
      const ms = Math.round(first + flap * every);
      while (counts.length <= ms) counts.push(0);
      counts[ms] = (counts[ms] || 0) + 1;
    }
  }
  return counts;
};

/**
 * The clatter of flaps that land, as samples at 22,050 Hz of at most ±0.9: a click for each flap, where many at once
 * are not as many times as loud. `random` answers 0 to 1. Empty when nothing lands.
 */
export const mixClatter = (landings: readonly Landings[], random: () => number): Float32Array => {
  const counts = countLandings(landings);
  if (counts.length === 0) return new Float32Array(0);
  const clicks: Float32Array[] = [];
  while (clicks.length < VARIANTS) clicks.push(makeClick(random));
  const samples = new Float32Array(Math.ceil(((counts.length + CLICK_MS) * RATE) / 1000) + 1);
  counts.forEach((count, ms) => {
    const click = clicks[Math.floor(random() * VARIANTS)];
    if (!count || !click) return;
    const gain = ONE * Math.sqrt(count) * (0.7 + 0.6 * random());
    const start = Math.round((ms * RATE) / 1000);
    for (let at = 0; at < click.length; at++)
      samples[start + at] = (samples[start + at] || 0) + (click[at] || 0) * gain;
  });
  return limit(samples);
};

const limit = (samples: Float32Array): Float32Array => {
  let peak = 0;
  for (let at = 0; at < samples.length; at++) peak = Math.max(peak, Math.abs(samples[at] || 0));
  if (peak > LOUDEST) for (let at = 0; at < samples.length; at++) samples[at] = ((samples[at] || 0) * LOUDEST) / peak;
  return samples;
};
