import { findJsonExcess } from '../core/bounds/json-bounds.ts';
import { underAny } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import { createBodies } from '../plugins/network/body-budget.ts';
import { BodyRoom } from '../plugins/network/body-room.ts';
import { NetError, exchange, readBody, type ExchangeRequest } from '../platform/network/exchange.ts';
import type { StoredInbox } from '../schema/plugins/inboxes.ts';
import { BODY_JSON } from '../schema/limits.ts';

/** What all inboxes read at once. */
const BODIES = createBodies();

/** One connection of an inbox, as what follows its server sees it. */
export interface Feed {
  readonly inbox: StoredInbox;
  readonly clock: Clock;
  /** Aborts when the inbox is switched off, changed or removed. */
  readonly signal: AbortSignal;
  /** What was read last, kept from one connection to the next and over a restart; null at the first. */
  cursor: string | null;
  /** Tells that the server answers. */
  connected(): void;
  /**
   * Shows a message; `who` are the names of its sender. False for a stranger, where the inbox has senders. Rejects with
   * NetError when far more come than the inbox takes.
   */
  take(text: string, who?: readonly string[]): Promise<boolean>;
  /** Waits; rejects when the inbox is closed meanwhile. */
  wait(ms: number): Promise<void>;
}

/** Follows a server until the connection ends or fails. What was written before the first connection is left out. */
export type Follow = (feed: Feed) => Promise<void>;

const MOST_ANSWER_BYTES = 512 * 1024;
/** A server that sends byte by byte has so much longer than one that says nothing. */
const SLACK_MS = 30_000;
const SILENCE_MS = 10_000;

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'the server refuses the token',
  403: 'the server refuses the token, or the account may not read there',
  404: 'the server knows no such place',
  409: 'the server says that another program reads there already',
};

/** The answer of a server, once it begins. Throws NetError for a status other than 2xx. */
export const openAnswer = async (address: string, request: ExchangeRequest) => {
  const { answer } = await exchange(address, request);
  const { statusCode: status = 0 } = answer;
  if (status >= 200 && status <= 299) return answer;
  answer.destroy();
  throw new NetError(REFUSALS[status] ?? `the server answers with status ${status}`, status);
};

/** The JSON that a server answers, within bounds of time and size. Throws NetError for anything else. */
export const askJson = async (
  { signal, clock }: Feed,
  address: string,
  { silenceMs = SILENCE_MS, ...request }: ExchangeRequest = {},
): Promise<unknown> => {
  const late = new AbortController();
  const cancel = clock.after(silenceMs + SLACK_MS, () => late.abort());
  const room = new BodyRoom(BODIES, address);
  try {
    const bytes = await underAny([signal, late.signal], async (either) =>
      readBody(await openAnswer(address, { ...request, silenceMs, signal: either }), MOST_ANSWER_BYTES, room),
    );
    if (findJsonExcess(bytes, BODY_JSON) !== null) throw new NetError('the answer is nested too deeply, or too long');
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw error instanceof SyntaxError ? new NetError('the answer is no JSON') : error;
  } finally {
    room.release();
    cancel();
  }
};

/** The text of a title and a body, of which either may be missing. */
export const joinTitle = (title: unknown, body: unknown): string =>
  [title, body].filter((part) => typeof part === 'string' && part.trim() !== '').join('\n');
