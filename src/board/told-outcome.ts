import type { Driver, WriteOutcome } from './driver.ts';
import { SENT, causedOutcome, outcomeOf, tooSoonOutcome, type Outcome } from './outcome.ts';

/** Whether the board has the frame: it took it, or showed it already. */
export const isTaken = ({ status }: WriteOutcome): boolean => status === 'sent' || status === 'unchanged';

/** What a driver reported, as the outcome that everybody else is told. */
export const toldOf = (driver: Driver, outcome: WriteOutcome): Outcome => {
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
