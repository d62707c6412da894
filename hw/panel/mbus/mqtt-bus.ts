import { memberOf, parseJson } from '../../../src/core/json.ts';
import { LOST, openBrokerLink, type BrokerAddress } from '../broker-link.ts';
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
  open: async (events, signal) => {
    const listening = { topics: [`${prefix}/rx`], qos: 0, source: 'the gateway', acknowledges: false } as const;
    const onMessage = (_topic: string, payload: string): void => {
      for (const line of linesOf(payload)) events.onLine(line);
    };
    const onClose = (): void => events.onClose(LOST);
    const link = await openBrokerLink(broker, listening, { onMessage, onClose }, signal);
    return { send: (frame) => link.publish(`${prefix}/send`, frame.trimEnd()), close: async () => link.close() };
  },
});

/** Gateways wrap what they heard into JSON; plain text is taken as it is. */
const linesOf = (payload: string): string[] => {
  const heard = memberOf(parseJson(payload), 'command');
  return (typeof heard === 'string' ? heard : payload).split(/\r?\n/).filter((line) => line !== '');
};
