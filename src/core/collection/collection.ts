import type { Collection, Member } from '../../schema/content/collections.ts';
import type { Location } from '../../schema/appliance/location.ts';
import { oncePer } from '../memo.ts';
import { dayAt } from '../time/day.ts';
import { SECOND_MS } from '../time/durations.ts';
import { createRandom, orderOfRound, seedOf } from '../random.ts';
import { DAY_NAMES, maskOf } from '../schedule/calendar.ts';
import { earliest, nextEdge, spanAt } from '../schedule/recurrence.ts';
import { weeklyWindow, type Edge, type Recurrence } from '../schedule/rule.ts';
import { parseTime } from '../time/time-of-day.ts';

/** A member that is passed over: not at this hour or on this day, its condition is false, or it has nothing to say. */
export interface Skipped {
  readonly page_id: string;
  readonly why: 'hours' | 'condition' | 'empty';
}

/** The member that a collection shows, and the instant (ms) at which it may show another one by itself. */
export interface Selection {
  /** Null when no member can be shown. */
  readonly page_id: string | null;
  /** Null when nothing changes by itself: fewer than two members take part, and none has hours. */
  readonly next_check: number | null;
  readonly skipped: readonly Skipped[];
}

/** What a selection depends on beside the collection and the instant. */
export interface SelectionInput {
  /** Whether an expression is true now; false for one that fails. */
  readonly evaluateRule: (expression: string) => boolean;
  /** False for a page that is gone, or of another size than the board; all are usable unless given. */
  readonly usable?: (pageId: string) => boolean;
  /** Whether a page has nothing to say now. */
  readonly isEmpty?: (pageId: string) => boolean;
  /** How long a page wants to be shown; undefined when it does not say. */
  readonly secondsOf?: (pageId: string) => number | undefined;
  /** IANA time zone of the hours of members. */
  readonly zone: string;
  /** The instant (ms) on the wall clock at which the rotation stands; the present one unless it was turned by hand. */
  readonly position?: number;
}

const NOWHERE: Location = { latitude: null, longitude: null };

const membersById = oncePer(
  ({ members = [] }: Collection) => new Map(members.map((member) => [member.page_id, member])),
);

const memberOf = (collection: Collection, pageId: string): Member | undefined => membersById(collection).get(pageId);

const intervalOf = (collection: Collection): number =>
  (collection.selection_mode === 'random' ? (collection.random ?? collection.time) : collection.time).interval_seconds;

const durationOf = (collection: Collection, pageId: string, secondsOf: SelectionInput['secondsOf']): number =>
  SECOND_MS *
  (collection.rotation === 'own'
    ? (memberOf(collection, pageId)?.seconds ?? secondsOf?.(pageId) ?? intervalOf(collection))
    : intervalOf(collection));

/** How often a collection looks for another member at most, in ms; null when it has nothing to look for. */
export const rotationOf = (collection: Collection, secondsOf?: SelectionInput['secondsOf']): number | null => {
  if (collection.page_ids.length < 2) return null;
  if (collection.selection_mode === 'variable')
    return collection.variable?.rules.length ? collection.variable.poll_seconds * SECOND_MS : null;
  return Math.min(...collection.page_ids.map((id) => durationOf(collection, id, secondsOf)));
};

const edgeAt = (minute: number | null): Edge => ({ type: 'fixed', minute, offset: 0 });

const hoursOf = oncePer(({ days, from, to }: Member): Recurrence | null =>
  !days && !from && !to
    ? null
    : weeklyWindow(maskOf(days ?? DAY_NAMES), edgeAt(parseTime(from ?? '') ?? 0), edgeAt(parseTime(to ?? ''))),
);

const whySkipped = (
  collection: Collection,
  pageId: string,
  at: number,
  input: SelectionInput,
): Skipped['why'] | null => {
  const member = memberOf(collection, pageId);
  const recurrence = member ? hoursOf(member) : null;
  if (recurrence && !spanAt(recurrence, at, dayAt(at, input.zone), NOWHERE)) return 'hours';
  if (member?.condition && !input.evaluateRule(member.condition)) return 'condition';
  return (collection.skip_empty ?? true) && input.isEmpty?.(pageId) ? 'empty' : null;
};

/** The next instant (ms) at which the hours of a member begin or end; null when none has hours. */
const nextHours = ({ members = [] }: Collection, at: number, zone: string): number | null =>
  earliest(
    members.map((member) => {
      const recurrence = hoursOf(member);
      return recurrence && nextEdge(recurrence, at, dayAt(at, zone), NOWHERE);
    }),
  );

/**
 * The member to show at an instant: a function of the wall clock alone, so it is the same after a restart and on every
 * board. Members that cannot be shown, or have nothing to say now, do not take part: rotation runs over the others,
 * rules that name them are passed over. When all are skipped, the fallback of the collection is shown (rules, L3, L7).
 */
export const resolveCollection = (collection: Collection, at: number, input: SelectionInput): Selection => {
  const { usable = () => true, zone } = input;
  const { members, skipped } = takingPart(collection, at, input);
  const edge = nextHours(collection, at, zone);
  const { fallback_page_id } = collection;
  if (members.length === 0) {
    const isShown = skipped.length > 0 && typeof fallback_page_id === 'string' && usable(fallback_page_id);
    return { page_id: isShown ? fallback_page_id : null, next_check: edge, skipped };
  }
  const { page_id, next_check } =
    collection.selection_mode === 'variable'
      ? resolveVariable(collection, members, at, input.evaluateRule)
      : rotate(collection, members, at, input);
  return { page_id, next_check: earliest([next_check, edge]), skipped };
};

const takingPart = (collection: Collection, at: number, input: SelectionInput) => {
  const { usable = () => true } = input;
  const skipped: Skipped[] = [];
  const members = collection.page_ids.filter(usable).filter((page_id) => {
    const why = whySkipped(collection, page_id, at, input);
    if (why) skipped.push({ page_id, why });
    return why === null;
  });
  return { members, skipped };
};

type Turned = Omit<Selection, 'skipped'>;

const resolveVariable = (
  collection: Collection,
  members: readonly string[],
  at: number,
  evaluateRule: (expression: string) => boolean,
): Turned => {
  if (!collection.variable) return { page_id: null, next_check: null };
  const { rules, default_page_id, poll_seconds } = collection.variable;
  const winner = rules.find((rule) => members.includes(rule.page_id) && evaluateRule(rule.expression));
  const page_id = winner?.page_id ?? (members.includes(default_page_id) ? default_page_id : null);
  const poll = poll_seconds * SECOND_MS;
  return { page_id, next_check: members.length < 2 || rules.length === 0 ? null : (Math.floor(at / poll) + 1) * poll };
};

const rotate = (
  collection: Collection,
  members: readonly string[],
  at: number,
  { secondsOf, position = at }: SelectionInput,
): Turned => {
  const { page_id, end } = slotAt(collection, members, position, secondsOf);
  return { page_id, next_check: members.length < 2 ? null : at + end - position };
};

interface Slot {
  readonly page_id: string | null;
  /** Instants (ms) of the wall clock of the rotation; the end is excluded. */
  readonly start: number;
  readonly end: number;
}

/** One round shows every member once, each for its own time; rounds follow each other since 1970. */
const slotAt = (
  collection: Collection,
  members: readonly string[],
  position: number,
  secondsOf: SelectionInput['secondsOf'],
): Slot => {
  const durations = members.map((id) => durationOf(collection, id, secondsOf));
  const cycle = durations.reduce((sum, duration) => sum + duration, 0);
  const round = Math.floor(position / cycle);
  const order =
    collection.selection_mode === 'random' ? shuffled(collection.id, round, members.length) : members.map((_, i) => i);
  let end = round * cycle;
  for (const index of order) {
    const start = end;
    end += durations[index] ?? 0;
    if (end > position) return { page_id: members[index] ?? null, start, end };
  }
  return { page_id: null, start: end, end };
};

/**
 * Where the rotation of a collection stands when it shows its next or previous member from the beginning; null where
 * fewer than two members take part, or where rules choose.
 */
export const neighbourPosition = (
  collection: Collection,
  at: number,
  input: SelectionInput,
  by: 1 | -1,
): number | null => {
  const { position = at, secondsOf } = input;
  const members = takingPart(collection, at, input).members;
  if (collection.selection_mode === 'variable' || members.length < 2) return null;
  const { start, end } = slotAt(collection, members, position, secondsOf);
  return by === 1 ? end : slotAt(collection, members, start - 1, secondsOf).start;
};

const shuffled = (id: string, round: number, count: number): number[] =>
  orderOfRound(count, round, (one) => createRandom(seedOf(`${id} ${one}`)));
