import { ByteBudget } from '../core/byte-budget.ts';
import type { Clock } from '../platform/clock.ts';
import { Connections } from './connections.ts';
import { MOST_ANSWER_BYTES, MOST_BODY_BYTES, MOST_DROPPED_BYTES, SMALL_BYTES } from './limits.ts';

/**
 * What all clients of the appliance share, whichever port they call: connections, memory for bodies and answers, and
 * what is taken of bodies that were refused.
 */
export interface Intake {
  readonly connections: Connections;
  readonly bodies: ByteBudget;
  readonly answers: ByteBudget;
  readonly dropped: ByteBudget;
}

/** Without clients yet. */
export const createIntake = (clock: Clock): Intake => ({
  connections: new Connections(clock),
  bodies: new ByteBudget(MOST_BODY_BYTES, SMALL_BYTES),
  answers: new ByteBudget(MOST_ANSWER_BYTES, SMALL_BYTES),
  dropped: new ByteBudget(MOST_DROPPED_BYTES, 0),
});
