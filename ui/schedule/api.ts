import type { Collection, CollectionCreate, CollectionUpdate } from '../../src/schema/content/collections.ts';
import type { Uses } from '../../src/schema/content/uses.ts';
import type { SunWeek, Location } from '../../src/schema/appliance/location.ts';
import type {
  PlanReport,
  Schedule,
  ScheduleAnswer,
  ScheduleCreate,
  ScheduleList,
  ScheduleUpdate,
  ScheduleWriteAnswer,
} from '../../src/schema/content/schedules.ts';
import type { SilenceAnswer } from '../../src/schema/appliance/silence.ts';
import type { TimelineAnswer } from '../../src/schema/content/timeline.ts';
import { request } from '../api.ts';

const id = encodeURIComponent;

/** What rules are made of and where they count. */
export const scheduleOperations = {
  rules: (board: string) => request<ScheduleList>('GET', `/schedules?board_id=${id(board)}`),
  rule: (rule: string) => request<ScheduleAnswer>('GET', `/schedules/${id(rule)}`),
  create: (rule: Partial<ScheduleCreate>) => request<ScheduleWriteAnswer>('POST', '/schedules', rule),
  update: (rule: string, change: Partial<ScheduleUpdate>) =>
    request<ScheduleWriteAnswer>('PUT', `/schedules/${id(rule)}`, change),
  remove: (rule: string) => request<{ id: string }>('DELETE', `/schedules/${id(rule)}`),
  validate: (board: string) => request<PlanReport>('POST', `/schedules/validate?board_id=${id(board)}`),
  timeline: (board: string, from: string, to: string) =>
    request<TimelineAnswer>('GET', `/timeline?${new URLSearchParams({ board_id: board, from, to })}`),
  silence: (board: string) => request<SilenceAnswer>('GET', `/settings/silence-schedule?board_id=${id(board)}`),
  location: () => request<Location>('GET', '/settings/location'),
  sunWeek: (start: string) => request<SunWeek>('GET', `/settings/location/sun-times-week?week_start=${start}`),
} as const;

/** The library that rules choose from. */
export const libraryOperations = {
  collections: () => request<{ collections: Collection[] }>('GET', '/collections'),
  createCollection: (collection: CollectionCreate) => request<Collection>('POST', '/collections', collection),
  updateCollection: (collection: string, change: CollectionUpdate) =>
    request<Collection>('PUT', `/collections/${id(collection)}`, change),
  removeCollection: (collection: string) => request<{ id: string }>('DELETE', `/collections/${id(collection)}`),
  uses: (collection: string) => request<Uses>('GET', `/collections/${id(collection)}/references`),
} as const;

/** The members of a rule that an owner chooses. */
export type RuleBody = Omit<Schedule, 'id' | 'created_at' | 'updated_at'>;
