import { GpioPreferenceSchema, GpioWriteSchema, GpioStatusSchema } from '../../schema/gpio.ts';
import type { GpioService } from '../../service/gpio.ts';
import type { SettingsService } from '../../service/settings.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'system' } as const;

/** The button and the light: their settings, and how they are reached. */
export const gpioRoutes = (settings: SettingsService, gpio: GpioService): Route[] => [
  route({
    ...common,
    tag: 'settings',
    method: 'GET',
    path: '/settings/gpio',
    summary: 'The button and the light',
    success: {
      status: 200,
      schema: GpioPreferenceSchema,
      description: 'Pins by their GPIO number, and what a press does.',
    },
    errors: [],
    handle: () => settings.gpio(),
  }),
  route({
    ...common,
    tag: 'settings',
    method: 'PUT',
    path: '/settings/gpio',
    summary: 'Set the pins of the button and the light, and what a press does',
    body: GpioWriteSchema,
    success: {
      status: 200,
      schema: GpioPreferenceSchema,
      description: 'Pins by their GPIO number, and what a press does.',
    },
    errors: [400, 422],
    handle: ({ body }) => settings.setGpio(body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/gpio/status',
    summary: 'How the button and the light are reached, or why they are not',
    success: { status: 200, schema: GpioStatusSchema, description: 'The button and the light.' },
    errors: [],
    handle: () => gpio.status(),
  }),
];
