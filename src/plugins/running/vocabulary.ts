import { createBudget, type RenderContext } from '../../core/template/context.ts';
import { lookup } from '../../core/template/lookup.ts';
import type { SourceVariables } from '../../schema/plugins/plugins.ts';
import type { CatalogSource } from './catalog.ts';
import { toColorRules } from './color-rules.ts';
import { discovers, maxLengths, variableGroups, variableMetadata, variableNames } from '../contract/variables.ts';

/** Reads names the way templates do; of a list the first item stands for all. */
const readerOf = ({ key, plugin, data }: CatalogSource): ((name: string) => unknown) => {
  if (data === null) return () => null;
  const source = { data, colorRules: {}, markupFields: new Set<string>(), entityLookup: plugin.entityLookup ?? false };
  const context: RenderContext = { now: 0, zone: 'UTC', source: () => source, budget: createBudget(Infinity) };
  return (name) => {
    const found = lookup(`${key}.${name.replaceAll('*', '0')}`, context);
    return found.found && ['string', 'number', 'boolean'].includes(typeof found.value) ? found.value : null;
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
    variable_groups: variableGroups(manifest),
    values: Object.fromEntries(variables.map((name) => [name, valueOf(name)])),
    colored: Object.keys(toColorRules(plugin, config)),
  };
};
