import { DAY_MS } from '../../../src/core/time/durations.ts';
import type { Condition } from '../../../src/schema/boards/conditions.ts';
import type { MqttStatus } from '../../../src/schema/appliance/mqtt.ts';
import type { ConfigCheck, SafeStartStatus } from '../../../src/schema/appliance/system.ts';
import type { UpdateStatus } from '../../../src/schema/appliance/update.ts';
import type { WallList } from '../../../src/schema/boards/walls.ts';
import { attention } from '../../strings/attention.ts';
import { momentOf } from '../../kit/language.ts';
import { isOfFollowing } from './faults.ts';

/** A plugin whose last fetch failed. */
export interface PluginError {
  readonly plugin_id: string;
  readonly error: string;
  readonly unreached: { readonly host: string; readonly offline: boolean } | null;
}

/** Something that needs attention, and where it is put right. */
export interface Note {
  readonly text: string;
  readonly href: string;
  readonly action: string;
}

/** What the service tells of itself, its connections and its plugins. */
export interface InstallStatus {
  readonly check: ConfigCheck;
  readonly mqtt: MqttStatus;
  readonly update: UpdateStatus;
  readonly plugins: readonly PluginError[];
  readonly safeStart: SafeStartStatus | null;
  readonly walls: WallList;
}

const ofUpdate = ({ state, last_update: last }: UpdateStatus): Note[] => {
  const to = { href: '/settings/update', action: attention.toUpdate };
  if (state === 'on_trial') return [{ ...to, text: attention.onTrial }];
  if (!last || last.result === 'kept' || Date.now() - Date.parse(last.at) > DAY_MS) return [];
  return [{ ...to, text: attention.updateFailed(last.version, last.reason ?? '') }];
};

/** The name of a board by its id. */
type Names = (id: string) => string;

const ofBoard = ({ board_id, error, drifted }: Condition, name: string): Note[] => {
  const to = { href: `/?board=${encodeURIComponent(board_id)}`, action: attention.toBoard };
  if (error !== null) return [{ ...to, text: attention[isOfFollowing(error) ? 'follower' : 'board'](name, error) }];
  return drifted ? [{ ...to, text: attention.drifted(name) }] : [];
};

/** The plugin whose value a placeholder stands for. */
const sourceOf = (placeholder: string): string => placeholder.split('.')[0] ?? '';

/** Values that are missing although their plugin has no fault of its own, which would be told instead. */
const ofValues = ({ missing, page_id }: Condition, name: string, failing: ReadonlySet<string>): Note[] => {
  const unexplained = missing.filter((placeholder) => !failing.has(sourceOf(placeholder)));
  if (unexplained.length === 0) return [];
  return [
    {
      text: attention.missing(name, unexplained),
      href: `/pages/${encodeURIComponent(page_id ?? '')}`,
      action: attention.toPage,
    },
  ];
};

/** Sources whose values are too old to be shown, and stand as `-` on a board. */
const ofAge = ({ stale }: Condition, name: string): Note[] =>
  stale.map(({ plugin, since }) => ({
    text: attention.stale(plugin, name, momentOf(since)),
    href: `/plugins/${encodeURIComponent(plugin)}`,
    action: attention.toPlugin,
  }));

const ofPlugins = (plugins: readonly PluginError[], unfilledBy: (ids: readonly string[]) => string[]): Note[] => {
  const offline = plugins.filter(({ unreached }) => unreached?.offline);
  const lost = new Set(offline.flatMap(({ unreached }) => (unreached ? [unreached.host] : [])));
  const internet =
    lost.size === 0
      ? []
      : [
          {
            text: attention.offline([...lost], unfilledBy(offline.map(({ plugin_id }) => plugin_id))),
            href: '/settings/network',
            action: attention.toNetwork,
          },
        ];
  const others = plugins.filter(({ unreached }) => !unreached?.offline);
  return [
    ...internet,
    ...others.map(({ plugin_id, error, unreached }) => ({
      text: attention.plugin(
        plugin_id,
        unreached ? attention.unreached(unreached.host, error) : error,
        unfilledBy([plugin_id]),
      ),
      href: `/plugins/${encodeURIComponent(plugin_id)}`,
      action: attention.toPlugin,
    })),
  ];
};

/**
 * What needs the owner’s attention, one note for each cause; what is wrong with the hardware of the board that is drawn
 * large (`current`) it says itself.
 */
export const notesOf = (
  { check, mqtt, update, plugins }: Omit<InstallStatus, 'safeStart' | 'walls'>,
  conditions: readonly Condition[],
  names: Names,
  current: string,
): Note[] => {
  const told = new Set(conditions.map(({ board_id, error }) => `${names(board_id)}: ${error}`));
  const failing = new Set(plugins.map(({ plugin_id }) => plugin_id));
  const unfilledBy = (ids: readonly string[]): string[] =>
    conditions
      .filter(({ missing }) => missing.some((placeholder) => ids.includes(sourceOf(placeholder))))
      .map(({ board_id }) => names(board_id));
  return [
    ...check.errors
      .filter((error) => !told.has(error))
      .map((text) => ({ text, href: '/settings/logs', action: attention.toLogs })),
    ...conditions
      .filter(({ board_id }) => board_id !== current)
      .flatMap((condition) => ofBoard(condition, names(condition.board_id))),
    ...ofPlugins(plugins, unfilledBy),
    ...conditions.flatMap((condition) => ofAge(condition, names(condition.board_id))),
    ...conditions.flatMap((condition) => ofValues(condition, names(condition.board_id), failing)),
    ...check.warnings.map((text) => ({ text, href: '/settings/about', action: attention.toAbout })),
    ...(mqtt.enabled && !mqtt.connected
      ? [
          {
            text: attention.mqtt(mqtt.broker ?? '', mqtt.error ?? ''),
            href: '/settings/mqtt',
            action: attention.toMqtt,
          },
        ]
      : []),
    ...ofUpdate(update),
  ];
};
