import { timelineSteps, type Timeline, type TimelineInput } from '../../src/core/timeline.ts';

/** A whole timeline at once. */
export const timeline = (input: TimelineInput): Timeline => {
  const steps = timelineSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
