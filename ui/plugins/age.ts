import { useState } from 'preact/hooks';
import { LANGUAGE } from '../kit/language.ts';
import { usePoll } from '../kit/poll.ts';

const TICK_MS = 5000;

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** How long ago an instant was, in the words of the browser's language: `2 minutes ago`. */
export const agoText = (instant: string, now: number): string => {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' }).format(-Math.floor(seconds / size), unit);
};

/** The time, again every few seconds while the page is in sight; `onTick` is called with it. */
export const useNow = (onTick: () => void): number => {
  const [now, setNow] = useState(Date.now);
  usePoll(() => {
    setNow(Date.now());
    onTick();
  }, TICK_MS);
  return now;
};
