import { deflateSync } from 'node:zlib';
import { layoutText } from '../../src/core/flaps/message.ts';
import type { Grid } from '../../src/core/flaps/grid.ts';
import { PLAIN } from '../../src/core/look/palette.ts';
import { Drawing, type Subject } from '../../src/picture/drawing.ts';
import { systemClock } from '../../src/platform/clock.ts';

const FLAGSHIP = { device_type: 'flagship', rows: 6, cols: 22 } as const;
const refusal = (): Error => new Error('too many');
const ASKER = { address: '192.0.2.1' };
const SUBJECT: Subject = { geometry: FLAGSHIP, look: PLAIN, width: 1200 };
const WORDS = 'The quick brown fox jumps over the lazy dog while nine foxes watch the {red} river at 6:45';
const ROUNDS = 60;

const gridAt = (step: number): Grid => layoutText(`${step} ${WORDS}`, FLAGSHIP);

/** Milliseconds of processor that one round takes: the same on a busy machine. */
const timed = async (work: (step: number) => unknown, rounds = ROUNDS): Promise<number> => {
  const begun = process.cpuUsage();
  for (let step = 0; step < rounds; step++) await work(step);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / rounds;
};

/**
 * Measures pictures of 1,200 pixels in time of the processor: the first, those after it, and how they compare with bare
 * compression.
 */
export const run = async (): Promise<{ name: string; value: number; unit: string; target: number }[]> => {
  const drawing = new Drawing(systemClock, refusal);
  const cold = await timed(() => drawing.png(SUBJECT, gridAt(0), ASKER), 1);
  const first = await drawing.png(SUBJECT, gridAt(0), ASKER);
  // Letters of every step are drawn once before anything is timed.
  for (let step = 0; step < ROUNDS; step++) await drawing.png(SUBJECT, gridAt(step), ASKER);
  const png = await timed((step) => drawing.png(SUBJECT, gridAt(step), ASKER));
  const svg = await timed((step) => drawing.svg(SUBJECT, gridAt(step), ASKER));
  const [width, height] = [first.readUInt32BE(16), first.readUInt32BE(20)];
  const bare = Buffer.alloc((width + 1) * height);
  // As many distinct bytes as a picture has: rows of tiles.
  for (let at = 0; at < bare.length; at++) bare[at] = (at % 47) * 3 + (Math.floor(at / 1201) % 9);
  const compression = await timed(() => deflateSync(bare, { level: 6 }));
  return [
    { name: 'first picture of 1,200 pixels', value: cold, unit: 'ms', target: 250 },
    { name: 'PNG of 1,200 pixels after the first', value: png, unit: 'ms', target: 15 },
    { name: 'PNG beside bare compression of as many bytes', value: png / compression, unit: 'times', target: 4 },
    { name: 'SVG of a flagship', value: svg, unit: 'ms', target: 3 },
  ];
};
