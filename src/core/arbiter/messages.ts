import type { Priority } from '../../schema/content/messages.ts';
import type { BoardMessage, BoardProgramme, Beneath, MessageContent } from '../../schema/state.ts';
import type { ArbiterInput, Baseline } from './decision.ts';
import { earliest } from '../schedule/recurrence.ts';
import { geometryOf } from '../flaps/geometry.ts';
import { baselineAt } from './baseline.ts';

type Messages = readonly BoardMessage[];
type Library = Pick<ArbiterInput, 'pages' | 'collections'>;

const RANKS: Readonly<Record<Priority, number>> = { ambient: 0, normal: 1, urgent: 2, critical: 3 };
/** A message covers those of a lower level, and takes the place of those of its own. */
const LEVELS: Readonly<Record<Priority, number>> = { ambient: 0, normal: 0, urgent: 1, critical: 2 };

const iso = (at: number): string => new Date(at).toISOString();
const isUp = ({ state }: BoardMessage): boolean => state === 'up';
const levelOf = ({ priority }: BoardMessage): number => LEVELS[priority];

/** The messages that claim the board, the one that goes before all others first (rules, P1). */
export const messagesUp = (messages: Messages): BoardMessage[] =>
  messages
    .filter(isUp)
    .reverse()
    .sort((a, b) => levelOf(b) - levelOf(a) || Number(b.ends === 'time') - Number(a.ends === 'time'));

/** The messages that wait for their turn, in the order in which they get it (rules, M13). */
export const messagesQueued = (messages: Messages): BoardMessage[] =>
  messages.filter(({ state }) => state === 'queued').sort((a, b) => RANKS[b.priority] - RANKS[a.priority]);

/** What happens to a message that comes now: it is shown, waits for its turn, or is dropped (rules, M12). */
export const admissionOf = (
  messages: Messages,
  { priority, when_busy }: Pick<BoardMessage, 'priority' | 'when_busy'>,
): 'shown' | 'queued' | 'dropped' => {
  const up = messages.filter((one) => isUp(one) && !one.follows).map((one) => RANKS[one.priority]);
  const highest = Math.max(-1, ...up);
  if (highest < RANKS[priority] || (when_busy === 'replace' && highest === RANKS[priority])) return 'shown';
  return when_busy === 'queue' ? 'queued' : 'dropped';
};

/** The time of a message that is covered stands still; it goes on when nothing covers it any more. */
const keepTime = (messages: Messages, at: number): Messages =>
  messages.map((message) => {
    if (!isUp(message) || message.ends !== 'time' || message.lasts_ms === null) return message;
    const isCovered = messages.some((one) => isUp(one) && levelOf(one) > levelOf(message));
    if (isCovered === (message.expires_at === null)) return message;
    return message.expires_at === null
      ? { ...message, expires_at: iso(at + message.lasts_ms) }
      : { ...message, expires_at: null, lasts_ms: Math.max(0, Date.parse(message.expires_at) - at) };
  });

const isBeside = (one: BoardMessage, message: BoardMessage): boolean =>
  one.id !== message.id && !(isUp(one) && levelOf(one) === levelOf(message));

/** A message goes up at an instant (ms): it takes the place of those of its level, and covers those of a lower one. */
export const placeMessage = (messages: Messages, message: BoardMessage, at: number): Messages =>
  keepTime([...messages.filter((one) => isBeside(one, message)), message], at);

/** The messages without those that are not to be kept at an instant (ms); what they covered goes on. */
export const keepMessages = (messages: Messages, isKept: (message: BoardMessage) => boolean, at: number): Messages =>
  messages.every(isKept) ? messages : keepTime(messages.filter(isKept), at);

/** Whether a change ends a message: somebody pins, writes or refreshes (rules, M5). */
export const endsByChange = (message: BoardMessage): boolean => isUp(message) && message.ends === 'change';

/** The page or collection with an id. */
const contentOf = ({ pages, collections }: Library, id: string | null) =>
  id === null ? undefined : (pages.get(id) ?? collections.get(id));

const revisionOf = (library: Library, id: string | null): string | null => contentOf(library, id)?.updated_at ?? null;

const ruleOf = ({ because, schedule_id }: Baseline): string | null => (because === 'schedule' ? schedule_id : null);

/** What the board returns to, by which it is known later whether that has changed. */
const beneathOf = (baseline: Baseline, library: Library): Beneath => ({
  page_id: baseline.resolved_page_id,
  page_updated_at: revisionOf(library, baseline.resolved_page_id),
  selected_id: baseline.selected_page_id,
  selected_updated_at: revisionOf(library, baseline.selected_page_id),
  rule_id: ruleOf(baseline),
  ...(baseline.because === 'none' && { is_bare: true }),
});

/** The message as it is up from an instant (ms) on, over what the board returns to then. */
export const beginMessage = (
  message: BoardMessage,
  at: number,
  baseline: Baseline,
  library: Library,
): BoardMessage => ({
  ...message,
  state: 'up',
  since: iso(at),
  expires_at: message.ends === 'time' && message.lasts_ms !== null ? iso(at + message.lasts_ms) : null,
  over: message.ends === 'change' ? beneathOf(baseline, library) : null,
});

const LEFT_BEHIND = {
  priority: 'normal',
  ends: 'change',
  follows: true,
  expires_at: null,
  lasts_ms: null,
  transition: null,
  revert_mode: 'schedule',
  revert_page_id: null,
} as const;

/** A board whose messages are settled; `isClosed`: it is paused, quiet or silent now. */
interface Settled extends ArbiterInput {
  readonly isClosed: boolean;
}

/**
 * What follows a message that is over; a board is blanked where nothing else does (rules, M6), unless it is closed and
 * gets back what a critical message covered (rules, P10).
 */
const nextContent = (message: BoardMessage, others: Messages, input: Settled, at: number): MessageContent | null => {
  const { revert_mode, revert_page_id, priority } = message;
  if (revert_mode === 'page' && revert_page_id !== null) return { kind: 'page', page_id: revert_page_id };
  const isGivenBack = input.isClosed && priority === 'critical';
  const isBare = () => !isGivenBack && !others.some(isUp) && baselineAt(input, at).because === 'none';
  if (revert_mode !== 'blank' && !isBare()) return null;
  const { rows, cols } = geometryOf(input.board);
  return { kind: 'grid', rows, cols, characters: [] };
};

/** What a message that is over leaves behind: a page or a blank board, which is no message that anybody waits for. */
const revertOf = (message: BoardMessage, others: Messages, input: Settled, at: number): BoardMessage[] => {
  const content = nextContent(message, others, input, at);
  if (content === null) return [];
  const { rows: _rows, ...rest } = message;
  const left: BoardMessage = { ...rest, ...LEFT_BEHIND, content };
  return [beginMessage(left, at, baselineAt(input, at), input)];
};

const withoutExpired = (messages: Messages, message: BoardMessage, input: Settled, at: number): Messages => {
  const stays = (one: BoardMessage) => one !== message && !(endsByChange(one) && levelOf(one) === levelOf(message));
  const others = messages.filter(stays);
  return keepTime([...others, ...revertOf(message, others, input, at)], at);
};

/** A message whose time has come, or is over; `at`: since when. */
interface Due {
  readonly message: BoardMessage;
  readonly at: number;
}

const dueAt = (message: BoardMessage, now: number, isSilent: boolean): number | null => {
  const { state, ends, expires_at, at, after_silence } = message;
  if (state === 'up' && ends === 'time' && expires_at !== null) return Date.parse(expires_at);
  if (state !== 'planned') return null;
  if (after_silence) return isSilent || (at && Date.parse(at) > now) ? null : now;
  return Date.parse(at ?? '');
};

/** The first of the messages whose time has come by now; an instant that cannot be read has come. */
const firstDue = (messages: Messages, now: number, isSilent: boolean): Due | null => {
  let first: Due | null = null;
  for (const message of messages) {
    const due = dueAt(message, now, isSilent);
    if (due === null || due > now) continue;
    const at = Number.isNaN(due) ? now : due;
    if (!first || at < first.at) first = { message, at };
  }
  return first;
};

const afterDue = (messages: Messages, { message, at }: Due, input: Settled): Messages => {
  if (message.state === 'up') return withoutExpired(messages, message, input, at);
  const others = messages.filter((one) => one !== message);
  const admission = admissionOf(others, message);
  if (admission === 'dropped') return others;
  if (admission === 'queued') return [...others, { ...message, state: 'queued' }];
  return placeMessage(others, beginMessage(message, at, baselineAt(input, at), input), at);
};

/** What older versions stored names the page alone, which may be any member of the collection that turns. */
const isStillOver = ({ page_id }: Beneath, { collections }: Library, baseline: Baseline): boolean =>
  page_id === baseline.resolved_page_id ||
  page_id === baseline.selected_page_id ||
  (page_id !== null && collections.get(baseline.selected_page_id ?? '')?.page_ids.includes(page_id) === true);

/** Whether a page or collection is another one than at a revision; what was deleted was not edited. */
const isEdited = (library: Library, id: string | null, revision: string | null | undefined): boolean => {
  const found = contentOf(library, id);
  return found !== undefined && found.updated_at !== revision;
};

const isOvertaken = ({ state, over, follows }: BoardMessage, library: Library, baseline: Baseline): boolean => {
  if (state !== 'up' || !over) return false;
  // What is left on a bare board covers no frame that the board follows from now on.
  if (follows && over.is_bare && baseline.because === 'follow') return true;
  if (isEdited(library, over.page_id, over.page_updated_at)) return true;
  if (over.selected_id === undefined) return !isStillOver(over, library, baseline);
  return (
    over.selected_id !== baseline.selected_page_id ||
    isEdited(library, over.selected_id, over.selected_updated_at) ||
    over.rule_id !== ruleOf(baseline)
  );
};

const withNextOfQueue = (
  messages: Messages,
  input: ArbiterInput,
  baseline: Baseline,
  mayBegin: (message: BoardMessage) => boolean,
): Messages => {
  const next = messagesQueued(messages)
    .filter(mayBegin)
    .find((message) => admissionOf(messages, message) === 'shown');
  return next ? placeMessage(messages, beginMessage(next, input.at, baseline, input), input.at) : messages;
};

/**
 * The programme as it is by `input.at`: planned messages have begun, expired ones are replaced by what their
 * `revert_mode` says as of the moment of their expiry, those over something that has changed are dropped, and the next
 * of the queue is up, unless the board is closed to it: `isStill` when it is paused or quiet. The same object when
 * nothing happened.
 */
export const settle = (
  input: ArbiterInput,
  baseline: Baseline,
  { isSilent, isStill }: { readonly isSilent: boolean; readonly isStill: boolean },
): BoardProgramme => {
  const { programme, at } = input;
  let { messages } = programme;
  if (messages.length === 0) return programme;
  const isClosed = isStill || isSilent;
  for (let due = firstDue(messages, at, isSilent); due; due = firstDue(messages, at, isSilent))
    messages = afterDue(messages, due, { ...input, isClosed });
  messages = keepMessages(messages, (message) => !isOvertaken(message, input, baseline), at);
  const { critical_passes } = input.board;
  const isPassed = critical_passes === 'all' || (critical_passes === 'silence' && !isStill);
  messages = withNextOfQueue(
    messages,
    input,
    baseline,
    ({ priority }) => !isClosed || (priority === 'critical' && isPassed),
  );
  return messages === programme.messages ? programme : { ...programme, messages };
};

/** The first instant (ms) after `at` at which the time of a message comes or is over; null for none. */
export const nextMessageEdge = ({ messages }: BoardProgramme, at: number): number | null => {
  const instants = messages.map(({ state, expires_at, at: begin }) => (state === 'up' ? expires_at : begin) ?? '');
  return earliest(instants.map((instant) => Date.parse(instant)).filter((instant) => instant > at));
};
