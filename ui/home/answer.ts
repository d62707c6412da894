import type { MessageAnswer } from '../../src/schema/message.ts';
import { ApiError } from '../api.ts';
import { asSentence } from '../kit/sentence.ts';
import type { Flaps } from '../library.ts';
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
const sentence = (whole: string): string => asSentence(whole.replace(INSTANT, (instant) => timeOfDay(instant) ?? instant));

/** What is known here about a write beside its answer. */
export interface Seen {
  /** Whether the board on the screen shows what was asked for. */
  readonly shown: boolean;
  readonly flaps: Flaps;
}

/** What to tell about the answer to a message. */
export const tellAnswer = (answer: MessageAnswer, { shown, flaps }: Seen): Outcome => {
  const until = timeOfDay(answer.expires_at);
  if (answer.sent) return { tone: 'good', title: until ? home.sentUntil(until) : home.sent, detail: null };
  if (shown && flaps === 'none') return { tone: 'good', title: until ? home.shownUntil(until) : home.shown, detail: null };
  if (shown && flaps === 'idle') return { tone: 'plain', title: home.shownOnScreen, detail: home.uiOnly };
  return { tone: 'plain', title: home.notSent, detail: answer.reason ? sentence(answer.reason) : null };
};

/** What to tell about a message that was taken down. */
export const tellEnd = (answer: MessageAnswer, flaps: Flaps): Outcome => {
  const done = answer.sent || flaps === 'none' || answer.reason === null;
  return { tone: done ? 'good' : 'plain', title: home.ended, detail: done ? null : sentence(answer.reason ?? '') };
};

/** What to tell about a request that failed. */
export const tellFailure = (error: unknown): Outcome => ({
  tone: 'bad',
  title: strings.failed,
  detail: sentence(error instanceof ApiError || error instanceof Error ? error.message : String(error)),
});
