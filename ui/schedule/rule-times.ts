import type { ScheduleAnswer } from '../../src/schema/content/schedules.ts';
import type { Use } from '../../src/schema/content/uses.ts';
import { useResource } from '../kit/resource.ts';
import { schedule } from '../strings/schedule.ts';
import { scheduleOperations } from './api.ts';
import { daysText, edgeText } from './words.ts';

const whenOf = (rule: ScheduleAnswer): string =>
  schedule.ruleWhen(
    daysText(rule),
    edgeText(rule, 'start', rule.resolved_start_time),
    edgeText(rule, 'end', rule.resolved_end_time),
  );

/** When the rules apply that use something, in words by their ids; empty until that is known. */
export const useRuleTimes = (uses: readonly Use[]): ReadonlyMap<string, string> => {
  const boards = [...new Set(uses.flatMap((use) => (use.schedule_id === null ? [] : (use.board_id ?? []))))];
  const load = () => Promise.all(boards.map((board) => scheduleOperations.rules(board)));
  const lists = useResource(`rules ${boards.join()}`, load, ['schedules']).value ?? [];
  return new Map(lists.flatMap(({ schedules }) => schedules.map((rule) => [rule.id, whenOf(rule)] as const)));
};
