import type { Cancel } from '../../platform/clock.ts';
import { endsWithin } from '../../platform/wait.ts';
import type { Installation } from '../keeping/installation.ts';
import type { ReadingKeeper } from '../keeping/reading-keeper.ts';
import type { Registry } from '../keeping/registry.ts';
import type { SourceShelf } from '../keeping/source-shelf.ts';
import type { PluginHostPorts } from '../ports.ts';

/** A start waits no longer for plugins of others: what is read later is taken up later. */
const INSTALL_MS = 5000;
/** How long other work has its turn before the next plugin is loaded. */
const PAUSE_MS = 10;

/** How plugins of others are installed is loaded where there is a folder for them. */
const folders = () => require('../keeping/install-folders.ts') as typeof import('../keeping/install-folders.ts');

/** What an arrival works with. */
export interface ArrivalOptions {
  readonly ports: PluginHostPorts;
  readonly registry: Registry;
  readonly installation: Installation;
  readonly shelf: SourceShelf;
  readonly keeper: ReadingKeeper;
  /** Loads a key, so that it begins to be read. */
  readonly load: (key: string) => void;
  /** Everything that is enabled is loaded. */
  readonly onLoaded: () => void;
  /** Keys may be known that nobody knew when they were asked for. */
  readonly onArrived: (keys: readonly string[]) => void;
}

/** How plugins come: those of the owner's directory are installed, and what nobody asked for yet is loaded in turn. */
export class Arrival {
  readonly #options: ArrivalOptions;
  #cancelLoading: Cancel = () => undefined;
  #installing: Promise<void> | null = null;

  constructor(options: ArrivalOptions) {
    this.#options = options;
  }

  /** While it is there, plugins are being installed; what nobody knows now may be known when it resolves. */
  get installing(): Promise<void> | null {
    return this.#installing;
  }

  /** Reads what an earlier run has left; no plugin is loaded for it. */
  async takeUp(): Promise<void> {
    const { installation, keeper } = this.#options;
    await installation.consents.adopt();
    await keeper.fetchEarlier(installation.storedAsEnabled());
  }

  /** Installs the plugins of the owner's directory, unless a safe start leaves them out. */
  async install(): Promise<void> {
    this.#installing = this.#installAtStart();
    await this.#installing;
    this.#installing = null;
  }

  /** Loads what is enabled and nobody has asked for yet, one after the other with pauses between them. */
  loadRest(): void {
    this.stop();
    const { installation, keeper, load, onLoaded, ports } = this.#options;
    const left = installation.storedAsEnabled();
    const loadNext = (): void => {
      const key = left.shift();
      if (key !== undefined) {
        load(key);
        // What cannot work now will not need it.
        keeper.takeEarlier(key);
      }
      if (left.length > 0) loadSoon();
      else onLoaded();
    };
    const loadSoon = (): void => {
      this.#cancelLoading = ports.clock.after(PAUSE_MS, loadNext);
    };
    loadSoon();
  }

  /** Takes up what a safe start left out. */
  async resume(): Promise<void> {
    await this.#installFolders();
    this.#options.installation.forget();
    await this.#catchUp();
  }

  /** Loads nothing more. */
  stop(): void {
    this.#cancelLoading();
  }

  async #installAtStart(): Promise<void> {
    const { ports, shelf } = this.#options;
    if (!ports.safeStart?.isActive) return this.#installSoon();
    const names = ports.pluginsDir === null ? [] : ((await folders().folderNames(ports.pluginsDir)) ?? []);
    ports.safeStart.leaveOut([
      ...names.map((name) => `the plugin ${name}`),
      ...shelf.ownIds().map((id) => `the source ${id}`),
    ]);
  }

  /** Those that take long are taken up when they are there. */
  async #installSoon(): Promise<void> {
    const installing = this.#installFolders();
    if (await endsWithin(this.#options.ports.clock, INSTALL_MS, installing)) return installing;
    void installing.then(() => this.#catchUp());
  }

  async #installFolders(): Promise<void> {
    const { registry, ports } = this.#options;
    const { pluginsDir } = ports;
    if (pluginsDir !== null) await folders().installFolders(registry, { ...ports, pluginsDir });
  }

  async #catchUp(): Promise<void> {
    await this.takeUp();
    this.#options.onArrived(this.#options.installation.storedAsEnabled());
    this.loadRest();
  }
}
