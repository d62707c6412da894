import type { Clock } from '../../../src/platform/clock.ts';
import type { ConnectionOf } from '../../../src/schema/boards/connection-field.ts';
import { brokerAt, requireTopic } from '../broker-link.ts';
import type { OpenLine } from '../serial-line.ts';
import type { BusKind } from './bus.ts';
import type { BUS_FIELDS } from './fields.ts';
import { mqttBus } from './mqtt-bus.ts';
import { serialBus } from './serial-bus.ts';

const BAUD = 9600;
const DEFAULT_PREFIX = 'splitflap';

/** The way to a bus: a serial port, or a gateway at a broker. */
export type BusConnection = ConnectionOf<typeof BUS_FIELDS>;

/** The kind of bus that settings name; a broker goes before a port. Throws a sentence for the owner for neither. */
export const busFor = (connection: BusConnection, line: { clock: Clock; open: OpenLine; gapMs: number }): BusKind => {
  const { path, baud_rate, url, topic_prefix } = connection;
  if (url) {
    requireTopic('The prefix of the gateway', topic_prefix ?? '');
    return mqttBus({ ...brokerAt(url, connection), prefix: topic_prefix || DEFAULT_PREFIX });
  }
  if (!path) throw new Error('The panel needs the path of its serial port, or the address of its MQTT broker.');
  return serialBus({ ...line, path, baudRate: baud_rate ?? BAUD });
};
