import type { KnownDestination, PluginDetail, PluginEntry, PluginInstance } from '../../schema/plugins/plugins.ts';
import { instanceKeysOf, storedFor, type Configuration, type StoredPlugins } from './configuration.ts';
import { parseKey } from '../contract/key.ts';
import type { Handle } from './handle.ts';
import type { Installed } from './registry.ts';
import type { Manifest } from '../contract/manifest.ts';
import { isTransition, type SourceNotes } from '../contract/plugin.ts';
import { maxLengths } from '../contract/variables.ts';

/** An element of the plugin list. */
export const toEntry = ({ plugin }: Installed, configuration: Configuration): PluginEntry => ({
  ...entryOf(plugin.manifest, configuration),
  ...(!isTransition(plugin) && plugin.notes ? noted(plugin.notes) : {}),
});

const noted = ({ category, ...source }: SourceNotes): Pick<PluginEntry, 'category' | 'source'> => ({
  category,
  source,
});

const entryOf = (manifest: Manifest, configuration: Configuration): PluginEntry => ({
  id: manifest.id,
  name: manifest.name,
  version: manifest.version,
  description: manifest.description,
  author: manifest.author,
  category: manifest.category ?? null,
  plugin_type: manifest.plugin_type,
  icon: manifest.icon,
  enabled: configuration.enabled,
  configured: configuration.missing().length === 0,
});

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
  const { manifest } = installed.plugin;
  const { id, label } = parseKey(key);
  return {
    ...toEntry(installed, configuration),
    id: key,
    config: configuration.shown(),
    env_overridden_keys: configuration.overridden(),
    settings_schema: manifest.settings_schema,
    variables: manifest.variables,
    max_lengths: maxLengths(manifest),
    env_vars: manifest.env_vars,
    documentation: manifest.documentation ?? null,
    has_demo: !isTransition(installed.plugin),
    demo_page_id: demoPageId,
    instances: label === null ? toInstances(stored, id) : [],
    instance_label: label,
    base_plugin_id: label === null ? null : id,
    ...(destinations.length === 0 ? {} : { destinations }),
  };
};
