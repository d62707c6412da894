import { DAY_MS } from '../../src/core/durations.ts';
import type { Condition } from '../../src/schema/conditions.ts';
import type { MqttStatus } from '../../src/schema/mqtt.ts';
import type { ConfigCheck } from '../../src/schema/system.ts';
import type { UpdateStatus } from '../../src/schema/update.ts';
import { attention } from '../strings/attention.ts';

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
}

const ofUpdate = ({ state, last_update: last }: UpdateStatus): Note[] => {
  const to = { href: '/settings/update', action: attention.toUpdate };
  if (state === 'on_trial') return [{ ...to, text: attention.onTrial }];
  if (!last || last.result === 'kept' || Date.now() - Date.parse(last.at) > DAY_MS) return [];
  return [{ ...to, text: attention.updateFailed(last.version, last.reason ?? '') }];
};

/** The name of a board by its id. */
type Names = (id: string) => string;

const ofBoard = ({ board_id, error, drifted, missing, page_id }: Condition, name: string): Note[] => {
  const to = { href: `/?board=${encodeURIComponent(board_id)}`, action: attention.toBoard };
  if (error !== null) return [{ ...to, text: attention.board(name, error) }];
  if (drifted) return [{ ...to, text: attention.drifted(name) }];
  if (missing.length === 0) return [];
  return [
    {
      text: attention.missing(name, missing),
      href: `/pages/${encodeURIComponent(page_id ?? '')}`,
      action: attention.toPage,
    },
  ];
};

const ofPlugins = (plugins: readonly PluginError[]): Note[] => {
  const lost = new Set(plugins.flatMap(({ unreached }) => (unreached?.offline ? [unreached.host] : [])));
  const internet =
    lost.size === 0
      ? []
      : [{ text: attention.offline([...lost]), href: '/settings/network', action: attention.toNetwork }];
  const others = plugins.filter(({ unreached }) => !unreached?.offline);
  return [
    ...internet,
    ...others.map(({ plugin_id, error, unreached }) => ({
      text: attention.plugin(plugin_id, unreached ? attention.unreached(unreached.host, error) : error),
      href: `/plugins/${encodeURIComponent(plugin_id)}`,
      action: attention.toPlugin,
    })),
  ];
};

/** What needs the owner’s attention; the board that is drawn large (`current`) says itself what is wrong with it. */
export const notesOf = (
  { check, mqtt, update, plugins }: InstallStatus,
  conditions: readonly Condition[],
  names: Names,
  current: string,
): Note[] => {
  const told = new Set(conditions.map(({ error }) => error));
  return [
    ...check.errors
      .filter((error) => !told.has(error))
      .map((text) => ({ text, href: '/settings/logs', action: attention.toLogs })),
    ...conditions
      .filter(({ board_id }) => board_id !== current)
      .flatMap((condition) => ofBoard(condition, names(condition.board_id))),
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
    ...ofPlugins(plugins),
  ];
};
