import type { Condition } from '../../../src/schema/boards/conditions.ts';
import { home } from '../../strings/home.ts';

const OF_FOLLOWING = /^(?:The board (?:follows|asks to join)|The frame on the topic|A frame was left out)\b/;

/** Whether an error is of what a board follows: the board itself can be reached and written to. */
export const isOfFollowing = (error: string): boolean => OF_FOLLOWING.test(error);

/** What is wrong with a board in two or three words; null when nothing is. */
export const faultOf = (condition: Condition | null): string | null => {
  if (!condition) return null;
  if (condition.error !== null) return isOfFollowing(condition.error) ? home.followsNot : home.faulty;
  if (condition.drifted) return home.strayed;
  return condition.missing.length > 0 ? home.gaps : null;
};

/** The name of a board in a list of words; one that cannot be reached says so. */
export const labelOf = (condition: Condition | null, name: string): string =>
  condition?.error ? home.faultyName(name) : name;
