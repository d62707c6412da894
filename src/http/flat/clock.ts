import { ClockSettingSchema, ClockWriteSchema } from '../../schema/appliance/clock.ts';
import type { ClockService } from '../../service/clock.ts';
import { ok, routesIn } from '../route.ts';
import type { Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'settings' });

/** The clock of the machine. */
export const clockRoutes = (clock: () => ClockService): Route[] => [
  route('GET /settings/clock', {
    summary: 'The time of the machine, and whether it can be set by hand',
    success: ok(ClockSettingSchema, 'The clock.'),
    handle: () => clock().get(),
  }),
  route('PUT /settings/clock', {
    summary: 'Set the clock of a machine that no network tells the time',
    body: ClockWriteSchema,
    success: ok(ClockSettingSchema, 'The clock.'),
    errors: [400, 409, 422, 503],
    handle: ({ body }) => clock().set(body.now),
  }),
];
