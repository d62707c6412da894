import type { ScheduleAnswer } from '../../src/schema/content/schedules.ts';
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

/** When a rule applies, in words; nothing until that is known. */
export const RuleWhen = ({ id }: { id: string }) => {
  const rule = useResource(`rule ${id}`, () => scheduleOperations.rule(id), ['schedules']).value;
  return rule && <span class="meta">{whenOf(rule)}</span>;
};
