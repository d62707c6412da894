import { NOTHING } from '../../schema/common.ts';
import {
  HoldWriteSchema,
  QuietSchema,
  QuietWriteSchema,
  ShowAnswerSchema,
  ShowWriteSchema,
  TurnAnswerSchema,
} from '../../schema/boards/stays.ts';
import type { StayService } from '../../service/stays.ts';
import { ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'control', showsFrames: true });
const turned = {
  success: ok(TurnAnswerSchema, 'Where the rotation stands.'),
  errors: [404, 409, 503],
} as const;

/** What is decided for boards with an end: quiet, a page for a while, the turn of a rotation. */
export const stayRoutes = (stays: StayService): Route[] => [
  route('GET /boards/{board}/quiet', {
    summary: 'Until when a board is left alone; all boards with all',
    success: ok(QuietSchema, 'The end.'),
    errors: [404],
    handle: ({ params }) => stays.quietOf(params.board),
  }),
  route('PUT /boards/{board}/quiet', {
    summary: 'Leave a board alone for a while, or every board with all: nothing is written and nothing moves',
    body: QuietWriteSchema,
    success: ok(QuietSchema, 'The end.'),
    errors: [400, 404],
    handle: ({ params, body }) => stays.quiet(params.board, body),
  }),
  route('DELETE /boards/{board}/quiet', {
    summary: 'End the quiet of a board, or of every board with all',
    success: ok(QuietSchema, 'Null.'),
    errors: [404],
    handle: ({ params }) => stays.endQuiet(params.board),
  }),
  route('POST /boards/{board}/show', {
    summary: 'Show a page or collection for a while, without a pin',
    body: ShowWriteSchema,
    success: ok(ShowAnswerSchema, 'Its end, and whether it was sent.'),
    errors: [400, 404, 409, 503],
    handle: ({ params, body }) => stays.show(params.board, body),
  }),
  route('POST /boards/{board}/next', {
    summary: 'Turn the rotation that runs to its next page',
    ...NOTHING,
    ...turned,
    handle: ({ params }) => stays.turn(params.board, 1),
  }),
  route('POST /boards/{board}/previous', {
    summary: 'Turn the rotation that runs to its previous page',
    ...NOTHING,
    ...turned,
    handle: ({ params }) => stays.turn(params.board, -1),
  }),
  route('POST /boards/{board}/hold', {
    summary: 'Stay at the page of the rotation that runs for so many minutes',
    body: HoldWriteSchema,
    ...turned,
    handle: ({ params, body }) => stays.hold(params.board, body.minutes),
  }),
];
