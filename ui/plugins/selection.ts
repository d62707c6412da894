import type { PluginEntry } from '../../src/schema/plugins.ts';
import type { PluginSource } from './api.ts';
import { needsAttention, stateOf } from './state.ts';

/** Which plugins are listed. */
export type Filter = 'all' | 'on' | 'attention';

/** The filters, in the order in which they are offered. */
export const FILTERS: readonly Filter[] = ['all', 'on', 'attention'];

/** A plugin with its sources: itself first, then its instances. */
export interface Listed {
  readonly plugin: PluginEntry;
  readonly sources: readonly PluginSource[];
}

/** Every plugin with the sources that belong to it. */
export const joinSources = (plugins: readonly PluginEntry[], sources: readonly PluginSource[]): Listed[] =>
  plugins.map((plugin) => ({
    plugin,
    sources: [
      ...sources.filter(({ plugin_id }) => plugin_id === plugin.id),
      ...sources.filter(({ base_plugin_id }) => base_plugin_id === plugin.id),
    ],
  }));

const passes = ({ sources }: Listed, filter: Filter): boolean => {
  if (filter === 'all') return true;
  return sources.some((source) => (filter === 'on' ? source.enabled : needsAttention(stateOf(source))));
};

const matches = ({ plugin, sources }: Listed, words: readonly string[]): boolean => {
  const text = [
    plugin.id,
    plugin.name,
    plugin.description,
    plugin.category,
    ...sources.map(({ plugin_id }) => plugin_id),
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
};

/** Those that pass a filter and have every word of what is searched for. */
export const select = (all: readonly Listed[], filter: Filter, search: string): Listed[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((one) => passes(one, filter) && matches(one, words));
};

const ORDER = ['utility', 'weather', 'home', 'data', 'entertainment', 'transit', 'art'];

const rankOf = (category: string): number => (ORDER.includes(category) ? ORDER.indexOf(category) : ORDER.length);

/** By category, in the order in which owners look for them. */
export const byCategory = (listed: readonly Listed[]): [category: string, plugins: Listed[]][] => {
  const groups = new Map<string, Listed[]>();
  for (const one of listed) {
    const category = one.plugin.category ?? 'other';
    groups.set(category, [...(groups.get(category) ?? []), one]);
  }
  return [...groups].sort(([a], [b]) => rankOf(a) - rankOf(b) || a.localeCompare(b));
};
