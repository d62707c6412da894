import { textField } from '../../../src/schema/boards/connection-field.ts';
import { describePanelDriver } from '../description.ts';
import { BROKER_FIELDS } from '../fields.ts';
import { TEXT_FLAPS } from './text-flaps.ts';

/** A display that takes one text from an MQTT topic. */
export const mqttText = describePanelDriver({
  kind: 'mqtt-text',
  label: 'Text over MQTT',
  summary: 'A display that takes one text from a topic',
  connection: {
    ...BROKER_FIELDS,
    command_topic: textField({
      title: 'Topic of commands',
      description: 'Topic that takes what is to be shown.',
      required: true,
    }),
    state_topic: textField({
      title: 'Topic of the state',
      description: 'Topic that tells what is shown.',
      hint: 'Leave it empty if the display reports nothing.',
    }),
  },
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
