import { isWithoutFlaps } from '../../src/core/no-flaps.ts';
import type { MessageAnswer } from '../../src/schema/message.ts';
import { ApiError } from '../api.ts';
import { strings } from '../strings.ts';
import { home } from '../strings/home.ts';
import { timeOfDay } from './why.ts';

/** What became of a write, in words: `good` when flaps turn, `plain` when none had to, `bad` when it failed. */
export interface Outcome {
  readonly tone: 'good' | 'plain' | 'bad';
  readonly title: string;
  readonly detail: string | null;
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** A sentence for a person, with the times of day instead of instants. */
const sentence = (whole: string): string => {
  const text = whole.replace(INSTANT, (instant) => timeOfDay(instant) ?? instant);
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
};

/** What to tell about the answer to a message; `shown` says whether the board on the screen shows it all the same. */
export const tellAnswer = (answer: MessageAnswer, shown: boolean): Outcome => {
  const until = timeOfDay(answer.expires_at);
  if (answer.sent) return { tone: 'good', title: until ? home.sentUntil(until) : home.sent, detail: null };
  const onScreen = shown && answer.reason !== null && isWithoutFlaps(answer.reason);
  return { tone: 'plain', title: onScreen ? home.shownOnScreen : home.notSent, detail: answer.reason ? sentence(answer.reason) : null };
};

/** What to tell about a request that failed. */
export const tellFailure = (error: unknown): Outcome => ({
  tone: 'bad',
  title: strings.failed,
  detail: sentence(error instanceof ApiError || error instanceof Error ? error.message : String(error)),
});
