import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import type { PluginHostPorts } from '../../src/plugins/ports.ts';
import { builtOnce } from '../support/built-once.ts';
import { createHost } from './fixture.ts';
import { load } from '../support/load.ts';

/** The stock as the build leaves it, for as long as `run` lasts. */
export const withStock = async (run: (folder: string) => Promise<void> | void): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-stock-'));
  try {
    const { buildSources } = await load<{ buildSources(from: string, to: string): Promise<void> }>(
      'src/build/sources.mjs',
    );
    await builtOnce('stock', folder, (target) => buildSources(join(process.cwd(), 'src/sources/catalogue'), target));
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const originsIn = (value: unknown): string[] => [
  ...new Set(JSON.stringify(value).match(/https?:\/\/[\w.:[\]-]+/g) ?? []),
];

/** A host whose only plugins are sources: those of the owner, given as files, with all that they name confirmed. */
export const hostWith = (
  files: readonly object[],
  settings: Record<string, object> = {},
  ports: Partial<PluginHostPorts> = {},
) => {
  const stored: StoredPlugins = Object.fromEntries(
    files.map((file) => {
      const { id, settings: known = {} } = file as { id: string; settings?: object };
      const source = { text: JSON.stringify(file), local: false };
      const confirmed = originsIn([file, settings]).map((destination) => ({
        destination,
        home: true,
        secrets: Object.keys(known),
      }));
      return [id, { enabled: true, config: { ...settings[id] }, secrets: {}, source, confirmed }];
    }),
  );
  return createHost({ builtins: [], ...ports }, stored);
};
