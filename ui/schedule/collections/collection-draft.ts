import type {
  Collection,
  CollectionCreate,
  CollectionExtras,
  FlatCollection,
  Member,
} from '../../../src/schema/content/collections.ts';

/** A rule of a collection as its form holds it; `key` tells it from the others while it is moved. */
export interface RuleLine {
  readonly key: number;
  readonly expression: string;
  readonly page_id: string;
}

/** A collection as its form holds it. */
export interface CollectionDraft {
  readonly name: string;
  readonly page_ids: readonly string[];
  readonly mode: Collection['selection_mode'];
  readonly time_seconds: number | null;
  readonly random_seconds: number | null;
  readonly rules: readonly RuleLine[];
  /** Empty while none is chosen: then the first member counts. */
  readonly default_page_id: string;
  readonly poll_seconds: number | null;
  readonly members: readonly Member[];
  readonly rotation: FlatCollection['rotation'];
  readonly skip_empty: boolean;
  /** Empty for none. */
  readonly fallback_page_id: string;
}

const INTERVAL = 30;
const POLL = 10;

/** A new collection. */
export const NEW_COLLECTION: CollectionDraft = {
  name: '',
  page_ids: [],
  mode: 'time',
  time_seconds: INTERVAL,
  random_seconds: INTERVAL,
  rules: [],
  default_page_id: '',
  poll_seconds: POLL,
  members: [],
  rotation: 'interval',
  skip_empty: true,
  fallback_page_id: '',
};

/** A collection as its form holds it. */
export const draftOf = ({
  name,
  page_ids,
  selection_mode,
  time,
  random,
  variable,
  members = [],
  rotation = 'interval',
  skip_empty = true,
  fallback_page_id,
}: Collection): CollectionDraft => ({
  name,
  page_ids,
  mode: selection_mode,
  time_seconds: time.interval_seconds,
  random_seconds: (random ?? time).interval_seconds,
  rules: (variable?.rules ?? []).map((rule, key) => ({ key, ...rule })),
  default_page_id: variable?.default_page_id ?? '',
  poll_seconds: variable?.poll_seconds ?? POLL,
  members,
  rotation,
  skip_empty,
  fallback_page_id: fallback_page_id ?? '',
});

/** The page of a rule, or of what no rule is true for: the chosen one while it is a member, else the first. */
export const memberOrFirst = (chosen: string, page_ids: readonly string[]): string =>
  page_ids.includes(chosen) ? chosen : (page_ids[0] ?? '');

const variableOf = (draft: CollectionDraft): CollectionCreate['variable'] => {
  const { rules, page_ids, mode, poll_seconds } = draft;
  // Rules of a collection that goes by something else are kept as long as they could be used again.
  const usable =
    rules.length > 0 &&
    rules.every(({ expression, page_id }) => expression.trim() !== '' && page_ids.includes(page_id));
  if (mode !== 'variable' && !usable) return null;
  return {
    rules: rules.map((line) => ({ expression: line.expression, page_id: memberOrFirst(line.page_id, page_ids) })),
    default_page_id: memberOrFirst(draft.default_page_id, page_ids),
    poll_seconds: poll_seconds ?? POLL,
  };
};

/** What the pages of a draft have of their own, in their order. */
export const membersIn = ({ page_ids, members }: CollectionDraft): Member[] =>
  page_ids.map((id) => members.find(({ page_id }) => page_id === id) ?? { page_id: id });

/** The body that a draft stands for. */
export const bodyOf = (draft: CollectionDraft): CollectionCreate & CollectionExtras => ({
  name: draft.name.trim(),
  page_ids: [...draft.page_ids],
  selection_mode: draft.mode,
  time: { interval_seconds: draft.time_seconds ?? INTERVAL },
  random: { interval_seconds: draft.random_seconds ?? INTERVAL },
  variable: variableOf(draft),
  members: membersIn(draft),
  rotation: draft.rotation,
  skip_empty: draft.skip_empty,
  fallback_page_id: draft.fallback_page_id || null,
});

/** Whether a draft lacks a name, pages, or the words of a rule. */
export const gapsOf = ({ name, page_ids, rules, mode }: CollectionDraft) => ({
  name: name.trim() === '',
  pages: page_ids.length === 0,
  expression: mode === 'variable' && rules.some(({ expression }) => expression.trim() === ''),
});

/** Where the service found a rule to be wrong: its place, what is wrong, and at which character. */
export interface ExpressionProblem {
  readonly place: number;
  readonly message: string;
  readonly offset: number;
}

const REFUSAL = /^variable\.rules\[(\d+)\]\.expression: ([^]*) \(at offset (\d+)\)$/;

/** What a refusal of the service says about an expression; null when it is about something else. */
export const expressionProblemOf = (sentence: string, rules: readonly RuleLine[]): ExpressionProblem | null => {
  const [, place, message, offset] = REFUSAL.exec(sentence) ?? [];
  if (place === undefined || message === undefined) return null;
  const braces = /^\s*\{\{=/.exec(rules[Number(place)]?.expression ?? '')?.[0].length ?? 0;
  return { place: Number(place), message, offset: Number(offset) + braces };
};
