const WAITS: Readonly<Record<string, string>> = {
  paused: 'It is paused',
  silence: 'It is silent',
  follow: 'It follows another appliance',
};

/** Texts about a page that was put on a board. */
export const pin = {
  shown: (board: string) => `${board} shows it now.`,
  overSchedule: 'It stays, whatever the schedule says.',
  unfilled: (board: string, missing: readonly string[]) =>
    `${board} shows it, with ??? for ${missing.slice(0, 3).join(', ')}: there is no data yet.`,
  waits: (board: string, because: string) => `${board} shows it later. ${WAITS[because] ?? 'A message is up'} now.`,
  fails: (board: string, why: string) => `${board} will show it, but it is not there yet: ${why}`,
  undone: (board: string) => `${board} is as it was.`,
} as const;
