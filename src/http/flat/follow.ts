import { FollowDiscoverySchema, FollowStatusSchema } from '../../schema/follow.ts';
import type { FollowService } from '../../service/follow.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'boards' } as const;

/** Boards that follow the topics of other appliances. */
export const followRoutes = (follow: FollowService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/settings/board/follow/discover',
    summary: 'Look for brokers in the home network, and for hubs that boards can follow; takes some seconds',
    success: { status: 200, schema: FollowDiscoverySchema, description: 'What was found.' },
    errors: [],
    handle: ({ signal }) => follow.discover(signal),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/settings/board/{id}/follow',
    summary: 'How it stands with the topic that a board follows',
    success: {
      status: 200,
      schema: FollowStatusSchema,
      description: 'Connection, last frame, and what is shown of it.',
    },
    errors: [404],
    handle: ({ params }) => follow.status(params.id),
  }),
];
