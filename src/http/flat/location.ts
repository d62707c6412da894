import * as v from 'valibot';
import { DateSchema } from '../../schema/common.ts';
import {
  LocationSchema,
  LocationWriteSchema,
  PlaceQuerySchema,
  PlacesFoundSchema,
  SunTimesSchema,
  SunWeekSchema,
} from '../../schema/appliance/location.ts';
import type { LocationService } from '../../service/location/location.ts';
import { ok, partRoutes, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'settings' });

/** The place of the install, and the sun there. */
export const locationRoutes = (location: LocationService): Route[] => [
  ...partRoutes('/settings/location', {
    summaries: ['The place of the install', 'Set the place of the install'],
    success: ok(LocationSchema, 'Degrees, or null.'),
    body: LocationWriteSchema,
    get: () => location.get(),
    set: (body) => location.set(body),
  }),
  route('GET /settings/location/places', {
    summary: 'The largest places of the world by the beginning of a name, without asking anybody on the network',
    query: PlaceQuerySchema,
    success: ok(PlacesFoundSchema, 'At most eight places, the likeliest first.'),
    handle: ({ query }) => location.places(query.q),
  }),
  route('GET /settings/location/sun-times', {
    summary: 'Sunrise and sunset of a day, by default today',
    query: v.object({ date: v.optional(DateSchema) }),
    success: ok(SunTimesSchema, 'Local times; null without a place, and in polar day and night.'),
    errors: [400],
    handle: ({ query }) => location.sunTimes(query.date),
  }),
  route('GET /settings/location/sun-times-week', {
    summary: 'Sunrise and sunset of seven days',
    query: v.object({ week_start: v.optional(DateSchema) }),
    success: ok(SunWeekSchema, 'Local times by date.'),
    errors: [400],
    handle: ({ query }) => location.sunWeek(query.week_start),
  }),
];
