import type { MqttClient } from 'mqtt';
import type { Cancel, Clock } from '../../../src/platform/clock.ts';
import type { AwtrixDevice } from './device.ts';

/** Where a clock meets its broker. */
export interface AwtrixBrokerOptions {
  readonly url: string;
  readonly prefix: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

const STATS_EVERY_MS = 10_000;
const TOPICS = [
  'custom/#',
  'notify',
  'notify/dismiss',
  'switch',
  'nextapp',
  'settings',
  'power',
  'reboot',
  'sendscreen',
];

type Command = (device: AwtrixDevice, text: string) => void;

const COMMANDS: Readonly<Record<string, Command>> = {
  notify: (device, text) => void device.notify(text),
  'notify/dismiss': (device) => device.dismiss(),
  switch: (device, text) => void device.switchTo(text),
  nextapp: (device) => device.next(),
  settings: (device, text) => device.set(text),
  power: (device, text) => device.power(text),
  reboot: (device) => device.restart(),
};

/** Puts a clock behind a broker: topics below its prefix, its stats every 10 s, and a last will. */
export const connectAwtrix = (device: AwtrixDevice, options: AwtrixBrokerOptions, clock: Clock): MqttClient => {
  const { url, prefix, username, password } = options;
  const { connect } = require('mqtt') as typeof import('mqtt');
  const client = connect(url, {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    reconnectPeriod: 500,
    will: { topic: `${prefix}/stats/device`, payload: Buffer.from('offline'), qos: 0, retain: true },
  });
  const tell = (): void => void client.publish(`${prefix}/stats`, JSON.stringify(device.stats));
  let cancel: Cancel = () => undefined;
  const tellAgain = (): void => {
    if (client.connected) tell();
    cancel = clock.after(STATS_EVERY_MS, tellAgain);
  };
  tellAgain();
  client.on('connect', () => {
    client.subscribe(TOPICS.map((topic) => `${prefix}/${topic}`));
    client.publish(`${prefix}/stats/effects`, '[]');
    client.publish(`${prefix}/stats/device`, 'online', { retain: true });
    tell();
  });
  client.on('message', (topic, payload) => {
    const name = topic.slice(prefix.length + 1);
    const text = payload.toString('utf8');
    if (name.startsWith('custom/')) device.custom(name.slice('custom/'.length), text);
    else if (name === 'sendscreen') client.publish(`${prefix}/screen`, JSON.stringify([...device.pixels]));
    else if (Object.hasOwn(COMMANDS, name)) COMMANDS[name]?.(device, text);
  });
  client.on('error', ({ message }) => console.error(`The broker cannot be used: ${message}`));
  client.on('end', () => cancel());
  return client;
};
