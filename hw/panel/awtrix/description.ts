import { describePanelDriver } from '../description.ts';
import { CLOCK_FIELDS } from './fields.ts';

/** A clock of 32 × 8 pixels with the AWTRIX 3 firmware. */
export const awtrix = describePanelDriver({
  kind: 'awtrix',
  label: 'AWTRIX 3 clock',
  summary: 'An Ulanzi or home-made clock of 32 × 8 pixels, a row of up to 8',
  connection: CLOCK_FIELDS,
  ways: [
    { label: 'Its own address', fields: ['host', 'username', 'password', 'brightness', 'on_in_silence'] },
    {
      label: 'MQTT broker',
      fields: ['url', 'topic_prefix', 'username', 'password', 'ca_certificate', 'brightness', 'on_in_silence'],
    },
  ],
  flaps: null,
  most: { rows: 1, cols: 8 },
  modules: false,
  tells: { readBack: 'yes', restart: true, health: false, actions: false },
  found: 'none',
  emulator: { name: 'awtrix', entry: 'hw/emulator/awtrix/main.ts' },
  create: (setup, deps) => {
    const { Awtrix } = require('../pixels/displays.ts') as typeof import('../pixels/displays.ts');
    return new Awtrix(setup, deps);
  },
});
