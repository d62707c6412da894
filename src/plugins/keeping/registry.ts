import type { Plugin } from '../contract/plugin.ts';
import { parseKey } from '../contract/key.ts';
import { readSettingSchema, type SettingSchema } from '../contract/settings-schema.ts';

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
  /** Those of them that have been read. */
  loaded(): Installed[];
}

/** Plugins that come with flapbox and are loaded together at the first use of one of them. */
export interface LatePlugins {
  readonly ids: ReadonlySet<string>;
  /** All of them. */
  readonly load: () => readonly Plugin[];
}

/** What is installed, by id. */
export class Registry {
  readonly #plugins = new Map<string, Installed>();
  readonly #shelf: Shelf | null;
  /** Groups that nobody has used yet, by the ids of their plugins. */
  readonly #late = new Map<string, LatePlugins>();
  readonly problems: LoadProblem[] = [];
  /** Another number whenever a key may belong to another plugin. */
  edition = 0;

  /** Sources of the shelf count as installed, but for ids that a plugin has. */
  constructor(builtins: readonly Plugin[], shelf: Shelf | null = null, late: readonly LatePlugins[] = []) {
    this.#shelf = shelf;
    for (const group of late) for (const id of group.ids) this.#late.set(id, group);
    for (const plugin of builtins) this.#install(plugin, true);
  }

  /** Installs a plugin; an id that is taken or a settings schema out of the vocabulary becomes a problem instead. */
  add(plugin: Plugin, builtIn: boolean): void {
    const { id } = plugin.manifest;
    if (this.isTaken(id)) this.problems.push({ plugin_id: id, error: 'another plugin has this id' });
    else this.#install(plugin, builtIn);
    this.edition++;
  }

  #install(plugin: Plugin, builtIn: boolean): void {
    const { id, settings_schema } = plugin.manifest;
    // Patterns of plugins of others were checked where their manifests are read.
    const read = readSettingSchema(settings_schema, 'settings_schema', true);
    if ('error' in read) this.problems.push({ plugin_id: id, error: `manifest: ${read.error}` });
    else this.#plugins.set(id, { plugin, schema: read.schema, builtIn });
  }

  /** The plugin behind a key, or behind the key of one of its instances. */
  find(key: string): Installed | undefined {
    const { id } = parseKey(key);
    this.#loadLate(id);
    return this.#plugins.get(id) ?? this.#shelf?.find(id);
  }

  /** Whether an id belongs to a plugin that is no source of the shelf. */
  isTaken(id: string): boolean {
    return this.#plugins.has(id) || this.#late.has(id);
  }

  /** Everything installed, by name; of the shelf what the owner has used. */
  all(): Installed[] {
    for (const id of this.#late.keys()) this.#loadLate(id);
    return this.#with(this.#shelf?.used() ?? []);
  }

  /** The same, but nothing is loaded for it beyond what the keys belong to. */
  used(keys: readonly string[]): Installed[] {
    for (const key of keys) this.#loadLate(parseKey(key).id);
    return this.#with(this.#shelf?.used() ?? []);
  }

  /** The same, but nothing at all is loaded for it. */
  loaded(): Installed[] {
    return this.#with(this.#shelf?.loaded() ?? []);
  }

  #loadLate(id: string): void {
    const group = this.#late.get(id);
    if (!group) return;
    for (const each of group.ids) this.#late.delete(each);
    for (const plugin of group.load()) this.#install(plugin, true);
  }

  #with(shelved: readonly Installed[]): Installed[] {
    const sources = shelved.filter(({ plugin }) => !this.#plugins.has(plugin.manifest.id));
    return [...this.#plugins.values(), ...sources].sort((a, b) =>
      a.plugin.manifest.name < b.plugin.manifest.name ? -1 : 1,
    );
  }
}
