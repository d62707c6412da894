/** What judging a new version needs to know and to wait. */
export interface TrialPort {
  /** Whether the service answers now. */
  isHealthy(): Promise<boolean>;
  /** How often the service was started again since this start. */
  restarts(): Promise<number>;
  wait(ms: number): Promise<void>;
}

const STEP_MS = 3000;
const STEADY_STEPS = 10;
const LONGEST_STEPS = 80;
const MOST_RESTARTS = 2;

/**
 * Null when the service answered for 30 s without a break; otherwise why the version is not kept, in a sentence. Takes
 * at most 4 minutes.
 */
export const judgeTrial = async ({ isHealthy, restarts, wait }: TrialPort): Promise<string | null> => {
  let steady = 0;
  for (let step = 0; step < LONGEST_STEPS; step++) {
    const ended = await restarts();
    if (ended > MOST_RESTARTS) return `The service of the new version ended ${ended} times by itself.`;
    steady = (await isHealthy()) ? steady + 1 : 0;
    if (steady > STEADY_STEPS) return null;
    await wait(STEP_MS);
  }
  return steady > 0
    ? 'The service of the new version did not answer steadily.'
    : 'The service of the new version did not answer.';
};
