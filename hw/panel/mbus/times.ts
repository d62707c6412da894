/** How long things take, in ms. */
export interface BusTimes {
  /** Between the beginnings of two frames. */
  readonly gapMs: number;
  /** Until a bus that takes no frame counts as gone. */
  readonly sendMs: number;
  /** Until the answer of a module at rest. */
  readonly replyMs: number;
  /** A turn of a reel, and a turn that looks for home. */
  readonly turnMs: number;
  readonly homingMs: number;
  /** What a module may take longer than its way should. */
  readonly marginMs: number;
  /** From one module's slot to the next in the answer to a poll of a range. */
  readonly slotMs: number;
}

/** What a full description, with the longest map of flaps, takes longer than other answers. */
export const DESCRIPTION_FACTOR = 4;

/** What real modules take. */
export const BUS_TIMES: BusTimes = {
  gapMs: 14,
  sendMs: 3000,
  replyMs: 250,
  turnMs: 4100,
  homingMs: 5000,
  marginMs: 400,
  slotMs: 100,
};
