import { Fault } from '../fault.ts';
import type { JsonObject } from '../schema/common.ts';
import type { Destination, PluginChange, PluginDetail, PluginEntry, PluginInstance } from '../schema/plugins.ts';
import { toDetail, toEntry, toInstances } from './answers.ts';
import { Configuration, storedFor } from './configuration.ts';
import type { StoredPlugins } from './configuration.ts';
import { confirmAlso } from './consent.ts';
import { Consents } from './consents.ts';
import { differInFreshness } from './freshness.ts';
import { formatKey, normaliseLabel, parseKey } from './key.ts';
import { isTransition } from './plugin.ts';
import type { PluginHostPorts } from './ports.ts';
import type { Installed, Registry } from './registry.ts';

/** A key that exists, with its plugin. `name` is the key in lower case. */
export interface Known {
  readonly installed: Installed;
  readonly name: string;
}

/** A key with settings that are in order, stored or not. */
export interface Prepared extends Known {
  readonly configuration: Configuration;
}

/** An instance under its new label, and the pages that were changed with it. */
export interface RenamedInstance {
  readonly label: string;
  readonly key: string;
  readonly pages: readonly string[];
}

const labelOf = (text: string): string => {
  const label = normaliseLabel(text);
  if (label === null) throw new Fault(400, 'label: must be 1 to 40 letters, digits, "_" or "-".');
  return label;
};

/** What is installed, and what the owner decided about it. */
export class Installation {
  readonly #ports: PluginHostPorts;
  readonly #registry: Registry;
  readonly #onChange: (key: string, holds?: boolean) => Promise<void>;
  /** The destinations that the owner confirmed. */
  readonly consents: Consents;
  readonly #configurations = new Map<string, Configuration>();
  #snapshot: StoredPlugins | null = null;

  /**
   * `onChange` is told each key whose settings or state were changed here, after they are stored, and whether its data
   * hold all the same.
   */
  constructor(ports: PluginHostPorts, registry: Registry, onChange: (key: string, holds?: boolean) => Promise<void>) {
    this.#ports = ports;
    this.#registry = registry;
    this.#onChange = onChange;
    this.consents = new Consents(ports, registry);
  }

  /** The plugin behind a key. Throws Fault 404 for unknown plugins and for instances that were not added. */
  known(key: string): Known {
    const name = formatKey(parseKey(key));
    const installed = this.#registry.find(name);
    if (!installed || !this.exists(name)) throw new Fault(404, `There is no plugin "${key.slice(0, 120)}".`);
    return { installed, name };
  }

  /** Whether a key names a plugin, or an instance that was added. */
  exists(key: string): boolean {
    return (
      this.#registry.find(key) !== undefined &&
      (parseKey(key).label === null || Object.hasOwn(this.#ports.store.read(), key))
    );
  }

  /** The settings of a key, read once per stored state. */
  configurationOf(installed: Installed, key: string): Configuration {
    const stored = this.#ports.store.read();
    if (stored !== this.#snapshot) this.#configurations.clear();
    this.#snapshot = stored;
    const configuration = this.#configurations.get(key) ?? new Configuration(installed, key, stored, this.#ports.env);
    this.#configurations.set(key, configuration);
    return configuration;
  }

  /** Every installed plugin, by name. */
  list(): PluginEntry[] {
    return this.#registry
      .all()
      .map((installed) => toEntry(installed, this.configurationOf(installed, installed.plugin.manifest.id)));
  }

  /** Everything about a key. Throws Fault 404. */
  detail(key: string): PluginDetail {
    const { installed, name } = this.known(key);
    return toDetail(
      installed,
      name,
      this.configurationOf(installed, name),
      this.#ports.store.read(),
      this.#ports.demoPageId?.(name) ?? null,
      this.consents.list(installed, name),
    );
  }

  /**
   * Writes settings, then the state. Throws Fault 404, 400, or 409 for destinations that nobody has confirmed, without
   * any change.
   */
  async update(key: string, change: PluginChange): Promise<PluginDetail> {
    const { installed, name } = this.known(key);
    const enabled = change.enabled ?? null;
    const config = change.config ?? null;
    if (enabled === null && config === null) throw new Fault(400, 'Send "enabled", "config" or both.');
    if (config !== null) await this.#validate(installed, name, config);
    const former = this.configurationOf(installed, name);
    const before = former.enabled;
    const settings = former.effective();
    await this.#ports.store.write((plugins) => {
      const next =
        config === null
          ? storedFor(plugins, name)
          : new Configuration(installed, name, plugins, this.#ports.env).replaced(config);
      const stored = { ...next, enabled: enabled ?? next.enabled };
      return { ...plugins, [name]: this.consents.settle(installed, name, stored, plugins, change) };
    });
    const isSwitched = (enabled ?? before) !== before;
    const holds = !isSwitched && differInFreshness(settings, this.configurationOf(installed, name).effective());
    if (config !== null || isSwitched) await this.#onChange(name, holds);
    return this.detail(name);
  }

  /** Takes the owner's word for destinations of a key, which begins anew with it. Throws Fault 404. */
  async confirm(key: string, destinations: readonly Destination[]): Promise<PluginDetail> {
    const { name } = this.known(key);
    await this.#ports.store.write((plugins) => {
      const stored = storedFor(plugins, name);
      return { ...plugins, [name]: { ...stored, confirmed: confirmAlso(stored.confirmed ?? [], destinations) } };
    });
    await this.#onChange(name);
    return this.detail(name);
  }

  /** A key with settings in place of the stored ones; nothing is stored. Throws Fault 404, 400 that names the field. */
  async prepare(key: string, config: JsonObject | null): Promise<Prepared> {
    const { installed, name } = this.known(key);
    const configuration = config
      ? await this.#validate(installed, name, config)
      : this.configurationOf(installed, name);
    return { installed, name, configuration };
  }

  /** The instances of a plugin. Throws Fault 404. */
  instances(id: string): PluginInstance[] {
    return toInstances(this.#ports.store.read(), this.#base(id));
  }

  /**
   * Adds an instance, disabled and without settings. Throws Fault 404, 400 for a bad label, 409 for one that is taken.
   */
  async addInstance(id: string, label: string): Promise<PluginInstance> {
    const base = this.#base(id);
    const normal = labelOf(label);
    const key = formatKey({ id: base, label: normal });
    if (this.exists(key)) throw new Fault(409, `There is an instance "${key}" already.`);
    await this.#ports.store.write((plugins) => ({ [key]: { enabled: false, config: {}, secrets: {} }, ...plugins }));
    await this.#onChange(key);
    return { label: normal, key, enabled: false, has_config: false };
  }

  /**
   * Removes an instance by its key; `leave` is called with its normal form before. Throws Fault 404, 400 for the plugin
   * itself.
   */
  async removeInstance(key: string, leave: (key: string) => void): Promise<void> {
    const { name } = this.known(key);
    if (parseKey(name).label === null) throw new Fault(400, `"${name}" is a plugin, not an instance of one.`);
    leave(name);
    await this.#ports.store.write((plugins) =>
      Object.fromEntries(Object.entries(plugins).filter(([each]) => each !== name)),
    );
    await this.#onChange(name);
  }

  /**
   * Gives an instance another label, also in the pages that name it. Throws Fault 404, 400 for a bad label, 409 for one
   * that is taken.
   */
  async renameInstance(key: string, label: string): Promise<RenamedInstance> {
    const { name: from } = this.known(key);
    const { id, label: former } = parseKey(from);
    if (former === null) throw new Fault(400, `"${from}" is a plugin, not an instance of one.`);
    const normal = labelOf(label);
    const to = formatKey({ id, label: normal });
    if (to === from) return { label: normal, key: to, pages: [] };
    if (this.exists(to)) throw new Fault(409, `label: there is already an instance "${to}".`);
    const pages = await this.#ports.store.rename(from, to);
    await this.#onChange(from);
    await this.#onChange(to);
    return { label: normal, key: to, pages };
  }

  /** Keys of the data plugins and their instances, plugins by name and instances by label. */
  dataKeys(): string[] {
    return this.#keysOf(this.#registry.all());
  }

  /** The same without plugins that are not loaded and of which nothing is stored. */
  usedKeys(): string[] {
    return this.#keysOf(this.#registry.used(Object.keys(this.#ports.store.read())));
  }

  /** Keys that are enabled. */
  enabledKeys(): string[] {
    const stored = this.#ports.store.read();
    return this.usedKeys().filter((key) => storedFor(stored, key).enabled);
  }

  #keysOf(installed: readonly Installed[]): string[] {
    const stored = this.#ports.store.read();
    const ids = installed.flatMap(({ plugin }) => (isTransition(plugin) ? [] : [plugin.manifest.id]));
    return ids.flatMap((id) => [id, ...toInstances(stored, id).map(({ key }) => key ?? id)]);
  }

  /** The id of a plugin that can have instances. */
  #base(id: string): string {
    const { installed, name } = this.known(id);
    if (parseKey(name).label !== null) throw new Fault(404, `"${name}" is an instance; only a plugin has instances.`);
    if (isTransition(installed.plugin))
      throw new Fault(400, `"${name}" is a transition; only data plugins have instances.`);
    return name;
  }

  /** Settings in place of the stored ones, when the plugin takes them. */
  async #validate(installed: Installed, name: string, config: JsonObject): Promise<Configuration> {
    const stored = this.#ports.store.read();
    const next = { ...stored, [name]: new Configuration(installed, name, stored, this.#ports.env).replaced(config) };
    const configuration = new Configuration(installed, name, next, this.#ports.env);
    const { plugin } = installed;
    if (isTransition(plugin) || !plugin.validateConfig) return configuration;
    const problems = await plugin.validateConfig(configuration.effective());
    if (!this.enabledKeys().some((key) => this.#registry.find(key) === installed)) plugin.dispose?.();
    if (problems.length > 0) throw new Fault(400, configuration.hide(problems.join('; ')).slice(0, 2000));
    return configuration;
  }
}
