import {
  longTextField,
  numberField,
  secretField,
  switchField,
  textField,
} from '../../src/schema/boards/connection-field.ts';
import { SecretSchema } from '../../src/schema/common.ts';

const LONGEST_CERTIFICATE = 65_536;

/** A serial port: its path and its speed. */
export const SERIAL_FIELDS = {
  path: textField({
    title: 'Serial port',
    description: 'Path of the serial port.',
    hint: 'Such as /dev/ttyUSB0',
    required: true,
    ports: 'serial',
  }),
  baud_rate: numberField(
    {
      title: 'Speed, baud',
      description: 'Speed of the serial port.',
      hint: 'Leave it empty for the driver’s usual speed.',
    },
    1,
  ),
};

/** A display with light: how bright it is, and whether it is on in the silence of its board. */
export const LIGHT_FIELDS = {
  brightness: numberField(
    {
      title: 'Usual brightness, %',
      description: 'Usual brightness of the display in per cent; without it the device keeps its own.',
      hint: 'Leave it empty to keep what the device is set to.',
    },
    0,
    100,
  ),
  on_in_silence: switchField({
    title: 'Stay on in silence',
    description: 'Whether the display stays on in the silence window of its board; otherwise it is switched off.',
  }),
};

/** An MQTT broker: its address, who signs in there, and who vouches for it. */
export const BROKER_FIELDS = {
  url: textField({
    title: 'Address of the broker',
    description: 'Address of the broker, `mqtt://` or `mqtts://`.',
    hint: 'Such as mqtt://192.168.1.10:1883',
    required: true,
    destination: 'address',
  }),
  username: textField({ title: 'User name', description: 'User name at the broker.' }, SecretSchema),
  password: secretField({ title: 'Password', description: 'Password at the broker; `***` keeps the stored one.' }),
  ca_certificate: longTextField(
    {
      title: 'Certificate of the broker’s authority',
      description:
        'Certificates of the authority that vouches for the broker: a text in PEM form, or the absolute path of a file with one.',
      hint: 'Only for a broker with a private certificate: the PEM text, or the path of its file.',
    },
    LONGEST_CERTIFICATE,
  ),
};
