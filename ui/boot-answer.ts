/**
 * How long the boot answer stands for what the service would say now; changes that are heard of end that sooner.
 */
const CURRENT_MS = 5000;

/** The answer of `GET /boot`. */
export interface Boot {
  /** The service answers nobody it does not know: it wants a sign-in, or the first decision about one. */
  readonly isClosed?: boolean;
  /** How many events there had been on the service. */
  readonly revision: number;
  /** Answers by address, below `/api`. */
  readonly answers: Readonly<Record<string, unknown>>;
}

declare global {
  /** The boot answer that the page had, or its script has asked for; absent where that script did not run. */
  var flapboxBoot: Promise<Boot | null> | undefined;
}

let boot: Promise<Boot | null> = Promise.resolve(null);
let isCurrent = false;

const UNAUTHORIZED = 401;
const CONFLICT = 409;
const CLOSED: Boot = { isClosed: true, revision: -1, answers: {} };

/** Asks for everything that the first view needs, in one request; null when it cannot be had. */
export const fetchBoot = async (): Promise<Boot | null> => {
  const answer = await fetch('/api/boot', { headers: { accept: 'application/json' } }).catch(() => null);
  if (answer?.status === UNAUTHORIZED || answer?.status === CONFLICT) return CLOSED;
  return answer?.ok ? ((await answer.json().catch(() => null)) as Boot | null) : null;
};

/** The answer that the service has put into the page; null where it tells nothing to whoever is there. */
export const bootInPage = (): Boot | null =>
  JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as Boot | null;

/**
 * Takes over the boot answer, or asks for it; resolves when it is there, or cannot be had, to whether the service lets
 * in whoever is there.
 */
export const requestBoot = async (): Promise<boolean> => {
  isCurrent = true;
  boot = globalThis.flapboxBoot ?? fetchBoot();
  const known = await boot;
  setTimeout(expireBoot, CURRENT_MS);
  return known?.isClosed !== true;
};

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

/** How many events there had been on the service at the boot answer; null when it could not be had. */
export const bootRevision = async (): Promise<number | null> => (await boot)?.revision ?? null;
