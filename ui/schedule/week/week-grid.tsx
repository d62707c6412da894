import { useLayoutEffect, useRef, useState, useEffect } from 'preact/hooks';
import { dayOf } from '../../../src/core/time/day.ts';
import type { ScheduleAnswer } from '../../../src/schema/content/schedules.ts';
import { schedule } from '../../strings/schedule.ts';
import type { Plan } from '../plan.ts';
import type { Context } from '../rule-references.ts';
import { formatMinute } from '../words.ts';
import { moveRule, shiftRule, type RuleChange } from './adjust.ts';
import { DayColumn, type DrawnDay } from './day-column.tsx';
import type { RuleLook } from './rule-block.tsx';
import { Drag, type DrawnRange, type Held } from './drag.ts';
import { ARROWS } from '../../arrow-keys.ts';

/** Several presses of a key are stored as one change. */
const KEYS_SETTLE_MS = 500;

const HOURS = Array.from({ length: 23 }, (_, index) => index + 1);

const isEmpty = (change: RuleChange): boolean => Object.keys(change).length === 0;

/** The place of the first of the days that are seen on which a rule has a block, by the id of the rule. */
const firstPlaces = (days: readonly DrawnDay[]): ReadonlyMap<string, number> =>
  new Map([...days].reverse().flatMap(({ place, blocks }) => blocks.map(({ rule }) => [rule.id, place] as const)));

/** What a grid of days works with. */
export interface GridProps {
  readonly days: readonly DrawnDay[];
  readonly plan: Plan;
  readonly context: Context;
  readonly look: RuleLook;
  readonly step: number;
  /** The moment that is looked at: the place of its day in the week, and the minute of it. */
  readonly moment: { readonly place: number; readonly minute: number };
  readonly onNew: (day: DrawnDay, from: number, to: number) => void;
}

/** Changes rules by dragging their blocks: answers the rule that is held, and the segment that is drawn. */
const useDragging = ({ days, plan, context, step, onNew }: GridProps) => {
  const grid = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<string | null>(null);
  const [stroke, setStroke] = useState<DrawnRange | null>(null);
  const taken = useRef<{ rule: ScheduleAnswer; change: RuleChange } | null>(null);
  const take = (id: string) => {
    const rule = plan.rules.find((one) => one.id === id);
    if (!taken.current && rule) taken.current = { rule, change: {} };
    return taken.current;
  };
  const move = ({ rule: id, origin, grip }: Held, minutes: number, shift: number) => {
    const one = take(id);
    if (!one) return;
    const { rule } = one;
    one.change = {
      ...moveRule(rule, grip, minutes, step, dayOf(origin, context.zone), context.location),
      ...(grip === 'whole' ? shiftRule(rule, shift) : {}),
    };
    setHeld(id);
    plan.lay(rule, one.change);
  };
  const drop = ({ origin }: Held, kept: boolean) => {
    const one = taken.current;
    taken.current = null;
    setHeld(null);
    if (!one) return;
    if (kept && !isEmpty(one.change)) plan.keepOn(one.rule, one.change, dayOf(origin, context.zone));
    else plan.lay(one.rule, null);
  };
  const finish = ({ place, from, to }: DrawnRange) => {
    const day = days[place];
    if (day) onNew(day, from, to);
  };
  const current = { gestures: { move, drop, stroke: setStroke, finish }, step };
  const latest = useRef(current);
  latest.current = current;
  useEffect(() => (grid.current ? new Drag(grid.current, () => latest.current).start() : undefined), []);
  return { grid, held, stroke };
};

/**
 * Days side by side, with their hours down and the rules in them. Blocks are moved with the pointer, a finger or the
 * arrow keys.
 */
export const WeekGrid = (props: GridProps) => {
  const { days, plan, context, look, step, moment } = props;
  const { grid, held, stroke } = useDragging(props);
  const focused = useRef<string | null>(null);
  // Before the next key: it is meant for the block that has moved.
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    [...(grid.current?.querySelectorAll<HTMLElement>('[data-rule]') ?? [])]
      .find((block) => block.dataset['rule'] === focused.current)
      ?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const block = (event.target as Element).closest<HTMLElement>('[data-rule]');
    const direction = ARROWS[event.key];
    const rule = plan.rules.find(({ id }) => id === block?.dataset['rule']);
    if (!block || !direction || !rule || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [shift, steps] = direction;
    const origin = dayOf(Number(block.dataset['origin']), context.zone);
    const change =
      shift === 0
        ? moveRule(rule, event.shiftKey ? 'end' : 'whole', steps * step, step, origin, context.location)
        : shiftRule(rule, shift);
    focused.current = rule.id;
    if (!isEmpty(change)) plan.keep(rule, change, KEYS_SETTLE_MS);
  };
  const stops = firstPlaces(days);
  return (
    <div class="week-body">
      <div class="hours" aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} style={{ top: `${(100 * hour) / 24}%` }}>
            {formatMinute(hour * 60)}
          </span>
        ))}
      </div>
      <div
        class={`week-grid days-${days.length}`}
        role="group"
        aria-label={schedule.week}
        ref={grid}
        onKeyDown={onKeyDown}
        onFocusOut={() => (focused.current = document.hasFocus() ? focused.current : null)}
      >
        {days.map((drawn, index) => (
          <DayColumn
            key={drawn.place}
            drawn={drawn}
            look={look}
            held={held}
            stops={stops}
            stroke={stroke?.place === index ? stroke : null}
            moment={moment.place === drawn.place ? moment.minute : null}
          />
        ))}
      </div>
    </div>
  );
};
