import type { MqttPreference } from '../../src/schema/appliance/mqtt.ts';
import { api, request } from '../api.ts';
import { askStatus } from '../login/session.ts';
import { pluginOperations } from '../plugins/api.ts';

/** Asks the service for what the examples depend on. */
export const loadFacts = async () => {
  const [status, { pages }, { boards }, mqtt, { sources }] = await Promise.all([
    askStatus(),
    api.pages(),
    api.boardSettings(),
    request<MqttPreference>('GET', '/settings/mqtt'),
    pluginOperations.sources(),
  ]);
  return {
    status,
    pages,
    boards,
    mqtt,
    /** Whether the plugin of the example takes data. */
    receives: sources.some(({ plugin_id, enabled }) => plugin_id === 'webhook' && enabled),
  };
};

/** What the examples depend on. */
export type Facts = Awaited<ReturnType<typeof loadFacts>>;
