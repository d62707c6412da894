import * as v from 'valibot';
import { PanelSchema, PLAIN_BOARD, StoredBoardShape, TileSchema } from '../schema/boards/boards.ts';
import {
  CollectionCreateSchema,
  RandomConfigSchema,
  StoredCollectionShape,
  VariableConfigSchema,
} from '../schema/content/collections.ts';
import { JsonObjectSchema } from '../schema/common.ts';
import { StoredFavouriteSchema } from '../schema/content/favourites.ts';
import { PageCreateSchema, PageSchema } from '../schema/content/pages.ts';
import { ScheduleCreateSchema, ScheduleSchema } from '../schema/content/schedules.ts';
import { StoredSettingsShape, defaultSettings } from '../schema/appliance/settings.ts';
import {
  BoardProgrammeShape,
  StoredAuthShape,
  StoredPluginShape,
  type State,
  type StoredAuth,
} from '../schema/state.ts';
import { byId, fill, list, readAs, whole, type Aggregate } from './aggregate.ts';
import { listedProgrammes } from './listed-programmes.ts';
import { EMPTY_PROGRAMME } from '../core/programme.ts';
import { isRecord } from '../core/record.ts';

/** A member of the state. */
export type Member = keyof State;
/** One aggregate for each member of the state. */
export type Aggregates = { readonly [M in Member]: Aggregate<State[M]> };

/** What a record has of a member that its body may leave out; null where nothing takes its place. */
const defaultsOf = ({ entries }: { readonly entries: v.ObjectEntries }): object =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([, { type }]) => type === 'optional')
      .map(([name, schema]) => [name, v.getDefault(schema) ?? null]),
  );

const PAGE = { ...defaultsOf(PageCreateSchema), notes_wide: 1, notes_tall: 1, updated_at: null };
const SCHEDULE = { ...defaultsOf(ScheduleCreateSchema), updated_at: null };
const COLLECTION = { ...defaultsOf(CollectionCreateSchema), time: { interval_seconds: 30 }, updated_at: null };
const PLUGIN = { enabled: false, config: {}, secrets: {} };

const VARIABLE = defaultsOf(VariableConfigSchema);
const RANDOM = defaultsOf(RandomConfigSchema);
const PANEL = defaultsOf(PanelSchema);
const TILE = defaultsOf(v.omit(TileSchema, ['local_api_key']));

/** What `change` makes of each member of a list; the same list when it makes nothing else of any, as anything else. */
const mapList = (list: unknown, change: (member: unknown) => unknown): unknown => {
  if (!Array.isArray(list)) return list;
  const changed = list.map(change);
  return changed.every((member, at) => member === list[at]) ? list : changed;
};

/** Boards whose panel and tiles lack nothing, be they written by hand. */
const completeBoards = (boards: unknown): unknown =>
  mapList(boards, (board) => {
    if (!isRecord(board)) return board;
    const panel = fill(PANEL, board['panel']);
    const tiles = mapList(board['tiles'], (tile) => fill(TILE, tile));
    return panel === board['panel'] && tiles === board['tiles'] ? board : { ...board, panel, tiles };
  });

const noAccount = (): StoredAuth => ({
  preference: null,
  user: null,
  revoked: [],
  token_hash: null,
  shares: [],
  audit: [],
  closed: false,
});

/** Collections whose ways to choose lack nothing, be they written by hand. */
const completeCollections = (collections: unknown): unknown =>
  mapList(collections, (collection) => {
    if (!isRecord(collection)) return collection;
    const variable = fill(VARIABLE, collection['variable']);
    const random = fill(RANDOM, collection['random']);
    return variable === collection['variable'] && random === collection['random']
      ? collection
      : { ...collection, variable, random };
  });

/** How each member of the state is read, checked and brought up to date. */
export const AGGREGATES: Aggregates = {
  boards: readAs(list(StoredBoardShape, PLAIN_BOARD), completeBoards),
  pages: list(PageSchema, PAGE),
  schedules: list(ScheduleSchema, SCHEDULE),
  collections: readAs(list(StoredCollectionShape, COLLECTION), completeCollections),
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
