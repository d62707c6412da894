import { arbitrate } from './arbiter.ts';
import type { ArbiterInput, Decision } from './arbiter.ts';

const MOST_EDGES = 50;

const sameCause = (a: Decision, b: Decision): boolean =>
  a.silence.active === b.silence.active &&
  a.source === b.source &&
  a.schedule_id === b.schedule_id &&
  a.selected_page_id === b.selected_page_id;

/**
 * The instant (ms) at which another rule, page or silence window decides than at `input.at`; a collection that turns is
 * one
 * page. Null when that lies `most` ms away or more, or never comes.
 */
export const holdsUntil = (input: ArbiterInput, most: number): number | null => {
  const first = arbitrate(input);
  let decision = first;
  for (let edges = 0; edges < MOST_EDGES; edges++) {
    const at = decision.next_edge;
    if (at === null || at >= input.at + most) return null;
    decision = arbitrate({ ...input, at });
    if (!sameCause(first, decision)) return at;
  }
  return null;
};
