import { topicField } from '../../../src/schema/boards/connection-field.ts';
import { BROKER_FIELDS } from '../fields.ts';
import { PIXEL_FIELDS } from '../pixels/fields.ts';

/** A clock: its own address, or its broker and topics there. */
export const CLOCK_FIELDS = {
  ...PIXEL_FIELDS,
  ...BROKER_FIELDS,
  topic_prefix: topicField({
    title: 'Prefix of the topics',
    description: 'Topic below which the device takes its commands.',
  }),
};
