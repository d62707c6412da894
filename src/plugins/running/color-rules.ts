import * as v from 'valibot';
import type { ColorRule } from '../../core/template/context.ts';
import type { JsonObject } from '../../schema/common.ts';
import { RulesSchema } from '../contract/manifest.ts';
import type { DataPlugin } from '../contract/plugin.ts';

const SettingSchema = v.record(v.string(), RulesSchema);

/**
 * The colour rules of a plugin's fields: the owner's setting `color_rules` over the plugin's own, over the manifest's,
 * field by field.
 */
export const toColorRules = (
  { manifest, colorRules }: DataPlugin,
  config: JsonObject,
): Record<string, readonly ColorRule[]> => {
  const rules: Record<string, readonly ColorRule[]> = {};
  for (const [field, { default_rules }] of Object.entries(manifest.color_rules_schema)) rules[field] = default_rules;
  const own = config['color_rules'] === undefined ? null : v.safeParse(SettingSchema, config['color_rules']);
  return { ...rules, ...colorRules?.(config), ...(own?.success ? own.output : {}) };
};
