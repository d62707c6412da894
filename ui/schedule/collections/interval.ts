import { schedule } from '../../strings/schedule.ts';

const texts = schedule.collections;

/** A number of seconds in the largest unit that divides it. */
export const intervalText = (seconds: number): string => {
  if (seconds % 3600 === 0) return texts.hours(seconds / 3600);
  return seconds % 60 === 0 ? texts.minutes(seconds / 60) : texts.seconds(seconds);
};
