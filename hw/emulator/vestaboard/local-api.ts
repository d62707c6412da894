import { randomBytes } from 'node:crypto';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import { parseJson } from '../../../src/core/json.ts';
import type { Display } from './display.ts';
import { parseMessage } from './message.ts';
import { json, text, type Arrived, type Reply } from './reply.ts';
import type { Switches } from './switches.ts';

/** Keys of an emulated board; enabling the Local API changes the key. */
export interface Credentials {
  key: string;
  readonly token: string;
}

/** What an emulated board consists of. */
export interface LocalBoard {
  readonly display: Display;
  readonly switches: Switches;
  readonly credentials: Credentials;
}

/** The form of a key that a board gives out. */
export const newKey = (): string => randomBytes(24).toString('base64url');

/** The Local API of one board; null for paths that a board does not have. */
export const answerLocal = (request: Arrived, board: LocalBoard): Reply | null => {
  if (request.path === '/local-api/message') return answerMessage(request, board);
  if (request.path === '/local-api/enablement') return answerEnablement(request, board.credentials);
  return null;
};

const answerMessage = (request: Arrived, board: LocalBoard): Reply => {
  const { switches, credentials } = board;
  if (request.method !== 'GET' && request.method !== 'POST')
    return text(405, 'Method Not Allowed', { Allow: 'GET, POST' });
  if (request.headers['x-vestaboard-local-api-key'] !== credentials.key)
    return switches.wrongKey === 401 ? text(401, 'Invalid API key') : text(200, '');
  return request.method === 'GET' ? read(board) : write(request, board);
};

const read = ({ display, switches }: LocalBoard): Reply => {
  const grid = switches.reads === 'target' ? display.target : display.standing;
  if (switches.blankRead === 'empty' && grid.codes.every((code) => code === 0)) return text(200, '');
  const rows = gridToRows(grid);
  return text(200, JSON.stringify(switches.readForm === 'bare' ? rows : { message: rows }));
};

const write = (request: Arrived, { display, switches }: LocalBoard): Reply => {
  const message = parseMessage(parseJson(request.body), display.rows, display.cols, switches.defaultStepMs);
  if ('fault' in message)
    return switches.badGrid === 400 ? text(400, message.fault) : json(422, { detail: message.fault });
  if (display.restingMs >= switches.busyDropMs) display.show(message.grid, message.motion);
  return switches.writeAnswer === 201 ? text(201, '') : json(200, { ok: true });
};

const answerEnablement = (request: Arrived, credentials: Credentials): Reply => {
  if (request.method === 'GET') return text(200, JSON.stringify({ message: 'Local API' }));
  if (request.method !== 'POST') return text(405, 'Method Not Allowed', { Allow: 'GET, POST' });
  if (request.headers['x-vestaboard-local-api-enablement-token'] !== credentials.token)
    return text(403, JSON.stringify({ message: 'Invalid enablement token' }));
  credentials.key = newKey();
  return text(200, JSON.stringify({ message: 'Local API enabled', apiKey: credentials.key }));
};
