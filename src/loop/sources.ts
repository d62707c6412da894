import type { Geometry } from '../core/geometry.ts';
import type { TemplateSource } from '../core/template/context.ts';
import type { Cancel } from '../platform/clock.ts';

/** Formatted lines of a plugin, or why there are none. */
export type SourceLines = { readonly lines: readonly string[] } | { readonly error: string };

/** Where pages get their live data from; the plugin host is the one implementation. */
export interface DataSources {
  /** What templates read of a plugin or instance now; undefined while it is disabled or has nothing. */
  source(key: string, geometry: Geometry, now: number): TemplateSource | undefined;
  /** The plugin's own lines for a display of this size. */
  lines(key: string, geometry: Geometry, now: number): SourceLines;
  /** Fetches what is missing; resolves when it is there or its time is over, and never rejects. */
  need(keys: ReadonlySet<string>, geometry: Geometry): Promise<void>;
  /** Whether `need` has nothing to wait for. */
  ready(keys: ReadonlySet<string>, geometry: Geometry): boolean;
  /** Keeps these fresh as long as `owner` shows them; replaces the owner's former demand. */
  demand(owner: string, keys: ReadonlySet<string>, geometry: Geometry): void;
  /** Tells when new data of a key has come. */
  onData(listener: (key: string) => void): Cancel;
}
