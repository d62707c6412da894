import type { JsonObject } from '../../schema/common.ts';
import { defineManifest, type BuiltinManifest } from './manifest.ts';
import type { DataPlugin, FormatRequest, PluginMoment } from './plugin.ts';
import { ZONE_SETTING, zoneOf, zoneProblems } from './zone-setting.ts';

/** A plugin that computes from the clock and its settings alone: what its manifest says, and how it computes. */
interface ClockPlugin extends BuiltinManifest {
  /** Whether the owner can set a time zone for it, in which it is then asked; it can be unless said otherwise. */
  readonly zoned?: boolean;
  /** Its values at a moment, or a sentence for the owner where there are none. */
  values(moment: PluginMoment): JsonObject | string;
  /** What is wrong with settings beside their zone. */
  validateConfig?(config: JsonObject): readonly string[];
  format(request: FormatRequest): readonly string[];
}

/**
 * Makes a plugin that is never stale and never cached: it is asked at every rendering, in the zone that it works in.
 */
export const clockPlugin = ({
  zoned = true,
  settings,
  values,
  validateConfig = () => [],
  format,
  ...manifest
}: ClockPlugin): DataPlugin => {
  const inZone = <T extends PluginMoment>(moment: T): T => (zoned ? { ...moment, zone: zoneOf(moment) } : moment);
  return {
    manifest: defineManifest({ ...manifest, live_data: true, settings: { ...settings, ...(zoned && ZONE_SETTING) } }),
    live: (moment) => {
      const told = values(inZone(moment));
      return typeof told === 'string' ? { available: false, error: told } : { available: true, data: told };
    },
    validateConfig: (config) => [...(zoned ? zoneProblems(config) : []), ...validateConfig(config)],
    format: (request) => format(inZone(request)),
  };
};
