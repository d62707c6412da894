import { topicField } from '../../../src/schema/boards/connection-field.ts';
import { BROKER_FIELDS } from '../fields.ts';

/** The broker of a display, and its topics. */
export const TEXT_FIELDS = {
  ...BROKER_FIELDS,
  command_topic: topicField({
    title: 'Topic of commands',
    description: 'Topic that takes what is to be shown.',
    required: true,
  }),
  state_topic: topicField({
    title: 'Topic of the state',
    description: 'Topic that tells what is shown.',
    hint: 'Leave it empty if the display reports nothing.',
  }),
};
