import type { WriteOutcome } from '../../src/board/driver.ts';
import type { HttpAnswer } from '../http-attempt.ts';

/** What an answer is judged with. */
export interface Judgement {
  /** Names the board at the start of a sentence. */
  readonly label: string;
  /** The key that was sent; it is never quoted. */
  readonly secret: string;
  /** Wall time in ms, for a `Retry-After` that is a date. */
  readonly now: number;
}

/** How long to wait when a board says "too many" without saying how long. */
const USUAL_PAUSE_MS = 15_000;
const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 86_400_000;
const LONGEST_QUOTE = 200;

/** Whether a status says that the board took the request. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/**
 * The pause that a `Retry-After` of seconds or an HTTP date asks for in ms, at least 1 s; 15 s when there is none that
 * makes sense.
 */
export const pauseOf = (header: string | undefined, now: number): number => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d+)?$/.test(text))
    return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, Math.ceil(Number(text) * 1000)));
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  // A pause of more than a day is that of a clock which was not set yet.
  return Number.isNaN(at) || at - now > LONGEST_PAUSE_MS ? USUAL_PAUSE_MS : Math.max(SHORTEST_PAUSE_MS, at - now);
};

/** The beginning of an answer's text as a person may read it: one line, at most 200 characters, the secret replaced. */
export const quote = (answer: HttpAnswer, secret: string): string => {
  const line = (secret === '' ? answer.body : answer.body.replaceAll(secret, '***'))
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line;
};

/** `(503: Service Unavailable)`: status and quoted text. */
export const statusAndText = (answer: HttpAnswer, secret: string): string => {
  const text = quote(answer, secret);
  return text === '' ? `(status ${answer.status})` : `(status ${answer.status}: ${text})`;
};

/**
 * What the statuses mean that all Vestaboard interfaces share; anything unknown is a failure that tells status and
 * text.
 */
export const judge = (answer: HttpAnswer, { label, secret, now }: Judgement): WriteOutcome => {
  const { status } = answer;
  if (isAccepted(status)) return { status: 'sent' };
  if (status === 401 || status === 403)
    return refused(`${label} refused the key ${statusAndText(answer, secret)}: enter it again.`);
  if (status === 423)
    return { status: 'locked', reason: `${label} takes no messages now: it is in its own quiet hours, or limited.` };
  if (status === 429) {
    const retryAfterMs = pauseOf(answer.headers['retry-after'], now);
    return {
      status: 'throttled',
      retryAfterMs,
      reason: `${label} asks flapbox to wait for ${Math.ceil(retryAfterMs / 1000)} s.`,
    };
  }
  if (status === 400 || status === 422)
    return refused(`${label} refused the message ${statusAndText(answer, secret)}.`);
  if (status === 408 || status >= 500)
    return {
      status: 'failed',
      reason:
        `${label} reports an internal error ${statusAndText(answer, secret)}; it is not known whether it ` +
        'took the message.',
    };
  return { status: 'failed', reason: `${label} did not take the message ${statusAndText(answer, secret)}.` };
};

const refused = (reason: string): WriteOutcome => ({ status: 'failed', reason, refused: true });
