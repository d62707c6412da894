import { randomUUID } from 'node:crypto';
import { isRecord } from '../../../src/core/record.ts';
import { gridFromRows, gridToRows, gridsEqual, type Grid } from '../../../src/core/flaps/grid.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { parseJson } from '../../../src/core/json.ts';
import type { Display } from './display.ts';
import type { Credentials } from './local-api.ts';
import { faultOf } from './message.ts';
import { json, text, type Arrived, type Reply } from './reply.ts';
import type { Switches } from './switches.ts';
import { layoutBlock } from './text-layout.ts';

const NAMES = ['classic', 'wave', 'drift', 'curtain'];
const SPEEDS = ['gentle', 'fast'];

/** What an emulated cloud account consists of: one board, or one Note array. */
export interface CloudBoard {
  readonly display: Display;
  readonly switches: Switches;
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** Note arrays have no transitions. */
  readonly array: boolean;
}

/** The Read/Write API, the token API and the subscription API of one board. */
export class CloudApi {
  readonly #board: CloudBoard;
  readonly #subscription = { id: randomUUID(), boardId: randomUUID() };
  #transition = { transition: 'classic', transitionSpeed: 'gentle' };
  #last: { grid: Grid; id: string; at: number } | null = null;

  constructor(board: CloudBoard) {
    this.#board = board;
  }

  /** Answers a request; null for paths that the cloud does not have. */
  answer(request: Arrived): Reply | null {
    if (request.path === '/') return this.#answerRoot(request);
    if (request.path === '/transition') return this.#answerTransition(request);
    if (request.path === '/subscriptions' || request.path.startsWith('/subscriptions/'))
      return this.#answerSubscription(request);
    return null;
  }

  #answerRoot(request: Arrived): Reply {
    const { key, token } = this.#board.credentials;
    const readWrite = request.headers['x-vestaboard-read-write-key'];
    const given = readWrite ?? request.headers['x-vestaboard-token'];
    if (given === undefined || given !== (readWrite === undefined ? token : key))
      return json(401, { message: 'Unauthorized' });
    if (request.method === 'GET') return this.#read();
    if (request.method === 'POST') return this.#write(parseJson(request.body));
    return text(405, 'Method Not Allowed', { Allow: 'GET, POST' });
  }

  #read(): Reply {
    const { display, switches } = this.#board;
    if (!this.#last)
      return switches.unwritten === 404 ? json(404, { message: 'Not Found' }) : json(200, { currentMessage: null });
    const rows = gridToRows(switches.reads === 'target' ? display.target : display.standing);
    const layout = { text: JSON.stringify(rows), rows, empty: '', null: null }[switches.layout];
    return json(200, { currentMessage: { layout, id: this.#last.id, appeared: String(this.#last.at) } });
  }

  #write(value: unknown): Reply {
    const { display, switches } = this.#board;
    const grid = this.#gridOf(value);
    if ('fault' in grid) return json(switches.badGrid, { message: grid.fault });
    if (switches.blank === 'refuse' && grid.codes.every((code) => code === 0))
      return json(switches.badGrid, { message: 'A message cannot be blank' });
    const accepted = json(200, { status: 'ok', id: randomUUID(), created: this.#board.clock.now() });
    if (this.#last && switches.duplicate !== 'accept' && gridsEqual(this.#last.grid, grid))
      return duplicate(switches.duplicate);
    if (switches.early !== 'accept' && display.restingMs < switches.windowMs)
      return switches.early === 'drop' ? accepted : this.#tooEarly(switches.early);
    this.#last = { grid, id: randomUUID(), at: this.#board.clock.now() };
    display.show(grid);
    return accepted;
  }

  #gridOf(value: unknown): Grid | { fault: string } {
    const { rows, cols } = this.#board.display;
    const form = isRecord(value) ? value : { characters: value };
    if (typeof form['text'] === 'string') return layoutBlock(form['text'], rows, cols);
    const fault = faultOf(form['characters'], rows, cols);
    return fault === null ? gridFromRows(form['characters'] as number[][], rows, cols) : { fault };
  }

  #tooEarly(status: 423 | 429): Reply {
    if (status === 423) return json(423, { message: 'Locked' });
    return json(429, { message: 'Too Many Requests' }, retryAfterHeader(this.#board.switches, this.#board.clock));
  }

  #answerTransition(request: Arrived): Reply {
    if (request.headers['x-vestaboard-token'] !== this.#board.credentials.token)
      return json(401, { message: 'Unauthorized' });
    if (this.#board.array) return json(400, { message: 'Note arrays have no transitions' });
    if (request.method === 'GET') return json(200, this.#transition);
    if (request.method !== 'PUT') return text(405, 'Method Not Allowed', { Allow: 'GET, PUT' });
    const wish = parseJson(request.body) as { transition?: unknown; transitionSpeed?: unknown } | null | undefined;
    const { transition, transitionSpeed } = { ...this.#transition, ...wish };
    if (!NAMES.includes(transition as string) || !SPEEDS.includes(transitionSpeed as string))
      return json(400, { message: `transition: ${NAMES.join(', ')}; transitionSpeed: ${SPEEDS.join(', ')}` });
    this.#transition = { transition: String(transition), transitionSpeed: String(transitionSpeed) };
    return json(200, this.#transition);
  }

  #answerSubscription(request: Arrived): Reply {
    const { key, token } = this.#board.credentials;
    if (request.headers['x-vestaboard-api-key'] !== key || request.headers['x-vestaboard-api-secret'] !== token)
      return json(401, { message: 'Unauthorized' });
    if (request.method === 'GET' && request.path === '/subscriptions') return json(200, [this.#subscription]);
    if (request.method !== 'POST' || request.path !== `/subscriptions/${this.#subscription.id}/message`)
      return json(404, { message: 'Not Found' });
    const reply = this.#write(parseJson(request.body));
    return reply.status === 200 ? json(200, { ...(parseJson(reply.body) as object), muted: false }) : reply;
  }
}

/** The `Retry-After` of a 429, as the switches say. */
export const retryAfterHeader = (switches: Switches, clock: Clock): Record<string, string> => {
  if (switches.retryAfter === 'none') return {};
  if (switches.retryAfter === 'seconds') return { 'Retry-After': String(switches.retryAfterSeconds) };
  return { 'Retry-After': new Date(clock.now() + switches.retryAfterSeconds * 1000).toUTCString() };
};

const duplicate = (status: 409 | 304 | 405): Reply => {
  if (status === 304) return { status, body: '' };
  return status === 405
    ? text(405, 'Message fingerprint matches the current message')
    : json(409, { type: 'FingerprintMatch', message: 'Already displayed' });
};
