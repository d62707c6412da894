import type { BoardProgramme, Ending, Turn } from '../../schema/state.ts';

/** The instant (ms) of an end that is to come; null when it is over, or when there is none. */
export const endAfter = (ending: Ending | null | undefined, at: number): number | null => {
  const until = ending ? Date.parse(ending.until) : Number.NaN;
  return until > at ? until : null;
};

/** What was chosen by hand for a board at an instant (ms), and counts: the page for a while before the pin. */
export const chosenAt = ({ passing, active_page_id, pin_ends }: BoardProgramme, at: number): string[] => [
  ...(passing && endAfter(passing.ends, at) !== null ? [passing.page_id] : []),
  ...(active_page_id !== null && (!pin_ends || endAfter(pin_ends, at) !== null) ? [active_page_id] : []),
];

/** When what was chosen by hand and counts ends (ISO instant); null for never. */
export const chosenUntil = ({ passing, pin_ends }: BoardProgramme, at: number): string | null =>
  (passing && endAfter(passing.ends, at) !== null ? passing.ends : pin_ends)?.until ?? null;

/** Where a turned rotation stands on the wall clock at an instant (ms), and until when it is held there. */
export const turnedTo = ({ shift_ms, hold }: Turn, at: number): { position: number; heldUntil: number | null } => {
  if (!hold) return { position: at + shift_ms, heldUntil: null };
  const from = Date.parse(hold.from);
  const heldUntil = endAfter(hold.ends, at);
  const stood = heldUntil === null ? Date.parse(hold.ends.until) - from : at - from;
  return { position: at + shift_ms - stood, heldUntil };
};

/** A turn without a hold that is over. */
const endHold = (turn: Turn, at: number): Turn =>
  turn.hold && endAfter(turn.hold.ends, at) === null
    ? { ...turn, shift_ms: turnedTo(turn, at).position - at, hold: null }
    : turn;

/**
 * A programme without the pin, the page for a while, the quiet and the hold that have ended by an instant (ms), and
 * without the turn of a collection that is not `selected` any more. The same object when nothing has.
 */
export const endStays = (programme: BoardProgramme, selected: string | null, at: number): BoardProgramme => {
  const { pin_ends, passing, quiet, turn } = programme;
  const change: Partial<BoardProgramme> = {};
  if (pin_ends && endAfter(pin_ends, at) === null) Object.assign(change, { active_page_id: null, pin_ends: null });
  if (passing && endAfter(passing.ends, at) === null) change.passing = null;
  if (quiet && endAfter(quiet, at) === null) change.quiet = null;
  if (turn) {
    const next = turn.collection_id === selected ? endHold(turn, at) : null;
    if (next !== turn) change.turn = next;
  }
  return Object.keys(change).length > 0 ? { ...programme, ...change } : programme;
};
