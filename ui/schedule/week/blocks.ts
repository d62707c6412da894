import { dayOf, type Day } from '../../../src/core/time/day.ts';
import { includesDay } from '../../../src/core/schedule/calendar.ts';
import { readyRule, spanOn } from '../../../src/core/schedule/rule.ts';
import type { Schedule } from '../../../src/schema/content/schedules.ts';
import type { Location } from '../../../src/schema/appliance/location.ts';
import { minuteIn } from './days.ts';

/** The part of a rule's window that lies in one day, in minutes of that day. */
export interface Block {
  readonly rule: Schedule;
  /** Place of the day in the week. */
  readonly place: number;
  readonly from: number;
  readonly to: number;
  /** The day on which the window began: the one before, for what is left of a window after midnight. */
  readonly origin: Day;
  /** Whether the window begins and ends in this part. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** A block, side by side with those that it overlaps. */
export interface PlacedBlock extends Block {
  readonly lane: number;
  readonly lanes: number;
}

const partsOf = (rule: Schedule, origin: Day, days: readonly Day[], location: Location): Block[] => {
  const ready = readyRule(rule);
  if (!ready || !includesDay(ready.calendar, origin)) return [];
  const span = spanOn(ready, origin, location);
  return days.flatMap((day, place) => {
    if (span.to <= day.start || span.from >= day.end || span.from >= span.to) return [];
    const [from, to] = [minuteIn(day, span.from), minuteIn(day, span.to)];
    return to > from
      ? [{ rule, place, from, to, origin, begins: span.from >= day.start, ends: span.to <= day.end }]
      : [];
  });
};

/** Where the enabled rules stand in a week, with what reaches into it from the day before. */
export const blocksOf = (rules: readonly Schedule[], days: readonly Day[], location: Location): Block[] => {
  const [first] = days;
  if (!first) return [];
  const origins = [dayOf(first.number - 1, first.zone), ...days];
  return rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) => origins.flatMap((origin) => partsOf(rule, origin, days, location)));
};

/** Puts the blocks of one day side by side where they overlap. */
export const placeBlocks = (blocks: readonly Block[]): PlacedBlock[] => {
  const sorted = [...blocks].sort((a, b) => a.from - b.from || b.to - a.to);
  const placed: PlacedBlock[] = [];
  let cluster: { block: Block; lane: number }[] = [];
  let reach = 0;
  const close = () => {
    const lanes = 1 + Math.max(-1, ...cluster.map(({ lane }) => lane));
    placed.push(...cluster.map(({ block, lane }) => ({ ...block, lane, lanes })));
    cluster = [];
  };
  for (const block of sorted) {
    if (block.from >= reach) close();
    const busy = new Set(cluster.filter((other) => other.block.to > block.from).map(({ lane }) => lane));
    let lane = 0;
    while (busy.has(lane)) lane++;
    cluster.push({ block, lane });
    reach = Math.max(reach, block.to);
  }
  close();
  return placed;
};
