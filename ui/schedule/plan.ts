import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Schedule, ScheduleAnswer, ScheduleCreate, ScheduleUpdate } from '../../src/schema/content/schedules.ts';
import { sentenceOf } from '../../src/core/sentence.ts';
import { schedule } from '../strings/schedule.ts';
import { scheduleOperations } from './api.ts';
import type { Day } from '../../src/core/time/day.ts';
import type { RuleChange } from './week/adjust.ts';
import { isoDate } from './week/days.ts';

/** What was done last, in one line, and a way back. */
export interface LastChange {
  readonly text: string;
  /** How much there is to know about it, and the rule whose form tells it. */
  readonly notes: { readonly rule: string; readonly count: number } | null;
  readonly failed: boolean;
  /** Null when there is nothing to take back. */
  readonly undo: (() => Promise<unknown>) | null;
  /**
   * Keeps the change for the day on which it was made, and takes it back on all others; null where there is one day.
   */
  readonly onlyThisDay?: (() => Promise<void>) | null;
}

/** The rules of a board while they are being changed. */
export interface Plan {
  /** As they are stored, with what is being changed laid over. */
  readonly rules: readonly ScheduleAnswer[];
  readonly lastChange: LastChange | null;
  /** Lays a change over a rule without storing it, as while it is dragged; null takes it away. */
  lay(rule: Schedule, change: RuleChange | null): void;
  /** Stores what is laid over a rule, after `wait` ms without another change. */
  keep(rule: Schedule, change: RuleChange, wait?: number): void;
  /** Stores what is laid over a rule at once, which was dragged on a day. */
  keepOn(rule: Schedule, change: RuleChange, day: Day): void;
  /** Stores a change; rejects when it is refused. */
  save(rule: Schedule, change: RuleChange): Promise<void>;
  create(rule: Partial<ScheduleCreate>): Promise<void>;
  remove(rule: Schedule): Promise<void>;
  undo(): void;
  onlyThisDay(): void;
  dismiss(): void;
}

interface Pending {
  readonly before: Schedule;
  readonly change: RuleChange;
  readonly timer: number;
  readonly day: Day | null;
}

const bodyOf = ({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  ...rule
}: Schedule): Partial<ScheduleCreate> => {
  const { resolved_start_time: _start, resolved_end_time: _end, ...body } = rule as ScheduleAnswer;
  return body;
};

const former = (rule: Schedule, change: RuleChange): Partial<ScheduleUpdate> =>
  Object.fromEntries(
    Object.keys(change).map((name) => [name, rule[name as keyof Schedule]]),
  ) as Partial<ScheduleUpdate>;

/** The rule of one day that stands for a weekly one which was changed on that day. */
const oneOffOf = (rule: Schedule, change: RuleChange, day: Day): Partial<ScheduleCreate> => ({
  ...bodyOf({ ...rule, ...change }),
  recurrence_type: 'one_off_date',
  one_off_date: isoDate(day),
  one_off_end_date: null,
  day_pattern: 'all',
  custom_days: null,
});

const hasSeveralDays = ({ recurrence_type, day_pattern, custom_days }: Schedule): boolean =>
  recurrence_type === 'weekly' && (day_pattern !== 'custom' || (custom_days ?? []).length > 1);

const notesOf = (rule: string, warnings: readonly string[]): LastChange['notes'] =>
  warnings.length > 0 ? { rule, count: warnings.length } : null;

/** What was changed last on each board, by its id: whoever comes back to a week can still undo it. */
const lastChanges = new Map<string, LastChange>();

/**
 * Changes the rules of a board: what is changed is seen at once, stored soon, and can be taken back once. `describe`
 * tells a rule in words.
 */
export const usePlan = (
  boardId: string,
  stored: readonly ScheduleAnswer[],
  reload: () => void,
  describe: (rule: Schedule) => string,
): Plan => {
  const [over, setOver] = useState<Readonly<Record<string, RuleChange>>>({});
  const [lastChange, showLastChange] = useState<LastChange | null>(() => lastChanges.get(boardId) ?? null);
  const setLastChange = (change: LastChange | null) => {
    if (change) lastChanges.set(boardId, change);
    else lastChanges.delete(boardId);
    showLastChange(change);
  };
  const pending = useRef(new Map<string, Pending>());
  const lay = ({ id }: Schedule, change: RuleChange | null) =>
    setOver(({ [id]: _, ...others }) => (change ? { ...others, [id]: change } : others));
  // What is stored has arrived; only what is still on its way lies over it.
  useEffect(
    () => setOver((all) => Object.fromEntries(Object.entries(all).filter(([id]) => pending.current.has(id)))),
    [stored],
  );
  const tell = (
    text: string,
    notes: LastChange['notes'],
    undo: LastChange['undo'],
    onlyThisDay: LastChange['onlyThisDay'] = null,
  ) => {
    setLastChange({ text, notes, failed: false, undo, onlyThisDay });
    reload();
  };
  const fail = (error: unknown) => setLastChange({ text: sentenceOf(error), notes: null, failed: true, undo: null });
  const create = async (rule: Partial<ScheduleCreate>) => {
    const { warnings, ...answer } = await scheduleOperations.create(rule);
    tell(schedule.created(describe(answer)), notesOf(answer.id, warnings), () => scheduleOperations.remove(answer.id));
  };
  const save = async (rule: Schedule, change: RuleChange, day: Day | null = null) => {
    const { warnings, ...answer } = await scheduleOperations.update(rule.id, change);
    const takeBack = () => scheduleOperations.update(rule.id, former(rule, change));
    const onlyOn = (one: Day) => async () => {
      await takeBack();
      await create(oneOffOf(rule, change, one));
    };
    tell(
      schedule.moved(describe(answer)),
      notesOf(rule.id, warnings),
      takeBack,
      day && hasSeveralDays(rule) ? onlyOn(day) : null,
    );
  };
  const flush = (id: string) => {
    const one = pending.current.get(id);
    if (!one) return;
    clearTimeout(one.timer);
    pending.current.delete(id);
    void save(one.before, one.change, one.day).catch((error: unknown) => {
      lay(one.before, null);
      fail(error);
    });
  };
  const keep = (rule: Schedule, change: RuleChange, wait = 0, day: Day | null = null) => {
    const known = pending.current.get(rule.id);
    if (known) clearTimeout(known.timer);
    const all = { ...known?.change, ...change };
    const before = known?.before ?? stored.find(({ id }) => id === rule.id) ?? rule;
    pending.current.set(rule.id, {
      before,
      change: all,
      timer: window.setTimeout(() => latest.current(rule.id), wait),
      day,
    });
    lay(rule, all);
  };
  const latest = useRef(flush);
  latest.current = flush;
  useEffect(() => () => [...pending.current.keys()].forEach((id) => latest.current(id)), []);
  const rules = useMemo(
    () => stored.map((rule) => (over[rule.id] ? { ...rule, ...over[rule.id] } : rule)),
    [stored, over],
  );
  return {
    rules,
    lastChange,
    lay,
    keep,
    keepOn: (rule, change, day) => keep(rule, change, 0, day),
    save,
    create,
    remove: async (rule) => {
      await scheduleOperations.remove(rule.id);
      tell(schedule.deleted(describe(rule)), null, () => scheduleOperations.create(bodyOf(rule)));
    },
    undo: () => {
      if (!lastChange?.undo) return;
      setLastChange(null);
      lastChange.undo().then(() => tell(schedule.undone, null, null), fail);
    },
    onlyThisDay: () => {
      if (!lastChange?.onlyThisDay) return;
      setLastChange(null);
      lastChange.onlyThisDay().catch(fail);
    },
    dismiss: () => setLastChange(null),
  };
};
