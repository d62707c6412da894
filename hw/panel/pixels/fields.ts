import { textField } from '../../../src/schema/boards/connection-field.ts';
import { LIGHT_FIELDS } from '../fields.ts';

/** A device of pixels in the home network: where it is, and how bright. */
export const PIXEL_FIELDS = {
  host: textField({
    title: 'Host',
    description: 'Name or IP address of the device in this network, optionally with a port.',
    hint: 'Such as 192.168.1.40',
    required: true,
    destination: 'host',
  }),
  ...LIGHT_FIELDS,
};
