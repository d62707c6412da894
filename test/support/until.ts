/** Waits in real time until a condition holds; fails after `ms`. */
export const until = async (holds: () => boolean | Promise<boolean>, ms = 3000): Promise<void> => {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
