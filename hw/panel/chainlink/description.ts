import { describePanelDriver } from '../description.ts';
import { SERIAL_FIELDS } from '../fields.ts';
import { OLD_REEL } from './link.ts';

/** Modules chained behind one serial board. */
export const chainlink = describePanelDriver({
  kind: 'chainlink',
  label: 'Chainlink',
  summary: 'Chained modules on one USB serial port',
  connection: SERIAL_FIELDS,
  flaps: OLD_REEL,
  modules: true,
  tells: { readBack: 'yes', restart: true, health: true, actions: true },
  found: 'serial',
  // USB chips on the ESP32 boards of chained walls.
  adapters: ['10c4:ea60', '1a86:55d4', '303a:1001'],
  emulator: { name: 'chainlink', entry: 'hw/emulator/chainlink/main.ts' },
  create: (setup, deps) => {
    const { Chainlink } = require('./chainlink.ts') as typeof import('./chainlink.ts');
    return new Chainlink(setup, deps);
  },
});
