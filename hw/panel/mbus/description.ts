import { describePanelDriver } from '../description.ts';
import { STANDARD_REEL } from './standard-reel.ts';
import { BUS_FIELDS } from './fields.ts';

/** Modules on a shared bus of short text frames. */
export const mbus = describePanelDriver({
  kind: 'mbus',
  label: 'mbus',
  summary: 'Modules on an RS-485 line or behind an MQTT gateway',
  connection: BUS_FIELDS,
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
