import { dayAt, readingAt } from '../../../src/core/time/day.ts';
import type { Silence } from '../../../src/schema/appliance/silence.ts';
import type { Schedule } from '../../../src/schema/content/schedules.ts';
import { dayName } from '../../../src/core/schedule/day-words.ts';
import { schedule } from '../../strings/schedule.ts';
import type { Moment } from '../moment.ts';
import type { Context } from '../rule-references.ts';
import { formatMinute } from '../words.ts';

const texts = schedule.scrubber;

/** Why something stands on a board, in a sentence, and what there is to add. */
export interface Reason {
  readonly title: string;
  readonly note: string | null;
}

const pick = (until: string | null, without: string, within: (until: string) => string): string =>
  until === null ? without : within(until);

/** An instant as a time of day, with the name of the day when that is another one than that of `at`. */
const timeFrom = (instant: number, at: number, zone: string): string => {
  const today = dayAt(at, zone);
  if (instant === today.end) return schedule.endOfDay;
  const time = formatMinute(readingAt(instant, zone).minute);
  const day = dayAt(instant, zone);
  return day.number === today.number ? time : `${dayName(day.weekday)} ${time}`;
};

const inSilence = (silence: Silence | null, nameOf: Context['nameOf']): string | null => {
  if (!silence) return null;
  if (silence.mode === 'freeze') return texts.freeze;
  return silence.mode === 'page' && silence.page_id !== null
    ? texts.silencePage(nameOf(silence.page_id))
    : texts.indicator(silence.indicator_text);
};

/**
 * Says why a board shows what it shows at a moment. `orphan`: a rule that would apply then, and whose page was deleted.
 */
export const reasonOf = (
  moment: Moment,
  at: number,
  rules: readonly Schedule[],
  silence: Silence | null,
  { nameOf, zone, board, timesOf, isPinned }: Context,
  orphan: Schedule | null = null,
): Reason => {
  const { range, shown } = moment;
  const until = moment.until === null ? null : timeFrom(moment.until, at, zone);
  if (range.silence) return { title: pick(until, texts.silence, texts.silenceUntil), note: inSilence(silence, nameOf) };
  if (range.source === 'manual' && !isPinned(range.page_id)) {
    const name = nameOf(range.page_id);
    return { title: pick(until, texts.forAWhile(name), (end) => texts.forAWhileUntil(name, end)), note: null };
  }
  const selected = selectedOf(moment, rules, board.active_page_id, board.default_page_id);
  const note =
    shown.kind === 'page' && selected !== null && selected !== shown.page_id
      ? texts.member(nameOf(shown.page_id))
      : null;
  if (range.source === 'manual') return { title: texts.pinned(nameOf(selected)), note };
  if (range.schedule_id !== null)
    return { title: pick(until, texts.rule(nameOf(selected)), (end) => texts.ruleUntil(nameOf(selected), end)), note };
  if (orphan) {
    const told = texts.orphan(...timesOf(orphan));
    return range.page_id === null
      ? { title: told, note: texts.orphanNote }
      : { title: texts.default(nameOf(selected)), note: `${told}. ${texts.orphanNote}` };
  }
  if (range.page_id === null) return { title: pick(until, texts.nothing, texts.nothingUntil), note: null };
  return {
    title: pick(until, texts.default(nameOf(selected)), (end) => texts.defaultUntil(nameOf(selected), end)),
    note,
  };
};

const selectedOf = (
  { range }: Moment,
  rules: readonly Schedule[],
  pinned: string | null,
  fallback: string | null,
): string | null => {
  if (range.source === 'manual') return pinned ?? range.page_id;
  if (range.schedule_id !== null)
    return rules.find(({ id }) => id === range.schedule_id)?.page_id ?? range.scheduled_page_id;
  return fallback ?? range.page_id;
};
