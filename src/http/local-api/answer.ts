import * as v from 'valibot';
import { equalInConstantTime } from '../../service/auth/tokens.ts';
import { Fault } from '../../fault.ts';
import { geometryOf } from '../../core/flaps/geometry.ts';
import { parseJson } from '../wire/body.ts';
import { integerFrom, maybe } from '../../schema/common.ts';
import { FLAP_CODES, STEP_MS } from '../../schema/limits.ts';
import type { BoardSecrets, StoredBoard } from '../../schema/boards/boards.ts';
import type { Message, MessageAnswer } from '../../schema/content/messages.ts';
import { BOARD_STRATEGIES } from '../../schema/appliance/settings.ts';

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
  /** Rows of codes that the board shows, or would show with flaps; null while nobody knows. */
  characters(): number[][] | null;
  send(message: Message): Promise<MessageAnswer>;
  /** A new key, which replaces the one before. */
  enable(): Promise<string>;
}

const STRATEGIES = [...BOARD_STRATEGIES, 'classic'] as const;
const [LEAST_CODE, MOST_CODE] = FLAP_CODES;
const CODES = `expected rows of whole numbers from ${LEAST_CODE} to ${MOST_CODE}`;
const RowsSchema = v.array(
  v.array(
    v.pipe(v.number(CODES), v.integer(CODES), v.minValue(LEAST_CODE, CODES), v.maxValue(MOST_CODE, CODES)),
    CODES,
  ),
  CODES,
);
const BodySchema = v.object(
  {
    characters: RowsSchema,
    strategy: maybe(v.picklist(STRATEGIES, `expected one of ${STRATEGIES.join(', ')}`)),
    step_interval_ms: maybe(integerFrom(0)),
    step_size: maybe(integerFrom(1)),
  },
  'expected rows of codes, or an object with "characters"',
);

const allow = (methods: string): BoardReply => ({
  status: 405,
  text: 'Method Not Allowed',
  headers: { Allow: methods },
});

/**
 * What a Vestaboard would answer; null for a path that it does not have. Refusals of the appliance keep their status,
 * quiet hours are 423.
 */
export const answerBoard = async (request: BoardRequest, behind: BoardBehind): Promise<BoardReply | null> => {
  if (request.path === '/local-api/enablement') return answerEnablement(request, behind);
  if (request.path !== '/local-api/message') return null;
  if (request.method !== 'GET' && request.method !== 'POST') return allow('GET, POST');
  const board = behind.board();
  if (!board || !hasKey(request, board.secrets)) return { status: 401, text: 'Invalid API key' };
  return request.method === 'GET'
    ? { status: 200, text: JSON.stringify({ message: behind.characters() ?? blankRows(board) }) }
    : write(request, behind);
};

// The key of the board itself counts too: a program that wrote on it directly needs no other.
const hasKey = (request: BoardRequest, { served_local_api_key, local_api_key }: BoardSecrets): boolean =>
  [served_local_api_key, local_api_key].some((key) => matches(request, 'x-vestaboard-local-api-key', key));

const matches = ({ headers }: BoardRequest, name: string, secret: string | undefined): boolean => {
  const sent = headers[name];
  return typeof sent === 'string' && !!secret && equalInConstantTime(sent, secret);
};

const answerEnablement = async (request: BoardRequest, { board, enable }: BoardBehind): Promise<BoardReply> => {
  if (request.method === 'GET') return { status: 200, text: JSON.stringify({ message: 'Local API' }) };
  if (request.method !== 'POST') return allow('GET, POST');
  if (!matches(request, 'x-vestaboard-local-api-enablement-token', board()?.secrets.served_enablement_token))
    return { status: 403, text: JSON.stringify({ message: 'Invalid enablement token' }) };
  return { status: 200, text: JSON.stringify({ message: 'Local API enabled', apiKey: await enable() }) };
};

const blankRows = (board: StoredBoard): number[][] => {
  const { rows, cols } = geometryOf(board);
  return Array.from({ length: rows }, () => Array.from({ length: cols }, () => 0));
};

const readJson = (body: Buffer): unknown => {
  try {
    return parseJson(body);
  } catch {
    throw new Fault(400, 'The body is not JSON.');
  }
};

const describe = (issue: v.BaseIssue<unknown>): string => {
  const [field] = issue.path ?? [];
  const problem = issue.received === 'undefined' ? 'is missing' : issue.message;
  return `${field === undefined ? 'body' : String(field.key)}: ${problem}`;
};

// The same rows may stand alone.
const parse = (body: Buffer): Message => {
  const value = readJson(body);
  const parsed = v.safeParse(BodySchema, Array.isArray(value) ? { characters: value } : value);
  if (!parsed.success) throw new Fault(400, describe(parsed.issues[0]));
  const { characters, strategy, step_interval_ms, step_size } = parsed.output;
  if (!strategy || strategy === 'classic') return { characters, force: false };
  const interval_ms = step_interval_ms ? Math.min(step_interval_ms, STEP_MS[1]) : null;
  return { characters, force: false, transition: { strategy, interval_ms, step_size: step_size ?? null } };
};

const write = async ({ body }: BoardRequest, { send }: BoardBehind): Promise<BoardReply> => {
  try {
    await send(parse(body));
    return { status: 201, text: '' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { retryAfter } = error.extras;
    return {
      status: error.status === 409 ? 423 : error.status,
      text: error.detail,
      ...(retryAfter ? { headers: { 'Retry-After': String(retryAfter) } } : {}),
    };
  }
};
