/** Minutes of a day on a wall clock. */
export const DAY_MINUTES = 1440;

/** The minute of the day that `HH:MM` names, 0 to 1439; null when no clock shows it. */
export const parseTime = (text: string): number | null => {
  const match = /^(\d{2}):(\d{2})$/.exec(text);
  if (!match) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2]);
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
};

/** `HH:MM` of a minute of the day; minutes beyond a day wrap around. */
export const formatTime = (minute: number): string => {
  const wrapped = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(wrapped / 60)).padStart(2, '0')}:${String(wrapped % 60).padStart(2, '0')}`;
};
