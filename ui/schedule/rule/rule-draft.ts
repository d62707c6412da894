import { DAY_NAMES, maskOf, patternMask } from '../../../src/core/schedule/calendar.ts';
import { checkRule } from '../../../src/core/schedule/rule-check.ts';
import { parseTime } from '../../../src/core/time/time-of-day.ts';
import type { Day, Schedule } from '../../../src/schema/content/schedules.ts';
import { schedule } from '../../strings/schedule.ts';
import type { RuleBody } from '../api.ts';

const texts = schedule.rule;

/** How an edge of a rule is given. */
export type EdgeType = Schedule['start_type'] | 'midnight';

/** A rule as its form holds it. Dates are empty when there is none; times of sun edges apply where there is no sun. */
export interface RuleDraft {
  readonly page_id: string | null;
  readonly enabled: boolean;
  readonly recurrence: Schedule['recurrence_type'];
  readonly days: readonly Day[];
  readonly annual_first: string;
  readonly annual_last: string;
  readonly once_first: string;
  readonly once_last: string;
  readonly start_type: Schedule['start_type'];
  readonly start_time: string;
  /** Minutes before or after the sun's event. */
  readonly start_offset: number;
  readonly start_before: boolean;
  readonly end_type: EdgeType;
  readonly end_time: string;
  readonly end_offset: number;
  readonly end_before: boolean;
}

const PATTERNS: Readonly<Record<number, Schedule['day_pattern']>> = { 127: 'all', 31: 'weekdays', 96: 'weekends' };

/** The days that a pattern stands for. */
const daysOf = (rule: Schedule): Day[] => {
  const mask = patternMask(rule);
  return DAY_NAMES.filter((_, place) => mask & (1 << place));
};

/** A rule as its form holds it. */
export const draftOf = (rule: Schedule): RuleDraft => ({
  page_id: rule.page_id,
  enabled: rule.enabled,
  recurrence: rule.recurrence_type,
  days: daysOf(rule),
  annual_first: rule.annual_date ?? '',
  annual_last: rule.annual_end_date ?? '',
  once_first: rule.one_off_date ?? '',
  once_last: rule.one_off_end_date ?? '',
  start_type: rule.start_type,
  start_time: rule.start_time,
  start_offset: Math.abs(rule.start_sun_offset),
  start_before: rule.start_sun_offset < 0,
  end_type: rule.end_type === 'fixed' && rule.end_time === null ? 'midnight' : rule.end_type,
  end_time: rule.end_time ?? '',
  end_offset: Math.abs(rule.end_sun_offset),
  end_before: rule.end_sun_offset < 0,
});

/** A new rule with what an address knows of it: `on` a day, `from` and `to` times, `when` once. */
export const newDraft = (query: URLSearchParams, today: string): RuleDraft => {
  const [on, from, to] = [query.get('on'), query.get('from'), query.get('to')];
  const day = DAY_NAMES.find((name) => name === on);
  return {
    page_id: null,
    enabled: true,
    recurrence: query.get('when') === 'once' ? 'one_off_date' : 'weekly',
    days: day ? [day] : [...DAY_NAMES],
    annual_first: '',
    annual_last: '',
    once_first: query.get('when') === 'once' ? today : '',
    once_last: '',
    start_type: 'fixed',
    start_time: from !== null && parseTime(from) !== null ? from : '07:00',
    start_offset: 0,
    start_before: false,
    end_type: to === 'midnight' ? 'midnight' : 'fixed',
    end_time: to !== null && parseTime(to) !== null ? to : to === 'midnight' ? '' : '09:00',
    end_offset: 0,
    end_before: false,
  };
};

const daysBody = ({ recurrence, days }: RuleDraft): Pick<RuleBody, 'day_pattern' | 'custom_days'> => {
  const pattern = PATTERNS[maskOf(days)];
  if (recurrence !== 'weekly' || pattern) return { day_pattern: pattern ?? 'all', custom_days: null };
  return { day_pattern: 'custom', custom_days: [...days] };
};

const offsetOf = (type: EdgeType, offset: number, before: boolean): number =>
  type === 'fixed' || type === 'midnight' || offset === 0 ? 0 : before ? -offset : offset;

/** The members of a rule that its form stands for, but for its board. */
export const bodyOf = (draft: RuleDraft): Omit<RuleBody, 'board_id'> => {
  const { recurrence } = draft;
  const [annual, once] = [recurrence === 'annual_date', recurrence === 'one_off_date'];
  return {
    page_id: draft.page_id ?? '',
    enabled: draft.enabled,
    recurrence_type: recurrence,
    ...daysBody(draft),
    annual_date: annual ? draft.annual_first || null : null,
    annual_end_date: annual ? draft.annual_last || null : null,
    one_off_date: once ? draft.once_first || null : null,
    one_off_end_date: once ? draft.once_last || null : null,
    start_type: draft.start_type,
    start_time: draft.start_time,
    start_sun_offset: offsetOf(draft.start_type, draft.start_offset, draft.start_before),
    end_type: draft.end_type === 'midnight' ? 'fixed' : draft.end_type,
    end_time: draft.end_type === 'midnight' ? null : draft.end_time || null,
    end_sun_offset: offsetOf(draft.end_type, draft.end_offset, draft.end_before),
  };
};

/** What is wrong with a draft, by the part of the form; null where nothing is. */
export type DraftProblems = Readonly<Record<'page' | 'days' | 'date' | 'lastDate' | 'start' | 'end', string | null>>;

/** What keeps a draft from being stored. */
export const problemsOf = (draft: RuleDraft): DraftProblems => {
  const { recurrence, end_type, start_type, once_first, once_last } = draft;
  const first = { weekly: 'none', annual_date: draft.annual_first, one_off_date: once_first }[recurrence];
  const same = start_type === 'fixed' && end_type === 'fixed' && draft.start_time === draft.end_time;
  return {
    page: draft.page_id === null ? texts.choosePageProblem : null,
    days: recurrence === 'weekly' && draft.days.length === 0 ? texts.daysProblem : null,
    date: first === '' ? texts.dateProblem : null,
    lastDate: recurrence === 'one_off_date' && once_last !== '' && once_last < once_first ? texts.dateOrder : null,
    start: parseTime(draft.start_time) === null ? texts.timeProblem : null,
    end: end_type === 'fixed' && parseTime(draft.end_time) === null ? texts.timeProblem : same ? texts.sameTimes : null,
  };
};

/** Whether a draft can be stored. */
export const isComplete = (draft: RuleDraft): boolean =>
  Object.values(problemsOf(draft)).every((problem) => problem === null) && checkRule(bodyOf(draft)).length === 0;
