import type { Geometry } from '../core/flaps/geometry.ts';
import { late, once, type Late } from '../core/memo.ts';
import { MINUTE_MS } from '../core/time/durations.ts';
import { Fault } from '../fault.ts';
import type { SourceVariables, PluginData, UnconfirmedDestination } from '../schema/plugins/plugins.ts';
import type { DemoSource } from '../service/pages/demo-pages.ts';
import type { Animations } from './running/animations.ts';
import { builtinPlugins, latePlugins } from './builtin/builtins.ts';
import { storedFor } from './keeping/configuration.ts';
import { Demand } from './running/demand.ts';
import type { Reading } from './running/feed.ts';
import type { Gallery } from './keeping/gallery.ts';
import { Installation } from './keeping/installation.ts';
import { KeptBudget } from './keeping/kept-budget.ts';
import { isTransition, type Access } from './contract/plugin.ts';
import type { PluginHostPorts } from './ports.ts';
import { ReadingKeeper } from './keeping/reading-keeper.ts';
import type { PushedBody } from './running/receive.ts';
import { Registry } from './keeping/registry.ts';
import type { SignIns } from './sign-in/sign-ins.ts';
import { SourceShelf } from './keeping/source-shelf.ts';
import { SourceValues } from './running/source-values.ts';
import { Sources, USUAL_BOARD, type Current } from './running/sources.ts';
import { Streams } from './running/streams.ts';
import { Arrival } from './running/arrival.ts';
import type { Report } from './running/report.ts';
import { TriggerWatch } from './running/trigger-watch.ts';
import { Triggers } from './running/triggers.ts';

/** The plugins of an appliance: what is installed, what the owner decided, and the data that they bring. */
export class PluginHost {
  /** List, details, settings and instances. */
  readonly installation: Installation;
  /** How plugins come. */
  readonly arrival: Arrival;
  readonly #ports: PluginHostPorts;
  readonly #registry: Registry;
  readonly #sources: Sources;
  /** What pages read of them. */
  readonly values: SourceValues;
  readonly #streams: Streams;
  readonly #demands: Demand;
  readonly #keeper: ReadingKeeper;
  /** Sources that are data. */
  readonly shelf: SourceShelf;
  readonly #report: () => Report;
  readonly #gallery: () => Gallery;
  readonly #signIns: Late<SignIns>;
  readonly #animations: () => Animations;
  /** What plugins want to be seen at once. */
  readonly triggers: Triggers;
  /** Who asks them for it. */
  readonly triggerWatch: TriggerWatch;

  constructor(ports: PluginHostPorts) {
    this.#ports = ports;
    const { clock, log, store } = ports;
    const budget = new KeptBudget();
    this.#keeper = new ReadingKeeper(ports);
    this.shelf = new SourceShelf({
      version: '0',
      contact: () => '',
      ...ports,
      folder: ports.stockDir ?? null,
      stored: () => store.read(),
      isClosed: () => ports.safeStart?.isActive ?? false,
    });
    this.#registry = ports.builtins
      ? new Registry(ports.builtins, this.shelf)
      : new Registry(builtinPlugins(), this.shelf, latePlugins());
    const accessOf =
      (key: string): Access =>
      (refused) =>
        this.signIns.token(key, refused);
    const reset = (key: string, holds?: boolean) => this.#reset(key, holds);
    const leave = (key: string) => this.#leave(key);
    this.installation = new Installation(ports, this.#registry, { onChange: reset, onLeave: leave });
    this.#sources = new Sources({
      ...ports,
      installation: this.installation,
      accessOf,
      budget,
      onReading: (key, reading) => this.#onReading(key, reading),
      earlier: this.#keeper,
      onGivenUp: (key) => {
        void this.#keeper.drop(key);
        this.values.tell(key);
      },
    });
    this.#demands = new Demand(clock, (key, geometry) => this.#sources.feed(key, geometry));
    this.triggers = new Triggers(clock, budget);
    const { installation, shelf, triggers } = this;
    const [registry, sources, demands, keeper] = [this.#registry, this.#sources, this.#demands, this.#keeper];
    const all = { ...ports, budget, shelf, registry, accessOf, reset, leave, installation, sources, demands, triggers };
    this.values = new SourceValues({
      ...all,
      absenceOf: (key, geometry, now) => this.report.absence(key, geometry, now),
      installing: () => this.arrival.installing,
    });
    this.#streams = new Streams(
      clock,
      budget,
      (key, message) => {
        const said = installation.handleOf(key)?.configuration.hide(message) ?? message;
        log.info(`${key}: ${said.slice(0, 500)}`);
      },
      (key, result) => void sources.push(key, USUAL_BOARD, result),
    );
    this.triggerWatch = new TriggerWatch(all);
    this.arrival = new Arrival({
      ...all,
      ports,
      keeper,
      load: (key) => void sources.feed(key, USUAL_BOARD),
      onLoaded: () => {
        this.#beginOwnWork();
        void this.triggerWatch.checkAll();
      },
      onArrived: (keys) => {
        demands.update();
        keys.forEach((key) => this.values.tell(key));
      },
    });
    this.#report = once(() => {
      const { Report: Loaded } = require('./running/report.ts') as typeof import('./running/report.ts');
      return new Loaded(all);
    });
    this.#gallery = once(() => {
      const { Gallery: Loaded } = require('./keeping/gallery.ts') as typeof import('./keeping/gallery.ts');
      return new Loaded(all);
    });
    this.#signIns = late(() => {
      const { SignIns: Loaded } = require('./sign-in/sign-ins.ts') as typeof import('./sign-in/sign-ins.ts');
      return new Loaded(all);
    });
    this.#animations = once(() => {
      const { Animations: Loaded } = require('./running/animations.ts') as typeof import('./running/animations.ts');
      return new Loaded(registry, installation, log);
    });
  }

  /** What is told of them; loaded at its first use. */
  get report(): Report {
    return this.#report();
  }

  /** Those sources before and after they are switched on. */
  get gallery(): Gallery {
    return this.#gallery();
  }

  /** Transition plugins. */
  get animations(): Animations {
    return this.#animations();
  }

  /** The owner's sign-ins with services. */
  get signIns(): SignIns {
    return this.#signIns.get();
  }

  #leave(key: string): void {
    const isSignedIn = storedFor(this.#ports.store.read(), key).sign_in !== undefined;
    if (isSignedIn || this.#signIns.made) this.signIns.leave(key);
  }

  /** Installs the plugins of the owner's directory, and begins to look for triggers. */
  async start(): Promise<void> {
    await this.arrival.install();
    this.triggerWatch.start();
  }

  /** Ends fetches and connections, and gives back what plugins hold in the sandbox. */
  async stop(): Promise<void> {
    this.arrival.stop();
    this.triggerWatch.stop();
    this.#demands.stop();
    this.#streams.sync([]);
    this.#sources.forgetAll();
    await this.#keeper.stop();
    // What a service answers to a renewal counts only when it is on the disk.
    await this.#signIns.made?.stop();
    for (const { plugin } of this.#registry.loaded()) if (!isTransition(plugin)) plugin.dispose?.();
  }

  /** What a demo page of a key is made of. Throws Fault 404, 400 for a transition. */
  demoSource(key: string): DemoSource {
    const { id, name, plugin_type, configured } = this.installation.detail(key);
    if (plugin_type === 'transition') throw new Fault(400, `"${id}" is a transition: it has no page.`);
    return { key: id, name, configured, demo: this.installation.known(key).plugin.manifest.demo };
  }

  /** What enabled plugins want to ask and nobody has confirmed. */
  unconfirmed(): UnconfirmedDestination[] {
    return this.installation.enabledKeys().flatMap((plugin_id) => {
      const { installed } = this.installation.known(plugin_id);
      return this.installation.consents.unconfirmed(installed, plugin_id).map((one) => ({ plugin_id, ...one }));
    });
  }

  /** What a plugin reports now, freshly fetched when it is stale (rules, X3). Throws Fault 404. */
  async data(key: string, geometry: Geometry): Promise<PluginData> {
    const { key: name } = this.installation.known(key);
    await this.#sources.feed(name, geometry)?.refresh(true);
    const error = this.#sources.feed(name, geometry)?.health().error ?? null;
    const now = this.#ports.clock.now();
    const current: Current = error === null ? this.#sources.current(name, geometry, now) : { available: false, error };
    if (!current.available)
      return { plugin_id: name, available: false, data: null, lines: [], text: '', error: current.error };
    const lines = this.#sources.lines(name, geometry, now, current);
    return { plugin_id: name, available: true, data: current.data, lines, text: lines.join('\n'), error: null };
  }

  /**
   * Hands a pushed body to a plugin. Throws Fault 404 unknown, 405 takes no pushes, 400 disabled or bad value, 403 bad
   * signature.
   */
  async receive(key: string, pushed: PushedBody): Promise<string> {
    const handle = this.installation.known(key);
    const { takePush } = require('./running/receive.ts') as typeof import('./running/receive.ts');
    const payload = await takePush(handle, pushed, this.#ports.clock.now());
    const result = { available: true, payload, formatted_lines: null } as const;
    const refusal = this.#sources.push(handle.key, USUAL_BOARD, result);
    if (refusal !== null) throw new Fault(400, `The plugin "${handle.key}" ${refusal}.`);
    return handle.key;
  }

  /** What templates can say of every enabled key; what is missing or stale is fetched meanwhile, for the next time. */
  vocabularies(geometry: Geometry): SourceVariables[] {
    const keys = this.installation.enabledKeys();
    void this.values.need(new Set(keys), geometry);
    return keys.map((key) => this.report.vocabulary(key, geometry));
  }

  /** Takes over settings that were replaced as a whole, after a restore from a backup. */
  async reload(): Promise<void> {
    for (const key of this.installation.usedKeys()) await this.#reset(key);
  }

  /** What plugins do although no board shows them. */
  #beginOwnWork(): void {
    this.#streams.sync(
      this.installation.readyKeys().flatMap((key) => {
        const active = this.installation.handleOf(key)?.active;
        return active?.plugin.open ? [{ key, plugin: active.plugin, config: active.config }] : [];
      }),
    );
    this.triggerWatch.update();
  }

  /** Starts a key anew after its settings have changed; with `holds` it keeps its reading. */
  async #reset(key: string, holds = false): Promise<void> {
    const reading = holds ? this.#sources.kept(key) : null;
    this.#sources.forget(key);
    if (reading) this.#sources.feed(key, USUAL_BOARD)?.restore(reading);
    this.installation.consents.forget(key);
    this.triggers.drop(key);
    if (!reading) await this.#keeper.drop(key);
    this.#disposeIdle(key);
    this.#beginOwnWork();
    this.#demands.update();
    this.values.tell(key);
  }

  /** Ends what a plugin has running when none of its forms is enabled any more. */
  #disposeIdle(key: string): void {
    const installed = this.#registry.find(key);
    if (!installed || isTransition(installed.plugin)) return;
    if (!this.installation.isEnabled(installed)) installed.plugin.dispose?.();
  }

  #onReading(key: string, reading: Reading): void {
    // Lines were laid out for one size of board; data alone serves every size.
    const plugin = this.installation.handleOf(key)?.active?.plugin;
    const stays = plugin?.spreads === true;
    if (reading.formatted_lines === null && !stays) this.#keeper.save(key, reading, plugin?.open ? MINUTE_MS : 0);
    this.values.tell(key);
    void this.triggerWatch.check(key);
  }
}
