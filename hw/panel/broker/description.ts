import { numberField, textField } from '../../../src/schema/boards/connection-field.ts';
import { describePanelDriver } from '../description.ts';
import { BROKER_FIELDS } from '../fields.ts';

/** Walls of other appliances that follow a topic. */
export const broker = describePanelDriver({
  kind: 'broker',
  label: 'Walls over a broker',
  summary: 'Other appliances that follow a topic',
  connection: {
    ...BROKER_FIELDS,
    topic_prefix: textField({
      title: 'Topic',
      description: 'Topic below which frames travel.',
      hint: 'Such as campus/hall: walls that follow it show this board',
      required: true,
    }),
    time_to_live: numberField(
      {
        title: 'Time to live, seconds',
        description: 'How long walls show a frame after the appliance that sends it is gone, in seconds.',
        hint: 'Leave it empty to keep the last frame for ever.',
      },
      10,
      31_536_000,
    ),
  },
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
