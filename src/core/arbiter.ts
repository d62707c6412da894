import type { Source, StoredBoard } from '../schema/boards.ts';
import type { Collection } from '../schema/collections.ts';
import type { LineMetadata, Page } from '../schema/pages.ts';
import type { Schedule } from '../schema/schedules.ts';
import type { Silence } from '../schema/silence.ts';
import type { StoredSettings } from '../schema/settings.ts';
import type { BoardProgramme, MessageContent } from '../schema/state.ts';
import { resolveReference, standingOf } from './arbiter/baseline.ts';
import type { Baseline } from './arbiter/baseline.ts';
import { settle } from './arbiter/messages.ts';
import { nextScheduleChange, rulesOf } from './schedule.ts';
import { silenceAt, silenceOf } from './silence.ts';
import type { SilenceReading } from './silence.ts';

/** What a plugin wants to be seen at once; the first of its members that can be shown counts. */
export interface Trigger {
  /** The plugin or instance that fired it. */
  readonly key?: string;
  /** What the page is drawn with besides what the plugin reports. */
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly page_id?: string | null;
  readonly lines?: readonly string[] | null;
  readonly message?: string | null;
  /** Instant (ms) at which it ends; it does not end by itself without one. */
  readonly until?: number | null;
}

/** Everything that decides what a board shows at an instant. */
export interface ArbiterInput {
  readonly board: StoredBoard;
  /** Whether rules of the default slot count for this board. */
  readonly isPrimary: boolean;
  readonly programme: BoardProgramme;
  /** The rules of all boards. */
  readonly schedules: readonly Schedule[];
  readonly pages: ReadonlyMap<string, Page>;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly settings: Pick<StoredSettings, 'location' | 'silence' | 'silence_by_board'>;
  /** IANA time zone. */
  readonly zone: string;
  /** The instant, in ms. */
  readonly at: number;
  readonly trigger: Trigger | null;
  /** Whether the expression of a collection's rule is true now; false when it fails. */
  readonly evaluateRule: (expression: string) => boolean;
}

/** What to draw. */
export type Show =
  /** Leave the flaps as they are. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'page'; readonly page_id: string }
  | {
      readonly kind: 'grid';
      readonly rows: number;
      readonly cols: number;
      readonly characters: readonly (readonly number[])[];
    }
  | {
      readonly kind: 'template';
      readonly template: readonly string[];
      readonly line_metadata: readonly LineMetadata[] | null;
    }
  | { readonly kind: 'blank' }
  | { readonly kind: 'indicator'; readonly text: string; readonly position: Silence['indicator_position'] }
  /**
   * What a plugin wants to be seen; exactly one of page, lines and message is not null. A page fits the board, and is
   * drawn with `triggerData`.
   */
  | {
      readonly kind: 'trigger';
      readonly page_id: string | null;
      readonly lines: readonly string[] | null;
      readonly message: string | null;
      readonly triggerData?: TriggerData | null;
    };

/** Data that came with a trigger: it goes before what the plugin of that key reports otherwise. */
export interface TriggerData {
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Which of the claims on a board won. */
export type Because = 'paused' | 'silence' | 'timed' | 'trigger' | 'untimed' | 'pin' | 'schedule' | 'default' | 'none';

/** What a board shows at an instant, why, and until when at the earliest. */
export interface Decision {
  readonly show: Show;
  readonly because: Because;
  readonly paused: boolean;
  readonly silence: { readonly active: boolean; readonly mode: Silence['mode']; readonly next_change: number | null };
  readonly source: Source;
  /** The stored pin, also while it does not resolve. */
  readonly active_page_id: string | null;
  /** The page or collection of the rule in force, also while a pin wins. */
  readonly scheduled_page_id: string | null;
  /** The page or collection that won among pin, rule and default page. */
  readonly selected_page_id: string | null;
  /** `selected_page_id` with a collection resolved to the member that is shown. */
  readonly resolved_page_id: string | null;
  /** The board's stored default page. */
  readonly default_page_id: string | null;
  /** The rule of `scheduled_page_id`. */
  readonly schedule_id: string | null;
  /** Instant (ms) at which `resolved_page_id` may change by rotation; null when it does not rotate. */
  readonly next_check: number | null;
  /**
   * The first instant (ms) after this one at which a rule, a silence window or a timed message begins or ends; null for
   * none.
   */
  readonly next_edge: number | null;
  /**
   * The first instant (ms) after this one at which anything here may change by itself, rotations included; null for
   * never.
   */
  readonly next_change: number | null;
  /**
   * The programme without what has ended: an expired timed message is reverted, an overtaken message gone. The given
   * object when nothing has.
   */
  readonly programme: BoardProgramme;
}

interface Claim {
  readonly show: Show;
  readonly because: Because;
  readonly next_check: number | null;
}

const LEAVE: Show = { kind: 'nothing' };

/**
 * What a board shows: paused, silence (a timed message goes on inside it), timed message, trigger, untimed message,
 * pin, rule,
 * default page, nothing; the first that applies wins (rules, P1). A page or collection that is gone or does
 * not fit the board is as if not there, and the next in line applies.
 */
export const arbitrate = (input: ArbiterInput): Decision => {
  const { board, at } = input;
  const baseline = standingOf(input, at);
  const programme = settle(input, baseline);
  const window = silenceOf(board.id, input.settings);
  const silence = silenceAt(window, at, input.zone);
  const claim = firstClaim(input, programme, baseline, window, silence);
  const next_edge = earliest(ruleEdge(input), silence.next_change, expiryOf(programme), untilOf(input.trigger, at));
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
    claimOfBaseline(baseline)
  );
};

const claimOfBaseline = ({ because, resolved_page_id, next_check }: Baseline): Claim => ({
  show: resolved_page_id === null ? LEAVE : { kind: 'page', page_id: resolved_page_id },
  because,
  next_check,
});

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

const untilOf = (trigger: Trigger | null, at: number): number | null =>
  trigger?.until && trigger.until > at ? trigger.until : null;

const earliest = (...instants: (number | null)[]): number | null =>
  instants.reduce(
    (first, instant) => (instant !== null && (first === null || instant < first) ? instant : first),
    null,
  );
