import type { Plugin } from './plugin.ts';
import { parseKey } from './key.ts';
import { readSettingSchema } from './settings-schema.ts';
import type { SettingSchema } from './settings-schema.ts';

/** A plugin that is installed. */
export interface Installed {
  readonly plugin: Plugin;
  readonly schema: SettingSchema;
  readonly builtIn: boolean;
}

/** A folder that holds no usable plugin. */
export interface LoadProblem {
  readonly plugin_id: string;
  readonly error: string;
}

/** Plugins that are read when they are first needed. */
export interface Shelf {
  find(id: string): Installed | undefined;
  /** Those that the owner has used. */
  used(): Installed[];
}

/** What is installed, by id. */
export class Registry {
  readonly #plugins = new Map<string, Installed>();
  readonly #shelf: Shelf | null;
  readonly problems: LoadProblem[] = [];

  /** Sources of the shelf count as installed, but for ids that a plugin has. */
  constructor(builtins: readonly Plugin[], shelf: Shelf | null = null) {
    this.#shelf = shelf;
    for (const plugin of builtins) this.add(plugin, true);
  }

  /** Installs a plugin; an id that is taken or a settings schema out of the vocabulary becomes a problem instead. */
  add(plugin: Plugin, builtIn: boolean): void {
    const { id, settings_schema } = plugin.manifest;
    const read = readSettingSchema(settings_schema, 'settings_schema', builtIn);
    if (this.#plugins.has(id)) this.problems.push({ plugin_id: id, error: 'another plugin has this id' });
    else if ('error' in read) this.problems.push({ plugin_id: id, error: `manifest: ${read.error}` });
    else this.#plugins.set(id, { plugin, schema: read.schema, builtIn });
  }

  /** The plugin behind a key, or behind the key of one of its instances. */
  find(key: string): Installed | undefined {
    const { id } = parseKey(key);
    return this.#plugins.get(id) ?? this.#shelf?.find(id);
  }

  /** Whether an id belongs to a plugin that is no source of the shelf. */
  isTaken(id: string): boolean {
    return this.#plugins.has(id);
  }

  /** Everything installed, by name; of the shelf what the owner has used. */
  all(): Installed[] {
    const sources = (this.#shelf?.used() ?? []).filter(({ plugin }) => !this.#plugins.has(plugin.manifest.id));
    return [...this.#plugins.values(), ...sources].sort((a, b) =>
      a.plugin.manifest.name < b.plugin.manifest.name ? -1 : 1,
    );
  }
}
