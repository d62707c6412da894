import type { JsonObject } from '../../schema/common.ts';
import type { DataPlugin } from '../contract/plugin.ts';
import { maxLengths, variableGroups, variableMetadata, variableNames } from '../contract/variables.ts';

/** The plugins' part of `GET /v1/variables`. */
export interface CatalogParts {
  readonly variables: Record<string, string[]>;
  /** By `plugin.variable`. */
  readonly max_lengths: Record<string, number>;
  readonly variable_metadata: JsonObject;
  readonly variable_groups: JsonObject;
}

/** One enabled plugin or instance, with what it reports now. */
export interface CatalogSource {
  readonly key: string;
  readonly plugin: DataPlugin;
  readonly config: JsonObject;
  readonly data: JsonObject | null;
}

/** The catalog of enabled plugins; those without any variable are left out. */
export const catalogOf = (sources: readonly CatalogSource[]): CatalogParts => {
  const parts: CatalogParts = { variables: {}, max_lengths: {}, variable_metadata: {}, variable_groups: {} };
  for (const { key, plugin, config, data } of sources) {
    const names = variableNames(plugin.manifest, plugin.configuredVariables?.(config) ?? [], data);
    if (names.length === 0) continue;
    parts.variables[key] = names;
    parts.variable_metadata[key] = variableMetadata(plugin.manifest, names, data);
    parts.variable_groups[key] = variableGroups(plugin.manifest);
    for (const [name, length] of Object.entries(maxLengths(plugin.manifest)))
      parts.max_lengths[`${key}.${name}`] = length;
  }
  return parts;
};
