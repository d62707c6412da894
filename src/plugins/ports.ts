import type { ByteBudget } from '../core/bounds/byte-budget.ts';
import type { WorkTrail } from '../core/work.ts';
import type { Documents } from '../documents/port.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { JsonObject } from '../schema/common.ts';
import type { Gazetteer } from '../service/location/gazetteer.ts';
import type { StoredPlugins } from './keeping/configuration.ts';
import type { Environment } from './keeping/environment.ts';
import type { Lookup } from './network/guest-fetch.ts';
import type { Net } from './network/net.ts';
import type { MomentPorts, Plugin } from './contract/plugin.ts';

/** Where the owner's decisions about plugins are kept. */
export interface PluginStore {
  read(): StoredPlugins;
  /** Replaces them and answers when they are on the disk; rejects when they cannot be written. */
  write(change: (plugins: StoredPlugins) => StoredPlugins): Promise<void>;
  /**
   * Gives an instance another key wherever it is named, and answers the names of the pages that were changed with it.
   */
  rename(from: string, to: string): Promise<string[]>;
}

/** Where readings may outlive a restart; losing them costs nothing but a fetch. */
export interface ReadingCache {
  read(key: string): Promise<unknown>;
  write(key: string, value: JsonObject): Promise<void>;
  remove(key: string): Promise<void>;
}

/** What the host says into the log. */
export interface PluginLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Keeps plugins of others and own sources off after unplanned ends, and notes which of them work. */
export interface SafeStartPort {
  readonly isActive: boolean;
  readonly trail: WorkTrail;
  /** Names what was left out. */
  leaveOut(names: readonly string[]): void;
}

/** What the host needs from the service. */
export interface PluginHostPorts extends MomentPorts {
  readonly store: PluginStore;
  readonly log: PluginLog;
  readonly net: Net;
  /** Memory for what plugins read. */
  readonly bodies: ByteBudget;
  /** Reads what the network brings. */
  readonly documents: Documents;
  readonly env: Environment;
  /** The largest places of the world; none unless given. */
  readonly gazetteer?: () => Gazetteer;
  /** Folder of further plugins; null for none. */
  readonly pluginsDir: string | null;
  /** Where further plugins run. */
  readonly sandbox: () => Sandbox;
  readonly cache?: ReadingCache;
  /** Everything is on unless given. */
  readonly safeStart?: SafeStartPort;
  /** The page that was made from a plugin's demo, if there is one. */
  readonly demoPageId?: (key: string) => string | null;
  /** The folder with the stock of sources as the build leaves it; no source by default. */
  readonly stockDir?: string | null;
  readonly version?: string;
  /** Where who runs the appliance can be reached, told to every server; empty for nowhere. */
  readonly contact?: () => string;
  /** Where sources look names up; the system's way unless given. */
  readonly resolve?: Lookup;
  /** What is built in; every built-in plugin by default. */
  readonly builtins?: readonly Plugin[];
}
