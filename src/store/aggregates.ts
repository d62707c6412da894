import { PLAIN_BOARD, StoredBoardShape } from '../schema/boards.ts';
import { StoredCollectionShape } from '../schema/collections.ts';
import { JsonObjectSchema } from '../schema/common.ts';
import { StoredFavouriteSchema } from '../schema/favourites.ts';
import { PageSchema } from '../schema/pages.ts';
import { ScheduleSchema } from '../schema/schedules.ts';
import { StoredSettingsShape, defaultSettings } from '../schema/settings.ts';
import { BoardProgrammeShape, StoredAuthShape, StoredPluginShape } from '../schema/state.ts';
import type { State, StoredAuth } from '../schema/state.ts';
import { byId, list, readAs, whole } from './aggregate.ts';
import type { Aggregate } from './aggregate.ts';
import { listedProgrammes } from './listed-programmes.ts';
import { EMPTY_PROGRAMME } from '../core/programme.ts';

/** A member of the state. */
export type Member = keyof State;
/** One aggregate for each member of the state. */
export type Aggregates = { readonly [M in Member]: Aggregate<State[M]> };

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
const COLLECTION = {
  selection_mode: 'time',
  time: { interval_seconds: 30 },
  variable: null,
  random: null,
  updated_at: null,
};
const PLUGIN = { enabled: false, config: {}, secrets: {} };

const noAccount = (): StoredAuth => ({
  preference: null,
  user: null,
  revoked: [],
  token_hash: null,
  shares: [],
  audit: [],
  closed: false,
});

/** How each member of the state is read, checked and brought up to date. */
export const AGGREGATES: Aggregates = {
  boards: list(StoredBoardShape, PLAIN_BOARD),
  pages: list(PageSchema, PAGE),
  schedules: list(ScheduleSchema, SCHEDULE),
  collections: list(StoredCollectionShape, COLLECTION),
  favourites: list(StoredFavouriteSchema, {}),
  settings: whole(StoredSettingsShape, defaultSettings),
  plugins: byId(StoredPluginShape, PLUGIN),
  programmes: readAs(byId(BoardProgrammeShape, EMPTY_PROGRAMME), listedProgrammes),
  devices: byId(JsonObjectSchema, {}),
  auth: {
    ...whole(StoredAuthShape, noAccount),
    lost: () => ({ ...noAccount(), closed: true }),
    // The account may have been created since: nobody may create it again from an older version.
    isFitAsBackup: ({ user, preference, closed }) => !closed && (user !== null || preference === 'disabled'),
  },
};

/** The members of the state, in the order in which their files are written. */
export const MEMBERS: readonly Member[] = Object.keys(AGGREGATES).filter((name): name is Member =>
  Object.hasOwn(AGGREGATES, name),
);

/** The name of a member's file. */
export const fileOf = (member: Member): string => `${member}.json`;
