import * as v from 'valibot';
import { BoardInstanceWriteSchema } from '../schema/boards/boards.ts';
import { checkRule } from '../core/schedule/rule-check.ts';
import { parseEdge } from '../core/silence.ts';
import { DAY_MS } from '../core/time/durations.ts';
import { isZone } from '../core/time/zone.ts';
import { MqttPreferenceSchema } from '../schema/appliance/mqtt.ts';
import { GeneralWriteSchema } from '../schema/appliance/settings.ts';
import { GpioPreferenceSchema } from '../schema/boards/gpio.ts';
import { MOST_DECLINED } from '../schema/boards/walls.ts';
import { FlatCollectionCreateSchema } from '../schema/content/collections.ts';
import { GridColsSchema, GridRowsSchema, IdSchema, mostCharacters } from '../schema/common.ts';
import {
  FARTHEST_PLAN_DAYS,
  LONGEST_NAME,
  MOST_BRIGHTNESS_WINDOWS,
  MOST_COLS,
  MOST_MESSAGES,
  MOST_ROWS,
  MOST_SILENCE_WINDOWS,
  STAY_MINUTES,
} from '../schema/limits.ts';
import { InboxBoundsSchema } from '../schema/plugins/inboxes.ts';
import { ScheduleCreateSchema } from '../schema/content/schedules.ts';
import { StoredFavouriteSchema } from '../schema/content/favourites.ts';
import { FlatPageCreateSchema, TemplateLinesSchema, LineMetadataListSchema } from '../schema/content/pages.ts';
import type { State } from '../schema/state.ts';
import { pathOf, placeOf, type Path } from './place.ts';

const GridSchema = v.pipe(v.array(v.pipe(v.array(v.unknown()), v.maxLength(MOST_COLS))), v.maxLength(MOST_ROWS));
const ContentSchema = v.variant('kind', [
  v.object({ kind: v.literal('grid'), rows: GridRowsSchema, cols: GridColsSchema, characters: GridSchema }),
  v.object({ kind: v.literal('page') }),
  v.object({
    kind: v.literal('template'),
    template: TemplateLinesSchema,
    line_metadata: v.nullable(LineMetadataListSchema),
  }),
]);
const timeUpTo = (most: number) => v.pipe(v.number(), v.minValue(0), v.maxValue(most));
const MessageSchema = v.object({
  content: ContentSchema,
  lasts_ms: v.nullable(timeUpTo(FARTHEST_PLAN_DAYS * DAY_MS)),
});
const EndingSchema = v.object({ minutes: v.optional(timeUpTo(STAY_MINUTES[1])) });
const EndedSchema = v.nullish(v.object({ ends: EndingSchema }));
const ProgrammeSchema = v.object({
  messages: v.pipe(v.array(MessageSchema), v.maxLength(MOST_MESSAGES)),
  pin_ends: v.nullish(EndingSchema),
  passing: EndedSchema,
  quiet: v.nullish(EndingSchema),
  turn: v.nullish(v.object({ hold: EndedSchema })),
});
const EdgeSchema = v.pipe(
  v.string(),
  v.check((text) => parseEdge(text) !== null),
);
const WindowSchema = v.object({ start: EdgeSchema, end: EdgeSchema });
const SilenceSchema = v.object({
  start_time: EdgeSchema,
  end_time: EdgeSchema,
  page_id: v.nullable(IdSchema),
  indicator_text: v.pipe(v.string(), mostCharacters(LONGEST_NAME)),
  further: v.optional(v.pipe(v.array(WindowSchema), v.maxLength(MOST_SILENCE_WINDOWS - 1))),
});
const TopicSchema = v.pipe(v.string(), v.maxLength(LONGEST_NAME));
const { contact, instance_name } = GeneralWriteSchema.entries;
const SettingsSchema = v.object({
  general: v.object({ timezone: v.nullable(v.pipe(v.string(), v.check(isZone))), contact, instance_name }),
  transitions: v.object({ strategy: v.nullable(IdSchema) }),
  silence: SilenceSchema,
  silence_by_board: v.record(IdSchema, v.partial(SilenceSchema)),
  brightness_by_board: v.record(
    IdSchema,
    v.object({ windows: v.pipe(v.array(WindowSchema), v.maxLength(MOST_BRIGHTNESS_WINDOWS)) }),
  ),
  // Earlier versions took more topics, which no broker takes.
  mqtt: v.object({
    ...v.omit(MqttPreferenceSchema, ['password']).entries,
    base_topic: TopicSchema,
    discovery_prefix: TopicSchema,
  }),
  gpio: v.object({ led: GpioPreferenceSchema.entries.led }),
  new_boards: v.object({ board_id: v.nullable(IdSchema), page_id: v.nullable(IdSchema) }),
  declined_walls: v.pipe(v.array(IdSchema), v.maxLength(MOST_DECLINED)),
  ...InboxBoundsSchema.entries,
});
// A rule of an earlier version may have other words for days where they do not count.
const RuleSchema = v.omit(ScheduleCreateSchema, ['custom_days']);

const findAt = (path: Path, schema: v.GenericSchema, value: unknown): string | null => {
  const [issue] = v.safeParse(schema, value, { abortEarly: true }).issues ?? [];
  return issue ? placeOf([...path, ...pathOf(issue)]) : null;
};

const findIn = (
  member: string,
  schema: v.GenericSchema,
  records: Iterable<readonly [place: string | number, record: unknown]>,
): string | null => {
  for (const [place, record] of records) {
    const found = findAt([member, place], schema, record);
    if (found !== null) return found;
  }
  return null;
};

const findContradiction = (schedules: State['schedules']): string | null => {
  for (const [at, rule] of schedules.entries()) {
    const [field] = checkRule(rule)[0]?.split(/\W/, 1) ?? [];
    if (field !== undefined) return placeOf(['schedules', at, field]);
  }
  return null;
};

/**
 * The first place of a state from outside that could not have been written here: it is too long, or no request could
 * have set it; null when there is none.
 */
export const findUnbounded = ({
  boards,
  pages,
  schedules,
  collections,
  favourites,
  programmes,
  settings,
}: State): string | null =>
  findIn('boards', BoardInstanceWriteSchema, boards.entries()) ??
  findIn('pages', FlatPageCreateSchema, pages.entries()) ??
  findIn('schedules', RuleSchema, schedules.entries()) ??
  findContradiction(schedules) ??
  findIn('collections', FlatCollectionCreateSchema, collections.entries()) ??
  findIn('favourites', StoredFavouriteSchema, favourites.entries()) ??
  findIn('programmes', ProgrammeSchema, Object.entries(programmes)) ??
  findAt(['settings'], SettingsSchema, settings);
