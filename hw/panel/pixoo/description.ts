import { describePanelDriver } from '../description.ts';
import { PIXEL_FIELDS } from '../pixels/fields.ts';

/** A picture frame of 64 × 64 pixels with an HTTP server. */
export const pixoo = describePanelDriver({
  kind: 'pixoo',
  label: 'Divoom Pixoo 64',
  summary: 'A picture frame of 64 × 64 pixels on Wi-Fi, up to 10 rows of 16',
  connection: PIXEL_FIELDS,
  flaps: null,
  most: { rows: 10, cols: 16 },
  modules: false,
  tells: { readBack: 'no', restart: true, health: false, actions: false },
  found: 'none',
  emulator: { name: 'pixoo', entry: 'hw/emulator/pixoo/main.ts' },
  create: (setup, deps) => {
    const { Pixoo } = require('../pixels/displays.ts') as typeof import('../pixels/displays.ts');
    return new Pixoo(setup, deps);
  },
});
