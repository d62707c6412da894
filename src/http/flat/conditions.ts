import { NOTHING } from '../../schema/common.ts';
import { ConditionsSchema, RestoreAnswerSchema } from '../../schema/conditions.ts';
import type { ConditionService } from '../../service/conditions.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'control' } as const;

/** How the boards stand. */
export const conditionRoutes = (conditions: ConditionService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/boards/conditions',
    summary: 'How every board stands: why it shows what it shows, since and until when, and what is wrong with it',
    success: { status: 200, schema: ConditionsSchema, description: 'All boards, the primary first.' },
    errors: [],
    handle: () => conditions.list(),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/boards/{id}/restore',
    summary: 'Write again what a board is expected to show',
    ...NOTHING,
    success: { status: 200, schema: RestoreAnswerSchema, description: 'Whether flaps were moved.' },
    errors: [404, 409, 422, 429, 500, 503],
    handle: ({ params }) => conditions.restore(params.id),
  }),
];
