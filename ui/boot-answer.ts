/**
 * How long answers that came ahead stand for what the service would say now; changes that are heard of end that sooner.
 */
const FRESH_MS = 5000;

interface Boot {
  /** How many events there had been on the service. */
  readonly revision: number;
  /** Answers by address, below `/api`. */
  readonly answers: Readonly<Record<string, unknown>>;
}

let boot: Promise<Boot | null> = Promise.resolve(null);
let isFresh = false;

const fetchBoot = async (): Promise<Boot | null> => {
  const answer = await fetch('/api/boot', { headers: { accept: 'application/json' } }).catch(() => null);
  return answer?.ok ? ((await answer.json().catch(() => null)) as Boot | null) : null;
};

/** Asks for everything that the first view needs, in one request; resolves when it is there, or cannot be had. */
export const requestBoot = async (): Promise<void> => {
  isFresh = true;
  boot = fetchBoot();
  await boot;
  setTimeout(expireBoot, FRESH_MS);
};

/** Whether everything came in one answer that still stands. */
export const isBootCurrent = async (): Promise<boolean> => (await boot) !== null && isFresh;

/** Something may be different now: from here on everything is asked anew. */
export const expireBoot = (): void => {
  isFresh = false;
};

/** The answer of an address if it came ahead and still stands; undefined otherwise. */
export const bootAnswer = async (address: string): Promise<unknown> => {
  if (!isFresh) return undefined;
  const known = await boot;
  return isFresh ? known?.answers[address] : undefined;
};

/**
 * Whether the service has had events since it answered, which a page that listens from `revision` on has not heard of.
 */
export const hasMissedEvents = async (revision: number): Promise<boolean> => {
  const known = await boot;
  return known !== null && known.revision !== revision;
};
