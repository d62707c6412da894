import { NOTHING } from '../../schema/common.ts';
import {
  BoardTestAnswerSchema,
  BoardTestSchema,
  DiscoveredBoardsSchema,
  EnableLocalApiAnswerSchema,
  EnableLocalApiSchema,
  PanelDriversSchema,
  ServedLocalApiSchema,
} from '../../schema/boards/wiring.ts';
import type { ServedBoards } from '../../service/wiring/served-boards.ts';
import type { WiringService } from '../../service/wiring/wiring.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'boards' });

/** Finding boards and trying their settings. */
export const wiringRoutes = (wiring: WiringService): Route[] => [
  route('GET /settings/board/discover', {
    summary: 'Look for boards in the home network and at the serial ports; takes some seconds',
    success: ok(DiscoveredBoardsSchema, 'What was found.'),
    handle: ({ signal }) => wiring.discover(signal),
  }),
  route('GET /settings/board/drivers', {
    summary: 'The drivers for panels, with the fields of their connections and the ports of this machine',
    success: ok(PanelDriversSchema, 'Drivers and ports.'),
    handle: () => wiring.drivers(),
  }),
  route('POST /config/board/test', {
    summary: 'Try the settings of a board without storing them',
    body: BoardTestSchema,
    success: ok(BoardTestAnswerSchema, 'The verdict.'),
    errors: [400, 404],
    handle: ({ body, signal }) => wiring.test(body, signal),
  }),
  route('POST /config/board/enable-local-api', {
    summary: "Trade the maker's enablement token for a Local API key",
    body: EnableLocalApiSchema,
    success: ok(EnableLocalApiAnswerSchema, 'The verdict, and the key.'),
    errors: [400, 404],
    handle: ({ body, signal }) => wiring.enable(body, signal),
  }),
];

/** How other programs write on boards as if they were Vestaboards. */
export const servedBoardRoutes = (served: ServedBoards): Route[] => [
  route('GET /settings/board/{id}/local-api', {
    summary: 'How a board is served through the Vestaboard Local API, with its enablement token',
    success: ok(ServedLocalApiSchema, 'Port, state and token.'),
    errors: [404],
    handle: ({ params }) => served.get(params.id),
  }),
  route('POST /settings/board/{id}/local-api/rotate', {
    summary: 'Make a new enablement token; the key that was given out stops working',
    ...NOTHING,
    success: ok(ServedLocalApiSchema, 'Port, state and the new token.'),
    errors: [404],
    handle: ({ params }) => served.rotate(params.id),
  }),
];
