import { gridToRows } from '../../../src/core/flaps/grid.ts';
import { parseJson } from '../../../src/core/json.ts';
import type { Display } from './display.ts';
import type { Credentials } from './local-api.ts';
import { drawPage, drawText } from './picture.ts';
import { json, text, type Arrived, type RecordedRequest, type Reply } from './reply.ts';
import type { Station } from './station.ts';
import { setSwitches, type Switches } from './switches.ts';

/** Where a board hangs in its array: tile row and column from 0, both 0 outside of arrays. */
export interface Place {
  readonly row: number;
  readonly col: number;
}

/** One listening board, or the cloud's. */
export interface EmulatedBoard extends Place {
  readonly station: Station;
  readonly display: Display;
  readonly credentials: Credentials;
}

/** What the control surface shows and changes. */
export interface Controlled {
  readonly boards: readonly EmulatedBoard[];
  readonly switches: Switches;
  readonly requests: RecordedRequest[];
  readonly refuseFor: (ms: number) => void;
}

/** The emulator's own paths: a picture, its state, its switches and the requests it has seen; null for all others. */
export const answerControl = (request: Arrived, emulator: Controlled): Reply | null => {
  const { method, path } = request;
  if (method === 'GET' && wantsPicture(request))
    return {
      status: 200,
      body: drawPage(emulator.boards.map(({ display }) => display)),
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    };
  if (!path.startsWith('/emulator/')) return null;
  if (method === 'GET' && path === '/emulator/state') return json(200, { boards: emulator.boards.map(describe) });
  if (method === 'GET' && path === '/emulator/text')
    return text(200, emulator.boards.map(({ display }) => drawText(display.standing, false)).join('\n'));
  if (path === '/emulator/switches') return answerSwitches(request, emulator.switches);
  if (path === '/emulator/requests') return answerRequests(method, emulator.requests);
  if (method === 'POST' && path === '/emulator/refuse') return refuse(request, emulator);
  return json(404, { message: 'GET state, text; GET and PUT switches; GET and DELETE requests; POST refuse' });
};

/** The cloud's own reading has the same path: it comes with a key. */
const wantsPicture = ({ path, headers }: Arrived): boolean =>
  path === '/' &&
  !Object.keys(headers).some((name) => name.startsWith('x-vestaboard-')) &&
  (headers['accept'] ?? '').includes('text/html');

const describe = (board: EmulatedBoard): Record<string, unknown> => ({
  url: board.station.url,
  rows: board.display.rows,
  cols: board.display.cols,
  target: gridToRows(board.display.target),
  standing: gridToRows(board.display.standing),
  moving_ms: board.display.movingMs,
  key: board.credentials.key,
  token: board.credentials.token,
});

const answerSwitches = (request: Arrived, switches: Switches): Reply => {
  if (request.method === 'GET') return json(200, switches);
  if (request.method !== 'PUT') return json(405, { message: 'GET or PUT' }, { Allow: 'GET, PUT' });
  const complaint = setSwitches(switches, parseJson(request.body));
  return complaint === null ? json(200, switches) : json(400, { message: complaint });
};

const answerRequests = (method: string, requests: RecordedRequest[]): Reply => {
  if (method === 'DELETE') requests.length = 0;
  return method === 'GET' || method === 'DELETE'
    ? json(200, requests)
    : json(405, { message: 'GET or DELETE' }, { Allow: 'GET, DELETE' });
};

const refuse = (request: Arrived, { refuseFor }: Controlled): Reply => {
  const ms = (parseJson(request.body) as { ms?: unknown } | undefined)?.ms;
  if (!Number.isInteger(ms) || (ms as number) < 1 || (ms as number) > 600_000)
    return json(400, { message: 'ms: 1 to 600000' });
  refuseFor(ms as number);
  return json(200, { refusing_ms: ms });
};
