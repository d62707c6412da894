import type { Collection } from '../../schema/content/collections.ts';

const conditionsOf = ({ members = [] }: Collection): string[] => members.flatMap(({ condition }) => condition ?? []);
const rulesOf = ({ variable }: Collection): string[] => (variable?.rules ?? []).map(({ expression }) => expression);

/** The expressions that a collection is chosen by: its rules, where they choose, and the conditions of its members. */
export const expressionsOf = (collection: Collection): string[] => [
  ...(collection.selection_mode === 'variable' ? rulesOf(collection) : []),
  ...conditionsOf(collection),
];

const letters = new WeakMap<Collection, number>();

/** The letters of all rules and conditions of a collection. */
export const lettersOf = (collection: Collection): number => {
  let known = letters.get(collection);
  if (known === undefined) {
    known = [...rulesOf(collection), ...conditionsOf(collection)].reduce((sum, { length }) => sum + length, 0);
    letters.set(collection, known);
  }
  return known;
};
