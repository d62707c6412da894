import { GpioStatusSchema } from '../../schema/gpio.ts';
import type { GpioService } from '../../service/gpio.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

/** The button and the light. */
export const gpioRoutes = (gpio: GpioService): Route[] => [
  route({
    method: 'GET',
    path: '/gpio/status',
    surface: 'internal',
    access: 'session',
    tag: 'system',
    summary: 'How the button and the light are reached, or why they are not',
    success: { status: 200, schema: GpioStatusSchema, description: 'The button and the light.' },
    errors: [],
    handle: () => gpio.status(),
  }),
];
