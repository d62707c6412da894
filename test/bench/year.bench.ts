import { live } from '../year/live.ts';

const DAYS = Number(process.env['YEAR_DAYS'] ?? 365);
const FIRST = Date.parse('2025-01-01T00:00:00Z');

/**
 * A whole year with eight boards, of which every frame is judged against a model of the rules: a difference ends the
 * run. Some six minutes; YEAR_DAYS=30 lives a month only.
 */
export const run = async (): Promise<{ name: string; value: number; unit: string; target?: number }[]> => {
  const awake = setInterval(() => undefined, 60_000);
  const to = new Date(FIRST + DAYS * 86_400_000).toISOString();
  const lived = await live({
    from: new Date(FIRST).toISOString(),
    to,
    seed: Number(process.env['FUZZ_SEED'] ?? 2025),
    deedsPerDay: 40,
    daysBetweenCuts: 20,
    pollSeconds: 60,
  });
  clearInterval(awake);
  const deeds = [...lived.deeds.values()].reduce((sum, count) => sum + count, 0);
  console.error(`${DAYS} days, ${deeds} deeds, ${lived.frames} frames in ${lived.seconds.toFixed(0)} s`);
  return [
    { name: 'a simulated year: days that agree with the model', value: lived.minutes / 1440, unit: 'days' },
    { name: 'a simulated year: time that it takes', value: lived.seconds, unit: 's' },
    { name: 'a simulated year: frames of eight boards, each judged', value: lived.frames, unit: 'frames' },
    {
      name: 'a simulated year: growth of the heap from its first tenth to its end',
      value: (lived.heap[1] - lived.heap[0]) / 1024 / 1024,
      unit: 'MiB',
      target: 8,
    },
    {
      name: 'a simulated day of eight boards: processor time',
      value: lived.processorSeconds / DAYS,
      unit: 's',
      target: 2.5,
    },
    {
      name: 'a simulated day of eight boards: bytes written, 40 deeds',
      value: lived.bytesWritten / DAYS / 1024,
      unit: 'KB',
      target: 1000,
    },
  ];
};
