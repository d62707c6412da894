import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Silence } from '../../schema/appliance/silence.ts';
import type { BoardMessage, MessageContent } from '../../schema/state.ts';
import { baselineAt, resolveReference } from './baseline.ts';
import {
  indicatorOf,
  type ArbiterInput,
  type Baseline,
  type Because,
  type Decision,
  type Followed,
  type Show,
} from './decision.ts';
import { messagesUp, nextMessageEdge, settle } from './messages.ts';
import { endAfter, endStays } from './stays.ts';
import { earliest } from '../schedule/recurrence.ts';
import { nextScheduleChange, rulesOf } from '../schedule/schedule.ts';
import { silenceAt, silenceOf, type SilenceReading } from '../silence.ts';

interface Claim {
  readonly show: Show;
  readonly because: Because;
  readonly next_check: number | null;
}

const LEAVE: Show = { kind: 'nothing' };

/**
 * What a board shows: paused, quiet, critical message, silence (a timed message goes on inside it), urgent message,
 * timed message, trigger, untimed message, what it follows, pin, rule, default page, nothing; the first that applies
 * wins (rules, P1). A page or collection that was deleted or does not fit the board is skipped, and the next claim
 * applies.
 */
export const arbitrate = (input: ArbiterInput): Decision => {
  const { board, at } = input;
  const baseline = baselineAt(input, at);
  const silence = silenceAt(silenceOf(board.id, input.settings), at, input.zone, input.settings.location);
  const paused = isPaused(board, at);
  const quiet_until = endAfter(input.programme.quiet, at);
  const stillness = paused ? 'paused' : quiet_until === null ? null : 'quiet';
  const settled = settle(input, baseline, { isSilent: silence.active, isStill: stillness !== null });
  const programme = endStays(settled, baseline.selected_page_id, at);
  const claim = firstClaim(input, messagesUp(programme.messages), baseline, stillness, silence);
  const next_edge = earliest([
    ruleEdge(input),
    silence.next_edge,
    ...endsOf(input),
    nextMessageEdge(programme, at),
    untilOf(input.trigger, at),
    untilOf(input.followed, at),
  ]);
  const { source, scheduled_page_id, selected_page_id, resolved_page_id, schedule_id, next_check, skipped } = baseline;
  // Asked for each board and minute: a spread of the baseline would take a tenth of all of it.
  return {
    source,
    scheduled_page_id,
    selected_page_id,
    resolved_page_id,
    schedule_id,
    next_check,
    skipped,
    show: claim.show,
    because: claim.because,
    paused,
    quiet_until,
    silence,
    next_edge,
    next_change: earliest([next_edge, next_check, claim.next_check]),
    programme,
  };
};

const firstClaim = (
  input: ArbiterInput,
  up: readonly BoardMessage[],
  baseline: Baseline,
  stillness: 'paused' | 'quiet' | null,
  silence: SilenceReading,
): Claim => {
  const claimOf = (isMeant: (message: BoardMessage) => boolean): Claim | null => {
    for (const message of up) {
      const claim = isMeant(message) ? claimOfMessage(input, message, baseline) : null;
      if (claim) return claim;
    }
    return null;
  };
  const critical = claimOf(({ priority }) => priority === 'critical');
  if (critical && input.board.critical_passes === 'all') return critical;
  if (stillness) return { show: LEAVE, because: stillness, next_check: null };
  if (silence.active)
    return (
      (input.board.critical_passes === 'none' ? null : critical) ??
      claimOf((message) => runsInto(message, silence)) ?? {
        show: showInSilence(input, silence.window, silence.since ?? input.at),
        because: 'silence',
        next_check: null,
      }
    );
  return (
    claimOf(({ ends, priority }) => ends === 'time' || isUrgent(priority)) ??
    claimOfTrigger(input) ??
    claimOf(() => true) ??
    claimOfBaseline(input, baseline)
  );
};

const isUrgent = (priority: BoardMessage['priority']): boolean => priority === 'urgent' || priority === 'critical';

/** Whether a timed message was up before the silence: it goes on inside it. */
const runsInto = ({ ends, since }: BoardMessage, silence: SilenceReading): boolean =>
  ends === 'time' && !(Date.parse(since ?? '') >= (silence.since ?? 0));

/** A pause with an end is over at its end, whether that is stored or not. */
const isPaused = ({ paused, paused_until }: StoredBoard, at: number): boolean =>
  paused && !(paused_until && Date.parse(paused_until) <= at);

/** What ends by itself and was decided by hand, in ms. */
const endsOf = ({ board, programme: { pin_ends, passing, quiet, turn }, at }: ArbiterInput): (number | null)[] => [
  ...[pin_ends, passing?.ends, quiet, turn?.hold?.ends].map((ending) => endAfter(ending, at)),
  board.paused && board.paused_until ? endAfter({ until: board.paused_until }, at) : null,
];

const claimOfBaseline = ({ followed, at }: ArbiterInput, baseline: Baseline): Claim => {
  const { because, resolved_page_id, next_check } = baseline;
  if (because === 'follow') return { show: followed ? showFollowed(followed, at) : LEAVE, because, next_check };
  const show: Show = resolved_page_id === null ? LEAVE : { kind: 'page', page_id: resolved_page_id };
  return { show, because, next_check };
};

const showFollowed = ({ rows, cols, characters, transition, until }: Followed, at: number): Show =>
  (until ?? Infinity) > at ? { kind: 'grid', rows, cols, characters, transition } : { kind: 'blank' };

const becauseOf = ({ priority, ends }: BoardMessage): Because =>
  priority === 'critical' || priority === 'urgent' ? priority : ends === 'time' ? 'timed' : 'untimed';

const claimOfMessage = (input: ArbiterInput, message: BoardMessage, baseline: Baseline): Claim | null => {
  const claim = claimOfContent(input, message.content, becauseOf(message));
  if (!claim || message.rows !== 'bottom') return claim;
  const beneath = claimOfBaseline(input, baseline);
  return {
    ...claim,
    show: { kind: 'overlay', content: claim.show, beneath: beneath.show },
    next_check: earliest([claim.next_check, beneath.next_check]),
  };
};

const claimOfContent = (input: ArbiterInput, content: MessageContent, because: Because): Claim | null => {
  if (content.kind === 'grid')
    return { show: content.characters.length === 0 ? { kind: 'blank' } : content, because, next_check: null };
  if (content.kind === 'template') return { show: content, because, next_check: null };
  const found = resolveReference(input, content.page_id, input.at);
  return found && { show: { kind: 'page', page_id: found.page_id }, because, next_check: found.next_check };
};

const claimOfTrigger = (input: ArbiterInput): Claim | null => {
  const { trigger, at } = input;
  if (!trigger || (trigger.until ?? Infinity) <= at) return null;
  const { key, data, page_id, lines = null, message = null } = trigger;
  const page = page_id ? resolveReference(input, page_id, at) : null;
  if (!page && !lines && message === null) return null;
  const content = page
    ? { page_id: page.page_id, lines: null, message: null, triggerData: key && data ? { key, data } : null }
    : { page_id: null, lines, message: lines ? null : message };
  return { show: { kind: 'trigger', ...content }, because: 'trigger', next_check: page?.next_check ?? null };
};

/** One picture for the whole window: a rotating collection stays at the member of its beginning. */
const showInSilence = (input: ArbiterInput, window: Silence, since: number): Show => {
  if (window.mode === 'freeze') return LEAVE;
  const page =
    window.mode === 'page' && window.page_id !== null ? resolveReference(input, window.page_id, since) : null;
  return page ? { kind: 'page', page_id: page.page_id } : indicatorOf(window);
};

const ruleEdge = ({ board, isPrimary, schedules, at, zone, settings }: ArbiterInput): number | null =>
  board.schedule_enabled
    ? nextScheduleChange(rulesOf(board.id, isPrimary, schedules), at, zone, settings.location)
    : null;

const untilOf = (claim: { readonly until?: number | null } | null, at: number): number | null =>
  claim?.until && claim.until > at ? claim.until : null;
