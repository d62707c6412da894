import { NOTHING } from '../../schema/common.ts';
import {
  HoldWriteSchema,
  QuietSchema,
  QuietWriteSchema,
  ShowAnswerSchema,
  ShowWriteSchema,
  TurnAnswerSchema,
} from '../../schema/stays.ts';
import type { StayService } from '../../service/stays.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';

const common = { surface: 'internal', access: 'session', tag: 'control' } as const;
const turned = {
  success: { status: 200, schema: TurnAnswerSchema, description: 'Where the rotation stands.' },
  errors: [404, 409, 422, 503],
} as const;

/** What is decided for boards with an end: quiet, a page for a while, the turn of a rotation. */
export const stayRoutes = (stays: StayService): Route[] => [
  route({
    ...common,
    method: 'GET',
    path: '/boards/{board}/quiet',
    summary: 'Until when a board is left alone; all boards with all',
    success: { status: 200, schema: QuietSchema, description: 'The end.' },
    errors: [404],
    handle: ({ params }) => stays.quietOf(params.board),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/boards/{board}/quiet',
    summary: 'Leave a board alone for a while, or every board with all: nothing is written and nothing moves',
    body: QuietWriteSchema,
    success: { status: 200, schema: QuietSchema, description: 'The end.' },
    errors: [400, 404, 422],
    handle: ({ params, body }) => stays.quiet(params.board, body),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/boards/{board}/quiet',
    summary: 'End the quiet of a board, or of every board with all',
    success: { status: 200, schema: QuietSchema, description: 'Null.' },
    errors: [404],
    handle: ({ params }) => stays.endQuiet(params.board),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/boards/{board}/show',
    summary: 'Show a page or collection for a while, without a pin',
    body: ShowWriteSchema,
    success: { status: 200, schema: ShowAnswerSchema, description: 'Its end, and whether it was sent.' },
    errors: [400, 404, 409, 422, 503],
    handle: ({ params, body }) => stays.show(params.board, body),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/boards/{board}/next',
    summary: 'Turn the rotation that runs to its next page',
    ...NOTHING,
    ...turned,
    handle: ({ params }) => stays.turn(params.board, 1),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/boards/{board}/previous',
    summary: 'Turn the rotation that runs to its previous page',
    ...NOTHING,
    ...turned,
    handle: ({ params }) => stays.turn(params.board, -1),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/boards/{board}/hold',
    summary: 'Stay at the page of the rotation that runs for so many minutes',
    body: HoldWriteSchema,
    ...turned,
    handle: ({ params, body }) => stays.hold(params.board, body.minutes),
  }),
];
