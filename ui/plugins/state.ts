import type { PluginSource } from './api.ts';

/** How a plugin fares, as far as an owner cares. */
export type PluginState = 'off' | 'needs' | 'failing' | 'working' | 'live' | 'waiting' | 'unread';

/** How a source fares. */
export const stateOf = ({ enabled, configured, error, live, receives, fetched_at }: PluginSource): PluginState => {
  if (!enabled) return 'off';
  if (!configured) return 'needs';
  if (error !== null) return 'failing';
  if (live) return 'live';
  if (fetched_at !== null) return 'working';
  return receives ? 'waiting' : 'unread';
};

/** Whether the owner has to do something before a source works. */
export const needsAttention = (state: PluginState): boolean => state === 'needs' || state === 'failing';
