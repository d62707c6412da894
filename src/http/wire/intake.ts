import { ByteBudget } from '../../core/bounds/byte-budget.ts';
import type { Clock } from '../../platform/clock.ts';
import { Connections } from './connections.ts';
import { MOST_ANSWER_BYTES, MOST_BODY_BYTES, SMALL_BYTES } from './limits.ts';

/**
 * What all clients of the appliance share, whichever port they call: connections, and memory for bodies and answers.
 */
export interface Intake {
  readonly connections: Connections;
  readonly bodies: ByteBudget;
  readonly answers: ByteBudget;
}

/** Without clients yet. */
export const createIntake = (clock: Clock): Intake => ({
  connections: new Connections(clock),
  bodies: new ByteBudget(MOST_BODY_BYTES, SMALL_BYTES),
  answers: new ByteBudget(MOST_ANSWER_BYTES, SMALL_BYTES),
});
