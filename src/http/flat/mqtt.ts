import { NOTHING } from '../../schema/common.ts';
import {
  MqttPreferenceSchema,
  MqttWriteSchema,
  MqttStatusSchema,
  RepublishedSchema,
  type MqttStatus,
} from '../../schema/appliance/mqtt.ts';
import type { MqttSettingsService } from '../../service/mqtt/mqtt.ts';
import { ok, partRoutes, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'mqtt' });

/** What the routes need of the connection to the broker. */
export interface BrokerConnection {
  status(): MqttStatus;
  republish(): void;
}

/** The MQTT broker: its settings, and the connection to it. */
export const mqttRoutes = (settings: MqttSettingsService, mqtt: BrokerConnection): Route[] => [
  ...partRoutes('/settings/mqtt', {
    summaries: ['The MQTT broker', 'Set the MQTT broker; *** keeps the password, an empty one removes it'],
    success: ok(MqttPreferenceSchema, 'The broker; its password is masked.'),
    body: MqttWriteSchema,
    errors: [400],
    get: () => settings.get(),
    set: (body) => settings.set(body),
  }),
  route('GET /mqtt/status', {
    summary: 'Whether there is a connection to the MQTT broker, and why not',
    success: ok(MqttStatusSchema, 'The connection.'),
    handle: () => mqtt.status(),
  }),
  route('POST /mqtt/republish-discovery', {
    summary: 'Announce every device to Home Assistant again',
    ...NOTHING,
    success: ok(RepublishedSchema, 'Everything was announced.'),
    errors: [503],
    handle: () => {
      mqtt.republish();
      return { message: 'Every device was announced again.' };
    },
  }),
];
