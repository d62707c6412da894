import { getOrInsert } from '../../core/memo.ts';
import { MASK } from '../../platform/network/secret-address.ts';
import { putNewest } from '../../platform/newest.ts';
import type { Destination, KnownDestination, PluginChange } from '../../schema/plugins/plugins.ts';
import type { StoredPlugin } from '../../schema/state.ts';
import { Configuration, storedFor, type StoredPlugins } from './configuration.ts';
import {
  confirmAlso,
  MOST_CONFIRMED,
  requireConsent,
  unconfirmed,
  type Consent,
  type WantedDestination,
} from '../contract/consent.ts';
import { parseKey } from '../contract/key.ts';
import { isTransition, momentOf, type DataPlugin } from '../contract/plugin.ts';
import type { PluginHostPorts } from '../ports.ts';
import type { Installed, Registry } from './registry.ts';

type Ports = Pick<PluginHostPorts, 'store' | 'env' | 'clock' | 'zone' | 'location' | 'log'>;

const asksFor = ({ plugin }: Installed): NonNullable<DataPlugin['destinations']> | undefined =>
  isTransition(plugin) ? undefined : plugin.destinations?.bind(plugin);

/** What was confirmed for a plugin holds for its instances too, but for names with a secret of its own in them. */
const confirmedFor = (plugins: StoredPlugins, key: string): readonly Destination[] => {
  const { id, label } = parseKey(key);
  const base = label === null ? [] : (storedFor(plugins, id).confirmed ?? []);
  return [
    ...base.filter(({ destination }) => !destination.includes(MASK)),
    ...(storedFor(plugins, key).confirmed ?? []),
  ];
};

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Which destinations of plugins their owner has confirmed. Each is confirmed once, for one plugin or instance, by its
 * name and with the secrets that may go there; nothing else makes it confirmed (rules, X9).
 */
export class Consents {
  readonly #ports: Ports;
  readonly #registry: Registry;
  /**
   * What was refused at work and nobody could know before, by key: where names and servers lead to, the latest. A
   * server may lead to another place each time.
   */
  readonly #refused = new Map<string, Map<string, Destination>>();

  constructor(ports: Ports, registry: Registry) {
    this.#ports = ports;
    this.#registry = registry;
  }

  /** The consent that a key works with. */
  of(key: string): Consent {
    return {
      confirmed: confirmedFor(this.#ports.store.read(), key),
      want: (destination) => {
        const refused = getOrInsert(this.#refused, key, () => new Map<string, Destination>());
        putNewest(refused, destination.destination, destination, MOST_CONFIRMED);
      },
    };
  }

  /** Everything that a key wants to ask and that needs consent. */
  list(installed: Installed, key: string): KnownDestination[] {
    const { confirmed } = this.of(key);
    const wanted = [
      ...this.#wanted(installed, key, this.#ports.store.read()),
      ...(this.#refused.get(key)?.values() ?? []),
    ];
    const open = unconfirmed(wanted, confirmed);
    const closed = unconfirmed(wanted, []).filter((one) => !open.some((each) => each.destination === one.destination));
    return [
      ...open.map((one) => ({ ...one, confirmed: false })),
      ...closed.map((one) => {
        const certificate = confirmed.find(({ destination }) => destination === one.destination)?.certificate;
        return { ...one, ...(certificate === undefined ? {} : { certificate }), confirmed: true };
      }),
    ];
  }

  /** What of it nobody has confirmed. */
  unconfirmed(installed: Installed, key: string): Destination[] {
    return this.list(installed, key).flatMap(({ confirmed, ...one }) => (confirmed ? [] : [one]));
  }

  /**
   * What is to be stored for a key, with what the owner confirms by this change: what it lists, and, where a program
   * lists nothing, the addresses that it sends for settings of the stock itself. Throws Fault 409 for what is left when
   * it is switched on with it.
   */
  settle(
    installed: Installed,
    key: string,
    next: StoredPlugin,
    plugins: StoredPlugins,
    change: PluginChange,
  ): StoredPlugin {
    if (!asksFor(installed)) return next;
    const before = storedFor(plugins, key);
    const wanted = this.#wanted(installed, key, { ...plugins, [key]: next });
    const sent = change.config ?? {};
    const typed = installed.builtIn
      ? wanted.filter(({ typedIn }) => typedIn.some((name) => Object.hasOwn(sent, name)))
      : [];
    // A name with a secret in it is another name with another secret.
    const lasting = (before.confirmed ?? []).filter(
      ({ destination }) => !destination.includes(MASK) || isSame(before.secrets, next.secrets),
    );
    const confirmed = confirmAlso(lasting, change.confirm ?? typed);
    if (next.enabled && (change.config || change.enabled))
      requireConsent(wanted, [...confirmedFor(plugins, key), ...confirmed]);
    return { ...next, confirmed };
  }

  /** Forgets what a key was refused. */
  forget(key: string): void {
    this.#refused.delete(key);
  }

  /**
   * What an earlier version asked without consent counts as confirmed, once: the destinations of what is enabled,
   * unless an author wrote a place in the home network into a file that the owner had not let go there.
   */
  async adopt(): Promise<void> {
    const stored = this.#ports.store.read();
    const adopted = Object.entries(stored).flatMap(([key, plugin]) => {
      if (plugin.confirmed !== undefined) return [];
      const installed = this.#registry.find(key);
      if (!installed || !asksFor(installed)) return [];
      const isFree = installed.builtIn || stored[parseKey(key).id]?.source?.local === true;
      const wanted = plugin.enabled ? this.#wanted(installed, key, stored) : [];
      const confirmed = confirmAlso(
        [],
        wanted.filter(({ home, typedIn }) => isFree || !home || typedIn.length > 0),
      );
      return [[key, confirmed] as const];
    });
    if (adopted.length === 0) return;
    try {
      await this.#ports.store.write((plugins) => ({
        ...plugins,
        ...Object.fromEntries(adopted.map(([key, confirmed]) => [key, { ...storedFor(plugins, key), confirmed }])),
      }));
    } catch {
      this.#ports.log.warn('what sources ask cannot be stored as confirmed now; the next start tries again');
    }
  }

  #wanted(installed: Installed, key: string, plugins: StoredPlugins): readonly WantedDestination[] {
    const config = new Configuration(installed, key, plugins, this.#ports.env).effective();
    return asksFor(installed)?.(momentOf(this.#ports, config)) ?? [];
  }
}
