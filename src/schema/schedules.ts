import * as v from 'valibot';
import {
  AnnualDateSchema,
  DateSchema,
  IdSchema,
  InstantSchema,
  TimeOfDaySchema,
  integerBetween,
  maybe,
  setting,
  whole,
} from './common.ts';
import { SUN_OFFSET_MINUTES } from './limits.ts';

/** Names of the days, Monday first. */
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
/** The name of a day. */
export type Day = (typeof DAYS)[number];

/** Only what is written is held to it: a rule of an earlier version may have other words where they do not count. */
const DayNameSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^(?:${DAYS.join('|')})$`), `expected one of ${DAYS.join(', ')}`),
);
const DayNamesSchema = v.pipe(v.array(DayNameSchema), v.maxLength(DAYS.length));
const PageIdSchema = v.pipe(IdSchema, v.minLength(1));
const DayPatternSchema = v.picklist(['all', 'weekdays', 'weekends', 'custom']);
const RecurrenceSchema = v.picklist(['weekly', 'annual_date', 'one_off_date']);
const EdgeSchema = v.picklist(['fixed', 'sunrise', 'sunset']);
const SunOffsetSchema = integerBetween(...SUN_OFFSET_MINUTES);

const entry = {
  id: v.string(),
  board_id: v.string(),
  page_id: v.string(),
  start_time: v.string(),
  end_time: v.nullable(v.string()),
  day_pattern: DayPatternSchema,
  custom_days: v.nullable(v.array(v.string())),
  enabled: v.boolean(),
  recurrence_type: RecurrenceSchema,
  annual_date: v.nullable(v.string()),
  annual_end_date: v.nullable(v.string()),
  one_off_date: v.nullable(v.string()),
  one_off_end_date: v.nullable(v.string()),
  start_type: EdgeSchema,
  end_type: EdgeSchema,
  start_sun_offset: whole(),
  end_sun_offset: whole(),
  created_at: InstantSchema,
  updated_at: v.nullable(InstantSchema),
};

/** A time rule as it is stored (rules, S1). */
export const ScheduleSchema = v.object(entry);
/** A time rule. */
export type Schedule = v.InferOutput<typeof ScheduleSchema>;

/** Body of `POST /v1/schedules`. */
export const ScheduleCreateSchema = v.object({
  board_id: v.optional(IdSchema, ''),
  page_id: PageIdSchema,
  start_time: TimeOfDaySchema,
  end_time: maybe(TimeOfDaySchema),
  day_pattern: v.optional(DayPatternSchema, 'all'),
  custom_days: maybe(DayNamesSchema),
  enabled: v.optional(v.boolean(), true),
  recurrence_type: v.optional(RecurrenceSchema, 'weekly'),
  annual_date: maybe(AnnualDateSchema),
  annual_end_date: maybe(AnnualDateSchema),
  one_off_date: maybe(DateSchema),
  one_off_end_date: maybe(DateSchema),
  start_type: v.optional(EdgeSchema, 'fixed'),
  end_type: v.optional(EdgeSchema, 'fixed'),
  start_sun_offset: v.optional(SunOffsetSchema, 0),
  end_sun_offset: v.optional(SunOffsetSchema, 0),
});
/** Body of `POST /v1/schedules`. */
export type ScheduleCreate = v.InferOutput<typeof ScheduleCreateSchema>;

/** Body of `PUT /v1/schedules/{schedule_id}`: only sent fields apply. */
export const ScheduleUpdateSchema = v.object({
  board_id: maybe(IdSchema),
  page_id: maybe(PageIdSchema),
  start_time: maybe(TimeOfDaySchema),
  end_time: maybe(TimeOfDaySchema),
  day_pattern: maybe(DayPatternSchema),
  custom_days: maybe(DayNamesSchema),
  enabled: maybe(v.boolean()),
  recurrence_type: maybe(RecurrenceSchema),
  annual_date: maybe(AnnualDateSchema),
  annual_end_date: maybe(AnnualDateSchema),
  one_off_date: maybe(DateSchema),
  one_off_end_date: maybe(DateSchema),
  start_type: maybe(EdgeSchema),
  end_type: maybe(EdgeSchema),
  start_sun_offset: maybe(SunOffsetSchema),
  end_sun_offset: maybe(SunOffsetSchema),
});
/** Body of `PUT /v1/schedules/{schedule_id}`. */
export type ScheduleUpdate = v.InferOutput<typeof ScheduleUpdateSchema>;

const resolved = { resolved_start_time: v.string(), resolved_end_time: v.nullable(v.string()) };

/** A rule with its times on the clock of today. */
export const ScheduleAnswerSchema = v.object({ ...entry, ...resolved });
/** A rule with its times on the clock of today. */
export type ScheduleAnswer = v.InferOutput<typeof ScheduleAnswerSchema>;

/** Answer of a write to a rule. */
export const ScheduleWriteAnswerSchema = v.object({ ...entry, ...resolved, warnings: v.array(v.string()) });
/** Answer of a write to a rule. */
export type ScheduleWriteAnswer = v.InferOutput<typeof ScheduleWriteAnswerSchema>;

/** Answer of `GET /v1/schedules`. */
export const ScheduleListSchema = v.object({
  schedules: v.array(ScheduleAnswerSchema),
  total: whole(),
  default_page_id: v.nullable(v.string()),
  enabled: v.nullable(v.boolean()),
});
/** Answer of `GET /v1/schedules`. */
export type ScheduleList = v.InferOutput<typeof ScheduleListSchema>;

/** Answer of a removal. */
export const DeletedSchema = v.object({ id: v.string() });

/** Answer of `POST /schedules/validate`. */
export const PlanReportSchema = v.object({
  valid: v.boolean(),
  overlaps: v.array(v.object({ schedule1_id: v.string(), schedule2_id: v.string(), conflict_description: v.string() })),
  gaps: v.array(v.object({ start_time: v.string(), end_time: v.string(), days: v.array(v.string()) })),
});

/** Answer of `/schedules/default-page`. */
export const DefaultPageSchema = v.object({ board_id: v.string(), page_id: v.nullable(v.string()) });
/** Body of `PUT /schedules/default-page`; without `board_id` the primary board is meant. */
export const DefaultPageWriteSchema = setting({ page_id: v.nullable(IdSchema), board_id: maybe(IdSchema) });

/** Answer of `/schedules/enabled`. */
export const BoardScheduleEnabledSchema = v.object({ board_id: v.string(), enabled: v.boolean() });
/** Body of `PUT /schedules/enabled`; without `board_id` the primary board is meant. */
export const BoardScheduleEnabledWriteSchema = setting({ enabled: v.boolean(), board_id: maybe(IdSchema) });
