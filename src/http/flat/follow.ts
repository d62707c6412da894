import { FollowDiscoverySchema, FollowStatusSchema } from '../../schema/boards/follow.ts';
import type { FollowService } from '../../service/follow.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'boards' });

/** Boards that follow the topics of other appliances. */
export const followRoutes = (follow: FollowService): Route[] => [
  route('GET /settings/board/follow/discover', {
    summary: 'Look for brokers in the home network, and for hubs that boards can follow; takes some seconds',
    success: ok(FollowDiscoverySchema, 'What was found.'),
    handle: ({ signal }) => follow.discover(signal),
  }),
  route('GET /settings/board/{id}/follow', {
    summary: 'How it stands with the topic that a board follows',
    success: ok(FollowStatusSchema, 'Connection, last frame, and what is shown of it.'),
    errors: [404],
    handle: ({ params }) => follow.status(params.id),
  }),
];
