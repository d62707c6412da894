import { Fault } from '../../fault.ts';
import type { JsonObject } from '../../schema/common.ts';
import type {
  Destination,
  PluginChange,
  PluginDetail,
  PluginEntry,
  PluginInstance,
} from '../../schema/plugins/plugins.ts';
import type { StoredPlugin } from '../../schema/state.ts';
import { Configuration, instanceKeysOf, storedFor, type StoredPlugins } from './configuration.ts';
import { confirmAlso } from '../contract/consent.ts';
import { Consents } from './consents.ts';
import { differInFreshness } from '../running/freshness.ts';
import { resolveHandle, type Handle } from './handle.ts';
import { formatKey, normaliseLabel, parseKey } from '../contract/key.ts';
import { isTransition } from '../contract/plugin.ts';
import type { PluginHostPorts } from '../ports.ts';
import type { Installed, Registry } from './registry.ts';

/** What is told of plugins is made when somebody asks. */
const answers = () => require('./answers.ts') as typeof import('./answers.ts');

/** A key with settings that are in order, stored or not. `name` is the key in its normal form. */
export interface Prepared extends Pick<Handle, 'installed' | 'configuration'> {
  readonly name: string;
}

/** An instance under its new label, and the pages that were changed with it. */
export interface RenamedInstance {
  readonly label: string;
  readonly key: string;
  readonly pages: readonly string[];
}

/** What is told of a key; both get it in its normal form. */
export interface InstallationEvents {
  /** Its settings or its state were changed here, and are stored; with `holds` its data hold all the same. */
  onChange(key: string, holds?: boolean): Promise<void>;
  /** An instance is about to be removed. */
  onLeave(key: string): void;
}

const labelOf = (text: string): string => {
  const label = normaliseLabel(text);
  if (label === null) throw new Fault(400, 'label: must be 1 to 40 letters, digits, "_" or "-".');
  return label;
};

/** What is stored of a key when it is to be written. Throws Fault 404 for an instance that was removed meanwhile. */
const presentFor = (plugins: StoredPlugins, key: string): StoredPlugin => {
  if (parseKey(key).label !== null && !Object.hasOwn(plugins, key))
    throw new Fault(404, `There is no plugin "${key}".`);
  return storedFor(plugins, key);
};

/** What is installed, and what the owner decided about it. */
export class Installation {
  readonly #ports: PluginHostPorts;
  readonly #registry: Registry;
  readonly #events: InstallationEvents;
  /** The destinations that the owner confirmed. */
  readonly consents: Consents;
  /** What was resolved since settings or plugins changed, by key. */
  readonly #handles = new Map<string, Handle>();
  #enabled: readonly string[] | null = null;
  #snapshot: StoredPlugins | null = null;
  #edition = 0;

  constructor(ports: PluginHostPorts, registry: Registry, events: InstallationEvents) {
    this.#ports = ports;
    this.#registry = registry;
    this.#events = events;
    this.consents = new Consents(ports, registry);
  }

  /** What is known of a key. Throws Fault 404 for unknown plugins and for instances that were not added. */
  known(key: string): Handle {
    const handle = this.handleOf(key);
    const until = this.#ports.safeStart?.isActive ? ' before the safe start ends' : '';
    if (!handle) throw new Fault(404, `There is no plugin "${key.slice(0, 120)}"${until}.`);
    return handle;
  }

  /** The same; null where there is no such plugin or instance. */
  handleOf(key: string): Handle | null {
    const stored = this.#newest();
    return this.#handles.get(key) ?? this.#resolve(key, stored);
  }

  /** What is stored; nothing that was resolved is older. */
  #newest(): StoredPlugins {
    const stored = this.#ports.store.read();
    if (stored !== this.#snapshot || this.#registry.edition !== this.#edition) this.forget();
    return stored;
  }

  /** Resolves everything anew: what was left out may be there now. */
  forget(): void {
    this.#snapshot = this.#ports.store.read();
    this.#edition = this.#registry.edition;
    this.#handles.clear();
    this.#enabled = null;
  }

  #resolve(key: string, stored: StoredPlugins): Handle | null {
    const parsed = parseKey(key);
    const name = formatKey(parsed);
    const known = this.#handles.get(name);
    if (known) return known;
    const installed = this.#registry.find(name);
    if (!installed || (parsed.label !== null && !Object.hasOwn(stored, name))) return null;
    const handle = resolveHandle(name, installed, new Configuration(installed, name, stored, this.#ports.env));
    // A source that nobody uses is not kept.
    if (this.#registry.isTaken(parsed.id) || Object.hasOwn(stored, name)) this.#handles.set(name, handle);
    return handle;
  }

  /** Every installed plugin, by name. */
  list(): PluginEntry[] {
    return this.#registry
      .all()
      .map(({ plugin }) => this.known(plugin.manifest.id))
      .map(({ installed, configuration }) => answers().toEntry(installed, configuration));
  }

  /** Everything about a key. Throws Fault 404. */
  detail(key: string): PluginDetail {
    const handle = this.known(key);
    return answers().toDetail(
      handle,
      this.#ports.store.read(),
      this.#ports.demoPageId?.(handle.key) ?? null,
      this.consents.list(handle.installed, handle.key),
    );
  }

  /**
   * Writes settings, then the state. Throws Fault 404, 400, or 409 for destinations that nobody has confirmed, without
   * any change.
   */
  async update(key: string, change: PluginChange): Promise<PluginDetail> {
    const { installed, key: name, configuration } = this.known(key);
    let former = configuration;
    const enabled = change.enabled ?? null;
    const config = change.config ?? null;
    if (enabled === null && config === null) throw new Fault(400, 'Send "enabled", "config" or both.');
    if (config !== null) await this.#validate(installed, name, config);
    await this.#ports.store.write((plugins) => {
      const present = presentFor(plugins, name);
      // Another change may be on its way to the disk.
      former = new Configuration(installed, name, plugins, this.#ports.env);
      const next = config === null ? present : former.replaced(config);
      const stored = { ...next, enabled: enabled ?? next.enabled };
      return { ...plugins, [name]: this.consents.settle(installed, name, stored, plugins, change) };
    });
    const isSwitched = (enabled ?? former.enabled) !== former.enabled;
    const holds = !isSwitched && differInFreshness(former.effective(), this.known(name).configuration.effective());
    if (config !== null || isSwitched) await this.#events.onChange(name, holds);
    return this.detail(name);
  }

  /** Takes the owner's word for destinations of a key, which begins anew with it. Throws Fault 404. */
  async confirm(key: string, destinations: readonly Destination[]): Promise<PluginDetail> {
    const { key: name } = this.known(key);
    await this.#ports.store.write((plugins) => {
      const stored = presentFor(plugins, name);
      return { ...plugins, [name]: { ...stored, confirmed: confirmAlso(stored.confirmed ?? [], destinations) } };
    });
    await this.#events.onChange(name);
    return this.detail(name);
  }

  /** A key with settings in place of the stored ones; nothing is stored. Throws Fault 404, 400 that names the field. */
  async prepare(key: string, config: JsonObject | null): Promise<Prepared> {
    const { installed, key: name, configuration } = this.known(key);
    return { installed, name, configuration: config ? await this.#validate(installed, name, config) : configuration };
  }

  /** The instances of a plugin. Throws Fault 404. */
  instances(id: string): PluginInstance[] {
    return answers().toInstances(this.#ports.store.read(), this.#base(id));
  }

  /**
   * Adds an instance, disabled and without settings. Throws Fault 404, 400 for a bad label, 409 for one that is taken.
   */
  async addInstance(id: string, label: string): Promise<PluginInstance> {
    const base = this.#base(id);
    const normal = labelOf(label);
    const key = formatKey({ id: base, label: normal });
    await this.#ports.store.write((plugins) => {
      if (Object.hasOwn(plugins, key)) throw new Fault(409, `There is an instance "${key}" already.`);
      return { [key]: { enabled: false, config: {}, secrets: {} }, ...plugins };
    });
    await this.#events.onChange(key);
    return { label: normal, key, enabled: false, has_config: false };
  }

  /** Removes an instance by its key. Throws Fault 404, 400 for the plugin itself. */
  async removeInstance(key: string): Promise<void> {
    const { key: name } = this.known(key);
    if (parseKey(name).label === null) throw new Fault(400, `"${name}" is a plugin, not an instance of one.`);
    this.#events.onLeave(name);
    await this.#ports.store.write((plugins) =>
      Object.fromEntries(Object.entries(plugins).filter(([each]) => each !== name)),
    );
    await this.#events.onChange(name);
  }

  /**
   * Gives an instance another label, also in the pages that name it. Throws Fault 404, 400 for a bad label, 409 for one
   * that is taken.
   */
  async renameInstance(key: string, label: string): Promise<RenamedInstance> {
    const { key: from } = this.known(key);
    const { id, label: former } = parseKey(from);
    if (former === null) throw new Fault(400, `"${from}" is a plugin, not an instance of one.`);
    const normal = labelOf(label);
    const to = formatKey({ id, label: normal });
    if (to === from) return { label: normal, key: to, pages: [] };
    const pages = await this.#ports.store.rename(from, to);
    await this.#events.onChange(from);
    await this.#events.onChange(to);
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

  /** Keys that are enabled; all that they belong to is loaded for it. */
  enabledKeys(): readonly string[] {
    const stored = this.#newest();
    this.#enabled ??= this.usedKeys().filter((key) => storedFor(stored, key).enabled);
    return this.#enabled;
  }

  /** Those of them whose plugin is loaded. */
  readyKeys(): string[] {
    const stored = this.#ports.store.read();
    return this.#keysOf(this.#registry.loaded()).filter((key) => storedFor(stored, key).enabled);
  }

  /** Keys that are stored as enabled, whether there is such a plugin or not; nothing is loaded for it. */
  storedAsEnabled(): string[] {
    return Object.entries(this.#ports.store.read()).flatMap(([key, { enabled }]) => (enabled ? [key] : []));
  }

  /** Whether any form of a plugin is enabled. */
  isEnabled(installed: Installed): boolean {
    return this.readyKeys().some((key) => this.handleOf(key)?.installed === installed);
  }

  #keysOf(installed: readonly Installed[]): string[] {
    const stored = this.#ports.store.read();
    const ids = installed.flatMap(({ plugin }) => (isTransition(plugin) ? [] : [plugin.manifest.id]));
    return ids.flatMap((id) => [id, ...instanceKeysOf(stored, id)]);
  }

  /** The id of a plugin that can have instances. */
  #base(id: string): string {
    const { plugin, key: name } = this.known(id);
    if (parseKey(name).label !== null) throw new Fault(404, `"${name}" is an instance; only a plugin has instances.`);
    if (isTransition(plugin)) throw new Fault(400, `"${name}" is a transition; only data plugins have instances.`);
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
    if (!this.isEnabled(installed)) plugin.dispose?.();
    if (problems.length > 0) throw new Fault(400, configuration.hide(problems.join('; ')).slice(0, 2000));
    return configuration;
  }
}
