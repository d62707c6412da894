import type { KnownDestination, PluginDetail, PluginEntry, PluginInstance } from '../../schema/plugins/plugins.ts';
import { instanceKeysOf, storedFor, type Configuration, type StoredPlugins } from './configuration.ts';
import { parseKey } from '../contract/key.ts';
import type { Handle } from './handle.ts';
import type { Installed } from './registry.ts';
import { isTransition } from '../contract/plugin.ts';
import { maxLengths } from '../contract/variables.ts';

/** An element of the plugin list. */
export const toEntry = ({ plugin }: Installed, configuration: Configuration): PluginEntry => {
  const { id, name, version, description, author, category = null, plugin_type, icon } = plugin.manifest;
  const state = { enabled: configuration.enabled, configured: configuration.missing().length === 0 };
  const entry = { id, name, version, description, author, category, plugin_type, icon, ...state };
  if (isTransition(plugin) || !plugin.notes) return entry;
  const { category: kind, ...source } = plugin.notes;
  return { ...entry, category: kind, source };
};

/** The instances of a plugin, by label. */
export const toInstances = (stored: StoredPlugins, id: string): PluginInstance[] =>
  instanceKeysOf(stored, id).map((key) => {
    const { enabled, config, secrets } = storedFor(stored, key);
    return {
      label: parseKey(key).label ?? '',
      key,
      enabled,
      has_config: Object.keys(config).length + Object.keys(secrets).length > 0,
    };
  });

/** Everything about a plugin or an instance, without any secret. */
export const toDetail = (
  { installed, key, configuration }: Handle,
  stored: StoredPlugins,
  demoPageId: string | null,
  destinations: KnownDestination[],
): PluginDetail => {
  const { settings_schema, variables, env_vars, documentation = null } = installed.plugin.manifest;
  const { id, label } = parseKey(key);
  return {
    ...toEntry(installed, configuration),
    id: key,
    config: configuration.shown(),
    env_overridden_keys: configuration.overridden(),
    settings_schema,
    variables,
    max_lengths: maxLengths(installed.plugin.manifest),
    env_vars,
    documentation,
    has_demo: !isTransition(installed.plugin),
    demo_page_id: demoPageId,
    instances: label === null ? toInstances(stored, id) : [],
    instance_label: label,
    base_plugin_id: label === null ? null : id,
    ...(destinations.length === 0 ? {} : { destinations }),
  };
};
