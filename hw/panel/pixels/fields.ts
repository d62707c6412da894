import { numberField, textField } from '../../../src/schema/connection-field.ts';

/** A device of pixels in the home network: where it is, and how bright. */
export const PIXEL_FIELDS = {
  host: textField({
    title: 'Host',
    description: 'Name or IP address of the device in this network, optionally with a port.',
    hint: 'Such as 192.168.1.40',
    required: true,
    destination: 'host',
  }),
  brightness: numberField(
    {
      title: 'Brightness, %',
      description: 'Brightness of the display in per cent; without it the device keeps its own.',
      hint: 'Leave it empty to keep what the device is set to.',
    },
    0,
    100,
  ),
};
