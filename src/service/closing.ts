import type { Decision } from '../core/arbiter.ts';
import { toInstant } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/board.ts';

/** Why a board takes no explicit write now: it is paused, or in its silence window; null when it takes them. */
export const closedReason = ({ paused, silence }: Decision, board: StoredBoard): string | null => {
  if (paused) return `The board "${board.name}" is paused: resume it first.`;
  return silence.active ? `The board "${board.name}" is in its silence window${untilText(silence.next_change)}.` : null;
};

const untilText = (instant: number | null): string => (instant === null ? '' : ` until ${toInstant(instant)}`);
