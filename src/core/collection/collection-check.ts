import type { Collection, Member } from '../../schema/content/collections.ts';
import { parseTime } from '../time/time-of-day.ts';

/** What a collection is checked for: the members of a body or of a stored collection. */
export type CollectionFields = Pick<
  Collection,
  'page_ids' | 'selection_mode' | 'variable' | 'random' | 'members' | 'fallback_page_id'
>;

/**
 * What is wrong with a collection, a sentence each; each of them is a 400. `pages` are all pages there are;
 * `checkExpression` says what is wrong with a rule's expression, null when nothing is; `sent` is the field that named
 * the members.
 */
export const checkCollection = (
  collection: CollectionFields,
  pages: readonly { readonly id: string }[],
  checkExpression: (expression: string) => string | null = () => null,
  sent: 'page_ids' | 'members' = 'page_ids',
): string[] => {
  const found = [
    ...checkMembers(collection.page_ids, new Set(pages.map((page) => page.id)), sent),
    ...checkVariable(collection, checkExpression),
    ...(collection.members ?? []).flatMap((member, index) => checkMember(member, `members[${index}]`, checkExpression)),
  ];
  const { selection_mode } = collection;
  if (selection_mode !== 'time' && !collection[selection_mode])
    found.push(`${selection_mode}: selection_mode ${selection_mode} needs its settings.`);
  const { fallback_page_id } = collection;
  if (fallback_page_id && !pages.some(({ id }) => id === fallback_page_id))
    found.push(`fallback_page_id: there is no page ${fallback_page_id}.`);
  return found;
};

const checkMember = (
  { days, from, to, condition }: Member,
  place: string,
  checkExpression: (expression: string) => string | null,
): string[] => {
  const problem = condition ? checkExpression(condition) : null;
  return [
    ...Object.entries({ from, to }).flatMap(([name, time]) =>
      time && parseTime(time) === null ? [`${place}.${name}: ${time} is not a time between 00:00 and 23:59.`] : [],
    ),
    ...(from && from === to ? [`${place}: from and to are both ${from}: the page would never be shown.`] : []),
    ...(days?.length === 0 ? [`${place}.days: at least one day is needed; leave it out for every day.`] : []),
    ...(problem === null ? [] : [`${place}.condition: ${problem}`]),
  ];
};

const checkMembers = (ids: readonly string[], pages: ReadonlySet<string>, sent: string): string[] => {
  if (ids.length === 0) return [`${sent}: a collection needs at least one page.`];
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const missing = new Set(ids.filter((id) => !pages.has(id)));
  const reason = (id: string) =>
    id.startsWith('collection:') ? `${id} is a collection; only pages can be members` : `there is no page ${id}`;
  return [
    ...[...missing].map((id) => `${sent}: ${reason(id)}.`),
    ...[...twice].map((id) => `${sent}: ${id} appears more than once.`),
  ];
};

const checkVariable = (
  { variable, page_ids }: CollectionFields,
  checkExpression: (expression: string) => string | null,
): string[] => {
  if (!variable) return [];
  const found = variable.rules.flatMap((rule, index) => {
    const problem = checkExpression(rule.expression);
    return [
      ...(page_ids.includes(rule.page_id)
        ? []
        : [`variable.rules[${index}].page_id: ${rule.page_id} is not a member.`]),
      ...(problem === null ? [] : [`variable.rules[${index}].expression: ${problem}`]),
    ];
  });
  if (!page_ids.includes(variable.default_page_id))
    found.push(`variable.default_page_id: ${variable.default_page_id} is not a member.`);
  return found;
};
