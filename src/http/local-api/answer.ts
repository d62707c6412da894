import * as v from 'valibot';
import { equalInConstantTime } from '../../service/auth/equal.ts';
import { Fault } from '../../fault.ts';
import { integerFrom, maybe } from '../../schema/common.ts';
import type { BoardSecrets, StoredBoard } from '../../schema/board.ts';
import type { Message, MessageAnswer } from '../../schema/message.ts';
import { BOARD_STRATEGIES } from '../../schema/settings.ts';

/** A request to a served board. */
export interface BoardRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What a served board answers: plain text, whatever it says. */
export interface BoardReply {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a served board needs to answer. */
export interface BoardBehind {
  /** The board as it is stored now. */
  board(): StoredBoard | undefined;
  /** Rows of codes on the board; null while nobody knows. */
  characters(): number[][] | null;
  send(message: Message): Promise<MessageAnswer>;
  /** A new key, which replaces the one before. */
  enable(): Promise<string>;
}

const MOST_MS = 5000;
const RowsSchema = v.array(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(71))));
const BodySchema = v.union([
  RowsSchema,
  v.object({ characters: RowsSchema, strategy: maybe(v.picklist([...BOARD_STRATEGIES, 'classic'])), step_interval_ms: maybe(integerFrom(0)), step_size: maybe(integerFrom(1)) }),
]);

const allow = (methods: string): BoardReply => ({ status: 405, text: 'Method Not Allowed', headers: { Allow: methods } });

/** What a Vestaboard would answer; null for a path that it does not have. Refusals of the appliance keep their status, quiet hours are 423. */
export const answerBoard = async (request: BoardRequest, behind: BoardBehind): Promise<BoardReply | null> => {
  if (request.path === '/local-api/enablement') return answerEnablement(request, behind);
  if (request.path !== '/local-api/message') return null;
  if (request.method !== 'GET' && request.method !== 'POST') return allow('GET, POST');
  if (!hasKey(request, behind.board()?.secrets)) return { status: 401, text: 'Invalid API key' };
  return request.method === 'GET' ? { status: 200, text: JSON.stringify({ message: behind.characters() ?? [] }) } : write(request, behind);
};

// The key of the board itself counts too: a program that wrote on it directly needs no other.
const hasKey = (request: BoardRequest, secrets: BoardSecrets | undefined): boolean =>
  [secrets?.served_local_api_key, secrets?.local_api_key].some((key) => matches(request, 'x-vestaboard-local-api-key', key));

const matches = ({ headers }: BoardRequest, name: string, secret: string | undefined): boolean => {
  const sent = headers[name];
  return typeof sent === 'string' && Boolean(secret) && equalInConstantTime(sent, secret ?? '');
};

const answerEnablement = async (request: BoardRequest, { board, enable }: BoardBehind): Promise<BoardReply> => {
  if (request.method === 'GET') return { status: 200, text: JSON.stringify({ message: 'Local API' }) };
  if (request.method !== 'POST') return allow('GET, POST');
  if (!matches(request, 'x-vestaboard-local-api-enablement-token', board()?.secrets.served_enablement_token)) return { status: 403, text: JSON.stringify({ message: 'Invalid enablement token' }) };
  return { status: 200, text: JSON.stringify({ message: 'Local API enabled', apiKey: await enable() }) };
};

const parse = (body: Buffer): Message | null => {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  const parsed = v.safeParse(BodySchema, value);
  if (!parsed.success) return null;
  if (Array.isArray(parsed.output)) return { characters: parsed.output, force: false };
  const { characters, strategy, step_interval_ms, step_size } = parsed.output;
  const transition = strategy && strategy !== 'classic' ? { strategy, interval_ms: step_interval_ms ? Math.min(step_interval_ms, MOST_MS) : null, step_size: step_size ?? null } : null;
  return { characters, force: false, transition };
};

const write = async ({ body }: BoardRequest, { send }: BoardBehind): Promise<BoardReply> => {
  const message = parse(body);
  if (!message) return { status: 400, text: 'characters: expected rows of whole numbers from 0 to 71' };
  try {
    await send(message);
    return { status: 201, text: '' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { retryAfter } = error.extras;
    return { status: error.status === 409 ? 423 : error.status, text: error.detail, ...(retryAfter ? { headers: { 'Retry-After': String(retryAfter) } } : {}) };
  }
};
