import { createBudget, type RenderContext } from '../../core/template/context.ts';
import { lookup } from '../../core/template/lookup.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { SourceVariables } from '../../schema/plugins/plugins.ts';
import type { DataPlugin } from '../contract/plugin.ts';
import { discovers, isScalar, maxLengths, variableMetadata, variableNames } from '../contract/variables.ts';
import { toColorRules } from './color-rules.ts';

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
    parts.variable_groups[key] = plugin.manifest.variables.groups;
    for (const [name, length] of Object.entries(maxLengths(plugin.manifest)))
      parts.max_lengths[`${key}.${name}`] = length;
  }
  return parts;
};

/** Reads names the way templates do; of a list the first item stands for all. */
const readerOf = ({ key, plugin, data }: CatalogSource): ((name: string) => unknown) => {
  if (data === null) return () => null;
  const source = { data, colorRules: {}, markupFields: new Set<string>(), entityLookup: plugin.entityLookup ?? false };
  const context: RenderContext = { now: 0, zone: 'UTC', source: () => source, budget: createBudget(Infinity) };
  return (name) => {
    const found = lookup(`${key}.${name.replaceAll('*', '0')}`, context);
    return found.found && isScalar(found.value) ? found.value : null;
  };
};

/** What templates can say of a source, and what it is worth now; also of one that is off, which is worth nothing. */
export const vocabularyOf = (source: CatalogSource, enabled: boolean): SourceVariables => {
  const { key, plugin, config, data } = source;
  const { manifest } = plugin;
  const variables = variableNames(manifest, plugin.configuredVariables?.(config) ?? [], data);
  const valueOf = readerOf(source);
  return {
    plugin_id: key,
    enabled,
    available: data !== null,
    variables,
    open: discovers(manifest) || plugin.entityLookup === true,
    max_lengths: maxLengths(manifest),
    variable_metadata: variableMetadata(manifest, variables, data),
    variable_groups: manifest.variables.groups,
    values: Object.fromEntries(variables.map((name) => [name, valueOf(name)])),
    colored: Object.keys(toColorRules(plugin, config)),
  };
};
