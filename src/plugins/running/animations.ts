import { fitGrid, gridsEqual, type Grid } from '../../core/flaps/grid.ts';
import { createRandom, seedOf } from '../../core/random.ts';
import { Fault } from '../../fault.ts';
import type { JsonObject } from '../../schema/common.ts';
import { TRANSITIONS } from '../builtin/builtins.ts';
import { isTransition, OutOfTime, type TransitionFrame, type TransitionPlugin } from '../contract/plugin.ts';
import type { Installation } from '../keeping/installation.ts';
import type { Registry } from '../keeping/registry.ts';
import type { PluginLog } from '../ports.ts';
import { checkSettings } from '../contract/settings-check.ts';
import { withDefaults, type SettingSchema } from '../contract/settings-schema.ts';

/** A whole animation. `capped`: it was cut at the plugin's frames or seconds. */
export interface AnimationRun {
  readonly frames: readonly TransitionFrame[];
  readonly total_delay_ms: number;
  readonly capped: boolean;
}

type Manifest = TransitionPlugin['manifest'];

/** What the API tells of an installed animation. */
export interface AnimationEntry
  extends Pick<Manifest, 'id' | 'name' | 'description' | 'version' | 'settings_schema' | 'transition_settings'> {
  /** What `transition_strategy` names it by. */
  readonly strategy: string;
}

const LONGEST_DELAY_MS = 60_000;

const clampDelay = (delay: unknown, least: number): number =>
  Math.min(LONGEST_DELAY_MS, Math.max(least, typeof delay === 'number' && Number.isFinite(delay) ? delay : 0));

/** Transition plugins at work (rules, X5): always within their caps, always ending at the target. */
export class Animations {
  readonly #registry: Registry;
  readonly #installation: Installation;
  readonly #log: PluginLog;

  constructor(registry: Registry, installation: Installation, log: PluginLog) {
    this.#registry = registry;
    this.#installation = installation;
    this.#log = log;
  }

  /** Whether an animation of this id is installed. */
  has(id: string): boolean {
    return this.#find(id) !== null;
  }

  /** A text that is another one with other settings or another edition. */
  revisionOf(id: string): string {
    const found = this.#find(id);
    return found ? JSON.stringify([found.plugin.manifest.version, found.config]) : '';
  }

  /** All that are installed, by name. */
  list(): AnimationEntry[] {
    for (const id of TRANSITIONS) this.#registry.find(id);
    return this.#registry.loaded().flatMap(({ plugin }) => {
      if (!isTransition(plugin)) return [];
      const { id, name, description, version, settings_schema, transition_settings } = plugin.manifest;
      return [{ id, name, description, version, strategy: `plugin:${id}`, settings_schema, transition_settings }];
    });
  }

  /**
   * The pictures from one grid to another, one by one; the last is `to`. An unknown id, or a plugin that fails, goes to
   * `to` at once.
   */
  async *frames(id: string, from: Grid, to: Grid): AsyncGenerator<TransitionFrame, { capped: boolean }> {
    const found = this.#find(id);
    if (!found) {
      yield { grid: to, delay_ms: 0 };
      return { capped: false };
    }
    return yield* this.#bounded(found.plugin, from, to, found.config);
  }

  /** The whole animation with settings of its own. Throws Fault 404, or 400 for settings that the plugin refuses. */
  async run(id: string, from: Grid, to: Grid, overrides: JsonObject): Promise<AnimationRun> {
    const found = this.#find(id);
    if (!found) throw new Fault(404, `There is no transition plugin "${id.slice(0, 120)}".`);
    const problems = checkSettings(found.schema, overrides);
    if (problems.length > 0) throw new Fault(400, problems.join('; '));
    const frames: TransitionFrame[] = [];
    const running = this.#bounded(
      found.plugin,
      from,
      to,
      withDefaults(found.schema, { ...found.config, ...overrides }),
    );
    let next = await running.next();
    for (; !next.done; next = await running.next()) frames.push(next.value);
    const total_delay_ms = frames.reduce((sum, { delay_ms }) => sum + delay_ms, 0);
    return { frames, total_delay_ms, capped: next.value.capped };
  }

  async *#bounded(
    plugin: TransitionPlugin,
    start: Grid,
    to: Grid,
    config: JsonObject,
  ): AsyncGenerator<TransitionFrame, { capped: boolean }> {
    const { max_frames, max_runtime_seconds, min_interval_ms } = plugin.manifest.transition_settings;
    const { rows, cols } = to;
    const from = fitGrid(start, rows, cols);
    const random = createRandom(seedOf(`${from.codes.join()} ${to.codes.join()}`));
    let held: TransitionFrame | null = null;
    let count = 0;
    let elapsed = 0;
    let capped = false;
    try {
      for await (const frame of plugin.frames({ from, to, rows, cols, config, random })) {
        // One frame is held back: at a cap the last one that fits is the target.
        if (count >= max_frames || elapsed >= max_runtime_seconds * 1000) {
          capped = true;
          break;
        }
        if (held) yield held;
        const left = Math.max(min_interval_ms, max_runtime_seconds * 1000 - elapsed);
        held = {
          grid: fitGrid(frame.grid, rows, cols),
          delay_ms: Math.min(left, clampDelay(frame.delay_ms, min_interval_ms)),
        };
        elapsed += held.delay_ms;
        count++;
      }
    } catch (error) {
      capped = error instanceof OutOfTime;
      if (!capped)
        this.#log.warn(
          `${plugin.manifest.id}: ${error instanceof Error ? error.message.slice(0, 500) : 'the animation failed'}`,
        );
    }
    const isThere = held !== null && gridsEqual(held.grid, to);
    // The target takes the place of the last frame there is room for.
    capped ||= held !== null && !isThere && count >= max_frames;
    if (held && !isThere && !capped) yield held;
    yield { grid: to, delay_ms: isThere && held ? held.delay_ms : min_interval_ms };
    return { capped };
  }

  #find(id: string): { plugin: TransitionPlugin; schema: SettingSchema; config: JsonObject } | null {
    const handle = this.#installation.handleOf(id);
    if (!handle || !isTransition(handle.plugin)) return null;
    return { plugin: handle.plugin, schema: handle.installed.schema, config: handle.configuration.effective() };
  }
}
