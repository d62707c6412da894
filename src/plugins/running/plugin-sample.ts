import type { JsonObject } from '../../schema/common.ts';
import { drawData, picturesOf, type PagePictures } from './page-picture.ts';
import type { Manifest } from '../contract/manifest.ts';
import type { DataPlugin, PluginMoment } from '../contract/plugin.ts';
import { missingSettings, withDefaults, type SettingSchema } from '../contract/settings-schema.ts';
import { boundResult } from '../contract/payload.ts';

/** What the variables of a manifest are for example. */
const examplesOf = ({ variables: { simple } }: Manifest): JsonObject =>
  Array.isArray(simple)
    ? {}
    : Object.fromEntries(
        Object.entries(simple).flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]])),
      );

/**
 * The page of a plugin that nobody has set up: the rows that its manifest gives for it, what it computes without
 * settings, or the examples of its variables.
 */
export const drawSampleOf = (
  plugin: DataPlugin,
  schema: SettingSchema,
  at: Omit<PluginMoment, 'config'>,
): PagePictures => {
  const { sample, id } = plugin.manifest;
  if (sample) return picturesOf(sample);
  const config = withDefaults(schema, {});
  const moment = { ...at, config };
  const isReady = missingSettings(schema, config).length === 0;
  const computed = isReady && plugin.live ? boundResult(plugin.live(moment)) : null;
  const data = computed?.available ? computed.payload.data : examplesOf(plugin.manifest);
  return drawData(plugin, id, { data }, moment);
};
