import type { Clock } from '../platform/clock.ts';
import { createByteBudget } from './byte-budget.ts';
import type { ByteBudget } from './byte-budget.ts';
import { createConnections } from './connections.ts';
import type { Connections } from './connections.ts';
import { MOST_ANSWER_BYTES, MOST_BODY_BYTES } from './limits.ts';

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
  connections: createConnections(clock),
  bodies: createByteBudget(MOST_BODY_BYTES),
  answers: createByteBudget(MOST_ANSWER_BYTES),
});
