import { describePanelDriver } from '../description.ts';
import { TEXT_FLAPS } from './text-flaps.ts';
import { TEXT_FIELDS } from './fields.ts';

/** A display that takes one text from an MQTT topic. */
export const mqttText = describePanelDriver({
  kind: 'mqtt-text',
  label: 'Text over MQTT',
  summary: 'A display that takes one text from a topic',
  connection: TEXT_FIELDS,
  flaps: TEXT_FLAPS,
  modules: true,
  tells: { readBack: 'depends', restart: true, health: false, actions: false },
  found: 'none',
  emulator: { name: 'mqtt-text', entry: 'hw/emulator/mqtt-text/main.ts' },
  create: (setup, deps) => {
    const { MqttText } = require('./mqtt-text.ts') as typeof import('./mqtt-text.ts');
    return new MqttText(setup, deps);
  },
});
