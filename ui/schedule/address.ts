import { navigate, type Place } from '../router.ts';

/** Members of the address that say what is seen: they are kept while rules are opened and closed. */
const KEPT = ['board', 'week', 'day'] as const;

/**
 * An address of the schedule that keeps the board, the week and the day that are seen, with some of them changed; null
 * takes one away.
 */
export const addressOf = (
  { query }: Place,
  path: string,
  change: Readonly<Record<string, string | null>> = {},
): string => {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])));
  const members = Object.entries<string | null>({ ...kept, ...change }).filter(
    (one): one is [string, string] => one[1] !== null,
  );
  return members.length > 0 ? `${path}?${new URLSearchParams(members)}` : path;
};

/** Changes what is seen of the week. */
export const show = (place: Place, change: Readonly<Record<string, string | null>>): void =>
  navigate(addressOf(place, '/schedule', change));

/** The address of a rule. */
export const ruleAddress = (place: Place, id: string): string =>
  addressOf(place, `/schedule/rules/${encodeURIComponent(id)}`);

/** The address of the form of a new rule; what is known of it goes into the address. */
export const newRuleAddress = (place: Place, known: Readonly<Record<string, string>> = {}): string =>
  addressOf(place, '/schedule/rules/new', known);
