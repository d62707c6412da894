import { LAST_SEQUENCE, type PublishedFrame } from './frame.ts';

/** A century in ms: a clock that is set right jumps by half of that. */
const FURTHEST = 3_155_760_000_000;

/** The highest number that may come after another one: one message must not use up all that there are (rules, F2). */
export const furthestAfter = (last: number): number => Math.min(LAST_SEQUENCE, last + FURTHEST + last / 10);

/** How a frame stands to the one before it. */
export type Order = 'newer' | 'same' | 'older' | 'too far';

/**
 * How a frame stands to the last one. `hub` is the sender that the hub of the topic names as itself, null where there
 * is none: after a frame of somebody else its word counts, whatever the numbers are.
 */
export const orderOf = (
  frame: Pick<PublishedFrame, 'sender' | 'sequence'>,
  last: Pick<PublishedFrame, 'sender' | 'sequence'>,
  hub: string | null,
): Order => {
  if (hub !== null && frame.sender === hub && last.sender !== hub) return 'newer';
  if (frame.sequence > furthestAfter(last.sequence)) return 'too far';
  if (frame.sequence === last.sequence) return 'same';
  return frame.sequence > last.sequence ? 'newer' : 'older';
};
