import { oncePer } from '../memo.ts';
import type { Collection } from '../../schema/content/collections.ts';

const conditionsOf = ({ members = [] }: Collection): string[] => members.flatMap(({ condition }) => condition ?? []);
const rulesOf = ({ variable }: Collection): string[] => (variable?.rules ?? []).map(({ expression }) => expression);

/** The expressions that a collection is chosen by: its rules, where they choose, and the conditions of its members. */
export const expressionsOf = (collection: Collection): string[] => [
  ...(collection.selection_mode === 'variable' ? rulesOf(collection) : []),
  ...conditionsOf(collection),
];

/** The letters of all rules and conditions of a collection. */
export const lettersOf = oncePer((collection: Collection): number =>
  [...rulesOf(collection), ...conditionsOf(collection)].reduce((sum, { length }) => sum + length, 0),
);
