import { MqttStatusSchema, RepublishedSchema } from '../../schema/mqtt.ts';
import type { MqttStatus } from '../../schema/mqtt.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'mqtt' } as const;

/** What the routes need of the connection to the broker. */
export interface BrokerConnection {
  status(): MqttStatus;
  republish(): void;
}

/** The connection to the MQTT broker. */
export const mqttRoutes = (mqtt: BrokerConnection): Route[] => [
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
    success: { status: 200, schema: RepublishedSchema, description: 'Everything was announced.' },
    errors: [503],
    handle: () => {
      mqtt.republish();
      return { message: 'Every device was announced again.' };
    },
  }),
];
