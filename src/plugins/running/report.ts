import type * as v from 'valibot';
import type { Geometry } from '../../core/flaps/geometry.ts';
import { SECOND_MS } from '../../core/time/durations.ts';
import { Fault } from '../../fault.ts';
import type { Absence } from '../../loop/notice.ts';
import { toInstant, type Clock } from '../../platform/clock.ts';
import type { PluginProblemsSchema, PluginSources, SourceVariables } from '../../schema/plugins/plugins.ts';
import { isTransition, type DataPlugin } from '../contract/plugin.ts';
import type { Installation } from '../keeping/installation.ts';
import type { LoadProblem, Registry } from '../keeping/registry.ts';
import type { SourceShelf } from '../keeping/source-shelf.ts';
import type { FeedHealth } from './feed.ts';
import { catalogOf, vocabularyOf, type CatalogParts, type CatalogSource } from './catalog.ts';
import type { Unreached } from '../network/reach.ts';
import { maxAgeMs } from './freshness.ts';
import { USUAL_BOARD, type Sources } from './sources.ts';

/** What is reported about. */
export interface ReportOptions {
  readonly clock: Clock;
  readonly registry: Registry;
  readonly installation: Installation;
  readonly shelf: SourceShelf;
  readonly sources: Sources;
}

/** A plugin that could not be loaded, or whose last fetch failed. */
type PluginProblem = v.InferOutput<typeof PluginProblemsSchema>['errors'][number];

/** How the data of a plugin fares. */
interface Fetched {
  readonly key: string;
  readonly health: FeedHealth | null;
  readonly unreached: Unreached | null;
}

const NEVER_ASKED = { consecutive_timeouts: 0, quarantined: false, cooldown_remaining_seconds: 0, unreached: null };

/** Folders that could not be loaded, then keys whose last fetch failed. */
export const listProblems = (broken: readonly LoadProblem[], fetched: readonly Fetched[]): PluginProblem[] => [
  ...broken.map(({ plugin_id, error }) => ({ plugin_id, error, ...NEVER_ASKED })),
  ...fetched.flatMap(({ key, health, unreached }) => {
    if (!health || health.error === null) return [];
    const { error, consecutive_failures: consecutive_timeouts, quarantined, cooldown_remaining_seconds } = health;
    return [{ plugin_id: key, error, consecutive_timeouts, quarantined, cooldown_remaining_seconds, unreached }];
  }),
];

/** What is told of plugins: how their data fare, and what templates can say of them. */
export class Report {
  readonly #options: ReportOptions;

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  /** Folders that could not be loaded, and enabled plugins whose last fetch failed. */
  problems(): PluginProblem[] {
    const { registry, shelf, sources, installation } = this.#options;
    const told = (key: string) => ({ key, health: sources.health(key), unreached: sources.unreachedBy(key) });
    return listProblems([...registry.problems, ...shelf.problems()], installation.enabledKeys().map(told));
  }

  /** Every data plugin and instance, and how its data fares. */
  overview(): PluginSources['sources'] {
    const { installation, sources } = this.#options;
    return installation.dataKeys().map((key) => {
      const { enabled, configured, base_plugin_id } = installation.detail(key);
      const { live, receive } = installation.known(key).plugin as DataPlugin;
      const { fetched_at = null, error = null } = sources.health(key) ?? {};
      return {
        plugin_id: key,
        base_plugin_id: base_plugin_id ?? null,
        enabled,
        configured,
        live: live !== undefined,
        receives: receive !== undefined,
        fetched_at: fetched_at === null ? null : toInstant(fetched_at),
        error,
        max_age_seconds: this.maxAgeSeconds(key),
      };
    });
  }

  /** How the data of a key fares; null while nobody has asked for it. */
  health(key: string): FeedHealth | null {
    return this.#options.sources.health(key);
  }

  /** What a source lacks while it has nothing; undefined while it has data, or has not been asked, and for plugins. */
  absence(key: string, geometry: Geometry, now: number): Absence | undefined {
    const { installation, sources } = this.#options;
    const active = installation.handleOf(key)?.active;
    if (!active?.plugin.notes) return undefined;
    const { failing_since: since = null } = sources.health(key) ?? {};
    const current = since === null ? null : sources.current(key, geometry, now);
    if (!current || current.available) return undefined;
    return { name: active.plugin.manifest.name, error: current.error, since };
  }

  /** Age in seconds beyond which the values of a key are not shown; null: they always are. Throws Fault 404. */
  maxAgeSeconds(key: string): number | null {
    const { installed, plugin, configuration } = this.#options.installation.known(key);
    if (isTransition(plugin)) return null;
    const age = maxAgeMs({ plugin, installed, config: configuration.effective() });
    return age === null ? null : age / SECOND_MS;
  }

  /** The enabled plugins' part of the variable catalog. */
  variables(): CatalogParts {
    return catalogOf(this.#options.installation.enabledKeys().map((key) => this.#catalogSource(key, USUAL_BOARD)));
  }

  /**
   * What templates can say of a key, and what it is worth now, from memory; also while it is disabled. Throws Fault
   * 404, 400 for a transition.
   */
  vocabulary(key: string, geometry: Geometry): SourceVariables {
    const { installation } = this.#options;
    const { plugin, key: name } = installation.known(key);
    if (isTransition(plugin)) throw new Fault(400, `"${name}" is a transition: it has no variables.`);
    return vocabularyOf(this.#catalogSource(name, geometry), installation.enabledKeys().includes(name));
  }

  #catalogSource(key: string, geometry: Geometry): CatalogSource {
    const { installation, sources, clock } = this.#options;
    const { plugin, configuration } = installation.known(key);
    const current = sources.current(key, geometry, clock.now());
    return { key, plugin, config: configuration.effective(), data: current.available ? current.data : null };
  }
}
