import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import type { LoadProblem } from './registry.ts';

const MOST_PLUGINS = 100;
const LARGEST_MANIFEST = 256 * 1024;

/** A plugin that lies in a folder. */
export interface Found {
  readonly manifest: Manifest;
  readonly folder: string;
}

const readManifest = async (
  folder: string,
  id: string,
): Promise<{ readonly manifest: Manifest } | { readonly error: string }> => {
  const path = join(folder, 'manifest.json');
  try {
    if ((await stat(path)).size > LARGEST_MANIFEST) return { error: 'manifest.json is larger than 256 KiB' };
    const parsed = parseManifest(JSON.parse(await readFile(path, 'utf8')));
    if ('manifest' in parsed && parsed.manifest.id !== id)
      return { error: `manifest: id: must be "${id}", the name of the folder` };
    return parsed;
  } catch (error) {
    return { error: error instanceof SyntaxError ? 'manifest.json is no JSON' : 'manifest.json cannot be read' };
  }
};

const readPlugin = async (folder: string, id: string): Promise<Found | { readonly error: string }> => {
  const read = await readManifest(folder, id);
  if ('error' in read) return read;
  const entry = await stat(join(folder, 'index.mjs')).catch(() => null);
  return entry?.isFile()
    ? { manifest: read.manifest, folder: await realpath(folder) }
    : { error: 'index.mjs is missing' };
};

const listFolders = async (dir: string): Promise<string[] | null> => {
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

/** The plugins in the folders of a directory, and what is wrong with the others. Never rejects. */
export const findPlugins = async (
  dir: string,
): Promise<{ readonly found: Found[]; readonly problems: LoadProblem[] }> => {
  const found: Found[] = [];
  const problems: LoadProblem[] = [];
  const names = await listFolders(dir);
  if (!names) return { found, problems: [{ plugin_id: '', error: 'the folder of further plugins cannot be read' }] };
  for (const name of names) {
    const plugin = await readPlugin(join(dir, name), name);
    if ('error' in plugin) problems.push({ plugin_id: name, error: plugin.error });
    else found.push(plugin);
  }
  return { found, problems };
};
