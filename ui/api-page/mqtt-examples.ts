import type { MqttPreference } from '../../src/schema/appliance/mqtt.ts';
import { apiPage as texts } from '../strings/api-page.ts';
import type { Example } from './examples.ts';

/** The topics that programs use most, with what they mean. */
export const topicsOf = ({ base_topic }: Pick<MqttPreference, 'base_topic'>): [topic: string, meaning: string][] =>
  texts.topics.map(([topic, meaning]) => [`${base_topic}/${topic}`, meaning]);

const word = (text: string): string => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** A message by way of the broker. */
export const mqttExample = ({ base_topic, broker_host, broker_port, tls, username }: MqttPreference): Example => {
  const [title, note] = texts.mqttSend;
  const broker = [
    '-h',
    word(broker_host || 'BROKER'),
    '-p',
    String(broker_port),
    ...(tls ? ['--tls-use-os-certs'] : []),
    ...(username === '' ? [] : ['-u', word(username), '-P', '"$MQTT_PASSWORD"']),
  ];
  return {
    name: 'mqtt',
    title,
    note,
    command: `mosquitto_pub ${broker.join(' ')} \\\n  -t ${word(`${base_topic}/send_message/set`)} -m 'HELLO'`,
  };
};
