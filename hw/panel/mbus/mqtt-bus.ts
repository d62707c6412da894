import type { MqttClient } from 'mqtt';
import { memberOf, parseJson } from '../../../src/core/json.ts';
import { LOST, beginConnection, publishTo, type BrokerAddress } from '../broker-link.ts';
import type { BusKind } from './bus.ts';

/** Which broker, and below which prefix the gateway listens. */
export interface MqttBusOptions extends BrokerAddress {
  readonly prefix: string;
}

/**
 * Frames by way of a gateway that listens to an MQTT broker: what is published below `PREFIX/send` goes to the wire,
 * `PREFIX/rx` is what modules say.
 */
export const mqttBus = ({ prefix, ...broker }: MqttBusOptions): BusKind => ({
  trims: true,
  delayMs: 750,
  open: async (events) => {
    const client = beginConnection(broker);
    try {
      await whenReady(client, `${prefix}/rx`);
    } catch (error) {
      client.end(true);
      throw error;
    }
    client.on('message', (_topic, payload) => {
      for (const line of linesOf(payload.toString('utf8'))) events.onLine(line);
    });
    client.on('close', () => {
      client.end(true);
      events.onClose(LOST);
    });
    return {
      send: (frame) => publishTo(client, `${prefix}/send`, frame.trimEnd(), { qos: 0 }),
      close: () => {
        client.removeAllListeners('close');
        return new Promise((resolve) => client.end(true, {}, () => resolve()));
      },
    };
  },
});

const whenReady = (client: MqttClient, topic: string): Promise<void> =>
  new Promise((resolve, reject) => {
    client.once('error', ({ message }) => {
      const isRefused = /not authori|bad user/i.test(message);
      reject(new Error(`The MQTT broker ${isRefused ? 'refused the user or the password' : 'cannot be reached'}.`));
    });
    client.once('close', () => reject(new Error('The MQTT broker cannot be reached.')));
    client.once('connect', () => {
      client.subscribe(topic, (problem) =>
        problem ? reject(new Error('The MQTT broker does not let flapbox listen.')) : resolve(),
      );
    });
  });

/** Gateways wrap what they heard into JSON; plain text is taken as it is. */
const linesOf = (payload: string): string[] => {
  const heard = memberOf(parseJson(payload), 'command');
  return (typeof heard === 'string' ? heard : payload).split(/\r?\n/).filter((line) => line !== '');
};
