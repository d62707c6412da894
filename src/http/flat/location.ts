import * as v from 'valibot';
import { DateSchema } from '../../schema/common.ts';
import { SunTimesSchema, SunWeekSchema, LocationSchema, LocationWriteSchema } from '../../schema/location.ts';
import type { LocationService } from '../../service/location.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'settings' } as const;

/** The place of the install, and the sun there. */
export const locationRoutes = (location: LocationService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/settings/location',
    summary: 'The place of the install',
    success: { status: 200, schema: LocationSchema, description: 'Degrees, or null.' },
    errors: [],
    handle: () => location.get(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/location',
    summary: 'Set the place of the install',
    body: LocationWriteSchema,
    success: { status: 200, schema: LocationSchema, description: 'Degrees, or null.' },
    errors: [422],
    handle: ({ body }) => location.set(body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/location/sun-times',
    summary: 'Sunrise and sunset of a day, by default today',
    query: v.object({ date: v.optional(DateSchema) }),
    success: {
      status: 200,
      schema: SunTimesSchema,
      description: 'Local times; null without a place, and in polar day and night.',
    },
    errors: [400, 422],
    handle: ({ query }) => location.sunTimes(query.date),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/location/sun-times-week',
    summary: 'Sunrise and sunset of seven days',
    query: v.object({ week_start: v.optional(DateSchema) }),
    success: { status: 200, schema: SunWeekSchema, description: 'Local times by date.' },
    errors: [400, 422],
    handle: ({ query }) => location.sunWeek(query.week_start),
  }),
];
