import * as v from 'valibot';

/**
 * What became of a frame that somebody asked for, in a word that programs compare (rules, B14). It is
 * `code` on the flat surface and the header `Flapbox-Reason` on v1; sentences are for people and may change.
 */
const OUTCOME_CODES = [
  /** Flaps were moved. */
  'sent',
  /** The board shows exactly this already. */
  'unchanged',
  /** There are no flaps to move: the output target is `ui`, or the board lives in the browser. */
  'browser_only',
  /** A newer frame took its place. */
  'superseded',
  /** The board was paused or stopped while the frame was on its way. */
  'interrupted',
  /** The board works, but takes no such frame. */
  'declined',
  /** The board is paused. */
  'paused',
  /** The board is left alone for a while. */
  'quiet',
  /** The board is in its silence window. */
  'silenced',
  /** A timed message is on the board; the page follows when it ends. */
  'covered',
  /** It waits for its turn, or for its time. */
  'waiting',
  /** No page that can be shown is pinned or scheduled. */
  'nothing_to_show',
  /** The page cannot be drawn. */
  'not_drawn',
  /** The minimum interval between two writes is not over. */
  'too_soon',
  /** The board is in quiet hours of its own. */
  'quiet_hours',
  /** The board is switched off in the settings. */
  'disabled',
  /** The settings of the board do not say how to reach it. */
  'misconfigured',
  /** The board refuses this frame, or the key, whenever it is tried. */
  'refused',
  /** The board cannot be reached, or the write failed on the way. */
  'unreachable',
] as const;

/** One of the outcome codes. */
export const OutcomeCodeSchema = v.picklist(OUTCOME_CODES);

/** What became of a frame, in a word. */
export type OutcomeCode = v.InferOutput<typeof OutcomeCodeSchema>;

/** What answers tell of a frame that somebody asked for. */
export const outcomeMembers = { sent: v.boolean(), reason: v.nullable(v.string()), code: OutcomeCodeSchema };
