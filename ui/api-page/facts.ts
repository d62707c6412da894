import type { BoardInstance } from '../../src/schema/boards/boards.ts';
import type { Page } from '../../src/schema/content/pages.ts';
import type { MqttPreference } from '../../src/schema/appliance/mqtt.ts';
import { api, request } from '../api.ts';
import { askStatus } from '../login/session.ts';
import type { AuthStatus } from '../../src/schema/appliance/auth.ts';
import { pluginOperations } from '../plugins/api.ts';

/** What the examples depend on. */
export interface Facts {
  readonly status: AuthStatus;
  readonly pages: readonly Page[];
  readonly boards: readonly BoardInstance[];
  readonly mqtt: MqttPreference;
  /** Whether the plugin of the example takes data. */
  readonly receives: boolean;
}

/** Asks the service for them. */
export const loadFacts = async (): Promise<Facts> => {
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
    receives: sources.some(({ plugin_id, enabled }) => plugin_id === 'webhook' && enabled),
  };
};
