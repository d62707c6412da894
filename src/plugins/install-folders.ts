import { createExternalPlugin } from './external.ts';
import { findPlugins } from './loader.ts';
import type { PluginHostPorts } from './ports.ts';
import type { Registry } from './registry.ts';

/**
 * Installs the plugins of the owner's directory, each to run in the sandbox; what cannot be used becomes a problem of
 * the registry.
 */
export const installFolders = async (
  registry: Registry,
  { pluginsDir, sandbox, log }: PluginHostPorts,
): Promise<void> => {
  if (pluginsDir === null) return;
  const { found, problems } = await findPlugins(pluginsDir);
  registry.problems.push(...problems);
  for (const { manifest, folder } of found) {
    const say = (line: string): void => log.info(`${manifest.id}: ${line}`);
    registry.add(createExternalPlugin(manifest, { sandbox, folder, log: say }), false);
  }
  for (const { plugin_id, error } of registry.problems)
    log.warn(`${plugin_id === '' ? 'the folder of plugins' : `the plugin "${plugin_id}"`} cannot be used: ${error}`);
};
