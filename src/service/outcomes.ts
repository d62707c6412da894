import { causedOutcome, outcomeOf, type Outcome } from '../board/outcome.ts';
import { MESSAGES } from '../core/arbiter/decision.ts';
import { recordsById } from '../core/records.ts';
import { Fault } from '../fault.ts';
import type { Shown } from '../loop/display.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import type { OutcomeCode } from '../schema/boards/outcomes.ts';
import type { State } from '../schema/state.ts';
import { clip } from './lookup.ts';

const STATUSES: Partial<Record<OutcomeCode, number>> = {
  paused: 409,
  quiet: 409,
  silenced: 409,
  quiet_hours: 409,
  too_soon: 429,
  disabled: 503,
  misconfigured: 503,
  not_drawn: 503,
  refused: 500,
  unreachable: 500,
};

/**
 * The outcome of a write that is no failure; throws the refusal that stands for any other: 409 closed, 429 too early,
 * 503 not usable, 500 the board failed.
 */
export const requireWritten = (board: StoredBoard, outcome: Outcome): Outcome => {
  const status = STATUSES[outcome.code];
  if (status === undefined) return outcome;
  const retryAfter = outcome.code === 'too_soon' ? Math.max(1, Math.ceil((outcome.retryAfterMs ?? 0) / 1000)) : null;
  throw new Fault(status, detailOf(board, outcome, retryAfter), {
    code: outcome.code,
    ...(retryAfter !== null && { retryAfter }),
  });
};

/** The outcome of a write that is made later where it cannot be made now; throws when the board failed (500). */
export const requireReached = (board: StoredBoard, outcome: Outcome): Outcome =>
  STATUSES[outcome.code] === 500 ? requireWritten(board, outcome) : outcome;

/** Throws the refusal of a board that takes no write now; does nothing without one. */
export const requireOpen = (board: StoredBoard, refusal: Outcome | null): void => {
  if (refusal) requireWritten(board, refusal);
};

/** That a page, or no page of a collection, can be shown on a board now. */
export const nothingOf = ({ pages, collections }: State, id: string, { name }: StoredBoard): string => {
  const found = recordsById(collections).get(id) ?? recordsById(pages).get(id);
  return `Nothing of "${found?.name ?? clip(id)}" can be shown on the board "${name}" now.`;
};

/** What became of a page or collection that was chosen by hand: not what was written of something else. */
export const chosenOutcome = (
  state: State,
  board: StoredBoard,
  id: string,
  { decision: { because, selected_page_id }, outcome }: Shown,
): Outcome => {
  if (because === 'follow')
    return causedOutcome('covered', 'The board follows a topic; the page is shown when there is no frame.');
  if (because === 'trigger' || MESSAGES.has(because)) return outcomeOf('covered');
  return selected_page_id === id ? outcome : causedOutcome('nothing_to_show', nothingOf(state, id, board));
};

/** Whether something newer took the place of what was to be written. */
export const isOvertaken = ({ code }: Outcome): boolean => code === 'superseded' || code === 'interrupted';

/** The members of an answer that tell what became of a write. */
export const toldOutcome = ({ code, reason }: Outcome) => ({ sent: code === 'sent', reason, code });

/** An answer of the specification, which has no code. */
export const withoutCode = <Answer extends { readonly code: unknown }>({
  code: _code,
  ...answer
}: Answer): Omit<Answer, 'code'> => answer;

const detailOf = (board: StoredBoard, { code, reason }: Outcome, retryAfter: number | null): string => {
  if (retryAfter !== null) return `${reason} Try again in ${retryAfter} s.`;
  if (code === 'refused' || code === 'unreachable') return `The board "${board.name}" could not be written: ${reason}`;
  if (code === 'misconfigured') return `The board "${board.name}" cannot be used: ${reason}`;
  return reason ?? '';
};
