import { describePanelDriver } from '../description.ts';
import { WALLS_FIELDS } from './fields.ts';

/** Walls of other appliances that follow a topic. */
export const broker = describePanelDriver({
  kind: 'broker',
  label: 'Walls over a broker',
  summary: 'Other appliances that follow a topic',
  connection: WALLS_FIELDS,
  flaps: null,
  modules: false,
  tells: { readBack: 'yes', restart: true, health: false, actions: true },
  found: 'mdns',
  emulator: null,
  create: (setup, deps) => {
    const { BrokerWalls } = require('./broker-walls.ts') as typeof import('./broker-walls.ts');
    return new BrokerWalls(setup, deps);
  },
});
