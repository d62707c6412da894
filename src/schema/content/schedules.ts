import * as v from 'valibot';
import {
  AnnualDateSchema,
  DateSchema,
  IdSchema,
  InstantSchema,
  TimeOfDaySchema,
  integerBetween,
  maybe,
  maybeEach,
  setting,
  whole,
} from '../common.ts';
import { SUN_OFFSET_MINUTES } from '../limits.ts';

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
  /** Id of the rule. */
  id: v.string(),
  /** The board that follows the rule; empty means the primary board. */
  board_id: v.string(),
  /** The page or collection that is shown. */
  page_id: v.string(),
  start_time: v.string(),
  /** End, as `HH:MM` local time; null is the end of the day. */
  end_time: v.nullable(v.string()),
  /** Days of the week on which the rule counts. */
  day_pattern: DayPatternSchema,
  /** The days when the pattern is `custom`; null otherwise. */
  custom_days: v.nullable(v.array(v.string())),
  enabled: v.boolean(),
  /** Whether the rule counts every week, every year, or once. */
  recurrence_type: RecurrenceSchema,
  /** First day of a yearly rule, as `MM-DD`; null for other rules. */
  annual_date: v.nullable(v.string()),
  /** Last day of a yearly rule, as `MM-DD`; null is the first one. */
  annual_end_date: v.nullable(v.string()),
  /** First day of a rule that counts once, as `YYYY-MM-DD`; null for other rules. */
  one_off_date: v.nullable(v.string()),
  /** Last day of a rule that counts once, as `YYYY-MM-DD`; null is the first one. */
  one_off_end_date: v.nullable(v.string()),
  /** Whether the rule starts at a fixed time, or with the sun. */
  start_type: EdgeSchema,
  /** Whether the rule ends at a fixed time, or with the sun. */
  end_type: EdgeSchema,
  /** Minutes after sunrise or sunset at which the rule starts; negative is before. */
  start_sun_offset: whole(),
  /** Minutes after sunrise or sunset at which the rule ends; negative is before. */
  end_sun_offset: whole(),
  created_at: InstantSchema,
  updated_at: v.nullable(InstantSchema),
};

/** A time rule as it is stored (rules, S1). */
export const ScheduleSchema = v.object(entry);
/** A time rule. */
export type Schedule = v.InferOutput<typeof ScheduleSchema>;

/** Body of `PUT /v1/schedules/{schedule_id}`: only sent fields apply. */
export const ScheduleUpdateSchema = v.object(
  maybeEach({
    /** The board that follows the rule; empty means the primary board. */
    board_id: IdSchema,
    /** The page or collection to show. */
    page_id: PageIdSchema,
    start_time: TimeOfDaySchema,
    /** End, as `HH:MM` local time; null is the end of the day. */
    end_time: TimeOfDaySchema,
    day_pattern: DayPatternSchema,
    custom_days: DayNamesSchema,
    enabled: v.boolean(),
    recurrence_type: RecurrenceSchema,
    annual_date: AnnualDateSchema,
    annual_end_date: AnnualDateSchema,
    one_off_date: DateSchema,
    one_off_end_date: DateSchema,
    start_type: EdgeSchema,
    end_type: EdgeSchema,
    start_sun_offset: SunOffsetSchema,
    end_sun_offset: SunOffsetSchema,
  }),
);
/** Body of `PUT /v1/schedules/{schedule_id}`. */
export type ScheduleUpdate = v.InferOutput<typeof ScheduleUpdateSchema>;

/** Body of `POST /v1/schedules`. */
export const ScheduleCreateSchema = v.object({
  ...ScheduleUpdateSchema.entries,
  board_id: v.optional(IdSchema, ''),
  page_id: PageIdSchema,
  start_time: TimeOfDaySchema,
  day_pattern: v.optional(DayPatternSchema, 'all'),
  enabled: v.optional(v.boolean(), true),
  recurrence_type: v.optional(RecurrenceSchema, 'weekly'),
  start_type: v.optional(EdgeSchema, 'fixed'),
  end_type: v.optional(EdgeSchema, 'fixed'),
  start_sun_offset: v.optional(SunOffsetSchema, 0),
  end_sun_offset: v.optional(SunOffsetSchema, 0),
});
/** Body of `POST /v1/schedules`. */
export type ScheduleCreate = v.InferOutput<typeof ScheduleCreateSchema>;

const resolved = {
  /** Begin today, as `HH:MM` local time. */
  resolved_start_time: v.string(),
  /** End today, as `HH:MM` local time; null is the end of the day. */
  resolved_end_time: v.nullable(v.string()),
};

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
  /** The rules. */
  schedules: v.array(ScheduleAnswerSchema),
  total: whole(),
  default_page_id: v.nullable(v.string()),
  /** Whether the rules of the board count; null when several boards are listed. */
  enabled: v.nullable(v.boolean()),
});
/** Answer of `GET /v1/schedules`. */
export type ScheduleList = v.InferOutput<typeof ScheduleListSchema>;

/** Answer of a removal. */
export const DeletedSchema = v.object({
  /** Id of what was deleted. */
  id: v.string(),
});

/** Answer of `POST /schedules/validate`. */
export const PlanReportSchema = v.object({
  valid: v.boolean(),
  /** Rules that count at the same time, at most 5,000 pairs. */
  overlaps: v.array(
    v.object({
      /** The one rule. */
      schedule1_id: v.string(),
      /** The other rule. */
      schedule2_id: v.string(),
      /** When they meet, in a sentence. */
      conflict_description: v.string(),
    }),
  ),
  /** Times of the week for which there is no rule. */
  gaps: v.array(
    v.object({
      start_time: v.string(),
      /** End of the gap, as `HH:MM` local time. */
      end_time: v.string(),
      /** Days of the week. */
      days: v.array(v.string()),
    }),
  ),
});
/** Answer of `POST /schedules/validate`. */
export type PlanReport = v.InferOutput<typeof PlanReportSchema>;

/** Answer of `/schedules/default-page`. */
export const DefaultPageSchema = v.object({
  board_id: v.string(),
  /** The default page; null means none. */
  page_id: v.nullable(v.string()),
});
/** Body of `PUT /schedules/default-page`; without `board_id` the primary board is meant. */
export const DefaultPageWriteSchema = setting({
  /** The page or collection to show while no rule applies; null for none. */
  page_id: v.nullable(IdSchema),
  /** Id of the board; the primary board unless given. */
  board_id: maybe(IdSchema),
});

/** Answer of `/schedules/enabled`. */
export const BoardScheduleEnabledSchema = v.object({ board_id: v.string(), enabled: v.boolean() });
/** Body of `PUT /schedules/enabled`; without `board_id` the primary board is meant. */
export const BoardScheduleEnabledWriteSchema = setting({
  enabled: v.boolean(),
  /** Id of the board; the primary board unless given. */
  board_id: maybe(IdSchema),
});
