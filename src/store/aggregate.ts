import * as v from 'valibot';
import { CollectionSchema } from '../schema/collection.ts';
import { PageSchema } from '../schema/page.ts';
import { ScheduleSchema } from '../schema/schedule.ts';
import { defaultSettings } from '../schema/settings.ts';
import type { State } from '../schema/state.ts';
import type { Migration } from './migrate.ts';
import { isObject } from './secrets.ts';
import { BoardProgrammeShape, StoredAuthShape, StoredBoardShape, StoredPluginShape, StoredSettingsShape } from './shapes.ts';

/** What the store knows of one member of the state: one file. */
export interface Aggregate<T> {
  /** The content before anything was stored. */
  empty(): T;
  /** Content with the members filled in that it lacks, those it has too many kept; a sentence when a part has the wrong shape. */
  read(data: unknown): { value: T } | { problem: string };
  /** From version 1 on. */
  readonly migrations: readonly Migration[];
}

/** A member of the state. */
export type Member = keyof State;
/** One aggregate for each member of the state. */
export type Aggregates = { readonly [M in Member]: Aggregate<State[M]> };

const BOARD = {
  board_color: 'black',
  code62_glyph: 'degree',
  api_mode: 'local',
  host: '',
  notes_wide: 1,
  notes_tall: 1,
  grid_rows: null,
  grid_cols: null,
  panel: null,
  tiles: null,
  local_api_port: null,
  enabled: true,
  schedule_enabled: true,
  paused: false,
  default_page_id: null,
  secrets: {},
};
const PAGE = {
  device_type: 'flagship',
  display_type: null,
  rows: null,
  template: null,
  line_metadata: null,
  duration_seconds: 300,
  transition_strategy: null,
  transition_interval_ms: null,
  transition_step_size: null,
  demo_plugin_id: null,
  notes_wide: 1,
  notes_tall: 1,
  grid_rows: null,
  grid_cols: null,
  updated_at: null,
};
const SCHEDULE = {
  board_id: '',
  end_time: null,
  day_pattern: 'all',
  custom_days: null,
  enabled: true,
  recurrence_type: 'weekly',
  annual_date: null,
  annual_end_date: null,
  one_off_date: null,
  one_off_end_date: null,
  start_type: 'fixed',
  end_type: 'fixed',
  start_sun_offset: 0,
  end_sun_offset: 0,
  updated_at: null,
};
const COLLECTION = { selection_mode: 'time', time: { interval_seconds: 30 }, variable: null, random: null, updated_at: null };
const PLUGIN = { enabled: false, config: {}, secrets: {} };
const PROGRAMME = { active_page_id: null, timed: null, untimed: null };
const AUTH = { preference: null, user: null, token_hash: null };

/** An object with the defaults of the members that it lacks, in depth; anything else stays as it is. */
const fill = (defaults: object, value: unknown): unknown => {
  if (!isObject(value)) return value;
  const missing = Object.entries(defaults).filter(([key]) => value[key] === undefined);
  const present = Object.entries(value).map(([key, member]) => {
    const inner: unknown = Object.hasOwn(defaults, key) ? Reflect.get(defaults, key) : undefined;
    return [key, isObject(inner) ? fill(inner, member) : member];
  });
  return Object.fromEntries([...present, ...missing.map(([key, member]) => [key, structuredClone(member)])]);
};

const aggregate = <T>(shape: v.GenericSchema, empty: () => T, complete: (data: unknown) => unknown): Aggregate<T> => {
  // Only a check: the value itself goes on, with whatever members the shape does not know.
  const fits = (data: unknown): data is T => v.is(shape, data);
  return {
    empty,
    migrations: [],
    read: (data) => {
      const value = complete(data);
      if (fits(value)) return { value };
      const issue = v.safeParse(shape, value, { abortEarly: true }).issues?.[0];
      return { problem: `${(issue && v.getDotPath(issue)) || 'the content'} has the wrong shape` };
    },
  };
};

const list = <T>(shape: v.GenericSchema, defaults: object): Aggregate<readonly T[]> =>
  aggregate<readonly T[]>(v.array(shape), () => [], (data) => (Array.isArray(data) ? data.map((record) => fill(defaults, record)) : data));

const byId = <T>(shape: v.GenericSchema, defaults: object): Aggregate<Readonly<Record<string, T>>> =>
  aggregate<Readonly<Record<string, T>>>(v.record(v.string(), shape), () => ({}), (data) =>
    isObject(data) ? Object.fromEntries(Object.entries(data).map(([id, record]) => [id, fill(defaults, record)])) : data,
  );

/** How each member of the state is read, checked and brought up to date. */
export const AGGREGATES: Aggregates = {
  boards: list(StoredBoardShape, BOARD),
  pages: list(PageSchema, PAGE),
  schedules: list(ScheduleSchema, SCHEDULE),
  collections: list(CollectionSchema, COLLECTION),
  settings: aggregate(StoredSettingsShape, defaultSettings, (data) => fill(defaultSettings(), data)),
  plugins: byId(StoredPluginShape, PLUGIN),
  programmes: byId(BoardProgrammeShape, PROGRAMME),
  auth: aggregate(StoredAuthShape, () => ({ ...AUTH }), (data) => fill(AUTH, data)),
};
