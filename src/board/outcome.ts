import type { OutcomeCode } from '../schema/boards/outcomes.ts';
import type { Region } from '../core/flaps/grid.ts';
import type { Driver, WriteOutcome } from './driver.ts';

/** What became of a frame: the code for programs and the sentence for people. */
export interface Outcome {
  readonly code: OutcomeCode;
  /** Why no flaps were moved; null when they were. */
  readonly reason: string | null;
  /** For `too_soon`: how long to wait, in ms. */
  readonly retryAfterMs?: number;
  /** Whether a part of the board took the frame all the same: it shows neither this nor what it showed before. */
  readonly isPartial?: boolean;
}

/** Flaps were moved. */
export const SENT: Outcome = { code: 'sent', reason: null };

/** Codes whose sentence is told by whoever found the cause: the hardware, its settings or a page. */
type CausedCode = 'waiting' | 'declined' | 'not_drawn' | 'quiet_hours' | 'misconfigured' | 'refused' | 'unreachable';
type FixedCode = Exclude<OutcomeCode, CausedCode | 'sent' | 'too_soon' | 'paused' | 'quiet' | 'silenced'>;

const SENTENCES: Readonly<Record<FixedCode, string>> = {
  unchanged: 'The board already shows exactly this.',
  browser_only: 'This board lives in the browser only: there are no flaps to move.',
  superseded: 'A newer frame took its place before it reached the board.',
  interrupted: 'The board was paused or stopped while the frame was on its way.',
  covered: 'A message is on the board; the page follows when it ends.',
  nothing_to_show: 'There is nothing to show: no page that can be shown is pinned or scheduled.',
  disabled: 'The board is switched off: enable it in the settings.',
};

/** The outcome of a code that explains itself. */
export const outcomeOf = (code: FixedCode): Outcome => ({ code, reason: SENTENCES[code] });

/** The outcome of a code whose cause was found elsewhere; `cause` is a sentence. */
export const causedOutcome = (
  code: CausedCode | 'unchanged' | 'nothing_to_show' | 'covered',
  cause: string,
): Outcome => ({ code, reason: cause });

/** Nothing was written, for the output target is the browser. */
export const BROWSER_TARGET: Outcome = {
  code: 'browser_only',
  reason: 'The output target is the browser only ("ui"), so no flaps were moved.',
};

/** The board is paused, until an ISO instant or else until somebody resumes it. */
export const pausedOutcome = (boardName: string, until: string | null): Outcome => ({
  code: 'paused',
  reason: `The board "${boardName}" is paused${until === null ? ': resume it first' : ` until ${until}`}.`,
});

/** The board is left alone until an ISO instant. */
export const quietOutcome = (boardName: string, until: string): Outcome => ({
  code: 'quiet',
  reason: `The board "${boardName}" is quiet until ${until}.`,
});

/** The board is in its silence window, which ends at `until` (an ISO instant), or never by itself with null. */
export const silencedOutcome = (boardName: string, until: string | null): Outcome => ({
  code: 'silenced',
  reason: `The board "${boardName}" is in its silence window${until === null ? '' : ` until ${until}`}.`,
});

/** The next write is allowed in `retryAfterMs`; `cause` says who asks for the pause. */
export const tooSoonOutcome = (retryAfterMs: number, cause: string): Outcome => ({
  code: 'too_soon',
  reason: cause,
  retryAfterMs,
});

/** Whether the board is known to show the frame, or would if it had flaps: nothing is left to do. */
export const isSettled = ({ code }: Outcome): boolean =>
  code === 'sent' || code === 'unchanged' || code === 'browser_only' || code === 'declined';

/** Whether the board is left as nobody wants it, or may be: what it is to show is written once more after a pause. */
export const isHalfWay = ({ code, isPartial = false }: Outcome): boolean => code === 'unreachable' || isPartial;

/** Whether the board has the frame: it took it, or showed it already. */
export const isTaken = ({ status }: WriteOutcome): boolean => status === 'sent' || status === 'unchanged';

/** The cells that did not take a frame, none when all of the board took it; null when no cell is known to have it. */
export const missedBy = (outcome: WriteOutcome): readonly Region[] | null =>
  isTaken(outcome) ? [] : ('failedRegions' in outcome && outcome.failedRegions) || null;

/** What a driver reported, as the outcome that everybody else is told. */
export const toldOf = (driver: Driver, outcome: WriteOutcome): Outcome => {
  const told = codeAndReasonOf(driver, outcome);
  return missedBy(outcome)?.length ? { ...told, isPartial: true } : told;
};

const codeAndReasonOf = (driver: Driver, outcome: WriteOutcome): Outcome => {
  switch (outcome.status) {
    case 'sent':
      return driver.physical === false ? outcomeOf('browser_only') : SENT;
    case 'unchanged':
    case 'declined':
      return causedOutcome(outcome.status, outcome.reason);
    case 'throttled':
      return tooSoonOutcome(outcome.retryAfterMs, outcome.reason);
    case 'locked':
      return causedOutcome('quiet_hours', outcome.reason);
    case 'failed':
      return causedOutcome(outcome.refused ? 'refused' : 'unreachable', outcome.reason);
  }
};

/**
 * Whether the board may have taken a frame, so that its minimum interval is used up: a failure leaves that open unless
 * it was turned down or never got there.
 */
export const mayHaveArrived = (outcome: WriteOutcome): boolean =>
  outcome.status !== 'declined' && !(outcome.status === 'failed' && (outcome.refused || outcome.unreached));
