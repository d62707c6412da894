import type { ArbiterInput } from '../../src/core/arbiter/decision.ts';
import type { Collection } from '../../src/schema/content/collections.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import type { Schedule } from '../../src/schema/content/schedules.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { Location } from '../../src/schema/appliance/location.ts';
import { sampleBoard, sampleCollection, samplePage, sampleSchedule } from './sample-state.ts';
import { EMPTY_PROGRAMME } from '../../src/core/programme.ts';

/** No place on earth. */
export const NOWHERE: Location = { latitude: null, longitude: null };

/** A weekly rule 08:00 to 09:00 on all days, changed by `fields`; its page is named like it. */
export const ruleWith = (id: string, fields: Partial<Schedule> = {}): Schedule => ({
  ...sampleSchedule(id),
  page_id: id,
  ...fields,
});

/** A flagship page, changed by `fields`. */
export const pageWith = (id: string, fields: Partial<Page> = {}): Page => ({ ...samplePage(id), ...fields });

/** A collection that turns every 30 s, changed by `fields`. */
export const collectionWith = (id: string, page_ids: string[], fields: Partial<Collection> = {}): Collection => ({
  ...sampleCollection(id),
  page_ids,
  selection_mode: 'time',
  time: { interval_seconds: 30 },
  variable: null,
  random: null,
  ...fields,
});

/** A map by id. */
export const byId = <Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

/**
 * A flagship board `b1`, primary, with nothing set, in Berlin at an instant; changed by `fields`. Pages p1 to p5 exist.
 */
export const inputWith = (at: string, fields: Partial<ArbiterInput> = {}): ArbiterInput => ({
  board: sampleBoard('b1'),
  isPrimary: true,
  programme: EMPTY_PROGRAMME,
  schedules: [],
  pages: byId(['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => pageWith(id))),
  collections: new Map(),
  settings: defaultSettings(),
  zone: 'Europe/Berlin',
  at: Date.parse(at),
  trigger: null,
  followed: null,
  evaluateRule: () => false,
  isEmpty: () => false,
  ...fields,
});
