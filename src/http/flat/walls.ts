import { NOTHING } from '../../schema/common.ts';
import { WallListSchema, WallsDeclineSchema, WallsJoinSchema, WallsJoinedSchema } from '../../schema/boards/walls.ts';
import type { WallService } from '../../service/walls.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'boards' });

/** Walls of other appliances that ask to follow a board of this one. */
export const wallRoutes = (walls: () => WallService): Route[] => [
  route('GET /walls', {
    summary: 'Walls of other appliances that ask to join a board that publishes its frames',
    success: ok(WallListSchema, 'The walls.'),
    handle: () => walls().list(),
  }),
  route('POST /walls/join', {
    summary: 'Give walls that ask the topic of a board: all of them unless some are named',
    body: WallsJoinSchema,
    bodyOptional: true,
    success: ok(WallsJoinedSchema, 'The topic that each was given.'),
    errors: [400, 404, 409],
    handle: ({ body }) => walls().join(body ?? {}),
  }),
  route('POST /walls/decline', {
    summary: 'List walls that ask no more: all of them unless some are named',
    body: WallsDeclineSchema,
    bodyOptional: true,
    success: ok(WallListSchema, 'The walls that still ask.'),
    errors: [404],
    handle: ({ body }) => walls().decline(body ?? {}),
  }),
  route('POST /walls/recall', {
    summary: 'Let walls that were declined ask again',
    ...NOTHING,
    success: ok(WallListSchema, 'The walls that ask.'),
    handle: () => walls().recall(),
  }),
];
