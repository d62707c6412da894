import { ClockSettingSchema, ClockWriteSchema } from '../../schema/appliance/clock.ts';
import type { ClockService } from '../../service/clock.ts';
import { ok, partRoutes, type Route } from '../route.ts';

/** The clock of the machine. */
export const clockRoutes = (clock: () => ClockService): Route[] => [
  ...partRoutes('/settings/clock', {
    summaries: [
      'The time of the machine, and whether it can be set by hand',
      'Set the clock of a machine that no network tells the time',
    ],
    success: ok(ClockSettingSchema, 'The clock.'),
    body: ClockWriteSchema,
    errors: [400, 409, 503],
    get: () => clock().get(),
    set: (body) => clock().set(body.now),
  }),
];
