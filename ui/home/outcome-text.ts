import type { MessageAnswer } from '../../src/schema/content/messages.ts';
import type { OutcomeCode } from '../../src/schema/boards/outcomes.ts';
import type { WithCode } from '../api.ts';
import { asSentence } from '../kit/sentence.ts';
import { sentenceOf } from '../../src/core/sentence.ts';
import type { Flaps } from '../service-state.ts';
import { strings } from '../strings.ts';
import { home } from '../strings/home.ts';
import { momentOf } from '../kit/language.ts';

/** What became of a write, in words: `good` when flaps turn, `plain` when none had to, `bad` when it failed. */
export interface Outcome {
  readonly tone: 'good' | 'plain' | 'bad';
  readonly title: string;
  readonly detail: string | null;
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** A sentence for a person, with times in words instead of instants. */
const sentence = (whole: string): string => asSentence(whole.replace(INSTANT, (instant) => momentOf(instant)));

/** Codes of writes after which a board without flaps shows what was asked for. */
const ON_SCREEN: readonly (OutcomeCode | null)[] = ['browser_only', 'unchanged'];

/** What to tell about the answer to a message. */
export const answerText = ({ sent, expires_at, reason, code }: WithCode<MessageAnswer>, flaps: Flaps): Outcome => {
  const until = momentOf(expires_at);
  if (sent) return { tone: 'good', title: until ? home.sentUntil(until) : home.sent, detail: null };
  if (flaps === 'none' && ON_SCREEN.includes(code))
    return { tone: 'good', title: until ? home.shownUntil(until) : home.shown, detail: null };
  if (code === 'browser_only') return { tone: 'plain', title: home.shownOnScreen, detail: home.uiOnly };
  return { tone: 'plain', title: home.notSent, detail: reason ? sentence(reason) : null };
};

/** Codes of a message that was taken down without anything worth telling. */
const DOWN: readonly (OutcomeCode | null)[] = ['sent', 'browser_only', 'unchanged', null];

/** What to tell about a message that was taken down. */
export const endText = ({ reason, code }: WithCode<MessageAnswer>): Outcome => {
  const done = DOWN.includes(code);
  return { tone: done ? 'good' : 'plain', title: home.ended, detail: done ? null : sentence(reason ?? '') };
};

/** What to tell about a request that failed. */
export const failureText = (error: unknown): Outcome => ({
  tone: 'bad',
  title: strings.failed,
  detail: sentence(sentenceOf(error)),
});
