import { mapValues } from '../core/record.ts';
import { Fault } from '../fault.ts';
import type { Collection } from '../schema/content/collections.ts';
import type { Page } from '../schema/content/pages.ts';
import type { BoardMessage, State } from '../schema/state.ts';

/** What renaming an instance of a plugin changes in the stored state. */
export type Renamed = Pick<State, 'plugins' | 'pages' | 'collections' | 'programmes'>;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const same = (key: string, other: string | null | undefined): boolean => other?.toLowerCase() === key;

const unlessSame = <T>(before: T, after: T): T => (JSON.stringify(after) === JSON.stringify(before) ? before : after);

/**
 * Gives an instance another key: its settings, and every page, collection and message that names it. Throws Fault 404
 * when it is gone, 409 for a key that is taken.
 */
export const renamePlugin = (
  { plugins, pages, collections, programmes }: Renamed,
  from: string,
  to: string,
): Renamed => {
  if (!Object.hasOwn(plugins, from)) throw new Fault(404, `There is no plugin "${from}".`);
  if (Object.hasOwn(plugins, to)) throw new Fault(409, `label: there is already an instance "${to}".`);
  const named = new RegExp(`(?<![\\w:.-])${escape(from)}(?![\\w-])`, 'gi');
  const inFormula = (text: string): string => text.replace(named, to);
  const inBraces = (text: string): string => text.replace(/\{\{[^{}]*\}\}/g, inFormula);
  const renamePage = (page: Page): Page =>
    unlessSame(page, {
      ...page,
      template: page.template?.map(inBraces) ?? null,
      rows: page.rows?.map((row) => (same(from, row.source) ? { ...row, source: to } : row)) ?? null,
      display_type: same(from, page.display_type) ? to : page.display_type,
      demo_plugin_id: same(from, page.demo_plugin_id) ? to : page.demo_plugin_id,
    });
  const renameCollection = (one: Collection): Collection =>
    unlessSame(one, {
      ...one,
      variable: one.variable && {
        ...one.variable,
        rules: one.variable.rules.map((rule) => ({ ...rule, expression: inFormula(rule.expression) })),
      },
      ...(one.members && {
        members: one.members.map((member) =>
          member.condition ? { ...member, condition: inFormula(member.condition) } : member,
        ),
      }),
    });
  const renameMessage = (message: BoardMessage): BoardMessage =>
    message.content.kind === 'template'
      ? { ...message, content: { ...message.content, template: message.content.template.map(inBraces) } }
      : message;
  return {
    plugins: Object.fromEntries(Object.entries(plugins).map(([key, stored]) => [key === from ? to : key, stored])),
    pages: pages.map(renamePage),
    collections: collections.map(renameCollection),
    programmes: mapValues(programmes, (programme) =>
      unlessSame(programme, { ...programme, messages: programme.messages.map(renameMessage) }),
    ),
  };
};

/** The names of the pages that are no longer what they were. */
export const changedPages = (before: Renamed, after: Renamed): string[] =>
  after.pages.filter((page, place) => page !== before.pages[place]).map(({ name }) => name);
