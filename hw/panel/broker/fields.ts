import { numberField, topicField } from '../../../src/schema/boards/connection-field.ts';
import { BROKER_FIELDS } from '../fields.ts';

/** The broker of a hub, its topic, and how long its frames count. */
export const WALLS_FIELDS = {
  ...BROKER_FIELDS,
  topic_prefix: topicField({
    title: 'Topic',
    description: 'Topic below which frames travel.',
    hint: 'Such as campus/hall: walls that follow it show this board',
    required: true,
  }),
  time_to_live: numberField(
    {
      title: 'Time to live, seconds',
      description: 'How long walls show a frame after the appliance that sends it is gone, in seconds.',
      hint: 'Leave it empty to keep the last frame for ever.',
    },
    10,
    31_536_000,
  ),
};
