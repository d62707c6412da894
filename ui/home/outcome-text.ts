import type { MessageAnswer } from '../../src/schema/content/messages.ts';
import type { OutcomeCode } from '../../src/schema/boards/outcomes.ts';
import type { WithCode } from '../api.ts';
import { asSentence } from '../kit/sentence.ts';
import type { Result } from '../kit/work.tsx';
import type { Flaps } from '../service-state.ts';
import { home } from '../strings/home.ts';
import { momentOf, timesInWords } from '../kit/language.ts';

/** A result of several sentences, of which the last may be empty. */
export const resultOf = (tone: Result['tone'], ...texts: readonly string[]): Result => ({
  tone,
  text: texts.join(' ').trim(),
});

/** Codes of writes after which a board without flaps shows what was asked for. */
const ON_SCREEN: readonly (OutcomeCode | null)[] = ['browser_only', 'unchanged'];

/** What to tell about the answer to a message: `good` when it is shown, `plain` when no flap had to turn. */
export const answerText = (
  { sent, expires_at, reason, code }: WithCode<MessageAnswer>,
  flaps: Flaps,
  notSent: string = home.notSent,
): Result => {
  const until = momentOf(expires_at);
  if (sent) return resultOf('good', until ? home.sentUntil(until) : home.sent);
  if (flaps === 'none' && ON_SCREEN.includes(code))
    return resultOf('good', until ? home.shownUntil(until) : home.shown);
  if (code === 'browser_only') return resultOf('plain', home.shownOnScreen, home.uiOnly);
  return resultOf('plain', notSent, asSentence(timesInWords(reason ?? '')));
};

/** Codes of a message that was taken down without anything worth telling. */
const DOWN: readonly (OutcomeCode | null)[] = ['sent', 'browser_only', 'unchanged', null];

/** What to tell about a message that was taken down. */
export const endText = ({ reason, code }: WithCode<MessageAnswer>): Result =>
  DOWN.includes(code)
    ? resultOf('good', home.ended)
    : resultOf('plain', home.ended, asSentence(timesInWords(reason ?? '')));
