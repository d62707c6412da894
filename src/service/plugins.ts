import type { Page } from '../schema/content/pages.ts';
import type { State } from '../schema/state.ts';

/** What renaming an instance of a plugin changes in the stored state. */
export type Renamed = Pick<State, 'plugins' | 'pages' | 'collections'>;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const same = (key: string, other: string | null | undefined): boolean => other?.toLowerCase() === key;

/** Gives an instance another key: its settings, and every page and collection that names it. */
export const renamePlugin = ({ plugins, pages, collections }: Renamed, from: string, to: string): Renamed => {
  const named = new RegExp(`(?<![\\w:.-])${escape(from)}(?![\\w-])`, 'gi');
  const inBraces = (text: string): string =>
    text.replace(/\{\{[^{}]*\}\}/g, (placeholder) => placeholder.replace(named, to));
  const renamePage = (page: Page): Page => {
    const next = {
      ...page,
      template: page.template?.map(inBraces) ?? null,
      rows: page.rows?.map((row) => (same(from, row.source) ? { ...row, source: to } : row)) ?? null,
      display_type: same(from, page.display_type) ? to : page.display_type,
      demo_plugin_id: same(from, page.demo_plugin_id) ? to : page.demo_plugin_id,
    };
    return JSON.stringify(next) === JSON.stringify(page) ? page : next;
  };
  return {
    plugins: Object.fromEntries(Object.entries(plugins).map(([key, stored]) => [key === from ? to : key, stored])),
    pages: pages.map(renamePage),
    collections: collections.map((one) =>
      one.variable
        ? {
            ...one,
            variable: {
              ...one.variable,
              rules: one.variable.rules.map((rule) => ({ ...rule, expression: rule.expression.replace(named, to) })),
            },
          }
        : one,
    ),
  };
};

/** The names of the pages that are no longer what they were. */
export const changedPages = (before: Renamed, after: Renamed): string[] =>
  after.pages.filter((page, place) => page !== before.pages[place]).map(({ name }) => name);
