import type { Collection } from '../schema/collections.ts';
import { createRandom, permutation, seedOf } from './random.ts';

/** The member that a collection shows, and the instant (ms) at which it may show another one by itself. */
export interface Selection {
  /** Null when no member can be shown. */
  readonly page_id: string | null;
  /** Null when fewer than two members take part. */
  readonly next_check: number | null;
}

const NONE: Selection = { page_id: null, next_check: null };

/** How often a collection looks for another member, in ms; null when it has nothing to look for. */
export const rotationOf = (collection: Collection): number | null => {
  if (collection.page_ids.length < 2) return null;
  if (collection.selection_mode === 'variable')
    return collection.variable?.rules.length ? collection.variable.poll_seconds * 1000 : null;
  return intervalOf(collection);
};

const intervalOf = (collection: Collection): number =>
  1000 *
  (collection.selection_mode === 'random' ? (collection.random ?? collection.time) : collection.time).interval_seconds;

/**
 * The member to show at an instant: a function of the wall clock alone, so it is the same after a restart and on every
 * board. Members that `usable` refuses (gone, or of another size than the board) do not take part: rotation runs over
 * the others, rules that name them are passed over. `evaluateRule` answers false for an expression that fails.
 */
export const resolveCollection = (
  collection: Collection,
  at: number,
  evaluateRule: (expression: string) => boolean,
  usable: (pageId: string) => boolean = () => true,
): Selection => {
  const members = collection.page_ids.filter(usable);
  if (members.length === 0) return NONE;
  if (collection.selection_mode === 'variable') return resolveVariable(collection, members, at, evaluateRule);
  const interval = intervalOf(collection);
  const turn = Math.floor(at / interval);
  const index =
    collection.selection_mode === 'random'
      ? shuffledIndex(collection.id, turn, members.length)
      : modulo(turn, members.length);
  return { page_id: members[index] ?? null, next_check: members.length < 2 ? null : (turn + 1) * interval };
};

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

const resolveVariable = (
  collection: Collection,
  members: readonly string[],
  at: number,
  evaluateRule: (expression: string) => boolean,
): Selection => {
  if (!collection.variable) return NONE;
  const { rules, default_page_id, poll_seconds } = collection.variable;
  const winner = rules.find((rule) => members.includes(rule.page_id) && evaluateRule(rule.expression));
  const page_id = winner?.page_id ?? (members.includes(default_page_id) ? default_page_id : null);
  const poll = poll_seconds * 1000;
  return { page_id, next_check: members.length < 2 || rules.length === 0 ? null : (Math.floor(at / poll) + 1) * poll };
};

/**
 * Each round shows every member once, in an order of its own that does not begin with the last member of the round
 * before.
 */
const shuffledIndex = (id: string, turn: number, count: number): number => {
  if (count <= 2) return modulo(turn, count);
  const round = Math.floor(turn / count);
  const order = orderOf(id, round, count);
  if (order[0] === orderOf(id, round - 1, count)[count - 1]) order.unshift(...order.splice(1, 1));
  return order[modulo(turn, count)] ?? 0;
};

const orderOf = (id: string, round: number, count: number): number[] =>
  permutation(count, createRandom(seedOf(`${id} ${round}`)));

/** What a collection is checked for: the members of a body or of a stored collection. */
export type CollectionFields = Pick<Collection, 'page_ids' | 'selection_mode' | 'variable' | 'random'>;

/**
 * What is wrong with a collection, a sentence each; each of them is a 400. `pages` are all pages there are;
 * `checkExpression` says what is wrong with a rule's expression, null when nothing is.
 */
export const checkCollection = (
  collection: CollectionFields,
  pages: readonly { readonly id: string }[],
  checkExpression: (expression: string) => string | null = () => null,
): string[] => {
  const found = [
    ...checkMembers(collection.page_ids, new Set(pages.map((page) => page.id))),
    ...checkVariable(collection, checkExpression),
  ];
  const { selection_mode } = collection;
  if (selection_mode !== 'time' && !collection[selection_mode])
    found.push(`${selection_mode}: selection_mode ${selection_mode} needs its settings.`);
  return found;
};

const checkMembers = (ids: readonly string[], pages: ReadonlySet<string>): string[] => {
  if (ids.length === 0) return ['page_ids: a collection needs at least one page.'];
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const missing = new Set(ids.filter((id) => !pages.has(id)));
  const reason = (id: string) =>
    id.startsWith('collection:') ? `${id} is a collection; only pages can be members` : `there is no page ${id}`;
  return [
    ...[...missing].map((id) => `page_ids: ${reason(id)}.`),
    ...[...twice].map((id) => `page_ids: ${id} appears more than once.`),
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
