import { textField } from '../../../src/schema/boards/connection-field.ts';
import { describePanelDriver } from '../description.ts';
import { BROKER_FIELDS, SERIAL_FIELDS } from '../fields.ts';
import { STANDARD_REEL } from './standard-reel.ts';

/** Modules on a shared bus of short text frames. */
export const mbus = describePanelDriver({
  kind: 'mbus',
  label: 'mbus',
  summary: 'Modules on an RS-485 line or behind an MQTT gateway',
  connection: {
    ...SERIAL_FIELDS,
    ...BROKER_FIELDS,
    topic_prefix: textField({
      title: 'Prefix of the topics',
      description: 'Topic below which frames travel.',
    }),
  },
  ways: [
    { label: 'Serial port', fields: ['path', 'baud_rate'] },
    { label: 'MQTT gateway', fields: ['url', 'username', 'password', 'topic_prefix', 'ca_certificate'] },
  ],
  flaps: STANDARD_REEL,
  modules: true,
  tells: { readBack: 'yes', restart: true, health: true, actions: true },
  found: 'serial',
  // Common adapters for RS-485.
  adapters: ['1a86:7523', '1a86:5523', '0403:6001', '0403:6015', '067b:2303'],
  emulator: { name: 'mbus', entry: 'hw/emulator/mbus/main.ts' },
  create: (setup, deps) => {
    const { Mbus } = require('./mbus.ts') as typeof import('./mbus.ts');
    return new Mbus(setup, deps);
  },
});
