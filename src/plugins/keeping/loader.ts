import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findForeignVariable } from './environment.ts';
import { parseManifest, type Manifest } from '../contract/manifest.ts';
import type { LoadProblem } from './registry.ts';

const MOST_PLUGINS = 100;

/** A plugin that lies in a folder. */
export interface Found {
  readonly manifest: Manifest;
  readonly folder: string;
}

/** What is written in the manifest of a folder, or why it cannot be used; never rejects. */
export type ReadManifest = (folder: string) => Promise<{ readonly value: unknown } | { readonly error: string }>;

const manifestOf = async (
  folder: string,
  id: string,
  read: ReadManifest,
): Promise<{ readonly manifest: Manifest } | { readonly error: string }> => {
  const found = await read(folder);
  if ('error' in found) return found;
  const parsed = parseManifest(found.value);
  return 'manifest' in parsed && parsed.manifest.id !== id
    ? { error: `manifest: id: must be "${id}", the name of the folder` }
    : parsed;
};

const readPlugin = async (
  folder: string,
  id: string,
  ids: readonly string[],
  read: ReadManifest,
): Promise<Found | { readonly error: string }> => {
  const found = await manifestOf(folder, id, read);
  if ('error' in found) return found;
  const error = findForeignVariable(found.manifest, ids);
  if (error !== null) return { error };
  const entry = await stat(join(folder, 'index.mjs')).catch(() => null);
  return entry?.isFile()
    ? { manifest: found.manifest, folder: await realpath(folder) }
    : { error: 'index.mjs is missing' };
};

/** Names of the folders of a directory; null when it cannot be read. */
export const listFolders = async (dir: string): Promise<string[] | null> => {
  try {
    const names = (await readdir(dir)).filter((name) => !name.startsWith('.')).sort();
    const folders = await Promise.all(
      names.map(async (name) => ((await stat(join(dir, name)).catch(() => null))?.isDirectory() ? [name] : [])),
    );
    return folders.flat().slice(0, MOST_PLUGINS);
  } catch {
    return null;
  }
};

/** The plugins in the folders of a directory, and what is wrong with the others, one by one. Never rejects. */
export async function* findPlugins(dir: string, read: ReadManifest): AsyncGenerator<Found | LoadProblem> {
  const names = await listFolders(dir);
  if (!names)
    return yield { plugin_id: '', error: 'SERVICE_PLUGINS_DIR names a folder that is not there or cannot be read' };
  for (const name of names) {
    const plugin = await readPlugin(join(dir, name), name, names, read);
    yield 'error' in plugin ? { plugin_id: name, error: plugin.error } : plugin;
  }
}
