import { GpioPreferenceSchema, GpioWriteSchema, GpioStatusSchema } from '../../schema/boards/gpio.ts';
import type { GpioService } from '../../service/gpio/gpio.ts';
import type { SettingsService } from '../../service/settings.ts';
import { ok, partRoutes, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'system' });

/** The button and the light: their settings, and how they are reached. */
export const gpioRoutes = (settings: SettingsService, gpio: GpioService): Route[] => [
  ...partRoutes('/settings/gpio', {
    summaries: ['The button and the light', 'Set the pins of the button and the light, and what a press does'],
    success: ok(GpioPreferenceSchema, 'Pins by their GPIO number, and what a press does.'),
    body: GpioWriteSchema,
    errors: [400],
    get: () => settings.gpio(),
    set: (body) => settings.setGpio(body),
  }),
  route('GET /gpio/status', {
    summary: 'How the button and the light are reached, or why they are not',
    success: ok(GpioStatusSchema, 'The button and the light.'),
    handle: () => gpio.status(),
  }),
];
