import { PinsSchema } from '../../schema/boards/pins.ts';
import type { PinService } from '../../service/pins/pins.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'settings' });

/** The pins of the header. */
export const pinRoutes = (pins: PinService): Route[] => [
  route('GET /settings/pins', {
    summary: 'The pins of the header: which are free, and who has the others',
    success: ok(PinsSchema, 'The pins, in the order of their GPIO numbers.'),
    handle: () => pins.list(),
  }),
];
