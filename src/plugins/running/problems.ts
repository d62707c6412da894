import type { FeedHealth } from './feed.ts';
import type { Unreached } from '../network/reach.ts';
import type { LoadProblem } from '../keeping/registry.ts';

/** A plugin that could not be loaded, or whose last fetch failed. */
export interface PluginProblem {
  readonly plugin_id: string;
  readonly error: string;
  readonly consecutive_timeouts: number;
  readonly quarantined: boolean;
  readonly cooldown_remaining_seconds: number;
  /** The host that did not answer, and whether there seems to be no internet; null when that is not what failed. */
  readonly unreached: Unreached | null;
}

/** How the data of a plugin fares. */
interface Fetched {
  readonly key: string;
  readonly health: FeedHealth | null;
  readonly unreached: Unreached | null;
}

/** Folders that could not be loaded, then keys whose last fetch failed. */
export const listProblems = (broken: readonly LoadProblem[], fetched: readonly Fetched[]): PluginProblem[] => [
  ...broken.map(({ plugin_id, error }) => ({
    plugin_id,
    error,
    consecutive_timeouts: 0,
    quarantined: false,
    cooldown_remaining_seconds: 0,
    unreached: null,
  })),
  ...fetched.flatMap(({ key, health, unreached }) => {
    if (!health || health.error === null) return [];
    const { error, consecutive_failures, quarantined, cooldown_remaining_seconds } = health;
    return [
      {
        plugin_id: key,
        error,
        consecutive_timeouts: consecutive_failures,
        quarantined,
        cooldown_remaining_seconds,
        unreached,
      },
    ];
  }),
];
