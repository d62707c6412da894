import { arbitrate } from '../../src/core/arbiter/arbiter.ts';
import { createRandom, type Random } from '../../src/core/random.ts';
import { timeline } from '../support/timeline.ts';
import { formatTime } from '../../src/core/time/time-of-day.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { inputWith, ruleWith } from '../support/rules.ts';
import { sampleBoard } from '../support/sample-state.ts';

const BOARDS = 64;
const RULES = 50;
const AT = Date.parse('2025-06-18T09:30:00Z');
const PATTERNS = ['all', 'weekdays', 'weekends'] as const;
const EDGES = ['fixed', 'fixed', 'fixed', 'sunrise', 'sunset'] as const;

const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)] as Item;

const randomRule = (boardId: string, index: number, random: Random): Schedule =>
  ruleWith(`${boardId}-${index}`, {
    board_id: boardId,
    page_id: pick(['p1', 'p2', 'p3'], random),
    start_time: formatTime(Math.floor(random() * 1440)),
    end_time: formatTime(Math.floor(random() * 1440)),
    start_type: pick(EDGES, random),
    end_type: pick(EDGES, random),
    day_pattern: pick(PATTERNS, random),
  });

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const measure = (runs: number, once: (run: number) => unknown): number =>
  median(
    Array.from({ length: runs }, (_, run) => {
      const started = performance.now();
      once(run);
      return performance.now() - started;
    }),
  );

/** How long it takes to decide for 64 boards with 50 rules each, and to lay out a week of one of them, in ms. */
export const run = async (): Promise<{ name: string; value: number; unit: string; target: number }[]> => {
  const random = createRandom(7);
  const ids = Array.from({ length: BOARDS }, (_, index) => `b${index}`);
  const schedules = ids.flatMap((id) => Array.from({ length: RULES }, (_, index) => randomRule(id, index, random)));
  const settings = { ...inputWith('2025-06-18T09:30:00Z').settings, location: { latitude: 52.52, longitude: 13.41 } };
  const inputs = ids.map((id) =>
    inputWith('2025-06-18T09:30:00Z', { board: sampleBoard(id), isPrimary: id === 'b0', schedules, settings }),
  );
  const decide = measure(60, (minute) => inputs.map((input) => arbitrate({ ...input, at: AT + minute * 60_000 })));
  const [first] = inputs;
  const week = measure(15, () => first && timeline({ ...first, from: AT, to: AT + 7 * 86_400_000 }));
  return [
    { name: 'rules: decide for 64 boards with 50 rules each', value: decide, unit: 'ms', target: 2 },
    { name: 'rules: a week of one board with 50 rules', value: week, unit: 'ms', target: 20 },
  ];
};
