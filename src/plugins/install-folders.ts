import { createExternalPlugin } from './external.ts';
import { findPlugins } from './loader.ts';
import { PluginProcess } from './plugin-process.ts';
import type { PluginHostPorts } from './ports.ts';
import type { Registry } from './registry.ts';

/** Installs the plugins of the owner's directory, each to run in a process of its own; what cannot be used becomes a problem of the registry. */
export const installFolders = async (registry: Registry, { pluginsDir, runnerPath, clock, log }: PluginHostPorts): Promise<void> => {
  if (pluginsDir === null) return;
  const { found, problems } = await findPlugins(pluginsDir);
  registry.problems.push(...problems);
  for (const { manifest, folder } of found) {
    const process = new PluginProcess({ runnerPath, folder, clock, log: (message) => log.info(`${manifest.id}: ${message}`) });
    registry.add(createExternalPlugin(manifest, process), false);
  }
  for (const { plugin_id, error } of registry.problems) log.warn(`${plugin_id === '' ? 'the folder of plugins' : `the plugin "${plugin_id}"`} cannot be used: ${error}`);
};
