import type { IClientOptions, MqttClient } from 'mqtt';
import { costOfJson } from '../../../core/bounds/json-cost.ts';
import { READ_TOPIC } from '../../../core/topic.ts';
import { connectBroker } from '../../../platform/network/broker.ts';
import { RESULT_COST } from '../../../sandbox/limits.ts';
import type { JsonObject } from '../../../schema/common.ts';
import { valueAt } from '../../../documents/json/json-path.ts';
import { tooMuch } from '../../keeping/kept-budget.ts';
import { centerValues } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import type { DataPlugin, StreamRequest } from '../../contract/plugin.ts';

interface Topic {
  readonly topic: string;
  readonly name?: string;
  readonly path?: string;
}

const LONGEST_VALUE = 1024;
const LARGEST_MESSAGE = 64 * 1024;
// Busy topics must not redraw boards more often than this.
const LEAST_PAUSE_MS = 1000;
const RECONNECT_MS = 5000;

const manifest = defineManifest({
  id: 'mqtt',
  name: 'MQTT topics',
  description: 'Topics of an MQTT broker as variables',
  icon: 'radio',
  category: 'home',
  documentation:
    'Each topic is one variable, named after its last level unless it has a name. For JSON messages, a ' +
    'path such as `sensor.temperature` picks a value.',
  required: ['connection', 'topics'],
  settings: {
    connection: {
      type: 'object',
      title: 'Broker',
      required: ['url'],
      properties: {
        url: {
          type: 'string',
          title: 'Address',
          description: 'Such as mqtt://192.168.1.10:1883',
          format: 'uri',
          pattern: '^mqtts?://',
        },
        username: { type: 'string', title: 'User', maxLength: 256 },
        password: { type: 'string', title: 'Password', maxLength: 256, 'ui:widget': 'password' },
      },
    },
    topics: {
      type: 'array',
      title: 'Topics',
      minItems: 1,
      maxItems: 50,
      items: {
        type: 'object',
        required: ['topic'],
        properties: {
          topic: { type: 'string', minLength: 1, maxLength: 256, pattern: READ_TOPIC.source },
          name: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' },
          path: { type: 'string', maxLength: 256 },
        },
      },
    },
  },
  variables: { auto_discover: true, simple: {} },
  sample: {
    flagship: ['', 'ATTIC 19.5', 'CELLAR 12.0', 'FRONT DOOR SHUT', 'WASHING MACHINE OFF', ''],
    note: ['ATTIC 19.5', 'CELLAR 12.0', 'DOOR SHUT'],
  },
});

const topicsOf = (config: JsonObject): readonly Topic[] => (config['topics'] ?? []) as Topic[];

/** The variable of a topic: its name, or its last level with `_` for what names may not have. */
export const variableOf = ({ topic, name }: Topic): string =>
  name || (topic.split('/').at(-1) ?? '').toLowerCase().replace(/[^a-z0-9_]+/g, '_') || 'value';

/** The value of a message: JSON where it is JSON, otherwise its text; with a path, what lies there. */
export const readMessage = (message: string, path: string | undefined): unknown => {
  let value: unknown = message.slice(0, LONGEST_VALUE);
  try {
    value = JSON.parse(message);
  } catch {
    // A message that is no JSON is its text.
  }
  return path ? (valueAt(value, path) ?? null) : value;
};

const optionsOf = (config: JsonObject): IClientOptions => {
  const { username, password } = config['connection'] as { username?: string; password?: string };
  return {
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: 10_000,
    resubscribe: true,
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  };
};

const connect = (config: JsonObject, log: (message: string) => void): MqttClient =>
  connectBroker(String((config['connection'] as JsonObject)['url']), optionsOf(config), {
    onSkip: (bytes) => log(`a message of ${bytes} bytes is too large`),
    newestOnly: true,
  });

/** Collects values and reports them together, at most once a second. Each is paid for before it is read. */
const createReport = ({ push, after, keep }: StreamRequest) => {
  const values = new Map<string, { readonly value: unknown; readonly bytes: number }>();
  let cancel: (() => void) | null = null;
  const send = (): void => {
    cancel = null;
    push({ available: true, data: Object.fromEntries([...values].map(([name, { value }]) => [name, value])) });
  };
  const pay = (name: string, bytes: number): string | null => {
    const sum = [...values].reduce((all, [other, one]) => (other === name ? all : all + one.bytes), bytes);
    return sum > RESULT_COST
      ? tooMuch('all its messages need', sum, RESULT_COST)
      : keep('messages', sum, () => values.clear());
  };
  return {
    set: (name: string, message: string, path: string | undefined): void => {
      const { bytes } = costOfJson(message);
      const refusal = pay(name, bytes);
      if (refusal !== null) return push({ available: false, error: refusal });
      values.set(name, { value: readMessage(message, path), bytes });
      cancel ??= after(values.size === 1 ? 0 : LEAST_PAUSE_MS, send);
    },
    stop: (): void => cancel?.(),
  };
};

const open = (request: StreamRequest): (() => void) => {
  const { config, push, log } = request;
  const topics = topicsOf(config);
  const report = createReport(request);
  const client = connect(config, log);
  client.on('connect', () => {
    client.subscribe([...new Set(topics.map(({ topic }) => topic))], (problem) => {
      if (problem) log(`subscribing failed: ${problem.message}`);
    });
  });
  client.on('message', (topic, payload) => {
    if (payload.length > LARGEST_MESSAGE) return log(`a message of ${payload.length} bytes on ${topic} is too large`);
    for (const each of topics)
      if (each.topic === topic) report.set(variableOf(each), payload.toString('utf8'), each.path);
  });
  client.on('error', (problem) =>
    push({
      available: false,
      error: `the broker cannot be used: ${'code' in problem ? String(problem.code) : problem.message}`,
    }),
  );
  client.on('offline', () => push({ available: false, error: 'there is no connection to the broker' }));
  return () => {
    report.stop();
    client.end(true);
  };
};

/** Messages of a broker in the house. */
export const mqtt: DataPlugin = {
  manifest,
  open,
  configuredVariables: (config) => topicsOf(config).map(variableOf),
  format: ({ data, board, config }) => centerValues(topicsOf(config).map(variableOf), data, board),
};
