import type { Geometry } from '../../core/flaps/geometry.ts';
import type { TemplateSource } from '../../core/template/context.ts';
import { OLD } from '../../core/template/placeholder.ts';
import type { Absence } from '../../loop/notice.ts';
import type { DataSources, SourceLines } from '../../loop/sources.ts';
import type { Cancel, Clock } from '../../platform/clock.ts';
import { endsWithin } from '../../platform/wait.ts';
import type { Installation } from '../keeping/installation.ts';
import type { Demand } from './demand.ts';
import type { Sources } from './sources.ts';

/** A source whose values are too old to be shown, and since when (ms). */
export interface StaleSource {
  readonly plugin: string;
  readonly since: number;
}

/** What values are read of. */
export interface SourceValuesParts {
  readonly clock: Clock;
  readonly sources: Sources;
  readonly demands: Demand;
  /** What a source lacks while it has nothing. */
  readonly absenceOf: (key: string, geometry: Geometry, now: number) => Absence | undefined;
  readonly installation: Installation;
  /** While it is there, plugins are being installed. */
  readonly installing: () => Promise<void> | null;
}

const RENDER_BUDGET_MS = 15_000;

/** What pages read of plugins, and what they ask them for. */
export class SourceValues implements DataSources {
  readonly #parts: SourceValuesParts;
  readonly #listeners = new Set<(key: string) => void>();

  constructor(parts: SourceValuesParts) {
    this.#parts = parts;
  }

  /** What templates read of a key, from memory; undefined while it is disabled or has nothing. */
  source(key: string, geometry: Geometry, now: number): TemplateSource | undefined {
    return this.#parts.sources.template(key, geometry, now);
  }

  /** What a source lacks while it has nothing; undefined while it has data, or has not been asked, and for plugins. */
  absence(key: string, geometry: Geometry, now: number): Absence | undefined {
    return this.#parts.absenceOf(key, geometry, now);
  }

  /** A plugin's own lines for a display: at most `rows` of at most `cols` cells. */
  lines(key: string, geometry: Geometry, now: number): SourceLines {
    const { sources } = this.#parts;
    const current = sources.current(key, geometry, now);
    if (current.available) return { lines: sources.lines(key, geometry, now, current) };
    return current.old ? { lines: new Array<string>(geometry.rows).fill(OLD) } : { error: `${key}: ${current.error}` };
  }

  /** Those of the keys whose values are too old to be shown, and since when (ms). */
  stale(keys: Iterable<string>, geometry: Geometry, now: number): StaleSource[] {
    return [...keys].flatMap((plugin) => {
      const current = this.#parts.sources.current(plugin, geometry, now);
      return !current.available && current.old ? [{ plugin, since: current.old.since }] : [];
    });
  }

  /** Fetches what a rendering cannot do without, within 15 s for all together; never rejects. */
  async need(keys: ReadonlySet<string>, geometry: Geometry): Promise<void> {
    const { clock, sources, installing } = this.#parts;
    if (this.#mayCome(keys)) await installing();
    const feeds = [...keys].flatMap((key) => sources.feed(key, geometry) ?? []);
    const awaited = feeds.filter((feed) => feed.isAwaited());
    const all = Promise.all(awaited.map((feed) => feed.refresh(false)));
    for (const feed of feeds) if (!awaited.includes(feed)) void feed.refresh(false);
    if (awaited.length === 0) return;
    await endsWithin(clock, RENDER_BUDGET_MS, all);
  }

  /** Whether `need` has nothing to wait for. */
  ready(keys: ReadonlySet<string>, geometry: Geometry): boolean {
    const isAwaited = (key: string) => this.#parts.sources.feed(key, geometry)?.isAwaited() ?? false;
    return !this.#mayCome(keys) && ![...keys].some(isAwaited);
  }

  /** Keeps what `owner` shows up to date in the background; replaces its former demand. */
  demand(owner: string, keys: ReadonlySet<string>, geometry: Geometry): void {
    this.#parts.demands.set(owner, keys, geometry);
  }

  /** Tells the key whenever its data or its settings have changed. */
  onData(listener: (key: string) => void): Cancel {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells those who listen that there is something new of a key. */
  tell(key: string): void {
    for (const listener of this.#listeners) listener(key);
  }

  /** Whether the keys name something that may yet be installed. */
  #mayCome(keys: ReadonlySet<string>): boolean {
    const { installing, installation } = this.#parts;
    return installing() !== null && [...keys].some((key) => installation.handleOf(key) === null);
  }
}
