import { NOTHING } from '../../schema/common.ts';
import { ConditionsSchema, RestoreAnswerSchema } from '../../schema/boards/conditions.ts';
import type { ConditionService } from '../../service/conditions.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'control', showsFrames: true });

/** How the boards stand. */
export const conditionRoutes = (conditions: ConditionService): Route[] => [
  route('GET /boards/conditions', {
    summary: 'How every board stands: why it shows what it shows, since and until when, and what is wrong with it',
    success: ok(ConditionsSchema, 'All boards, the primary first.'),
    handle: () => conditions.list(),
  }),
  route('POST /boards/{id}/restore', {
    summary: 'Write again what a board is expected to show',
    ...NOTHING,
    success: ok(RestoreAnswerSchema, 'Whether flaps were moved.'),
    errors: [404, 409, 429, 500, 503],
    handle: ({ params }) => conditions.restore(params.id),
  }),
];
