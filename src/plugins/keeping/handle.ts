import type { ColorRule } from '../../core/template/context.ts';
import type { JsonObject } from '../../schema/common.ts';
import { isTransition, type DataPlugin, type Plugin } from '../contract/plugin.ts';
import { markupFields } from '../contract/variables.ts';
import { toColorRules } from '../running/color-rules.ts';
import type { Configuration } from './configuration.ts';
import type { Installed } from './registry.ts';

/** A data plugin that is enabled and has all that it needs, with the settings it works with. */
export interface Active {
  readonly key: string;
  readonly plugin: DataPlugin;
  readonly installed: Installed;
  readonly configuration: Configuration;
  readonly config: JsonObject;
  readonly colorRules: Readonly<Record<string, readonly ColorRule[]>>;
  readonly markupFields: ReadonlySet<string>;
}

/** A plugin, or an instance that was added, as it stands until settings change: resolved once, and asked afterwards. */
export interface Handle {
  /** The key in its normal form. */
  readonly key: string;
  readonly plugin: Plugin;
  readonly installed: Installed;
  readonly configuration: Configuration;
  /** Why it reports nothing whatever happens: disabled, unconfigured, an animation; null when it can work. */
  readonly obstacle: string | null;
  /** Null while there is an obstacle. */
  readonly active: Active | null;
}

const obstacleOf = (plugin: Plugin, configuration: Configuration): string | null => {
  if (isTransition(plugin)) return 'a transition has no data';
  if (!configuration.enabled) return 'the plugin is disabled';
  const missing = configuration.missing();
  return missing.length === 0 ? null : `the plugin is not configured: ${missing.join(', ')} missing`;
};

/** Resolves what is known of a key. */
export const resolveHandle = (key: string, installed: Installed, configuration: Configuration): Handle => {
  const { plugin } = installed;
  const obstacle = obstacleOf(plugin, configuration);
  const known = { key, installed, configuration, obstacle };
  if (obstacle !== null || isTransition(plugin)) return { ...known, plugin, active: null };
  const config = configuration.effective();
  const [colorRules, markup] = [toColorRules(plugin, config), markupFields(plugin.manifest)];
  return {
    ...known,
    plugin,
    active: { key, plugin, installed, configuration, config, colorRules, markupFields: markup },
  };
};
