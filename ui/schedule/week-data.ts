import { useEffect, useMemo } from 'preact/hooks';
import { DAY_MS } from '../../src/core/time/durations.ts';
import type { Day } from '../../src/core/time/day.ts';
import { parseTime } from '../../src/core/time/time-of-day.ts';
import type { PreviewBatch } from '../../src/schema/content/pages.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import type { TimelineAnswer } from '../../src/schema/content/timeline.ts';
import type { Silence } from '../../src/schema/appliance/silence.ts';
import { onPosted } from '../home/messages/post-message.ts';
import { useResource } from '../kit/resource.ts';
import { conditionOf, useService } from '../service-state.ts';
import { pageOperations } from '../pages/operations.ts';
import { scheduleOperations } from './api.ts';
import type { Context } from './rule-references.ts';
import { blocksOf } from './week/blocks.ts';
import { isoDate } from './week/days.ts';
import type { DrawnDay } from './week/day-column.tsx';
import { messagesOf, segmentsOf } from './week/segments.ts';

const NOTHING_KNOWN: Outlook = { ranges: [] };

/** Pages by id as they would be drawn. */
export type Pictures = PreviewBatch['previews'];

/** What a board will show: from when to when, and the messages that are planned. */
export type Outlook = Pick<TimelineAnswer, 'ranges' | 'messages'>;

/** What a board will show in a week, with the day before: what stands still in silence began there. */
export const useTimeline = ({ board }: Context, days: readonly Day[]): Outlook => {
  const [from, to] = [(days[0]?.start ?? 0) - DAY_MS, days.at(-1)?.end ?? DAY_MS];
  const { value, reload } = useResource(
    `timeline ${board.id} ${from}`,
    () => scheduleOperations.timeline(board.id, new Date(from).toISOString(), new Date(to).toISOString()),
    ['schedules', 'boards', 'pages', 'collections', 'settings'],
  );
  const waiting = useService((state) => conditionOf(state, board.id)?.waiting ?? 0);
  useEffect(reload, [board.active_page_id, board.schedule_enabled, board.default_page_id, waiting]);
  useEffect(() => onPosted(reload), [board.id, from]);
  return value ?? NOTHING_KNOWN;
};

/** The hours of silence of a board. */
export const useSilence = (boardId: string): Silence | null =>
  useResource(`silence ${boardId}`, () => scheduleOperations.silence(boardId), ['settings', 'boards']).value?.config ??
  null;

const minuteOf = (text: string | null | undefined): number | null => (text ? parseTime(text) : null);

/** A week as it is drawn: rules, what decides when, and the sun. */
export const useDrawnDays = (
  days: readonly Day[],
  rules: readonly Schedule[],
  outlook: Outlook,
  { location }: Context,
): readonly DrawnDay[] => {
  const monday = days[0] ? isoDate(days[0]) : '';
  const { value: sun } = useResource(`sun ${monday}`, () => scheduleOperations.sunWeek(monday), ['settings']);
  return useMemo(() => {
    const blocks = blocksOf(rules, days, location);
    return days.map((day, place) => {
      const times = sun?.dates[isoDate(day)];
      return {
        day,
        place,
        blocks: blocks.filter((block) => block.place === place),
        segments: segmentsOf(outlook.ranges, day),
        messages: messagesOf(outlook.messages ?? [], day),
        sun: { sunrise: minuteOf(times?.sunrise), sunset: minuteOf(times?.sunset) },
      };
    });
  }, [days, rules, outlook, location, sun]);
};

const NONE: Pictures = {};

/** Pages and collections as a board would show them at present. */
export const usePictures = (boardId: string, ids: readonly (string | null)[]): Pictures => {
  const wanted = [...new Set(ids.filter((id) => id !== null))].sort();
  const load = () => pageOperations.previews(wanted, boardId);
  return useResource(`pictures ${boardId} ${wanted.join()}`, load, ['pages', 'collections']).value ?? NONE;
};
