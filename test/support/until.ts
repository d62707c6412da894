/** So long no machine is busy; a test that fails here waits for what does not come. */
const PATIENCE_MS = 30_000;

/** Waits in real time until a condition holds; whatever is not true after half a minute never will be. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
