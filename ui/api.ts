import type { BoardDetail, BoardInstance, BoardSummary, BoardUpdate } from '../src/schema/boards/boards.ts';
import type { Condition } from '../src/schema/boards/conditions.ts';
import type { Collection } from '../src/schema/content/collections.ts';
import type { ActivePageAnswer, Message, MessageAnswer } from '../src/schema/content/messages.ts';
import type { OutcomeCode } from '../src/schema/boards/outcomes.ts';
import type { Page } from '../src/schema/content/pages.ts';
import type { DisplaySettings, General } from '../src/schema/appliance/settings.ts';
import { bootAnswer, expireBoot } from './boot-answer.ts';
import { timesInWords } from './kit/language.ts';
import { strings } from './strings.ts';

/** A request that the service refused, or that never reached it (status 0). The message is a sentence for the owner. */
export class ApiError extends Error {
  readonly status: number;
  /** Members of the answer beside `detail`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, body: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const explain = async (answer: Response, { detail }: Record<string, unknown>): Promise<string> => {
  const wait = answer.headers.get('retry-after');
  if (answer.status === 429 && wait) return strings.waitSeconds(Number(wait));
  const said = await import('./kit/field-names.ts').then(
    ({ explainDetail }) => explainDetail(detail),
    () => (typeof detail === 'string' ? detail : null),
  );
  return said === null ? strings.refused(answer.status) : timesInWords(said);
};

let tellSignIn: () => void = () => undefined;

/** Calls `listen` whenever the service no longer knows who is there, whatever was asked. */
export const onSignInWanted = (listen: () => void): void => {
  tellSignIn = listen;
};

let tellUnreached: () => void = () => undefined;

/** Calls `listen` whenever a request does not reach the service. */
export const onUnreached = (listen: () => void): void => {
  tellUnreached = listen;
};

const UNAUTHORIZED = 401;

let present = new AbortController();

/** Gives up all requests that are under way: the service is gone without a word, and nothing else would end them. */
export const abandonRequests = (): void => {
  present.abort();
  present = new AbortController();
};

/** Requests that are under way, by address: whoever asks for the same gets the same answer. */
const asked = new Map<string, Promise<unknown>>();

/** What was answered so far, or is about to be, may have been changed since. */
const forgetAnswers = (): void => {
  expireBoot();
  asked.clear();
};

const send = async (
  method: Method,
  path: string,
  body: unknown,
): Promise<{ readonly answer: Response; readonly json: unknown }> => {
  if (method !== 'GET') forgetAnswers();
  const { signal } = present;
  const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) };
  const giveUp = (): never => {
    if (!signal.aborted) tellUnreached();
    throw new ApiError(0, strings.unreachable);
  };
  const answer = await fetch(`/api${path}`, { method, headers, body: JSON.stringify(body), signal }).catch(giveUp);
  // Whoever asks now wants to know of the change, which others have asked before it was made.
  if (method !== 'GET') forgetAnswers();
  const json: unknown = await answer.json().catch(() => (signal.aborted ? giveUp() : null));
  if (answer.status === UNAUTHORIZED && !path.startsWith('/auth/')) {
    // What was answered to the session that has ended counts no more.
    expireBoot();
    tellSignIn();
  }
  if (!answer.ok) throw new ApiError(answer.status, await explain(answer, asRecord(json)), asRecord(json));
  return { answer, json };
};

/** Sends one request below `/api` and answers its JSON. Rejects with an `ApiError`. */
export const request = async <T>(method: Method, path: string, body?: unknown): Promise<T> =>
  (method === 'GET' ? get(path) : (await send(method, path, body)).json) as T;

const get = (path: string): Promise<unknown> => {
  const known = asked.get(path);
  if (known) return known;
  const answer = load(path).finally(() => asked.get(path) === answer && asked.delete(path));
  asked.set(path, answer);
  return answer;
};

const load = async (path: string): Promise<unknown> =>
  (await bootAnswer(path)) ?? (await send('GET', path, undefined)).json;

/** An answer of v1 to a write, with the code that tells what became of it; null when nothing was to be written. */
export type WithCode<T> = T & { readonly code: OutcomeCode | null };

/**
 * Sends one write to a board below `/api/v1`; what became of it travels beside the body. Rejects with an `ApiError`.
 */
const write = async <T extends { readonly sent: boolean }>(
  method: Method,
  path: string,
  body?: unknown,
): Promise<WithCode<T>> => {
  const { answer, json } = await send(method, path, body);
  const told = json as T;
  return { ...told, code: told.sent ? 'sent' : (answer.headers.get('flapbox-reason') as OutcomeCode | null) };
};

const id = encodeURIComponent;

/** The operations that the interface uses. */
export const api = {
  boards: () => request<{ boards: BoardSummary[]; total: number }>('GET', '/v1/boards'),
  board: (board: string) => request<BoardDetail>('GET', `/v1/boards/${id(board)}`),
  updateBoard: (board: string, change: Partial<BoardUpdate>) =>
    request<BoardDetail>('PATCH', `/v1/boards/${id(board)}`, change),
  send: (board: string, message: Partial<Message>) =>
    write<MessageAnswer>('POST', `/v1/boards/${id(board)}/message`, message),
  endMessage: (board: string) => write<MessageAnswer>('DELETE', `/v1/boards/${id(board)}/message`),
  conditions: () => request<{ conditions: Condition[] }>('GET', '/boards/conditions'),
  pin: (board: string, page_id: string | null) =>
    write<ActivePageAnswer>('PUT', `/v1/boards/${id(board)}/active-page`, { page_id }),
  pages: () => request<{ pages: Page[]; total: number }>('GET', '/v1/pages'),
  collections: () => request<{ collections: Collection[]; total: number }>('GET', '/v1/collections'),
  output: () => request<{ target: string }>('GET', '/settings/output'),
  display: () => request<DisplaySettings>('GET', '/settings/display'),
  general: () => request<General>('GET', '/config/general'),
  boardSettings: () => request<{ boards: BoardInstance[] }>('GET', '/settings/board'),
} as const;
