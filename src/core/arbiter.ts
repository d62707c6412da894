import type { Silence } from '../schema/silence.ts';
import type { BoardProgramme, MessageContent } from '../schema/state.ts';
import { baselineAt, resolveReference } from './arbiter/baseline.ts';
import type { Baseline } from './arbiter/baseline.ts';
import type { ArbiterInput, Because, Decision, Followed, Show } from './arbiter/decision.ts';
import { settle } from './arbiter/messages.ts';
import { nextScheduleChange, rulesOf } from './schedule.ts';
import { silenceAt, silenceOf } from './silence.ts';
import type { SilenceReading } from './silence.ts';

interface Claim {
  readonly show: Show;
  readonly because: Because;
  readonly next_check: number | null;
}

const LEAVE: Show = { kind: 'nothing' };

/**
 * What a board shows: paused, silence (a timed message goes on inside it), timed message, trigger, untimed message,
 * what it follows, pin, rule, default page, nothing; the first that applies wins (rules, P1). A page or collection that
 * was deleted or does not fit the board is skipped, and the next claim applies.
 */
export const arbitrate = (input: ArbiterInput): Decision => {
  const { board, at } = input;
  const baseline = baselineAt(input, at);
  const programme = settle(input, baseline);
  const window = silenceOf(board.id, input.settings);
  const silence = silenceAt(window, at, input.zone);
  const claim = firstClaim(input, programme, baseline, window, silence);
  const next_edge = earliest(
    ruleEdge(input),
    silence.next_change,
    expiryOf(programme),
    untilOf(input.trigger, at),
    untilOf(input.followed ?? null, at),
  );
  return {
    show: claim.show,
    because: claim.because,
    paused: board.paused,
    silence: { active: silence.active, mode: window.mode, next_change: silence.next_change },
    source: baseline.source,
    active_page_id: programme.active_page_id,
    scheduled_page_id: baseline.scheduled_page_id,
    selected_page_id: baseline.selected_page_id,
    resolved_page_id: baseline.resolved_page_id,
    default_page_id: board.default_page_id,
    schedule_id: baseline.schedule_id,
    next_check: baseline.next_check,
    next_edge,
    next_change: earliest(next_edge, baseline.next_check, claim.next_check),
    programme,
  };
};

const firstClaim = (
  input: ArbiterInput,
  programme: BoardProgramme,
  baseline: Baseline,
  window: Silence,
  silence: SilenceReading,
): Claim => {
  if (input.board.paused) return { show: LEAVE, because: 'paused', next_check: null };
  const timed = programme.timed && claimOfMessage(input, programme.timed.content, 'timed');
  if (timed) return timed;
  if (silence.active)
    return { show: showInSilence(input, window, silence.since ?? input.at), because: 'silence', next_check: null };
  return (
    claimOfTrigger(input) ??
    (programme.untimed && claimOfMessage(input, programme.untimed.content, 'untimed')) ??
    claimOfBaseline(input, baseline)
  );
};

const claimOfBaseline = ({ followed, at }: ArbiterInput, baseline: Baseline): Claim => {
  const { because, resolved_page_id, next_check } = baseline;
  if (because === 'follow') return { show: followed ? showFollowed(followed, at) : LEAVE, because, next_check };
  const show: Show = resolved_page_id === null ? LEAVE : { kind: 'page', page_id: resolved_page_id };
  return { show, because, next_check };
};

const showFollowed = ({ rows, cols, characters, transition, until }: Followed, at: number): Show =>
  (until ?? Infinity) > at ? { kind: 'grid', rows, cols, characters, transition } : { kind: 'blank' };

const claimOfMessage = (input: ArbiterInput, content: MessageContent, because: 'timed' | 'untimed'): Claim | null => {
  if (content.kind === 'grid')
    return { show: content.characters.length === 0 ? { kind: 'blank' } : content, because, next_check: null };
  if (content.kind === 'template') return { show: content, because, next_check: null };
  const found = resolveReference(input, content.page_id, input.at);
  return found && { show: { kind: 'page', page_id: found.page_id }, because, next_check: found.next_check };
};

const claimOfTrigger = (input: ArbiterInput): Claim | null => {
  const { trigger, at } = input;
  if (!trigger || (trigger.until ?? Infinity) <= at) return null;
  const page = trigger.page_id ? resolveReference(input, trigger.page_id, at) : null;
  const lines = trigger.lines ?? null;
  const message = trigger.message ?? null;
  const triggerData = trigger.key && trigger.data ? { key: trigger.key, data: trigger.data } : null;
  if (page)
    return {
      show: { kind: 'trigger', page_id: page.page_id, lines: null, message: null, triggerData },
      because: 'trigger',
      next_check: page.next_check,
    };
  if (lines)
    return { show: { kind: 'trigger', page_id: null, lines, message: null }, because: 'trigger', next_check: null };
  return message === null
    ? null
    : { show: { kind: 'trigger', page_id: null, lines: null, message }, because: 'trigger', next_check: null };
};

/** One picture for the whole window: a rotating collection stays at the member of its beginning. */
const showInSilence = (input: ArbiterInput, window: Silence, since: number): Show => {
  if (window.mode === 'freeze') return LEAVE;
  const page =
    window.mode === 'page' && window.page_id !== null ? resolveReference(input, window.page_id, since) : null;
  return page
    ? { kind: 'page', page_id: page.page_id }
    : { kind: 'indicator', text: window.indicator_text, position: window.indicator_position };
};

const ruleEdge = ({ board, isPrimary, schedules, at, zone, settings }: ArbiterInput): number | null =>
  board.schedule_enabled
    ? nextScheduleChange(rulesOf(board.id, isPrimary ? board.id : null, schedules), at, zone, settings.location)
    : null;

const expiryOf = ({ timed }: BoardProgramme): number | null =>
  timed?.expires_at ? Date.parse(timed.expires_at) : null;

const untilOf = (claim: { readonly until?: number | null } | null, at: number): number | null =>
  claim?.until && claim.until > at ? claim.until : null;

const earliest = (...instants: (number | null)[]): number | null =>
  instants.reduce(
    (first, instant) => (instant !== null && (first === null || instant < first) ? instant : first),
    null,
  );
