/**
 * How long the boot answer stands for what the service would say now; changes that are heard of end that sooner.
 */
const CURRENT_MS = 5000;

/** The answer of `GET /boot`. */
export interface Boot {
  /** How many events there had been on the service. */
  readonly revision: number;
  /** Answers by address, below `/api`. */
  readonly answers: Readonly<Record<string, unknown>>;
}

declare global {
  /** The boot answer that the script inside the page asked for; absent where that script did not run. */
  var flapboxBoot: Promise<Boot | null> | undefined;
}

let boot: Promise<Boot | null> = Promise.resolve(null);
let isCurrent = false;

/** Asks for everything that the first view needs, in one request; null when it cannot be had. */
export const fetchBoot = async (): Promise<Boot | null> => {
  const answer = await fetch('/api/boot', { headers: { accept: 'application/json' } }).catch(() => null);
  return answer?.ok ? ((await answer.json().catch(() => null)) as Boot | null) : null;
};

/** Takes over the boot answer, or asks for it; resolves when it is there, or cannot be had. */
export const requestBoot = async (): Promise<void> => {
  isCurrent = true;
  boot = globalThis.flapboxBoot ?? fetchBoot();
  await boot;
  setTimeout(expireBoot, CURRENT_MS);
};

/** Whether there is a boot answer that still stands. */
export const isBootCurrent = async (): Promise<boolean> => (await boot) !== null && isCurrent;

/** Something may be different now: from here on everything is asked anew. */
export const expireBoot = (): void => {
  isCurrent = false;
};

/** The answer of an address if it is in a boot answer that still stands; undefined otherwise. */
export const bootAnswer = async (address: string): Promise<unknown> => {
  if (!isCurrent) return undefined;
  const known = await boot;
  return isCurrent ? known?.answers[address] : undefined;
};

/** Whether the service has had events since the boot answer, which a page that listens from `revision` on missed. */
export const hasMissedEvents = async (revision: number): Promise<boolean> => {
  const known = await boot;
  return known !== null && known.revision !== revision;
};
