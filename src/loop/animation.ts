import type { Transition } from '../board/driver.ts';
import type { Motion, Step } from '../board/frame-request.ts';
import type { Grid } from '../core/flaps/grid.ts';
import type { TransitionOverride } from '../schema/content/messages.ts';
import type { Page } from '../schema/content/pages.ts';
import { BOARD_STRATEGIES, type TransitionSettings } from '../schema/appliance/settings.ts';

/** Transition plugins, as far as animations need them. */
export interface TransitionPlugins {
  /** Whether a plugin of this id can be used now. */
  has(id: string): boolean;
  /** A text that is another one with other settings or another edition of a plugin. */
  revisionOf(id: string): string;
  /** Its frames from one grid to another, within its caps; always ends at `to`. */
  frames(id: string, from: Grid, to: Grid): Iterable<Step> | AsyncIterable<Step>;
}

const PLUGIN = 'plugin:';
const STRATEGIES: ReadonlySet<string> = new Set([...BOARD_STRATEGIES, 'wipe', 'instant']);

/**
 * Chooses the animation of a frame: the message's own animation, else the page's, else the install's, field by field.
 */
export class Animation {
  readonly #settings: () => TransitionSettings;
  readonly #plugins: TransitionPlugins;

  constructor(settings: () => TransitionSettings, plugins: TransitionPlugins) {
    this.#settings = settings;
    this.#plugins = plugins;
  }

  /** Whether a strategy exists: a built-in one, `wipe`, `instant`, or `plugin:<id>` of a plugin that can be used. */
  knows(strategy: string): boolean {
    return (
      STRATEGIES.has(strategy) || (strategy.startsWith(PLUGIN) && this.#plugins.has(strategy.slice(PLUGIN.length)))
    );
  }

  /** The animation of a frame that shows `page` (null for none), with the fields that a message sent with it. */
  of(page: Page | null, override: TransitionOverride | null, to: Grid): Motion {
    const transition = this.#choose(page, override);
    const id = pluginOf(transition);
    if (id === null) return { transition };
    const animate: Motion['animate'] = (from) => this.#plugins.frames(id, from, to);
    return { transition: { ...transition, strategy: null }, ...(this.#plugins.has(id) && { animate }) };
  }

  /** A text that names an animation and its settings: another one for another animation. */
  nameOf(page: Page | null, override: TransitionOverride | null): string {
    const transition = this.#choose(page, override);
    const id = pluginOf(transition);
    return JSON.stringify([transition, id === null ? null : this.#plugins.revisionOf(id)]);
  }

  #choose(page: Page | null, override: TransitionOverride | null): Transition {
    const base = this.#settings();
    return {
      strategy: pick(override?.strategy, page?.transition_strategy, base.strategy),
      interval_ms: pick(override?.interval_ms, page?.transition_interval_ms, base.step_interval_ms),
      step_size: pick(override?.step_size, page?.transition_step_size, base.step_size),
    };
  }
}

const pluginOf = ({ strategy }: Transition): string | null =>
  strategy?.startsWith(PLUGIN) ? strategy.slice(PLUGIN.length) : null;

const pick = <T>(sent: T | null | undefined, page: T | null | undefined, base: T | null): T | null =>
  sent !== undefined ? sent : (page ?? base);
