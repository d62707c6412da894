import { PinsSchema } from '../../schema/boards/pins.ts';
import type { PinService } from '../../service/pins/pins.ts';
import { ok, route, type Route } from '../route.ts';

/** The pins of the header. */
export const pinRoutes = (pins: PinService): Route[] => [
  route({
    surface: 'internal',
    access: 'session',
    tag: 'settings',
    method: 'GET',
    path: '/settings/pins',
    summary: 'The pins of the header: which are free, and who has the others',
    success: ok(PinsSchema, 'The pins, in the order of their GPIO numbers.'),
    errors: [],
    handle: () => pins.list(),
  }),
];
