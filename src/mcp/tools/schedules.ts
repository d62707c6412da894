import * as v from 'valibot';
import {
  DeletedSchema,
  ScheduleAnswerSchema,
  ScheduleCreateSchema,
  ScheduleListSchema,
  ScheduleUpdateSchema,
  ScheduleWriteAnswerSchema,
  type ScheduleAnswer,
} from '../../schema/content/schedules.ts';
import type { McpServices } from '../services.ts';
import { ADDS, READS, REPLACES, tool, type Tool } from '../tool.ts';
import { bullets } from '../wording.ts';
import { asIn } from './arguments.ts';

const RuleArgument = v.pipe(v.string(), v.description('Id of the rule.'));

const RULE_NOTES = {
  board_id: 'Id of a board; else the main one.',
  page_id: 'Page or collection of the size of the board.',
  start_time: 'HH:MM, 24 hours, local time of the appliance.',
  end_time: 'HH:MM, excluded; earlier than the start crosses midnight; else the end of the day.',
  day_pattern: 'Days of a weekly rule.',
  custom_days: 'With day_pattern custom.',
  enabled: 'Whether the rule counts.',
  recurrence_type: 'A one-off rule takes precedence over an annual one, and that over a weekly one.',
  annual_date: 'MM-DD, for annual_date.',
  annual_end_date: 'MM-DD, included, for a range of days.',
  one_off_date: 'YYYY-MM-DD, for one_off_date.',
  one_off_end_date: 'YYYY-MM-DD, included, for a range of days.',
  start_type: 'At start_time or with the sun.',
  end_type: 'At end_time or with the sun.',
  start_sun_offset: 'Minutes after sunrise or sunset, negative is before.',
  end_sun_offset: 'The same for its end.',
} as const;

const daysOf = (rule: ScheduleAnswer): string => {
  if (rule.recurrence_type === 'annual_date')
    return `each year on ${[rule.annual_date, rule.annual_end_date].filter(Boolean).join(' to ')}`;
  if (rule.recurrence_type === 'one_off_date')
    return `once on ${[rule.one_off_date, rule.one_off_end_date].filter(Boolean).join(' to ')}`;
  return rule.day_pattern === 'custom' ? (rule.custom_days ?? []).join(', ') : rule.day_pattern;
};

const nameRule = (rule: ScheduleAnswer): string => {
  const edge = (type: string): string => (type === 'fixed' ? '' : ` (${type})`);
  const times =
    `${rule.resolved_start_time}${edge(rule.start_type)} to ` +
    `${rule.resolved_end_time ?? 'the end of the day'}${edge(rule.end_type)}`;
  const board = rule.board_id === '' ? 'the primary board' : `board ${rule.board_id}`;
  const state = rule.enabled ? '' : ', switched off';
  return `${times}, ${daysOf(rule)}: page ${rule.page_id} on ${board}${state} (id ${rule.id})`;
};

const writeTool = {
  output: ScheduleWriteAnswerSchema,
  format: ({ warnings, ...rule }: v.InferOutput<typeof ScheduleWriteAnswerSchema>): string =>
    [`Saved: ${nameRule(rule)}`, ...warnings.map((warning) => `Warning: ${warning}`)].join('\n'),
} as const;

const readTools = ({ schedules }: McpServices): Tool[] => [
  tool({
    name: 'list_schedules',
    title: 'List the schedule',
    description: 'The time rules of a board, its default page, and whether it follows them.',
    hints: READS,
    input: v.object({ board: v.optional(v.string()) }),
    notes: { board: 'Id; else the main one; "*" for all.' },
    output: ScheduleListSchema,
    run: ({ board }) => schedules.list(board ?? null),
    format: (list) => bullets(list.schedules.map(nameRule), 'There is no rule.'),
  }),
  tool({
    name: 'get_schedule',
    title: 'Read a rule',
    description: 'One time rule with its times of today.',
    hints: READS,
    input: v.object({ schedule_id: RuleArgument }),
    output: ScheduleAnswerSchema,
    run: ({ schedule_id }) => schedules.get(schedule_id),
  }),
];

/** The time rules. */
export const scheduleTools = (services: McpServices): Tool[] => [
  ...readTools(services),
  tool({
    ...writeTool,
    name: 'create_schedule',
    title: 'Make a rule',
    description:
      'Shows a page or collection at certain times. Overlaps and gaps are warned of, not refused; check with ' +
      'get_timeline. The board must have schedule_enabled.',
    hints: ADDS,
    input: v.object(ScheduleCreateSchema.entries),
    notes: RULE_NOTES,
    run: (rule) => services.schedules.create(rule),
  }),
  tool({
    ...writeTool,
    clears: ['end_time', 'annual_end_date', 'one_off_end_date'],
    name: 'update_schedule',
    title: 'Change a rule',
    description: 'Changes the given fields of a time rule.',
    hints: REPLACES,
    input: v.object({ schedule_id: RuleArgument, ...ScheduleUpdateSchema.entries }),
    notes: {
      ...asIn('create_schedule', RULE_NOTES),
      end_time: 'See create_schedule; empty lasts to the end of the day.',
    },
    run: ({ schedule_id, ...change }) => services.schedules.update(schedule_id, change),
  }),
  tool({
    name: 'delete_schedule',
    title: 'Delete a rule',
    description: 'Deletes a time rule for good; its page stays.',
    hints: REPLACES,
    input: v.object({ schedule_id: RuleArgument }),
    output: DeletedSchema,
    run: ({ schedule_id }) => services.schedules.remove(schedule_id),
    format: ({ id }) => `The rule ${id} was deleted.`,
  }),
];
