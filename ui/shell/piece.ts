/** A page that was loaded a moment ago would come back as it is. */
const FRESH_MS = 10_000;

const isServed = (): Promise<boolean> =>
  fetch('/api/health').then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Loads a part of the interface. Browsers ask for each only once: where it could not be had, as after an update that
 * brought others, the page is loaded anew as soon as the service answers. What is being typed outlives that.
 */
export const loadPiece = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if (performance.now() > FRESH_MS && (await isServed())) location.reload();
    throw error;
  }
};
