import type { TemplateSource } from '../../core/template/context.ts';
import { FLAGSHIP, type Geometry } from '../../core/flaps/geometry.ts';
import { NO_TRAIL, type Work, type WorkTrail } from '../../core/work.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { Active } from '../keeping/handle.ts';
import type { Installation } from '../keeping/installation.ts';
import type { ReadingKeeper } from '../keeping/reading-keeper.ts';
import type { Feed, FeedHealth, Reading } from './feed.ts';
import { policyOf } from './freshness.ts';
import type { KeptBudget } from '../keeping/kept-budget.ts';
import { cutCells, defaultLines } from '../contract/lines.ts';
import type { PluginHostPorts } from '../ports.ts';
import { boundLines, costOf, type BoundResult } from '../contract/payload.ts';
import { isTransition, type Access, type PluginMoment } from '../contract/plugin.ts';
import { tellUnreached } from '../network/unreached.ts';
import type { Unreached } from '../network/reach.ts';

/** Sizes of boards that are kept up to date for one key: of more, those that were asked for last. */
const MOST_SIZES = 80;
/** What a feed costs without any reading. */
const FEED_BYTES = 2048;
/** Names of what is kept of a key. */
const READINGS = 'readings';
const SHOWN = 'shown';
const OLD_DATA = 'its data are too old to be shown';

/** For what has no size of its own: what an earlier run has read, catalog previews, triggers and pushed data. */
export const USUAL_BOARD: Geometry = { device_type: 'flagship', ...FLAGSHIP };

/** What the sources need from the host. */
export interface SourcePorts
  extends Pick<PluginHostPorts, 'clock' | 'net' | 'documents' | 'zone' | 'location' | 'log' | 'safeStart'> {
  readonly installation: Installation;
  readonly accessOf: (key: string) => Access;
  /** Where everything that is kept is paid for. */
  readonly budget: KeptBudget;
  readonly onReading: (key: string, reading: Reading) => void;
  /** Readings of an earlier run, each handed out once. */
  readonly earlier: Pick<ReadingKeeper, 'hasEarlier' | 'takeEarlier'>;
  /** A key has given its readings up for others. */
  readonly onGivenUp: (key: string) => void;
}

/** What a plugin reports now, or why it reports nothing. */
export type Current =
  | {
      readonly available: true;
      readonly data: JsonObject;
      readonly formatted_lines: readonly string[] | null;
      /** When the data were read (wall time, ms); absent when they were computed just now. */
      readonly readAt?: number;
    }
  | {
      readonly available: false;
      readonly error: string;
      /** The age of data that are too old to be shown: when they were read, and since when they are (wall time, ms). */
      readonly old?: { readonly readAt: number; readonly since: number };
    };

/** The data of all plugins: computed on the spot, or read from feeds that the host keeps up to date. */
export class Sources {
  readonly #ports: SourcePorts;
  /** Feeds by key, then by size; plugins that format their own data have one for all sizes. */
  readonly #feeds = new Map<string, Map<string, Feed>>();
  /** Data that were derived from readings and are kept with them, as far as they are paid for. */
  readonly #weighed = new WeakSet<JsonObject>();
  /** Hosts that did not answer a key's last fetch. */
  readonly #unreached = new Map<string, Unreached>();

  constructor(ports: SourcePorts) {
    this.#ports = ports;
  }

  /** The feed of a key at a size; null when it cannot work or computes its data on the spot. */
  feed(key: string, geometry: Geometry): Feed | null {
    const active = this.#ports.installation.handleOf(key)?.active;
    return active && !active.plugin.live ? this.#feedOf(active, geometry) : null;
  }

  #feedOf(active: Active, geometry: Geometry): Feed {
    const feeds = this.#feeds.get(active.key) ?? this.#begin(active);
    const size =
      active.plugin.format || !active.plugin.fetchData
        ? ''
        : `${geometry.device_type}/${geometry.rows}x${geometry.cols}`;
    const feed = feeds.get(size) ?? this.#createFeed(active, geometry);
    feeds.delete(size);
    feeds.set(size, feed);
    for (const [oldest, other] of feeds) {
      if (feeds.size <= MOST_SIZES) break;
      other.close();
      feeds.delete(oldest);
    }
    return feed;
  }

  /** The first feed of a key takes over what an earlier run has read. */
  #begin(active: Active): Map<string, Feed> {
    const feeds = new Map<string, Feed>();
    this.#feeds.set(active.key, feeds);
    const reading = this.#ports.earlier.takeEarlier(active.key);
    if (reading) this.#feedOf(active, USUAL_BOARD).restore(reading);
    return feeds;
  }

  /** Drops all that is known, and ends running fetches. */
  forgetAll(): void {
    for (const key of this.#feeds.keys()) this.forget(key);
  }

  /** Drops what is known of a key and ends its running fetches. */
  forget(key: string): void {
    this.#ports.earlier.takeEarlier(key);
    const feeds = this.#feeds.get(key);
    for (const feed of feeds?.values() ?? []) feed.close();
    this.#feeds.delete(key);
    this.#unreached.delete(key);
    this.#ports.budget.release(key);
    // What was never asked has told nothing, and need not be loaded for it.
    const plugin = feeds && this.#ports.installation.handleOf(key)?.plugin;
    if (plugin && !isTransition(plugin)) plugin.forget?.(key);
  }

  /** The reading of a key that serves every size; null when there is none. */
  kept(key: string): Reading | null {
    const readings = this.#allOf(key).flatMap(({ kept }) => (kept?.formatted_lines === null ? [kept] : []));
    return readings.sort((a, b) => b.at - a.at)[0] ?? null;
  }

  /** The host that the last fetch of a key did not reach; null when it reached all, or asked none. */
  unreachedBy(key: string): Unreached | null {
    return this.#unreached.get(key.toLowerCase()) ?? null;
  }

  /** Gives every size of a key data that came by itself; answers why they are not kept, or null. */
  push(key: string, geometry: Geometry, result: BoundResult): string | null {
    const feed = this.feed(key, geometry);
    for (const each of this.#feedsOf(key.toLowerCase())) each.accept(result);
    return feed?.health().error ?? null;
  }

  /** What a key reports now, from memory. */
  current(key: string, geometry: Geometry, now: number): Current {
    const handle = this.#ports.installation.handleOf(key);
    if (!handle?.active) return { available: false, error: handle?.obstacle ?? 'there is no such plugin' };
    return this.#currentOf(handle.active, geometry, now);
  }

  #currentOf(active: Active, geometry: Geometry, now: number): Current {
    if (active.plugin.live) return this.#compute(active, now);
    const feed = this.#feedOf(active, geometry);
    const aged = feed.look();
    if (!aged) return { available: false, error: feed.health().error ?? 'there is no data yet' };
    const { reading, readAt, oldSince } = aged;
    if (oldSince !== null) return { available: false, error: OLD_DATA, old: { readAt, since: oldSince } };
    const data = this.#present(active, reading.data, now);
    const refusal = this.#payForShown(active, reading, data);
    if (refusal !== null) return { available: false, error: refusal };
    return { available: true, data, formatted_lines: reading.formatted_lines, readAt };
  }

  #present(active: Active, data: JsonObject, now: number): JsonObject {
    const { plugin, config } = active;
    if (!plugin.present) return data;
    return this.#watch(active, () => plugin.present?.({ ...this.#moment(config, now), data })) ?? data;
  }

  /** Sources keep what they show of a reading until the next minute: once it is paid for, it is not looked at again. */
  #payForShown({ key, plugin }: Active, reading: Reading, data: JsonObject): string | null {
    if (plugin.spreads !== true || data === reading.data || this.#weighed.has(data)) return null;
    const refusal = this.#ports.budget.keep(key, SHOWN, costOf(data), (because) => this.#giveUp(key, because));
    if (refusal === null) this.#weighed.add(data);
    return refusal;
  }

  /** What templates read of a key; undefined when there is nothing. */
  template(key: string, geometry: Geometry, now: number): TemplateSource | undefined {
    const active = this.#ports.installation.handleOf(key)?.active;
    if (!active) return undefined;
    const current = this.#currentOf(active, geometry, now);
    if (!(current.available || current.old)) return undefined;
    const age = current.available ? current : current.old;
    return {
      data: current.available ? current.data : {},
      ...(age?.readAt === undefined ? {} : { readAt: age.readAt }),
      ...(current.available ? {} : { isOld: true }),
      colorRules: active.colorRules,
      markupFields: active.markupFields,
      entityLookup: active.plugin.entityLookup ?? false,
    };
  }

  /** The lines that data fill a board with: at most `rows` of at most `cols` cells. */
  lines(key: string, geometry: Geometry, now: number, current: Current & { available: true }): string[] {
    const active = this.#ports.installation.handleOf(key)?.active;
    if (!active) return [];
    const { plugin, config } = active;
    const lines =
      current.formatted_lines ??
      this.#watch(active, () =>
        plugin.format?.({ ...this.#moment(config, now), data: current.data, board: geometry }),
      ) ??
      defaultLines(current.data);
    return (boundLines(lines) ?? []).slice(0, geometry.rows).map((line) => cutCells(line, geometry.cols));
  }

  /** How the feeds of a key fare: the youngest reading speaks for all sizes, one in quarantine before it. */
  health(key: string): FeedHealth | null {
    const all = this.#allOf(key.toLowerCase()).map((feed) => feed.health());
    all.sort((a, b) => Number(b.quarantined) - Number(a.quarantined) || (b.fetched_at ?? 0) - (a.fetched_at ?? 0));
    return all[0] ?? null;
  }

  #moment(config: JsonObject, now: number): PluginMoment {
    return { config, now, zone: this.#ports.zone(), location: this.#ports.location() };
  }

  get #trail(): WorkTrail {
    return this.#ports.safeStart?.trail ?? NO_TRAIL;
  }

  #watch<T>(active: Active, act: () => T): T {
    return this.#trail.during(() => workOf(active), act);
  }

  #compute(active: Active, now: number): Current {
    const { key, plugin, configuration, config } = active;
    const result = this.#watch(active, () => plugin.live?.(this.#moment(config, now)));
    if (!result?.available)
      return { available: false, error: configuration.hide(result?.error ?? `${key} has no data`) };
    return { available: true, data: result.data ?? {}, formatted_lines: result.formatted_lines ?? null };
  }

  #createFeed(active: Active, board: Geometry): Feed {
    const { clock, net, documents, budget, onReading } = this.#ports;
    const { key, plugin, installed, config, configuration } = active;
    // Tokens of a sign-in change while a feed lives.
    const hide = (text: string): string =>
      (this.#ports.installation.handleOf(key)?.configuration ?? configuration).hide(text);
    const log = (message: string): void => this.#ports.log.info(`${key}: ${hide(message).slice(0, 500)}`);
    const { Feed: Loaded } = require('./feed.ts') as typeof import('./feed.ts');
    const feed: Feed = new Loaded({
      clock,
      policy: policyOf(active, this.#ports.zone),
      known: () => this.#feedsOf(key).flatMap(({ kept }) => kept ?? []),
      admit: (reading) => this.#admit(key, feed, reading),
      onReading: (reading) => onReading(key, reading),
      hide,
      fetch: async (signal, memory) => {
        this.#unreached.delete(key);
        const told = tellUnreached(net, (unreached) => this.#unreached.set(key, unreached));
        // What is built in waits for the network most of the time, and would be suspected without a cause.
        const end = installed.builtIn ? () => undefined : this.#trail.begin(() => workOf(active));
        try {
          return await plugin.fetchData?.({
            ...this.#moment(config, clock.now()),
            consent: this.#ports.installation.consents.of(key),
            access: this.#ports.accessOf(key),
            board,
            signal,
            log,
            net: told,
            documents,
            memory,
            keep: (name, bytes, giveUp) =>
              feed.isClosed ? 'the plugin was stopped' : budget.keep(key, name, bytes, giveUp),
            release: (name) => budget.release(key, name),
          });
        } finally {
          end();
        }
      },
    });
    return feed;
  }

  /** The feeds of a key, with one for what an earlier run has read. */
  #allOf(key: string): Feed[] {
    if (this.#ports.earlier.hasEarlier(key)) this.feed(key, USUAL_BOARD);
    return this.#feedsOf(key);
  }

  #feedsOf(key: string): Feed[] {
    return [...(this.#feeds.get(key)?.values() ?? [])];
  }

  /** Takes room for all readings of a key, one of them new: equal data of several sizes are one. */
  #admit(key: string, feed: Feed, reading: Reading): string | null {
    const feeds = this.#feedsOf(key);
    const readings = [...feeds.filter((one) => one !== feed).flatMap(({ kept }) => kept ?? []), reading];
    const data = new Map(readings.map(({ mark, cost }): [string, number] => [mark, cost]));
    const lines = readings.map(({ formatted_lines }) => (formatted_lines ? costOf(formatted_lines) : 0));
    const bytes = [...data.values(), ...lines].reduce((sum, one) => sum + one, feeds.length * FEED_BYTES);
    return this.#ports.budget.keep(key, READINGS, bytes, (because) => this.#giveUp(key, because));
  }

  /** Forgets all readings of a key, and with them what was derived from them. */
  #giveUp(key: string, because: string): void {
    for (const one of this.#feedsOf(key)) one.giveUp(because);
    this.#ports.onGivenUp(key);
  }
}

/** The work of a key, as it is noted. */
export const workOf = ({ key }: { readonly key: string }): Work => ({ kind: 'plugin', key, name: `the plugin ${key}` });
