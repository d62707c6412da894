import type { TemplateSource } from '../core/template/context.ts';
import type { Geometry } from '../core/geometry.ts';
import type { Documents } from '../documents/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { JsonObject } from '../schema/common.ts';
import type { Location } from '../schema/location.ts';
import { toColorRules } from './color-rules.ts';
import type { Configuration } from './configuration.ts';
import { Feed } from './feed.ts';
import type { FeedHealth, FeedPolicy, Reading } from './feed.ts';
import { formatKey, parseKey } from './key.ts';
import { cutCells } from './lines.ts';
import type { Net } from './net.ts';
import { boundLines } from './payload.ts';
import { isTransition } from './plugin.ts';
import type { DataPlugin, FetchMemory, PluginMoment } from './plugin.ts';
import { tellUnreached } from './net.ts';
import type { Unreached } from './reach.ts';
import type { Installed, Registry } from './registry.ts';
import { markupFields } from './variables.ts';

const DEFAULT_REFRESH_S = 300;
const LEAST_REFRESH_S = 10;
const LONGEST_REFRESH_S = 86_400;

/** What the sources need from the host. */
export interface SourcePorts {
  readonly clock: Clock;
  readonly registry: Registry;
  readonly net: Net;
  readonly documents: Documents;
  readonly zone: () => string;
  readonly location: () => Location;
  readonly log: (message: string) => void;
  readonly configurationOf: (installed: Installed, key: string) => Configuration;
  readonly exists: (key: string) => boolean;
  readonly onReading: (key: string, reading: Reading) => void;
}

/** What a plugin reports now, or why it reports nothing. */
export type Current =
  | { readonly available: true; readonly data: JsonObject; readonly formatted_lines: readonly string[] | null }
  | { readonly available: false; readonly error: string };

/** An enabled, configured data plugin at work. */
interface Active {
  readonly key: string;
  readonly plugin: DataPlugin;
  readonly installed: Installed;
  readonly config: JsonObject;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const policyOf = ({ plugin, installed, config }: Active): FeedPolicy => {
  const { min_refresh_seconds, timeout_seconds, live_data } = plugin.manifest;
  const timeoutMs = timeout_seconds * 1000 + (plugin.patienceMs ?? 0);
  if (!plugin.fetchData) return { refreshMs: null, timeoutMs };
  const asked = config['refresh_seconds'];
  const least = live_data
    ? 1
    : Math.max(LEAST_REFRESH_S, min_refresh_seconds ?? installed.schema.properties?.['refresh_seconds']?.minimum ?? 0);
  const seconds = typeof asked === 'number' ? asked : live_data ? least : DEFAULT_REFRESH_S;
  const refreshMs = clamp(seconds, least, LONGEST_REFRESH_S) * 1000;
  return { refreshMs, timeoutMs, ...(plugin.spreads ? { delayMs: () => spread(refreshMs) } : {}) };
};

/** Up to a tenth of an interval, and at most a minute. */
const spread = (refreshMs: number): number => Math.floor(Math.random() * Math.min(60_000, refreshMs / 10));

/** The data of all plugins: computed on the spot, or read from feeds that the host keeps up to date. */
export class Sources {
  readonly #ports: SourcePorts;
  /** Feeds by key, then by size; plugins that format their own data have one for all sizes. */
  readonly #feeds = new Map<string, Map<string, Feed>>();
  /** Hosts that did not answer a key's last fetch. */
  readonly #unreached = new Map<string, Unreached>();

  constructor(ports: SourcePorts) {
    this.#ports = ports;
  }

  /** Why a key reports nothing whatever happens: unknown kinds, disabled, unconfigured; null when it can work. */
  obstacle(key: string): string | null {
    const installed = this.#ports.registry.find(key);
    if (!installed || !this.#ports.exists(key)) return 'there is no such plugin';
    if (isTransition(installed.plugin)) return 'a transition has no data';
    const configuration = this.#ports.configurationOf(installed, key);
    if (!configuration.enabled) return 'the plugin is disabled';
    const missing = configuration.missing();
    return missing.length === 0 ? null : `the plugin is not configured: ${missing.join(', ')} missing`;
  }

  /** The feed of a key at a size; null when it cannot work or computes its data on the spot. */
  feed(key: string, geometry: Geometry): Feed | null {
    const active = this.#active(key);
    if (!active || active.plugin.live) return null;
    const feeds = this.#feeds.get(active.key) ?? new Map<string, Feed>();
    this.#feeds.set(active.key, feeds);
    const size =
      active.plugin.format || !active.plugin.fetchData
        ? ''
        : `${geometry.device_type}/${geometry.rows}x${geometry.cols}`;
    const feed = feeds.get(size) ?? this.#createFeed(active, geometry);
    feeds.set(size, feed);
    return feed;
  }

  /** Drops what is known of a key and ends its running fetches. */
  forget(key: string): void {
    const feeds = this.#feeds.get(key);
    for (const feed of feeds?.values() ?? []) feed.close();
    this.#feeds.delete(key);
    this.#unreached.delete(key);
    // What was never asked has told nothing, and need not be loaded for it.
    const plugin = feeds && this.#ports.registry.find(key)?.plugin;
    if (plugin && !isTransition(plugin)) plugin.forget?.(key);
  }

  /** The host that the last fetch of a key did not reach; null when it reached all, or asked none. */
  unreachedBy(key: string): Unreached | null {
    return this.#unreached.get(formatKey(parseKey(key))) ?? null;
  }

  /** Gives every size of a key data that came by itself. */
  push(key: string, geometry: Geometry, result: Current): void {
    const feed = this.feed(key, geometry);
    if (!feed) return;
    for (const each of this.#feeds.get(formatKey(parseKey(key)))?.values() ?? []) each.accept(result);
  }

  /** What a key reports now, from memory. */
  current(key: string, geometry: Geometry, now: number): Current {
    const active = this.#active(key);
    if (!active) return { available: false, error: this.obstacle(key) ?? 'the plugin has no data' };
    if (active.plugin.live) return this.#compute(active, now);
    const feed = this.feed(key, geometry);
    const reading = feed?.current();
    if (!reading) return { available: false, error: feed?.health().error ?? 'there is no data yet' };
    const data = active.plugin.present?.({ ...this.#moment(active.config, now), data: reading.data }) ?? reading.data;
    return { available: true, data, formatted_lines: reading.formatted_lines };
  }

  /** What templates read of a key; undefined when there is nothing. */
  template(key: string, geometry: Geometry, now: number): TemplateSource | undefined {
    const active = this.#active(key);
    const current = this.current(key, geometry, now);
    if (!active || !current.available) return undefined;
    const { manifest, entityLookup } = active.plugin;
    return {
      data: current.data,
      colorRules: toColorRules(active.plugin, active.config),
      markupFields: markupFields(manifest),
      entityLookup: entityLookup ?? false,
    };
  }

  /** The lines that data fill a board with: at most `rows` of at most `cols` cells. */
  lines(key: string, geometry: Geometry, now: number, current: Current): string[] {
    const active = this.#active(key);
    if (!active || !current.available) return [];
    const { plugin, config } = active;
    const lines =
      current.formatted_lines ??
      plugin.format?.({ ...this.#moment(config, now), data: current.data, board: geometry }) ??
      defaultLines(current.data);
    return (boundLines(lines) ?? []).slice(0, geometry.rows).map((line) => cutCells(line, geometry.cols));
  }

  /** How the feeds of a key fare; the youngest reading speaks for all sizes. */
  health(key: string): FeedHealth | null {
    const all = [...(this.#feeds.get(formatKey(parseKey(key)))?.values() ?? [])].map((feed) => feed.health());
    return (
      all.sort(
        (a, b) => Number(b.quarantined) - Number(a.quarantined) || (b.fetched_at ?? 0) - (a.fetched_at ?? 0),
      )[0] ?? null
    );
  }

  /** The settings and the clock as a plugin sees them; null when the key cannot work. */
  momentOf(key: string, now: number): PluginMoment | null {
    const active = this.#active(key);
    return active && this.#moment(active.config, now);
  }

  #moment(config: JsonObject, now: number): PluginMoment {
    return { config, now, zone: this.#ports.zone(), location: this.#ports.location() };
  }

  #active(key: string): Active | null {
    const name = formatKey(parseKey(key));
    const installed = this.#ports.registry.find(name);
    if (!installed || isTransition(installed.plugin) || this.obstacle(name) !== null) return null;
    return {
      key: name,
      plugin: installed.plugin,
      installed,
      config: this.#ports.configurationOf(installed, name).effective(),
    };
  }

  #compute({ key, plugin, installed, config }: Active, now: number): Current {
    const result = plugin.live?.(this.#moment(config, now));
    if (!result?.available)
      return {
        available: false,
        error: this.#ports.configurationOf(installed, key).hide(result?.error ?? `${key} has no data`),
      };
    return { available: true, data: result.data ?? {}, formatted_lines: result.formatted_lines ?? null };
  }

  #createFeed(active: Active, board: Geometry): Feed {
    const { clock, net, documents, onReading } = this.#ports;
    const { key, plugin, installed, config } = active;
    const configuration = this.#ports.configurationOf(installed, key);
    const log = (message: string): void => this.#ports.log(`${key}: ${configuration.hide(message).slice(0, 500)}`);
    const memory: FetchMemory = { edition: null, data: null };
    return new Feed({
      clock,
      policy: policyOf(active),
      onReading: (reading) => onReading(key, reading),
      hide: (text) => configuration.hide(text),
      fetch: async (signal) => {
        this.#unreached.delete(key);
        const told = tellUnreached(net, (unreached) => this.#unreached.set(key, unreached));
        return plugin.fetchData?.({
          ...this.#moment(config, clock.now()),
          board,
          signal,
          log,
          net: told,
          documents,
          memory,
        });
      },
    });
  }
}

/** What a plugin without a layout of its own shows: its `formatted` value, otherwise its plain values. */
const defaultLines = (data: JsonObject): string[] => {
  const { formatted } = data;
  if (typeof formatted === 'string') return formatted.split('\n');
  return Object.values(data).flatMap((value) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : [],
  );
};
