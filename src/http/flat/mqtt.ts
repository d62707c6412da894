import { NOTHING } from '../../schema/common.ts';
import { MqttPreferenceSchema, MqttWriteSchema, MqttStatusSchema, RepublishedSchema } from '../../schema/mqtt.ts';
import type { MqttStatus } from '../../schema/mqtt.ts';
import type { MqttSettingsService } from '../../service/mqtt.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'mqtt' } as const;

/** What the routes need of the connection to the broker. */
export interface BrokerConnection {
  status(): MqttStatus;
  republish(): void;
}

/** The MQTT broker: its settings, and the connection to it. */
export const mqttRoutes = (settings: MqttSettingsService, mqtt: BrokerConnection): Route[] => [
  route({
    ...common,
    tag: 'settings',
    method: 'GET',
    path: '/settings/mqtt',
    summary: 'The MQTT broker',
    success: { status: 200, schema: MqttPreferenceSchema, description: 'The broker; its password is masked.' },
    errors: [],
    handle: () => settings.get(),
  }),
  route({
    ...common,
    tag: 'settings',
    method: 'PUT',
    path: '/settings/mqtt',
    summary: 'Set the MQTT broker; *** keeps the password, an empty one removes it',
    body: MqttWriteSchema,
    success: { status: 200, schema: MqttPreferenceSchema, description: 'The broker; its password is masked.' },
    errors: [400, 422],
    handle: ({ body }) => settings.set(body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/mqtt/status',
    summary: 'Whether there is a connection to the MQTT broker, and why not',
    success: { status: 200, schema: MqttStatusSchema, description: 'The connection.' },
    errors: [],
    handle: () => mqtt.status(),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/mqtt/republish-discovery',
    summary: 'Announce every device to Home Assistant again',
    ...NOTHING,
    success: { status: 200, schema: RepublishedSchema, description: 'Everything was announced.' },
    errors: [422, 503],
    handle: () => {
      mqtt.republish();
      return { message: 'Every device was announced again.' };
    },
  }),
];
