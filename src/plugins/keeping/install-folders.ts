import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from '../../core/memo.ts';
import { readManifest } from '../../sandbox/manifests.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { findForeignVariable } from './environment.ts';
import { parseManifest, type Manifest } from '../contract/manifest.ts';
import type { PluginHostPorts } from '../ports.ts';
import type { Registry } from './registry.ts';

/** Most appliances have no plugin of their own: how one is run is loaded with the first. */
const external = once(() => require('../running/external.ts') as typeof import('../running/external.ts'));

const MOST_PLUGINS = 100;

/** The manifest of the plugin in one of several folders, or why it cannot be used. */
const readPlugin = async (
  sandbox: Sandbox,
  folder: string,
  id: string,
  ids: readonly string[],
): Promise<{ readonly manifest: Manifest } | { readonly error: string }> => {
  const found = await readManifest(sandbox, folder);
  if ('error' in found) return found;
  const parsed = parseManifest(found.value);
  if ('error' in parsed) return parsed;
  if (parsed.manifest.id !== id) return { error: `manifest: id: must be "${id}", the name of the folder` };
  const error = findForeignVariable(parsed.manifest, ids);
  if (error !== null) return { error };
  const entry = await stat(join(folder, 'index.mjs')).catch(() => null);
  return entry?.isFile() ? parsed : { error: 'index.mjs is missing' };
};

const listFolders = async (dir: string): Promise<string[]> => {
  const names = (await readdir(dir)).filter((name) => !name.startsWith('.')).sort();
  const folders = await Promise.all(
    names.map(async (name) => ((await stat(join(dir, name)).catch(() => null))?.isDirectory() ? [name] : [])),
  );
  return folders.flat().slice(0, MOST_PLUGINS);
};

/** Names of the folders in the owner's directory, none of which is read; null when it cannot be read itself. */
export const folderNames = (dir: string): Promise<string[] | null> => listFolders(dir).catch(() => null);

/**
 * Installs the plugins of the owner's directory, each to run in the sandbox; what cannot be used becomes a problem of
 * the registry.
 */
export const installFolders = async (
  registry: Registry,
  { pluginsDir, sandbox, log, bodies }: PluginHostPorts & { readonly pluginsDir: string },
): Promise<void> => {
  const names = await folderNames(pluginsDir);
  if (!names) {
    const error = 'SERVICE_PLUGINS_DIR names a folder that is not there or cannot be read';
    registry.problems.push({ plugin_id: '', error });
  }
  for (const id of names ?? []) {
    const folder = join(pluginsDir, id);
    const found = await readPlugin(sandbox(), folder, id, names ?? []);
    if ('error' in found) registry.problems.push({ plugin_id: id, error: found.error });
    else {
      const say = (line: string): void => log.info(`${id}: ${line}`);
      const lodging = { sandbox: sandbox(), folder: await realpath(folder), log: say, bodies };
      registry.add(external().createExternalPlugin(found.manifest, lodging), false);
    }
  }
  for (const { plugin_id, error } of registry.problems)
    log.warn(`${plugin_id === '' ? 'the folder of plugins' : `the plugin "${plugin_id}"`} cannot be used: ${error}`);
};
