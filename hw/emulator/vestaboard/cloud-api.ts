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

/** What an emulated cloud account consists of: one board, or one Note array. */
export interface CloudBoard {
  readonly display: Display;
  readonly switches: Switches;
  readonly credentials: Credentials;
  readonly clock: Clock;
}

/** The Read/Write API and the token API of one board, as far as drivers speak to them. */
export class CloudApi {
  readonly #board: CloudBoard;
  #last: { grid: Grid; id: string; at: number } | null = null;

  constructor(board: CloudBoard) {
    this.#board = board;
  }

  /** Answers a request; null for paths that the cloud does not have. */
  answer(request: Arrived): Reply | null {
    if (request.path !== '/') return null;
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
    const characters = isRecord(value) ? value['characters'] : value;
    const fault = faultOf(characters, rows, cols);
    return fault === null ? gridFromRows(characters as number[][], rows, cols) : { fault };
  }

  #tooEarly(status: 423 | 429): Reply {
    if (status === 423) return json(423, { message: 'Locked' });
    return json(429, { message: 'Too Many Requests' }, retryAfterHeader(this.#board.switches, this.#board.clock));
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
