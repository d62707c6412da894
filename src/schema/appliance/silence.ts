import * as v from 'valibot';
import { IdSchema, InstantSchema, command, maybe, mostCharacters, setting } from '../common.ts';
import { LONGEST_NAME, MOST_SILENCE_WINDOWS } from '../limits.ts';
import { DAYS } from '../content/schedules.ts';

/** An edge of a window: `HH:MM`, or the sun with an offset in minutes, as `sunset-30`. */
export const EdgeSchema = v.pipe(
  v.string(),
  v.regex(/^(?:\d{2}:\d{2}|(?:sunrise|sunset)(?:[+-]\d{1,3})?)$/, 'expected HH:MM, or the sun as in sunset-30'),
);
const ModeSchema = v.picklist(['freeze', 'indicator', 'page']);

/** One window of a silence. */
export const SilenceWindowSchema = v.object({
  /** Begin, as `HH:MM` local time. */
  start: v.string(),
  /** End, as `HH:MM` local time; excluded. */
  end: v.string(),
  /** Days of the week. */
  days: v.array(v.picklist(DAYS)),
  /** What a silent board shows: what was there, a text, or a page. */
  mode: ModeSchema,
  page_id: v.nullable(v.string()),
});
/** One window of a silence. */
export type SilenceWindow = v.InferOutput<typeof SilenceWindowSchema>;

/** A silence as it was always told: its first window (rules, P5). */
export const SilenceSchema = v.object({
  enabled: v.boolean(),
  start_time: v.string(),
  /** End, as `HH:MM` local time. */
  end_time: v.string(),
  /** Days on which the window begins. */
  days: v.array(v.picklist(DAYS)),
  mode: ModeSchema,
  /** The page that is shown in mode `page`. */
  page_id: v.nullable(v.string()),
  /** Text to show in mode `indicator`. */
  indicator_text: v.string(),
  /** Where the text stands. */
  indicator_position: v.picklist(['center', 'top-left', 'top-right', 'bottom-left', 'bottom-right']),
});
/** A silence as it is stored: times of the first window may be the sun's, and others may follow it. */
export const StoredSilenceSchema = v.object({
  ...SilenceSchema.entries,
  further: v.optional(v.array(SilenceWindowSchema)),
});
/** A silence as it is stored. */
export type Silence = v.InferOutput<typeof StoredSilenceSchema>;

/** Wall-clock time `HH:MM`, or one of another zone with its offset, as `20:00+00:00`, which is converted. */
const AnyTimeSchema = v.pipe(v.string(), v.regex(/^\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})?$/, 'expected HH:MM'));

const change = {
  enabled: maybe(v.boolean()),
  start_time: maybe(AnyTimeSchema),
  end_time: maybe(AnyTimeSchema),
  /** Days on which the window begins. */
  days: maybe(v.pipe(v.array(v.picklist(DAYS)), v.maxLength(DAYS.length))),
  mode: maybe(SilenceSchema.entries.mode),
  /** The page to show in mode `page`. */
  page_id: maybe(IdSchema),
  indicator_text: maybe(v.pipe(v.string(), mostCharacters(LONGEST_NAME))),
  indicator_position: maybe(SilenceSchema.entries.indicator_position),
  /** All windows; the first is also told by the members beside it. Edges are `HH:MM` or the sun, as `sunset-30`. */
  windows: maybe(
    v.pipe(
      v.array(
        command({
          start: EdgeSchema,
          end: EdgeSchema,
          /** Days on which the window begins. */
          days: maybe(v.pipe(v.array(v.picklist(DAYS)), v.maxLength(DAYS.length))),
          mode: maybe(ModeSchema),
          /** The page to show in mode `page`. */
          page_id: maybe(IdSchema),
        }),
      ),
      v.minLength(1),
      v.maxLength(MOST_SILENCE_WINDOWS),
    ),
  ),
};
/**
 * Body of `PUT /settings/silence-schedule`: only sent fields apply, those of `config` where they do not stand beside
 * it; without `board_id` those of the whole install.
 */
export const SilenceWriteSchema = v.pipe(
  setting(
    {
      /** The board whose window is set; null means the window of the install. */
      board_id: maybe(IdSchema),
      ...change,
      config: maybe(setting(change, ['by_board'])),
    },
    ['by_board', 'warnings'],
  ),
  v.transform(({ config, ...beside }) => ({ ...config, ...beside })),
);
/** Body of `PUT /settings/silence-schedule`. */
export type SilenceWrite = v.InferOutput<typeof SilenceWriteSchema>;

/**
 * Answer of `/settings/silence-schedule`: what counts for the board, or for every board without settings of its own.
 */
export const SilenceAnswerSchema = v.object({
  /** The window, with what boards have of their own. */
  config: v.object({
    ...SilenceSchema.entries,
    windows: v.array(SilenceWindowSchema),
    /** What boards have of their own, by board; the rest is the window of the install. */
    by_board: v.optional(v.record(v.string(), v.partial(SilenceSchema))),
  }),
  /** The board whose window this is; null means the window of the install. */
  board_id: v.nullable(v.string()),
  warnings: v.array(v.string()),
});
/** Answer of `/settings/silence-schedule`. */
export type SilenceAnswer = v.InferOutput<typeof SilenceAnswerSchema>;

/** Answer of `GET /silence-status`: the window of a board and where it stands now. */
export const SilenceStatusSchema = v.object({
  board_id: v.string(),
  enabled: v.boolean(),
  /** Whether it runs now. */
  active: v.boolean(),
  start_time: v.string(),
  end_time: v.string(),
  /** Days on which the window begins. */
  days: SilenceSchema.entries.days,
  /** Begin of the window, as `HH:MM` in UTC. */
  start_time_utc: v.string(),
  /** End of the window, as `HH:MM` in UTC. */
  end_time_utc: v.string(),
  /** The present time. */
  current_time_utc: InstantSchema,
  /** When the window begins or ends next; null when it never does. */
  next_change_utc: v.nullable(InstantSchema),
  /** Seconds until the window begins or ends; null when it never does. */
  seconds_until_next_change: v.nullable(v.number()),
  mode: SilenceSchema.entries.mode,
  /** The page that is shown in mode `page`; null in the others. */
  page_id: v.nullable(v.string()),
  indicator_text: v.string(),
  indicator_position: SilenceSchema.entries.indicator_position,
});
/** Answer of `GET /silence-status`. */
export type SilenceStatus = v.InferOutput<typeof SilenceStatusSchema>;
