import { describePanelDriver } from '../description.ts';
import { SCREEN_FIELDS } from './fields.ts';

/** Flaps that are drawn on a screen of this machine. */
export const screen = describePanelDriver({
  kind: 'screen',
  label: 'Screen',
  summary: 'A television or monitor at the HDMI socket of this machine',
  connection: SCREEN_FIELDS,
  flaps: null,
  modules: false,
  tells: { readBack: 'yes', restart: true, health: false, actions: false },
  found: 'screen',
  emulator: null,
  create: (setup, deps) => {
    const { Screen } = require('./screen.ts') as typeof import('./screen.ts');
    return new Screen(setup, deps);
  },
});
