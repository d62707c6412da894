import { useEffect, useMemo, useState } from 'preact/hooks';
import { DAY_MINUTES } from '../../src/core/time/time-of-day.ts';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import type { Schedule, ScheduleAnswer } from '../../src/schema/content/schedules.ts';
import { Loading } from '../kit/work.tsx';
import { useResource } from '../kit/resource.ts';
import { navigate, type Place } from '../router.ts';
import { addressOf, ruleAddress, show } from './address.ts';
import { scheduleOperations } from './api.ts';
import { BoardBar } from './board-bar.tsx';
import { UndoBar } from './undo-bar.tsx';
import { Notices, PlanNotes } from './notices.tsx';
import { usePlan } from './plan.ts';
import { RuleDialog } from './rule/rule-dialog.tsx';
import { DateList, RuleList } from './rule-lists.tsx';
import { useScrollAnchor } from './scroll-anchor.ts';
import { Scrubber } from './scrubber/scrubber.tsx';
import { useContext, useRuleReferences, type RuleReferences } from './rule-references.ts';
import { usePictures, useDrawnDays, useSilence, useTimeline } from './week-data.ts';
import { minuteInWeek, weekOf } from './week/days.ts';
import { WeekSection } from './week/week-section.tsx';

/** How many colours there are for blocks. */
const TINTS = 6;

/** A colour for each page that rules show, the same as long as the rules are there; by the number of its style. */
const pageColours = (rules: readonly Schedule[]): ((pageId: string) => number) => {
  const byAge = [...rules].sort((a, b) => a.created_at.localeCompare(b.created_at));
  const pages = [...new Set(byAge.map(({ page_id }) => page_id))];
  return (pageId) => Math.max(0, pages.indexOf(pageId)) % TINTS;
};

/** How often a clock on the page is read again. */
const CLOCK_MS = 30_000;

/** The present time in ms, read again now and then. */
const useNow = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

const SCRUB_STEP = 5;

interface LoadedProps {
  readonly place: Place;
  readonly board: BoardDetail;
  readonly references: RuleReferences;
  readonly stored: readonly ScheduleAnswer[];
  readonly reload: () => void;
  /** The rule whose form is open: its id, or `new`. */
  readonly open: string | null;
  /** Whether that rule may still be found on another board. */
  readonly searching: boolean;
}

const LoadedWeek = ({ place, board, references, stored, reload, open, searching }: LoadedProps) => {
  const now = useNow();
  useScrollAnchor(open);
  const context = useContext(references, board, now);
  const plan = usePlan(board.id, stored, reload, context.describe);
  const week = place.query.get('week');
  const calendar = useMemo(() => weekOf(week, now, references.zone), [week, context.today.number, references.zone]);
  const outlook = useTimeline(context, calendar);
  const { ranges } = outlook;
  const days = useDrawnDays(calendar, plan.rules, outlook, context);
  const silence = useSilence(board.id);
  const isPresent = calendar.some(({ number }) => number === context.today.number);
  const [looked, setLooked] = useState<number | null>(null);
  useEffect(() => setLooked(null), [calendar]);
  const present = Math.floor(minuteInWeek(calendar, now) / SCRUB_STEP) * SCRUB_STEP;
  const minute = looked ?? (isPresent ? present : DAY_MINUTES / 2);
  const members = context.collections
    .filter(({ id }) => ranges.some(({ page_id }) => page_id === id) || id === silence?.page_id)
    .flatMap(({ page_ids }) => page_ids);
  const pictures = usePictures(board.id, [
    ...ranges.map(({ page_id }) => page_id),
    ...members,
    ...stored.map(({ page_id }) => page_id),
    silence?.page_id ?? null,
  ]);
  const colourOf = pageColours(stored);
  const look = { ...context, colourOf, open: ({ id }: Schedule) => navigate(ruleAddress(place, id)) };
  const list = { place, plan, context, pictures, colourOf };
  const toNow = () => (isPresent ? setLooked(null) : show(place, { week: null }));
  return (
    <>
      <Notices board={board} context={context} plan={plan} />
      <div class="schedule-top rows-20">
        <Scrubber
          {...{ context, days, ranges, silence, pictures, colourOf, minute }}
          rules={plan.rules}
          onChange={setLooked}
          onNow={isPresent && looked === null ? null : toNow}
        />
        <BoardBar board={board} context={context} />
      </div>
      <WeekSection
        {...{ place, days, plan, context, look }}
        moment={{ place: Math.floor(minute / DAY_MINUTES), minute: minute % DAY_MINUTES }}
      />
      <div class="schedule-lists rows-20">
        <RuleList {...list} />
        <div class="rows-20">
          <DateList {...list} />
          <PlanNotes context={context} plan={plan} />
        </div>
      </div>
      <UndoBar place={place} plan={plan} />
      {open !== null && (
        <RuleDialog
          key={open}
          id={open}
          {...{ place, plan, context, searching }}
          onClose={() => navigate(addressOf(place, '/schedule'))}
        />
      )}
    </>
  );
};

/**
 * The week of one board: what it will show when, and the rules behind that. `open`: the rule whose form stands above
 * it, or `new`.
 */
export const WeekView = ({
  place,
  board,
  open,
  searching,
}: Pick<LoadedProps, 'place' | 'board' | 'open' | 'searching'>) => {
  const references = useRuleReferences();
  const rules = useResource(`rules ${board.id}`, () => scheduleOperations.rules(board.id), [
    'schedules',
    'boards',
    'settings',
  ]);
  const retry = () => {
    references.reload();
    rules.reload();
  };
  if (!references.value || !rules.value)
    return <Loading problem={references.problem ?? rules.problem} onRetry={retry} />;
  return (
    <LoadedWeek
      key={board.id}
      {...{ place, board, open, searching }}
      references={references.value}
      stored={rules.value.schedules}
      reload={rules.reload}
    />
  );
};
