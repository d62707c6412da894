import type { Geometry } from '../core/flaps/geometry.ts';
import type { TemplateSource } from '../core/template/context.ts';
import type { Cancel } from '../platform/clock.ts';
import type { Absence } from './notice.ts';

/** Formatted lines of a plugin, or why there are none. */
export type SourceLines = { readonly lines: readonly string[] } | { readonly error: string };

/** The data of pages; implemented by `SourceValues` of the plugins. */
export interface DataSources {
  /** What templates read of a plugin or instance now; undefined while it is disabled or has nothing. */
  source(key: string, geometry: Geometry, now: number): TemplateSource | undefined;
  /** The plugin's own lines for a display of this size. */
  lines(key: string, geometry: Geometry, now: number): SourceLines;
  /** What a source of the catalogue, or of the owner, lacks while it has nothing; undefined for all others. */
  absence?(key: string, geometry: Geometry, now: number): Absence | undefined;
  /** Fetches what is missing; resolves when it is there or its time is over, and never rejects. */
  need(keys: ReadonlySet<string>, geometry: Geometry): Promise<void>;
  /** Whether `need` has nothing to wait for. */
  ready(keys: ReadonlySet<string>, geometry: Geometry): boolean;
  /** Keeps these fresh as long as `owner` shows them; replaces the owner's former demand. */
  demand(owner: string, keys: ReadonlySet<string>, geometry: Geometry): void;
  /** Calls the listener when there is new data of a key. */
  onData(listener: (key: string) => void): Cancel;
}
