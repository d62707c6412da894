import { topicField } from '../../../src/schema/boards/connection-field.ts';
import { BROKER_FIELDS, SERIAL_FIELDS } from '../fields.ts';

/** The way to a bus: a serial port, or a gateway at a broker. */
export const BUS_FIELDS = {
  ...SERIAL_FIELDS,
  ...BROKER_FIELDS,
  topic_prefix: topicField({
    title: 'Prefix of the topics',
    description: 'Topic below which frames travel.',
  }),
};
