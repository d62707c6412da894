import { choiceField, numberField, textField } from '../../../src/schema/boards/connection-field.ts';
import { HIGHEST_PIN, LONGEST_CHAIN, MOTION_FIELDS } from '../../steppers/fields.ts';

const pinField = (title: string, description: string) =>
  numberField({ title, description, ports: 'pins' }, 0, HIGHEST_PIN);

/** What is said of a chain, whatever it is connected to. */
export const CHAIN_FIELDS = {
  layout: choiceField(
    {
      title: 'Layout of the boards',
      description:
        'How modules lie on the chain: `six` as on the driver boards of six modules, which is the usual; `plain` with a ' +
        'byte for two modules and an input byte for eight.',
      usual: 'six',
    },
    [
      ['six', 'Boards of six modules'],
      ['plain', 'A byte for two modules'],
    ],
  ),
  chain: numberField(
    {
      title: 'Modules on the chain',
      description: 'How many modules the chain has, connected or not.',
      required: true,
      usual: 6,
    },
    1,
    LONGEST_CHAIN,
  ),
  ...MOTION_FIELDS,
};

/** Where a chain is connected, and what is on it. */
export const SHIFT_FIELDS = {
  device: textField({
    title: 'SPI device',
    description: 'Path of the SPI device that shifts coils out; sensors are read from the same path with `.1`.',
    hint: 'Usually /dev/spidev0.0',
    usual: '/dev/spidev0.0',
    ports: 'spi',
  }),
  data_pin: pinField('Data out', 'BCM number of the pin with the data for the motors.'),
  clock_pin: pinField('Clock', 'BCM number of the pin with the clock of the chain.'),
  latch_pin: pinField('Latch', 'BCM number of the pin with the latch of the chain.'),
  read_pin: pinField('Data in', 'BCM number of the pin with the data of the sensors.'),
  ...CHAIN_FIELDS,
};
