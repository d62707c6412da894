import { once } from '../../core/memo.ts';
import { findPlugins, listFolders } from './loader.ts';
import type { PluginHostPorts } from '../ports.ts';
import type { LoadProblem, Registry } from './registry.ts';
import { readManifest } from '../../sandbox/manifests.ts';

/** Most appliances have no plugin of their own: how one is run is loaded with the first. */
const external = once(() => require('../running/external.ts') as typeof import('../running/external.ts'));

/** Names of the folders in the owner's directory; none of them is read. */
export const folderNames = async (pluginsDir: string): Promise<string[]> => (await listFolders(pluginsDir)) ?? [];

/**
 * Installs the plugins of the owner's directory, each to run in the sandbox; what cannot be used becomes a problem of
 * the registry.
 */
export const installFolders = async (
  registry: Registry,
  { pluginsDir, sandbox, log, bodies }: PluginHostPorts & { readonly pluginsDir: string },
): Promise<void> => {
  const complain = ({ plugin_id, error }: LoadProblem): void =>
    log.warn(`${plugin_id === '' ? 'the folder of plugins' : `the plugin "${plugin_id}"`} cannot be used: ${error}`);
  for await (const found of findPlugins(pluginsDir, (folder) => readManifest(sandbox(), folder))) {
    if ('error' in found) registry.problems.push(found);
    else {
      const { manifest, folder } = found;
      const say = (line: string): void => log.info(`${manifest.id}: ${line}`);
      registry.add(external().createExternalPlugin(manifest, { sandbox: sandbox(), folder, log: say, bodies }), false);
    }
  }
  registry.problems.forEach(complain);
};
