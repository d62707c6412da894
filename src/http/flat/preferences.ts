import * as v from 'valibot';
import { DateSchema } from '../../schema/common.ts';
import {
  BetaSchema,
  BetaWriteSchema,
  DisplaySettingsWriteSchema,
  PollingAnswerSchema,
  PollingWriteSchema,
  TransitionPreferenceSchema,
  WizardSchema,
  DisplaySettingsSchema,
  PollingSchema,
  TransitionSettingsWriteSchema,
} from '../../schema/settings.ts';
import { GpioPreferenceSchema, GpioWriteSchema } from '../../schema/gpio.ts';
import { MqttPreferenceSchema, MqttWriteSchema } from '../../schema/mqtt.ts';
import { SunTimesSchema, SunWeekSchema } from '../../schema/location.ts';
import type { PreferenceService } from '../../service/preferences.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'settings' } as const;

/** Animation, intervals and drawing. */
const displayRoutes = (preferences: PreferenceService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/settings/transitions',
    summary: 'The animation of the install',
    success: {
      status: 200,
      schema: TransitionPreferenceSchema,
      description: 'The animation, and the built-in strategies.',
    },
    errors: [],
    handle: () => preferences.transitions(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/transitions',
    summary: 'Set the animation: null clears, what is not sent stays',
    body: TransitionSettingsWriteSchema,
    success: {
      status: 200,
      schema: TransitionPreferenceSchema,
      description: 'The animation, and the built-in strategies.',
    },
    errors: [400, 422],
    handle: ({ body }) => preferences.setTransitions(body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/polling',
    summary: 'How often pages are looked at again and boards are read',
    success: { status: 200, schema: PollingSchema, description: 'Seconds.' },
    errors: [],
    handle: () => preferences.polling(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/polling',
    summary: 'Set how often pages are looked at again and boards are read',
    body: PollingWriteSchema,
    success: { status: 200, schema: PollingAnswerSchema, description: 'Seconds; a restart is never needed.' },
    errors: [422],
    handle: ({ body }) => preferences.setPolling(body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/display',
    summary: 'How the web UI draws boards',
    success: { status: 200, schema: DisplaySettingsSchema, description: 'Motion and speed.' },
    errors: [],
    handle: () => preferences.display(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/display',
    summary: 'Set how the web UI draws boards',
    body: DisplaySettingsWriteSchema,
    success: { status: 200, schema: DisplaySettingsSchema, description: 'Motion and speed.' },
    errors: [422],
    handle: ({ body }) => preferences.setDisplay(body),
  }),
];

/** Broker, button and light. */
const deviceRoutes = (preferences: PreferenceService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/settings/mqtt',
    summary: 'The MQTT broker',
    success: { status: 200, schema: MqttPreferenceSchema, description: 'The broker; its password is masked.' },
    errors: [],
    handle: () => preferences.mqtt(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/mqtt',
    summary: 'Set the MQTT broker; *** keeps the password, an empty one removes it',
    body: MqttWriteSchema,
    success: { status: 200, schema: MqttPreferenceSchema, description: 'The broker; its password is masked.' },
    errors: [400, 422],
    handle: ({ body }) => preferences.setMqtt(body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/gpio',
    summary: 'The button and the light',
    success: {
      status: 200,
      schema: GpioPreferenceSchema,
      description: 'Pins by their GPIO number, and what a press does.',
    },
    errors: [],
    handle: () => preferences.gpio(),
  }),
  route({
    ...common,
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
    handle: ({ body }) => preferences.setGpio(body),
  }),
];

/** First-run guide, beta flags and the sun. */
const furtherRoutes = (preferences: PreferenceService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/settings/wizard',
    summary: 'Whether the first-run guide is done with',
    success: { status: 200, schema: WizardSchema, description: 'Completed, skipped, or null for not yet.' },
    errors: [],
    handle: () => preferences.wizard(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/wizard',
    summary: 'Set whether the first-run guide is done with',
    body: WizardSchema,
    success: { status: 200, schema: WizardSchema, description: 'Completed, skipped, or null for not yet.' },
    errors: [422],
    handle: ({ body }) => preferences.setWizard(body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/beta',
    summary: 'What is switched on although it is not finished',
    success: { status: 200, schema: BetaSchema, description: 'The flags.' },
    errors: [],
    handle: () => preferences.beta(),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/settings/beta',
    summary: 'Switch transition plugins on or off',
    body: BetaWriteSchema,
    success: { status: 200, schema: BetaSchema, description: 'The flags.' },
    errors: [422],
    handle: ({ body }) => preferences.setBeta(body),
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
    handle: ({ query }) => preferences.sunTimes(query.date),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/location/sun-times-week',
    summary: 'Sunrise and sunset of seven days',
    query: v.object({ week_start: v.optional(DateSchema) }),
    success: { status: 200, schema: SunWeekSchema, description: 'Local times by date.' },
    errors: [400, 422],
    handle: ({ query }) => preferences.sunWeek(query.week_start),
  }),
];

/** What an owner prefers, each part with a route to read and one to write. */
export const preferenceRoutes = (preferences: PreferenceService): Route[] => [
  ...displayRoutes(preferences),
  ...deviceRoutes(preferences),
  ...furtherRoutes(preferences),
];
